"""What `manage.py serve` prints before it serves."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import Settings

from accounts import unsent_mail

SERVE = "games.workers.management.commands.serve"


@pytest.fixture(autouse=True)
def _without_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: Any) -> bool:
        return True

    monkeypatch.setattr(f"{SERVE}.run_uvicorn", nothing)
    monkeypatch.setattr(f"{SERVE}.warm_up", nothing)
    monkeypatch.setattr(f"{SERVE}.gc.freeze", nothing)
    monkeypatch.setattr(unsent_mail, "process", unsent_mail.Process())


def printed(**options: Any) -> str:
    output = StringIO()
    call_command("serve", no_migrate=True, no_worker=True, stdout=output, **options)
    return output.getvalue()


@pytest.mark.parametrize(
    ("host", "names", "warned"),
    [
        ("0.0.0.0", ["127.0.0.1", "localhost", "[::1]"], True),
        ("::", ["127.0.0.1", "localhost", "[::1]"], True),
        ("192.168.1.20", ["localhost"], True),
        ("127.0.0.1", ["127.0.0.1", "localhost", "[::1]"], False),
        ("0.0.0.0", ["127.0.0.1", "play.example"], False),
        ("0.0.0.0", ["*"], False),
    ],
)
def test_serve_for_others_says_what_to_set(
    host: str, names: list[str], warned: bool, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = names
    assert ("set ALLOWED_HOSTS to" in printed(host=host)) is warned


def test_serve_without_mail_says_how_links_begin(settings: Settings) -> None:
    settings.MAIL_IS_SET_UP, settings.SITE_URL = False, "http://play.example"
    assert "begin with http://play.example (SITE_URL)" in printed()
