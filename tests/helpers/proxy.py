"""The proxy with the configuration of `deploy/`, except for addresses and paths."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPSConnection
from pathlib import Path

import httpx
from django.conf import settings

from tests.helpers.outside import certificate
from tests.helpers.requirements import NGINX, NotInstalled, find
from tests.helpers.servers import PATIENCE, Server, served

SHIPPED = settings.BASE_DIR / "deploy/nginx"
HOST = "localhost"
MIME = Path("/etc/nginx/mime.types")


@dataclass
class Proxy:
    """The ports of a proxy, and the folder of its files."""

    port: int
    plain_port: int
    folder: Path

    @property
    def address(self) -> str:
        return f"https://{HOST}:{self.port}"

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(certificate(HOST)))

    def client(self, come_from: str = "127.0.0.1") -> httpx.Client:
        """Open a client; limits are by address, and every 127.x.x.x is an address of its own."""
        line = httpx.HTTPTransport(verify=self.trust, local_address=come_from)
        return httpx.Client(base_url=self.address, transport=line, timeout=PATIENCE)

    def way(self, come_from: str, port: int) -> HTTPSConnection:
        """Return an unopened connection to one port, from an address."""
        at = (come_from, 0)
        return HTTPSConnection(HOST, port, context=self.trust, source_address=at, timeout=PATIENCE)


@contextmanager
def proxy(
    folder: Path, servers: list[int], static: Path, ports: tuple[int, int]
) -> Iterator[Proxy]:
    """Run nginx in front of these servers, on two ports, encrypted and plain."""
    program = find(NGINX)
    if program is None:
        raise NotInstalled(NGINX)
    opened = Proxy(*ports, folder)
    (folder / "nginx.conf").write_text(_main(folder))
    (folder / "tavola.conf").write_text(_site(opened, static))
    upstream = (SHIPPED / "upstream-systemd.conf").read_text("utf-8")
    for shipped, port in zip((8001, 8002), servers, strict=True):
        upstream = _instead(upstream, f"server 127.0.0.1:{shipped} ", f"server 127.0.0.1:{port} ")
    (folder / "upstream.conf").write_text(upstream)
    command = [program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    ask = partial(_ask, opened.port)
    with served(Server(opened.address, command, folder, {}, ask)):
        yield opened


def _main(folder: Path) -> str:
    """Return the main configuration, in place of a distribution's, with all files in the folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    # Other users may not read the tests' folders.
    user = "user root;" if os.geteuid() == 0 else ""
    return (
        f"{user} daemon off; worker_processes 2; pid {folder}/pid; events {{}}"
        f" http {{ include {MIME}; default_type application/octet-stream; {places}"
        f" include {folder}/tavola.conf; }}"
    )


def _site(opened: Proxy, static: Path) -> str:
    text = (SHIPPED / "tavola.conf").read_text("utf-8")
    pem = certificate(HOST)
    for shipped, ours in {
        "listen [::]:80 default_server;": "",
        "listen [::]:443 ssl http2 default_server;": "",
        "listen 80 ": f"listen 127.0.0.1:{opened.plain_port} ",
        "listen 443 ": f"listen 127.0.0.1:{opened.port} ",
        "/etc/nginx/tavola-upstream.conf": str(opened.folder / "upstream.conf"),
        "/etc/nginx/tls/fullchain.pem": str(pem),
        "/etc/nginx/tls/privkey.pem": str(pem),
        "/var/log/nginx/": f"{opened.folder}/",
        "/var/www/html;": f"{opened.folder};",
        "/var/lib/tavola/static/": f"{static}/",
    }.items():
        text = _instead(text, shipped, ours)
    return text


def _instead(text: str, shipped: str, ours: str) -> str:
    assert shipped in text, shipped
    return text.replace(shipped, ours)


def _ask(port: int) -> None:
    socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
