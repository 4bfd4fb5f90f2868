"""The settings of the site: the page for administrators, `check_site`, and a mail as a test."""

from __future__ import annotations

from io import StringIO
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError, ProgrammingError
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from core.databases import describe_lack
from core.environment import Environment
from games.administration.checks import all_checks, setup_checks
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
Recorded = MigrationRecorder.Migration
PAGE = "/administration/settings/"


def states(*, remote: bool = False) -> dict[str, tuple[str, str]]:
    return {str(one.name): (one.tone, one.words) for one in setup_checks(remote=remote)}


def names_of_all_checks() -> set[str]:
    return {str(one.name) for one in all_checks()}


def test_page_shows_each_variable_with_its_meaning(browser: Client) -> None:
    text = assert_clean_page(browser.get(PAGE)).text
    assert "BOT_DELAY_MS" in text
    assert "secure cookies, HSTS" in text


def test_test_mail_reaches_administrators_own_address(browser: Client, chief: User) -> None:
    assert browser.post(PAGE).status_code == 302
    (sent,) = mail.outbox
    assert sent.to == [chief.email]
    assert "works" in sent.subject


def test_refusal_of_mail_server_is_shown(browser: Client) -> None:
    with patch("games.administration.services.send_mail", side_effect=OSError("no such host")):
        page = browser.post(PAGE)
    assert page.status_code == 409
    assert "The mail server declined: no such host" in page.content.decode()


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("Address in mails", {"SITE_URL": "http://localhost"}, "good"),
        ("Address in mails", {"SITE_URL": "https://elsewhere.example"}, "bad"),
        ("Address in mails", {"SITE_URL": "localhost"}, "bad"),
        ("Address in mails", {"SITE_URL": "http://localhost", "BEHIND_TLS": True}, "warn"),
        ("Mail server", {"MAIL_IS_SET_UP": False}, "warn"),
        ("Browser notifications", {"VAPID_PRIVATE_KEY": "not a key"}, "bad"),
        ("Browser notifications", {"VAPID_PRIVATE_KEY": ""}, "warn"),
        ("Database", {}, "good"),
        ("Redis", {"REDIS_URL": "redis://127.0.0.1:1/0"}, "bad"),
    ],
)
def test_set_up_is_checked(
    settings: Settings, name: str, values: dict[str, object], expected: str
) -> None:
    for setting, value in values.items():
        setattr(settings, setting, value)
    assert states()[name][0] == expected


def test_mail_server_that_does_not_answer_is_found(settings: Settings) -> None:
    settings.MAIL_IS_SET_UP, settings.EMAIL_HOST, settings.EMAIL_PORT = True, "127.0.0.1", 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert states()["Mail server"][0] == "good", "it is not asked"
    assert states(remote=True)["Mail server"][0] == "bad"


def test_misspelt_setting_is_named_at_each_start(settings: Settings) -> None:
    environment = Environment({"SITE_NAMES": "Club"})
    environment.text("SITE_NAME", default="")
    settings.ENVIRONMENT = environment
    found = [message.msg for message in run_checks()]
    assert "SITE_NAMES is not a setting. Did you mean SITE_NAME?" in found
    assert states()["Names of settings"] == ("warn", "SITE_NAMES (did you mean SITE_NAME?)")


def test_command_prints_variables_and_fails_if_something_is_wrong(
    settings: Settings,
) -> None:
    settings.SITE_URL = "https://elsewhere.example"
    out = StringIO()
    with pytest.raises(CommandError, match="checks found something wrong"):
        call_command("check_site", stdout=out)
    text = out.getvalue()
    assert "BOT_DELAY_MS = 250   (default)" in text
    assert "Worker: without Redis only the process that it runs in sees it" in text
    assert "WRONG  Address in mails: wrong. SITE_URL names elsewhere.example" in text


def test_workers_are_left_out_while_redis_does_not_answer(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "Cleanup" not in names_of_all_checks()
    with patch("games.administration.checks.check_cache", return_value=True):
        assert "Cleanup" in names_of_all_checks()


def test_database_that_does_not_answer_says_why() -> None:
    error = OperationalError("unable to open database file")
    with patch("games.administration.checks.connection.cursor", side_effect=error):
        tone, words = states()["Database"]
    assert tone == "bad"
    assert words.endswith("cannot be opened. Check TAVOLA_VAR, DATABASE_URL and who owns it.")


def test_database_that_was_not_migrated_is_found() -> None:
    error = ProgrammingError("no such table: accounts_user")
    assert describe_lack(error) is None
    locked = OperationalError("database is locked")
    assert (describe_lack(locked) or "").startswith("Another command uses the whole database")
    assert {"Disk", "Delivery queue"} <= names_of_all_checks()
    Recorded.objects.filter(app="events").delete()
    assert (describe_lack(error) or "").endswith("Run manage.py migrate.")
    assert "Disk" in names_of_all_checks()
    assert "Delivery queue" not in names_of_all_checks()
    assert states()["Database"] == (
        "bad",
        "It lacks tables and columns that this version needs. Run manage.py migrate.",
    )
