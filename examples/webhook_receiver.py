"""Receives webhooks of Tavola, checks their signatures, and prints what they say.

    python3 webhook_receiver.py whsec_SECRET --port 8900
    python3 webhook_receiver.py whsec_SECRET --try http://127.0.0.1:8900/

The first command listens on this machine; the second posts a signed message to it, as the site
does, so that a program can be tried before it is on the public internet. It needs only Python.
"""

import argparse
import base64
import hashlib
import hmac
import json
import sys
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

LARGEST = 65_536
OLDEST = 300
"""Seconds; an older message may be a copy that was sent again by another program."""


def signature(secret: str, message_id: str, timestamp: str, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def secret_of(text: str) -> str:
    """Return the secret of the command line, which `signature` can read."""
    try:
        key = base64.b64decode(text.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if not key:
        raise argparse.ArgumentTypeError(
            "copy it from Settings > Notifications; to try, take any base64, such as whsec_VGF2b2xh"
        )
    return text


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Return whether the site signed this message, less than five minutes ago."""
    message_id, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(now - int(stamp)) > OLDEST:
        return False
    expected = signature(secret, message_id, stamp, body)
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


def receiver(secret: str, port: int) -> HTTPServer:
    """Return a server that prints each new message once; the site may send it several times."""
    seen: set[str] = set()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > LARGEST:
                self.send_error(413)
                return
            body = self.rfile.read(int(length))
            headers = {name.lower(): value for name, value in self.headers.items()}
            if not is_genuine(secret, headers, body, time.time()):
                self.send_error(401, "Wrong signature, or too old")
                return
            if headers["webhook-id"] not in seen:
                seen.add(headers["webhook-id"])
                print(json.dumps(json.loads(body), ensure_ascii=False), flush=True)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            """Print nothing but messages."""

    return HTTPServer(("127.0.0.1", port), Handler)


def send(secret: str, address: str) -> int:
    """Post a test as the site does, and return the status of the answer."""
    body = json.dumps({"type": "test", "timestamp": "2026-11-23T18:30:00+00:00", "data": {}})
    message_id, stamp = f"msg_{time.time_ns()}", str(int(time.time()))
    headers = {
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": stamp,
        "webhook-signature": signature(secret, message_id, stamp, body.encode()),
    }
    asked = urllib.request.Request(address, body.encode(), headers)  # noqa: S310
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310
        return int(answer.status)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("secret", type=secret_of, help="as shown under Settings > Notifications")
    parser.add_argument("--port", type=int, default=8900)
    parser.add_argument("--try", dest="address", help="post a test to this address, and end")
    given = parser.parse_args()
    try:
        if given.address is not None:
            sys.exit(send(given.secret, given.address) != 204)
        with suppress(KeyboardInterrupt):
            receiver(given.secret, given.port).serve_forever()
    except (OSError, HTTPException, OverflowError, ValueError) as error:
        sys.exit(str(error))  # a port in use, no answer, or no address
