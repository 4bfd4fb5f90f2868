"""The example that receives webhooks accepts what the site signs, and nothing else."""

from __future__ import annotations

import ssl
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from http.server import HTTPServer
from threading import Thread

import pytest
from django.conf import settings

from examples import webhook_receiver
from examples.webhook_receiver import is_genuine, send
from games.notifications.services import http_guard
from games.notifications.services.messages import SENT, encoded, send_webhook, signature
from tests.examples.sources import imported_by
from tests.helpers.outside import NAME, Neighbour, certificate
from tests.helpers.ports import free_port

SECRET = "whsec_" + "c2VjcmV0IG9mIHRoaXMgdGVzdCwgb25seQ=="


@pytest.fixture
def running() -> Iterator[str]:
    server: HTTPServer = webhook_receiver.receiver(SECRET, 0)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_receiver_prints_signed_message_once(
    running: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert send(SECRET, running) == 204
    assert '"type": "test"' in capsys.readouterr().out
    with pytest.raises(urllib.error.HTTPError, match="401") as refusal:
        send("whsec_b3RoZXI=", running)
    refusal.value.close()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("secret", "more", "said"),
    [
        ("whsec_SECRET", [], "Settings > Notifications"),
        ("", [], "Settings > Notifications"),
        (SECRET, ["--try", f"http://127.0.0.1:{free_port()}/"], "refused"),
        (SECRET, ["--try", "nowhere"], "unknown url type"),
        (SECRET, ["--port", "65536"], "port must be 0-65535"),
    ],
)
def test_command_line_says_what_is_wrong(secret: str, more: list[str], said: str) -> None:
    command = [sys.executable, webhook_receiver.__file__, secret, *more]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


def test_receiver_prints_what_the_site_posts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site posts only with TLS, so a proxy of the receiver's would end it."""
    server = webhook_receiver.receiver(SECRET, 0)
    ended = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ended.load_cert_chain(certificate())
    server.socket = ended.wrap_socket(server.socket, server_side=True)
    monkeypatch.setattr(http_guard, "CLIENT", Neighbour(server.server_port).outside)
    thread = Thread(target=server.handle_request)
    thread.start()
    body = encoded({"type": "turn", "data": {"game": "babel"}})
    assert send_webhook(f"https://{NAME}/", SECRET, "msg_7", body) == SENT
    thread.join()
    server.server_close()
    assert capsys.readouterr().out == '{"type": "turn", "data": {"game": "babel"}}\n'


def test_receiver_accepts_signature_of_site() -> None:
    now = int(time.time())
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(now),
        "webhook-signature": signature(SECRET, "msg_1", str(now), b"{}"),
    }
    assert is_genuine(SECRET, headers, b"{}", now)
    assert not is_genuine(SECRET, headers, b"{ }", now)
    assert not is_genuine(SECRET, headers, b"{}", now + 301)
    assert not is_genuine(SECRET, {}, b"{}", now)


def test_receiver_needs_only_python() -> None:
    source = (settings.BASE_DIR / "examples/webhook_receiver.py").read_text("utf-8")
    assert imported_by(source) <= sys.stdlib_module_names
