"""A server that plays the part of an external webhook or push service.

    with neighbour() as server:
        monkeypatch.setattr(http_guard, "CLIENT", server.outside)

The guard works unchanged, except for the resolution of names and the trusted certificate.
"""

from __future__ import annotations

import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from threading import Event, Thread
from time import monotonic
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from games.notifications.services.http_guard import GuardedClient, ProcessClient

NAME = "neighbour.example"
LONGEST = 60.0
"""Seconds after which a slow answer ends: a hundred times what clients may wait."""


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Neighbour:
    """The requests that the server received, and its answers."""

    port: int = 0
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    # Called in the middle of each request, if set.
    during_request: Callable[[], None] | None = None
    # While set, answers are sent letter by letter, for at most LONGEST.
    drips: Event = field(default_factory=Event)
    # The number of "100 Continue" before the answer.
    continues: int = 0
    # The beginning of an answer of bytes, and what is repeated until the client disconnects.
    raw: tuple[bytes, bytes] = (b"", b"")

    @property
    def outside(self) -> GuardedClient:
        context = ssl.create_default_context(cafile=str(certificate()))
        return GuardedClient(lambda host, port: [("127.0.0.1", self.port)], lambda: context)

    def outside_process(self, resolve: str = "") -> ProcessClient:
        """Return a client whose process resolves all names to this server, or runs `resolve`."""
        resolve = resolve or f"[('127.0.0.1', {self.port})]"
        script = f"""
import ssl, time
from games.notifications.services.http_guard import GuardedClient, post_from_input
context = ssl.create_default_context(cafile={str(certificate())!r})
post_from_input(GuardedClient(lambda host, port: {resolve}, lambda: context))
"""
        return ProcessClient((sys.executable, "-c", script))


@cache
def certificate(known_as: str = NAME) -> Path:
    """Write a key and a self-signed certificate for that name, and return the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, known_as)])
    # Also valid for processes that keep the right time while the clock of the tests is faked.
    now, years = datetime.now(UTC), timedelta(days=5 * 365)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - years)
        .not_valid_after(now + years)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(known_as)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = Path(mkdtemp(prefix="tavola-certificate-")) / "certificate.pem"
    path.write_bytes(made.public_bytes(Encoding.PEM) + secret)
    return path


@contextmanager
def neighbour() -> Iterator[Neighbour]:
    """Run the server."""
    about = Neighbour()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            about.received.append(Received(self.path, dict(self.headers), body))
            if about.during_request:
                about.during_request()
            try:
                self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n" * about.continues)
                begin, rest = about.raw
                self.wfile.write(begin)
                while rest:
                    self.wfile.write(rest)
                if about.drips.is_set():
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                ends = monotonic() + LONGEST
                while about.drips.is_set() and monotonic() < ends:
                    self.wfile.write(b"z")
                    self.wfile.flush()
                    Event().wait(0.05)
                self.send_response(about.status)
                for header, value in about.headers.items():
                    self.send_header(header, value)
                self.end_headers()
            except OSError:
                about.drips.clear()

        def log_message(self, *args: Any) -> None:
            """Write no log."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: Any) -> None:
            """Ignore clients that disconnect, or do not trust the certificate."""

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate())
    server.socket = context.wrap_socket(server.socket, server_side=True)
    about.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield about
    finally:
        about.drips.clear()
        server.shutdown()
        server.server_close()
        thread.join()
