"""The fields of log lines, and what they never contain."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from core.monitoring.context import WorkContext, current, step
from core.monitoring.logs import JsonLines, KeyValues, clean, configuration


def record(message: str, *args: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("games.x", logging.WARNING, "x.py", 1, message, args, None)
    for name, value in more.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("A mail to anna@example.org failed", "A mail to [address] failed"),
        ("Anna <anna.b+c@example.org>: no", "Anna <[address]>: no"),
        ("refused by 192.0.2.7:443", "refused by [ip]:443"),
        ("refused by 2001:db8::7:0:1", "refused by [ip]"),
        ("redis://me:word@cache:6379/0", "redis://[secret] at cache:6379/0"),
        ("GET /join/Xy-12_z/ went wrong", "GET /join/[key]/ went wrong"),
        ("GET /matches/?key=Xy12 went wrong", "GET /matches/?[query] went wrong"),
        ("token: abc", "token: [secret]"),
        ("seed " + "ab" * 32, "seed [secret]"),
        ("UNIQUE failed\nDETAIL: Key (email)=(anna@example.org)", "UNIQUE failed"),
        ("A round of the worker failed; it goes on.", "A round of the worker failed; it goes on."),
        ("took 12:34:56", "took 12:34:56"),
    ],
)
def test_log_messages_are_cleaned(said: str, written: str) -> None:
    assert clean(said) == written


def test_log_line_contains_current_work_context() -> None:
    token = current.set(WorkContext("json", id="abc12345", match="m1", event=7, refusal="stale"))
    try:
        line = json.loads(JsonLines().format(record("It %s.", "broke")))
    finally:
        current.reset(token)
    assert line["message"] == "It broke."
    facts = {name: line[name] for name in ("level", "door", "request", "match", "event", "refusal")}
    assert facts == {
        "level": "warning",
        "door": "json",
        "request": "abc12345",
        "match": "m1",
        "event": 7,
        "refusal": "stale",
    }


def test_error_line_names_location_and_contains_no_values() -> None:
    try:
        raise ValueError("Key (email)=(anna@example.org)\nand more of it")
    except ValueError:
        made = record("It broke.", exc_info=sys.exc_info())
    written = JsonLines().format(made)
    line = json.loads(written)
    assert line["error"].startswith("ValueError: Key (email)=(")
    assert "test_error_line_names_location" in line["at"][-1]
    assert "anna" not in written
    assert "and more" not in written
    text = KeyValues().format(made)
    assert 'message="It broke."' in text
    assert text.splitlines()[-1].strip() == line["at"][-1]


def test_django_quotes_no_path() -> None:
    class Asked:
        resolver_match = type("Found", (), {"view_name": "invitation"})

    made = record("%s: %s", "Internal Server Error", "/join/abc/", request=Asked())
    assert json.loads(JsonLines().format(made))["message"] == "Internal Server Error: invitation"


def test_log_record_is_written_as_one_line() -> None:
    written = JsonLines().format(record("one\ntwo %s", "three\nfour"))
    assert "\n" not in written
    assert "\n" not in KeyValues().format(record("one\ntwo"))


def test_step_without_work_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), step("bot"):
        pass
    assert not caplog.records
    with caplog.at_level(logging.INFO), step("bot") as doing:
        doing.match, doing.event = "m1", 3
    assert caplog.records[0].__dict__["facts"]["event"] == 3


def test_log_is_json_in_files_and_text_on_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal, form in ((True, "KeyValues"), (False, "JsonLines")):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal, raising=False)
        chosen = configuration("auto", "INFO")["formatters"]["line"]["()"]
        assert chosen == f"core.monitoring.logs.{form}"
    with pytest.raises(KeyError):
        configuration("yaml", "INFO")
