"""Environment variables: read strictly, shown without secrets, and wrong ones named."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db.utils import OperationalError

from core.databases import describe_absence
from core.environment import (
    ADDRESS,
    CONTACT,
    HOST,
    LINE,
    LONG_KEY,
    ORIGIN,
    SENDER,
    VAPID_KEY,
    Environment,
    Form,
    WrongSettings,
    meanings,
)
from games.notifications.services.webpush import new_private_key
from tests.helpers.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
Read = Callable[[Environment], Any]


def read(value: str, how: Read) -> Any:
    env = Environment({"X": value})
    found = how(env)
    env.require_valid()
    return found


@pytest.mark.parametrize(
    ("value", "how", "expected"),
    [
        ("on", lambda env: env.switch("X", default=False), True),
        ("No", lambda env: env.switch("X", default=True), False),
        ("", lambda env: env.switch("X", default=True), True),
        (" 7 ", lambda env: env.number("X", default=1, most=9), 7),
        ("", lambda env: env.number("X", default=1, most=9), 1),
        ("2.5", lambda env: env.decimal("X", default=1, most=9), 2.5),
        ("a, b,,c", lambda env: env.names("X", default=()), ["a", "b", "c"]),
        ("normal", lambda env: env.text("X", default="FULL", choices=("FULL", "NORMAL")), "NORMAL"),
        ("", lambda env: env.redis_url("X"), ""),
        ("redis://:a@h:6379/0", lambda env: env.redis_url("X"), "redis://:a@h:6379/0"),
        ("core,json.decoder", lambda env: env.packages("X"), ["core", "json.decoder"]),
        (
            "sqlite://:memory:",
            lambda env: env.database_url("X", default="sqlite:///x"),
            "sqlite://:memory:",
        ),
        (
            "smtp+tls://a:b@mail.example.org:587",
            lambda env: env.mail("X", default="consolemail://")["EMAIL_HOST"],
            "mail.example.org",
        ),
        (
            "filemail:///srv/my%20mails",
            lambda env: env.mail("X", default="consolemail://")["EMAIL_FILE_PATH"],
            "/srv/my mails",
        ),
    ],
)
def test_value_is_read(value: str, how: Read, expected: Any) -> None:
    assert read(value, how) == expected


@pytest.mark.parametrize(
    ("value", "how", "sentence"),
    [
        ("yess", lambda env: env.switch("X", default=False), "X=yess is not possible. Write on or"),
        ("abc", lambda env: env.number("X", default=1, most=9), "Write a whole number from 0 to"),
        ("-1", lambda env: env.number("X", default=1, most=9), "Write a whole number from 0 to"),
        (
            "9" * 20,
            lambda env: env.number("X", default=1, most=9),
            "Write a whole number from 0 to",
        ),
        ("nan", lambda env: env.decimal("X", default=1, most=9), "Write a number from 0 to"),
        ("loud", lambda env: env.text("X", default="a", choices=("a", "b")), "Write one of: a, b."),
        (
            "smpt://me:secret@h",
            lambda env: env.mail("X", default="consolemail://"),
            "X=smpt://…@h is not possible. Write a URL that begins with one of: smtp://",
        ),
        (
            "filemail://mails",
            lambda env: env.mail("X", default="consolemail://"),
            "Write filemail:/// and the path of a folder.",
        ),
        (
            "postgres://u:secret@h:port/x",
            lambda env: env.database_url("X", default="sqlite:///x"),
            "X=postgres://…@h:port/x is not possible.",
        ),
        ("localhost:6379", lambda env: env.redis_url("X"), "redis://, rediss://, unix://"),
        ("core,no.such", lambda env: env.packages("X"), "Python finds no package no.such."),
        (
            "mysql://h/x",
            lambda env: env.database_url("X", default="sqlite:///x"),
            "sqlite://, postgres://",
        ),
    ],
)
def test_wrong_value_is_named_with_what_to_write(value: str, how: Read, sentence: str) -> None:
    with pytest.raises(WrongSettings) as caught:
        read(value, how)
    assert sentence in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("form", "good", "wrong"),
    [
        (
            HOST,
            ["play.example.org", ".example.org", "[::1]", "*"],
            ["https://a.org", "a.org/b", "a.org;b", "a.org:80", "*.a.org"],
        ),
        (
            ORIGIN,
            ["https://a.org:8443", "https://*.b.org"],
            ["a.org", "https://a.org/", "ftp://a.org"],
        ),
        (
            ADDRESS,
            ["https://a.org", "http://127.0.0.1:8000/club"],
            ["a.org", "https://", "https://a.org/b?c", "/a"],
        ),
        (
            SENDER,
            ["a@b.org", "Our Club <a@b.org>", "<a@localhost>"],
            ["foo", "A B", "A <b>", "a@", "A\nB <a@b>"],
        ),
        (CONTACT, ["mailto:a@b.org", "https://b.org/a"], ["foo", "mailto:a", "http://b.org"]),
        (LINE, ["Our Club – Köln"], ["Our\nClub", "Our\x85Club", "x" * 101]),
        (LONG_KEY, ["k" * 16], ["abc", "k" * 15]),
        (VAPID_KEY, [new_private_key()], ["abc"]),
    ],
)
def test_text_has_its_form(form: Form, good: list[str], wrong: list[str]) -> None:
    for value in good:
        assert read(value, lambda env: env.text("X", default="", form=form)) == value
        assert read(value, lambda env: env.names("X", default=(), form=form)) == [value]
    for value in wrong:
        with pytest.raises(WrongSettings, match=re.escape(form.advice)):
            read(value, lambda env: env.text("X", default="", form=form))
        with pytest.raises(WrongSettings, match=re.escape(form.advice)):
            read(f"{good[0]},{value}", lambda env: env.names("X", default=(), form=form))
    assert read("", lambda env: env.text("X", default="", form=form)) == ""


def test_all_wrong_values_are_named_together() -> None:
    env = Environment({"ONE": "x", "TWO": "maybe"})
    assert (env.number("ONE", default=3, most=9), env.switch("TWO", default=True)) == (3, True)
    with pytest.raises(WrongSettings) as caught:
        env.require_valid()
    assert [line.split("=")[0] for line in str(caught.value).splitlines()] == ["ONE", "TWO"]


def test_misspelt_name_is_found_and_unrelated_one_is_not() -> None:
    values = {"ALOWED_HOSTS": "a", "HOSTNAME": "b", "SITE_NAME": "c", "debug": "on"}
    env = Environment({**values, "BOT_PACE_MS": "5"})
    env.names("ALLOWED_HOSTS", default=())
    env.text("SITE_NAME", default="")
    env.switch("DEBUG", default=False)
    env.number("BOT_DELAY_MS", default=250, most=1000)
    assert env.misspelt() == {
        "ALOWED_HOSTS": "ALLOWED_HOSTS",
        "BOT_PACE_MS": "BOT_DELAY_MS",
        "debug": "DEBUG",
    }


def test_secrets_are_not_shown() -> None:
    values = {"METRICS_TOKEN": "abc", "SECRET_KEY": "abc", "REDIS_URL": "redis://:abc@h/0"}
    env = Environment(values)
    for name in values:
        env.text(name, default="")
    assert "abc" not in str(env.variables)
    assert {one.name: one.given for one in env.variables} == dict.fromkeys(values, True)


def test_operations_page_says_what_each_variable_means() -> None:
    found = meanings(ROOT / "docs" / "operations.md")
    assert found["BEHIND_TLS"].startswith("secure cookies, HSTS, and a redirect from http.")
    assert meanings(ROOT / "no such page") == {}


def test_unreachable_database_is_described() -> None:
    port = free_port()
    settings = {"ENGINE": "django.db.backends.postgresql", "HOST": "127.0.0.1", "PORT": port}
    found = describe_absence(OperationalError("no connection after 4 s"), settings) or ""
    assert found.startswith(f"Nothing answers at 127.0.0.1:{port}. Start the database there")
    with patch("core.databases._why_unreachable", return_value="no such role"):
        found = describe_absence(OperationalError("no connection after 4 s"), settings) or ""
    assert found.startswith(f"The database at 127.0.0.1:{port} does not let the site in: no such")
    assert found.endswith("Check DATABASE_URL.")
    file = {"ENGINE": "django.db.backends.sqlite3", "NAME": "/x/y"}
    error = OperationalError("unable to open database file")
    assert (describe_absence(error, file) or "").startswith("/x/y cannot be opened.")
    assert describe_absence(ValueError(), file) is None
