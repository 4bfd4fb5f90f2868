"""Requests for a host that the site does not know: refused by every address, without an alarm."""

from __future__ import annotations

import json
import logging

import pytest
from django.test import Client

from core.monitoring.logs import JsonLines
from core.monitoring.rate_limit import RateLimit
from games.site.middleware import HOST_LENGTH, KnownHosts
from tests.helpers.pages import assert_clean_page

ADDRESSES = ("/", "/matches/", "/players/Anna/", "/embed/matches/x/", "/admin/", "/nowhere")


@pytest.fixture(autouse=True)
def _few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownHosts, "lines", RateLimit(burst=5, per_second=0))


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20:8000", "a b", "x" * 5000, ""])
def test_unknown_host_is_answered_with_400_everywhere(
    method: str, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(raise_request_exception=False, headers={"host": host})
    for address in (*ADDRESSES, "/static/css/base.css", "/accounts/login/", "/i18n/setlang/"):
        answer = getattr(client, method)(address)
        assert answer.status_code == 400, address
        assert answer["Content-Security-Policy"]
    answer = getattr(client, method)("/api/v1/tables/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown-host")
    assert {record.levelname for record in caplog.records if record.name != "tavola.request"} == {
        "WARNING"
    }, "the operator is not alarmed"


def test_page_names_host_in_language_of_reader() -> None:
    headers = {"host": "<club>.example:8000", "accept-language": "de"}
    answer = Client(headers=headers).get("/")
    assert_clean_page(answer, 400)
    assert "&lt;club&gt;.example" in answer.text
    assert "ALLOWED_HOSTS" in answer.text
    assert '<html lang="de">' in answer.text


def test_log_names_host_in_few_lines(caplog: pytest.LogCaptureFixture) -> None:
    for host in ("192.168.1.20:8000", "x" * 5000, *["evil.example"] * 10):
        Client(headers={"host": host}).get("/")
    records = [record for record in caplog.records if record.levelno == logging.WARNING]
    lines = [json.loads(JsonLines().format(record)) for record in records]
    assert [line["host"] for line in lines] == [
        "192.168.1.20",
        "x" * HOST_LENGTH,
        *["evil.example"] * 3,
    ]
    assert "ALLOWED_HOSTS" in lines[0]["message"]
