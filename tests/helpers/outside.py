"""A server of the tests' own, that stands for a webhook or a push service out in the world.

    with neighbour() as server:
        monkeypatch.setattr(http_guard, "CLIENT", server.outside)

The guard stays as it is: only where names lead, and which certificate is believed, is told anew.
"""

from __future__ import annotations

import ssl
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

from games.notifications.services.http_guard import GuardedClient

NAME = "neighbour.example"
LONGEST = 60.0
"""Seconds after which it answers, whoever still waits: a hundred times what clients may wait."""


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Neighbour:
    """What came to the server, and how it answers."""

    port: int = 0
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    # Called in the middle of each request, where it is set.
    meanwhile: Callable[[], None] | None = None
    # While set, answers drip, letter by letter, for as long as LONGEST.
    drips: Event = field(default_factory=Event)

    @property
    def outside(self) -> GuardedClient:
        context = ssl.create_default_context(cafile=str(certificate()))
        return GuardedClient(lambda host, port: [("127.0.0.1", self.port)], lambda: context)


@cache
def certificate(known_as: str = NAME) -> Path:
    """A key and a certificate for that name, believed by nobody else."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, known_as)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
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
    """The server, for a while."""
    about = Neighbour()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            about.received.append(Received(self.path, dict(self.headers), body))
            if about.meanwhile:
                about.meanwhile()
            try:
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
            """Not said."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: Any) -> None:
            """Who breaks off, or does not believe the certificate, is no news."""

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
