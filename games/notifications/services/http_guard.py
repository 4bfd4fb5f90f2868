"""Posting to addresses that people gave us, without being made to knock at our own doors.

Only HTTPS, only public addresses: the name is resolved once, every address it has must be public,
and the connection goes to just what was looked at. No redirects, no proxies, nothing of the
answer is read but its status, and all of it ends after a few seconds.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import urlsplit

PORTS = (443, 8443)
LENGTH = 1000
CONNECT_WITHIN = 4.0
DONE_WITHIN = 10.0
TRIED = 3
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for an IPv4 address behind a translator."""

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[tuple[str, int]]]


class BadAddress(ValueError):
    """An address that we do not post to; `args[0]` is the code why."""


class NotReached(Exception):
    """Nothing came of it; `args[0]` is the code why."""


@dataclass(frozen=True)
class Place:
    """An address as it was read: where to connect, and what to ask for there."""

    host: str
    port: int
    path: str


@dataclass(frozen=True)
class Answer:
    """What came back: a status, and how many seconds to wait where it says so."""

    status: int
    retry_after: int | None = None


def read_url(url: str) -> Place:
    """An HTTPS address somebody typed; BadAddress. Whether it is public shows at the connect."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port or 443
    except ValueError:
        raise BadAddress("not-an-address") from None
    if len(url) > LENGTH or any(sign <= " " or sign > "~" for sign in url):
        raise BadAddress("not-an-address")
    if parts.scheme != "https":
        raise BadAddress("not-https")
    if not host or parts.username is not None or parts.password is not None:
        raise BadAddress("not-an-address")
    if port not in PORTS:
        raise BadAddress("port")
    if not _may_be_public(host):
        raise BadAddress("private")
    return Place(host, port, _path(parts.path, parts.query))


def _may_be_public(host: str) -> bool:
    """Whether a host is a public address, or a name that may lead to one."""
    try:
        return is_public(ip_address(host))
    except ValueError:
        return "." in host


def _path(path: str, query: str) -> str:
    return (path or "/") + (f"?{query}" if query else "")


def is_public(address: Address) -> bool:
    """Whether an address, or the one it stands for, belongs to the public internet."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address.teredo is not None:
            return False
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def public_addresses(host: str, port: int) -> list[tuple[str, int]]:
    """Where a name leads; NotReached unless every address it has is public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached("unknown-host") from None
    addresses = [str(where[0]) for *_rest, where in found]
    if not all(is_public(ip_address(address.partition("%")[0])) for address in addresses):
        raise NotReached("private")
    return [(address, port) for address in dict.fromkeys(addresses)]


@dataclass(frozen=True)
class Outside:
    """The way out: how names are resolved, and which certificates are believed."""

    resolve: Resolve = public_addresses
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Post once; NotReached, BadAddress."""
        place = read_url(url)
        connection = _Connection(place, self)
        # Each wait has a limit of its own; this ends an answer that drips.
        cut = Timer(DONE_WITHIN, connection.cut)
        cut.daemon = True
        cut.start()
        try:
            connection.request("POST", place.path, body, headers)
            response = connection.getresponse()
            if connection.was_cut:
                raise TimeoutError
            return Answer(response.status, _seconds(response.headers.get("Retry-After", "")))
        except TimeoutError:
            raise NotReached("timeout") from None
        except ssl.SSLError:
            raise NotReached("tls") from None
        except (OSError, http.client.HTTPException, ValueError):
            raise NotReached("timeout" if connection.was_cut else "no-answer") from None
        finally:
            cut.cancel()
            connection.close()


class _Connection(http.client.HTTPSConnection):
    """A connection to an address that was looked at, speaking to the name it was found by."""

    was_cut = False

    def __init__(self, place: Place, outside: Outside) -> None:
        super().__init__(place.host, place.port, timeout=CONNECT_WITHIN, context=outside.tls)
        self._outside = outside

    def connect(self) -> None:
        """Dial the addresses one after the other."""
        failure: OSError = OSError()
        for address in self._outside.resolve(self.host, self.port)[:TRIED]:
            if self.was_cut:
                raise TimeoutError
            try:
                raw = socket.create_connection(address, CONNECT_WITHIN)
            except OSError as error:
                failure = error
                continue
            tls = self._outside.tls
            # The handshake comes after, so that `cut` finds the socket.
            self.sock = tls.wrap_socket(
                raw, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()
            return
        raise failure

    def cut(self) -> None:
        """Break off, from another thread: whoever waits for this socket gets an error."""
        self.was_cut = True
        if self.sock is not None:
            with suppress(OSError):
                # The plain shutdown: that of TLS would take the session away under the reader.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def _seconds(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


OUTSIDE = Outside()
"""The one way out. Tests put another one here, that leads to a server of theirs."""
