"""A client that posts to addresses from users, but never to one inside the site's own network.

Only HTTPS, only public addresses: the name is resolved once, all its addresses must be public, and
the connection goes to one of them. No redirects, no proxies; only the head of the response is read,
and the whole exchange ends after a few seconds.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

PORTS = (443, 8443)
LENGTH = 1000
CONNECT_WITHIN = 4.0
DONE_WITHIN = 10.0
ADDRESSES_TRIED = 3
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that translate to an IPv4 address."""

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[tuple[str, int]]]


class BadAddress(ValueError):
    """An address that must not be posted to; `args[0]` is the code of the reason."""


class NotReached(Exception):
    """No response; `args[0]` is the code of the reason."""


class Target(NamedTuple):
    """A parsed address: where to connect, and what to request there."""

    host: str
    port: int
    path: str


class Answer(NamedTuple):
    """A status, and the seconds to wait before the next try, if the server says so."""

    status: int
    retry_after: int | None = None


def read_url(url: str) -> Target:
    """Parse an HTTPS address that a user typed; raise BadAddress.

    Whether a name leads to public addresses is checked when connecting.
    """
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
    try:
        private = not is_public(ip_address(host))
    except ValueError:
        private = "." not in host  # Other names may lead to a public address.
    if private:
        raise BadAddress("private")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, path)


def is_public(address: Address) -> bool:
    """Return whether an address, or the one it translates to, belongs to the public internet."""
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
    """Return the addresses of a name; raise NotReached unless all of them are public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached("unknown-host") from None
    addresses = [str(where[0]) for *_rest, where in found]
    if not all(is_public(ip_address(address.partition("%")[0])) for address in addresses):
        raise NotReached("private")
    return [(address, port) for address in dict.fromkeys(addresses)]


@cache
def trust_of_machine() -> ssl.SSLContext:
    """Return the certificates of this machine, read for the first delivery.

    Reading them takes as long as importing a hundred modules.
    """
    return ssl.create_default_context()


@dataclass(frozen=True)
class GuardedClient:
    """Posts to public addresses only. Tests replace name resolution and trusted certificates."""

    resolve: Resolve = public_addresses
    trust: Callable[[], ssl.SSLContext] = trust_of_machine

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Post once; raise NotReached or BadAddress."""
        target = read_url(url)
        connection = _Connection(target, self)
        # Each read has a time limit of its own; this ends a response that comes byte by byte.
        cut = Timer(DONE_WITHIN, connection.cut)
        cut.daemon = True
        cut.start()
        try:
            connection.request("POST", target.path, body, headers)
            response = connection.getresponse()
            if connection.was_cut:
                raise TimeoutError
            wait = response.headers.get("Retry-After", "")
            known = wait.isascii() and wait.isdigit() and len(wait) < 6
            return Answer(response.status, int(wait) if known else None)
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
    """A connection to a checked address, under the name it was found by."""

    was_cut = False

    def __init__(self, target: Target, client: GuardedClient) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_WITHIN, context=client.trust())
        self._client = client

    def connect(self) -> None:
        """Try the addresses one after the other."""
        failure: OSError = OSError()
        for address in self._client.resolve(self.host, self.port)[:ADDRESSES_TRIED]:
            if self.was_cut:
                raise TimeoutError
            try:
                raw = socket.create_connection(address, CONNECT_WITHIN)
            except OSError as error:
                failure = error
                continue
            # The handshake comes later, so that `cut` finds the socket.
            self.sock = self._client.trust().wrap_socket(
                raw, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()
            return
        raise failure

    def cut(self) -> None:
        """Shut the socket down from another thread: a blocked call on it fails."""
        self.was_cut = True
        if self.sock is not None:
            with suppress(OSError):
                # Not TLS's own shutdown, which would end the session that another thread reads.
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


CLIENT = GuardedClient()
