"""What `manage.py serve` prints for the host of a local network."""

from __future__ import annotations

import gc
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from core.environment import Environment
from games.workers.management.commands import serve

pytestmark = pytest.mark.django_db
AT = "192.0.2.7"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Any:
    """Return a function that runs the command without serving, and returns what it prints."""
    for module, name, instead in (
        (serve, "warm_up", lambda pages: None),
        (serve, "require_free", lambda *args: None),
        (serve, "run_uvicorn", lambda host, port, work, opened: opened() or True),
        (serve, "listens_on", lambda host: None),
        (serve, "own_address", lambda: AT),
        (gc, "freeze", lambda: None),
    ):
        monkeypatch.setattr(module, name, instead)

    out = StringIO()

    def run(allowed: str, **variables: str) -> str:
        environment = Environment(variables)
        environment.text("SITE_URL", default="")
        settings.ENVIRONMENT, settings.ALLOWED_HOSTS = environment, allowed.split(",")
        settings.SITE_URL = variables.get("SITE_URL", f"http://{settings.ALLOWED_HOSTS[0]}:8000")
        call_command("serve", host="0.0.0.0", port=8001, no_migrate=True, stdout=out)
        return out.getvalue()

    return run


def test_closed_site_prints_the_line_that_opens_it(printed: Any) -> None:
    lines = printed("127.0.0.1,localhost").splitlines()
    assert lines[0] == "Tavola is open at http://127.0.0.1:8001/ (Ctrl-C closes it)."
    assert f"ALLOWED_HOSTS={AT},localhost make play HOST=0.0.0.0 PORT=8001" in lines


def test_opened_site_prints_its_address_and_finds_nothing_wrong(
    printed: Any, settings: Settings
) -> None:
    said = printed(f"{AT},localhost")
    assert f"Other computers in your network open http://{AT}:8001/" in said
    assert f"http://{AT}:8001" == settings.SITE_URL
    assert "wrong" not in said


def test_address_is_not_printed_before_the_site_answers(
    printed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "run_uvicorn", lambda *args: False)
    with pytest.raises(CommandError, match=r"could not listen at 0\.0\.0\.0:8001"):
        printed("localhost")
    monkeypatch.setattr(serve, "run_uvicorn", lambda *args: True)
    assert not printed("localhost"), "nothing is printed unless the server calls"


def test_given_address_of_mails_stays(printed: Any, settings: Settings) -> None:
    printed(f"{AT},localhost", SITE_URL="http://club.local:9000")
    assert settings.SITE_URL == "http://club.local:9000"
