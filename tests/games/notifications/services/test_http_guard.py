"""Outgoing requests go only over HTTPS to public addresses, whatever names or servers answer."""

import socket
import sys
from ipaddress import ip_address
from threading import Event

import pytest

from games.notifications.services import http_guard
from games.notifications.services.http_guard import (
    BadAddress,
    GuardedClient,
    NotReached,
    ProcessClient,
    Target,
    is_public,
    public_addresses,
    read_url,
)
from tests.helpers.outside import LONGEST, NAME, Neighbour

URL = f"https://{NAME}/hook?to=me"


def resolving_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def getaddrinfo(host: str, port: int, **more: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "not-https"),
        ("ftp://example.org/", "not-https"),
        ("file:///etc/passwd", "not-https"),
        ("https://", "not-an-address"),
        ("https:///path", "not-an-address"),
        ("https://user@example.org/", "not-an-address"),
        ("https://user:pass@example.org/", "not-an-address"),
        ("https://example.org/a b", "not-an-address"),
        ("https://bücher.example/", "not-an-address"),
        ("https://example.org/\r\nX-Evil: 1", "not-an-address"),
        ("https://example.org:99999/", "not-an-address"),
        ("https://[::1/", "not-an-address"),
        (f"https://example.org/{'x' * 1000}", "not-an-address"),
        ("https://example.org:22/", "port"),
        ("https://example.org:6379/", "port"),
        ("https://localhost/", "private"),
        ("https://redis/", "private"),
        ("https://127.0.0.1/", "private"),
        ("https://10.0.0.8/", "private"),
        ("https://169.254.169.254/latest/meta-data/", "private"),
        ("https://[::1]/", "private"),
        ("https://[fe80::1]/", "private"),
        ("https://[::ffff:192.168.0.1]/", "private"),
    ],
)
def test_invalid_addresses_are_refused(url: str, code: str) -> None:
    with pytest.raises(BadAddress) as refused:
        read_url(url)
    assert refused.value.args == (code,)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://example.org", Target("example.org", 443, "/")),
        (" https://Example.org.:8443/a?b=c#d ", Target("example.org", 8443, "/a?b=c")),
        ("https://93.184.216.34/x", Target("93.184.216.34", 443, "/x")),
    ],
)
def test_addresses_are_read(url: str, place: Target) -> None:
    assert read_url(url) == place


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.0.10",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b::c058:6301",
        "64:ff9b:1::1",
        "2002:c000:8::",
        "2002:7f00:1::",
        "2002:a00:1::",
        "2001:0:53aa:64c:0:0:f5ff:fffe",
        "2001:db8::1",
        "2001:10::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ],
)
def test_private_address_is_recognised_in_every_notation(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["fe80::1%eth0"], ["::1"]]
)
def test_name_of_private_address_is_not_followed(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    resolving_to(monkeypatch, *addresses)
    with pytest.raises(NotReached, match="unknown-host"):
        public_addresses("evil.example", 443)
    dialled: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *args: dialled.append(args))
    with pytest.raises(NotReached, match="unknown-host"):
        GuardedClient().post("https://evil.example/", b"", {})
    assert dialled == []


