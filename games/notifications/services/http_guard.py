"""A client that posts to addresses from users, but never to one inside the site's own network.

Only HTTPS, only public addresses: the name is resolved once, all its addresses must be public, and
the connection goes to one of them. No redirects, no proxies, and only the head of the response is
read.

Each request is made by a process that runs this file, and is killed after a few seconds. So a name
server that does not answer, or a response without end, costs the server neither a thread nor CPU.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PORTS = (443, 8443)
LENGTH = 1000
CONNECT_WITHIN = 4.0
DONE_WITHIN = 10.0
"""Seconds for everything: the process, the name, the connection and the answer."""
LEFT_BEHIND = 60
"""Seconds after which a process ends itself, because the one that waits for it was killed."""
ADDRESSES_TRIED = 3
STATUSES_READ = 2
"""A server may send "100 Continue" once. Many of them would only cost CPU."""
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")
"""The environment variables that the process gets: it knows no key and no database."""
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that translate to an IPv4 address."""
SPECIAL = [ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20")]
"""Networks without public servers that `is_global` of some Python versions calls public."""

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
    if any(address in network for network in SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def public_addresses(host: str, port: int) -> list[tuple[str, int]]:
    """Return the addresses of a name; raise NotReached unless all of them are public.

    The reason is always the same, so that no user learns which names the site's network has.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached("unknown-host") from None
    addresses = [str(where[0]) for *_rest, where in found]
    if not all(is_public(ip_address(address.partition("%")[0])) for address in addresses):
        raise NotReached("unknown-host")
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
        """Post once, without a time limit for the whole; raise NotReached or BadAddress."""
        target = read_url(url)
        connection = _Connection(target, self)
        try:
            connection.request("POST", target.path, body, headers)
            response = connection.getresponse()
            wait = response.headers.get("Retry-After", "")
            known = wait.isascii() and wait.isdigit() and len(wait) < 6
            return Answer(response.status, int(wait) if known else None)
        except TimeoutError:
            raise NotReached("timeout") from None
        except ssl.SSLError:
            raise NotReached("tls") from None
        except (OSError, http.client.HTTPException, ValueError):
            raise NotReached("no-answer") from None
        finally:
            connection.close()


class _Response(http.client.HTTPResponse):
    """A response that fails after `STATUSES_READ` status lines."""

    _statuses = 0

    def _read_status(self) -> Any:
        self._statuses += 1
        if self._statuses > STATUSES_READ:
            raise http.client.HTTPException
        return super()._read_status()  # type: ignore[misc]  # not in typeshed


class _Connection(http.client.HTTPSConnection):
    """A connection to a checked address, under the name it was found by."""

    response_class = _Response

    def __init__(self, target: Target, client: GuardedClient) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_WITHIN, context=client.trust())
        self._client = client

    def connect(self) -> None:
        """Try the addresses one after the other."""
        failure: OSError = OSError()
        for address in self._client.resolve(self.host, self.port)[:ADDRESSES_TRIED]:
            try:
                raw = socket.create_connection(address, CONNECT_WITHIN)
            except OSError as error:
                failure = error
                continue
            self.sock = self._client.trust().wrap_socket(raw, server_hostname=self.host)
            return
        raise failure


@dataclass(frozen=True)
class ProcessClient:
    """Posts with a `GuardedClient` in a process of its own, which is killed after `DONE_WITHIN`."""

    # Without the packages of the site, a process starts faster.
    command: Sequence[str] = (sys.executable, "-I", "-S", __file__)

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Post once; raise NotReached or BadAddress."""
        read_url(url)
        environment = {name: os.environ[name] for name in CERTIFICATES if name in os.environ}
        try:
            process = subprocess.run(  # noqa: S603
                self.command,
                input=json.dumps((url, body.decode("latin-1"), headers)).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                timeout=DONE_WITHIN,
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise NotReached("timeout") from None
        found = json.loads(process.stdout)
        if isinstance(found, str):
            raise NotReached(found)
        return Answer(*found)


def post_from_input(client: GuardedClient) -> None:
    """Make the request that a `ProcessClient` wrote to standard input, and print what it found."""
    signal.alarm(LEFT_BEHIND)
    url, body, headers = json.load(sys.stdin)
    found: Answer | str
    try:
        found = client.post(url, body.encode("latin-1"), headers)
    except NotReached as failure:
        found = str(failure.args[0])
    json.dump(found, sys.stdout)


CLIENT = ProcessClient()

if __name__ == "__main__":
    post_from_input(GuardedClient())