def test_connection_uses_checked_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that resolves otherwise the second time gains nothing: there is no second time."""
    resolving_to(monkeypatch, "93.184.216.34")
    dialled: list[object] = []

    def create_connection(address: object, timeout: float) -> None:
        dialled.append(address)
        resolving_to(monkeypatch, "127.0.0.1")
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(NotReached, match="no-answer"):
        GuardedClient().post("https://rebound.example/", b"", {})
    assert dialled == [("93.184.216.34", 443)]


def test_unknown_host_is_reported() -> None:
    with pytest.raises(NotReached, match="unknown-host"):
        GuardedClient().post("https://nowhere.invalid/", b"", {})


def test_post_is_delivered(server: Neighbour) -> None:
    answer = server.outside.post(URL, b"body", {"X-One": "1"})
    [got] = server.received
    assert answer.status == 201
    assert (got.path, got.body, got.headers["X-One"]) == ("/hook?to=me", b"body", "1")
    assert got.headers["Host"] == NAME


def test_redirects_are_not_followed(server: Neighbour) -> None:
    server.status, server.headers = 302, {"Location": "https://127.0.0.1/"}
    assert server.outside.post(URL, b"", {}).status == 302
    assert len(server.received) == 1


def test_retry_after_is_parsed(server: Neighbour) -> None:
    server.status, server.headers = 429, {"Retry-After": "90"}
    assert server.outside.post(URL, b"", {}).retry_after == 90
    server.headers = {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert server.outside.post(URL, b"", {}).retry_after is None


def test_untrusted_certificate_is_refused(server: Neighbour) -> None:
    strict = GuardedClient(server.outside.resolve)
    with pytest.raises(NotReached, match="tls"):
        strict.post(URL, b"", {})
    with pytest.raises(NotReached, match="tls"):
        server.outside.post("https://other.example/", b"", {})
    assert server.received == []


def test_second_continue_is_refused(server: Neighbour) -> None:
    server.continues = 1
    assert server.outside.post(URL, b"", {}).status == 201
    server.continues = 2
    with pytest.raises(NotReached, match="no-answer"):
        server.outside.post(URL, b"", {})


OK = b"HTTP/1.1 200 OK\r\n"
ENDLESS = {
    "statuses": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "headers": (OK, b"X: y\r\n" * 100),
    "header": (OK + b"X: ", b"y" * 1000),
    "body": (OK + b"\r\n", b"y" * 1000),
}


@pytest.mark.parametrize("part", ENDLESS)
def test_endless_answer_is_not_read(server: Neighbour, part: str) -> None:
    server.raw = ENDLESS[part]
    if part == "body":
        assert server.outside.post(URL, b"", {}).status == 200
    else:
        with pytest.raises(NotReached, match="no-answer"):
            server.outside.post(URL, b"", {})


def test_process_delivers_post(server: Neighbour) -> None:
    server.status, server.headers = 429, {"Retry-After": "90"}
    body = b"\x00\xff"
    assert server.outside_process().post(URL, body, {"X-One": "1"}) == (429, 90)
    [got] = server.received
    assert (got.path, got.body, got.headers["X-One"]) == ("/hook?to=me", body, "1")


def test_process_reports_why_address_is_not_reached() -> None:
    with pytest.raises(NotReached, match="unknown-host"):
        http_guard.CLIENT.post("https://nowhere.invalid/", b"", {})
    with pytest.raises(BadAddress, match="private"):
        http_guard.CLIENT.post("https://127.0.0.1/", b"", {})


def test_slow_answer_is_cut_off(server: Neighbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "DONE_WITHIN", 0.5)
    server.drips.set()
    with pytest.raises(NotReached, match="timeout"):
        server.outside_process().post(URL, b"", {})


def test_slow_name_server_is_cut_off(server: Neighbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "DONE_WITHIN", 0.5)
    with pytest.raises(NotReached, match="timeout"):
        server.outside_process(f"time.sleep({LONGEST})").post(URL, b"", {})


def test_process_gets_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "k")
    monkeypatch.setenv("SSL_CERT_DIR", "/certificates")
    shows = "import json, os; print(json.dumps([sorted(os.environ), None]))"
    shown = ProcessClient((sys.executable, "-c", shows)).post("https://example.org/", b"", {})
    assert "SSL_CERT_DIR" in str(shown.status)
    assert "SECRET_KEY" not in str(shown.status)


def test_silent_server_times_out(server: Neighbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "CONNECT_WITHIN", 0.3)
    given_up = Event()

    def wait() -> None:
        given_up.wait(LONGEST)

    server.during_request = wait
    with pytest.raises(NotReached, match="timeout"):
        server.outside.post(URL, b"", {})
    given_up.set()
