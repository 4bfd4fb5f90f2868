"""The administrators' pages: the state of the site, and announcements."""

import json
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from accounts.models import AuditEntry, User
from accounts.services import guests, reports
from core.monitoring import health
from core.monitoring.bot_failures import count_failure
from games.administration import services
from games.administration.models import Announcement
from games.administration.presenters import COOKIE
from games.maintenance import backups
from games.notifications.models import Delivery
from games.titles.registry import all_games
from tests.helpers.matches import committed, opened, people, person, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
Usage = namedtuple("Usage", "total used free")
FORM = {"text": "A pause tonight at ten.", "tone": "warn", "hours": "24"}


def announced(browser: Client, **more: str) -> Announcement:
    with committed():
        done = browser.post("/administration/announcements/", {**FORM, **more})
    assert done.status_code == 302
    return Announcement.objects.latest("pk")


def figures(browser: Client) -> dict[str, int]:
    page = browser.get("/administration/")
    assert_clean_page(page)
    return {words: n for part in page.context["figures"] for n, words in part.figures}


def checks(browser: Client) -> dict[str, tuple[str, str]]:
    found = browser.get("/administration/").context["checks"]
    return {str(check.name): (check.tone, check.words) for check in found}


def test_overview_counts_users_matches_and_cases(browser: Client) -> None:
    anna, berta = people("Anna", "Berta")
    guests.new_guest()
    User.objects.filter(pk=berta.pk).update(date_joined=timezone.now() - timedelta(days=8))
    started(anna, berta)
    opened(anna, seed=2)
    finished([anna, berta], [1, 2], at=timezone.now() - timedelta(days=2))
    finished([anna, berta], [1, 2])
    reports.report(anna, berta, reason="abuse", subject="profile")
    shown = figures(browser)
    assert (shown["accounts"], shown["new this week"], shown["guests"]) == (3, 2, 1)
    assert (shown["in progress"], shown["open tables"]) == (1, 1)
    assert (shown["finished in total"], shown["finished today"]) == (2, 1)
    assert (shown["new cases"], shown["open cases"], shown["pending appeals"]) == (1, 1, 0)


def test_stuck_worker_is_shown(browser: Client) -> None:
    assert {checks(browser)[name][0] for name in ("Bots", "Sending notifications")} == {"bad"}
    health._reported.clear()
    for loop in health.LOOPS:
        health.report_round(loop)
    assert {checks(browser)[name][0] for name in ("Bots", "Sending notifications")} == {"good"}
    caches["site"].set("worker-round:bots", datetime.now(UTC).timestamp() - health.STUCK - 1)
    assert checks(browser)["Bots"][0] == "bad"
    assert checks(browser)["Clocks and pairing"][0] == "good"


def test_failed_bots_are_named(browser: Client) -> None:
    assert checks(browser)["Bot moves"] == ("good", "")
    game, other = all_games()[:2]
    for slug, level in ((game.slug, "normal"), (game.slug, "normal"), (other.slug, "easy")):
        count_failure(slug, level)
    words = f"weaker bots stood in today: {game.name}, normal bot: 2 and {other.name}, easy bot: 1"
    assert checks(browser)["Bot moves"] == ("warn", words)


def test_longest_wait_for_bot_is_shown(browser: Client) -> None:
    assert checks(browser)["Waiting for bots"] == ("good", "longest wait: 0 seconds")
    match = started(*people("Anna"), bots=("normal",))
    waiting = match.players.filter(bot="normal")
    waiting.update(asked_at=1, asked_since=timezone.now() - timedelta(seconds=90))
    tone, words = checks(browser)["Waiting for bots"]
    assert tone == "warn"
    assert words.startswith("longest wait: 9")


def test_slow_bot_check_is_shown_only_with_slow_bots(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks(browser)["Bots with long thinking times"][0] == "bad", "no worker is running"
    monkeypatch.setattr("games.administration.checks.slow_levels", list)
    assert "Bots with long thinking times" not in checks(browser)


def test_overview_works_without_cache(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*args: object, **kwargs: object) -> None:
        raise ConnectionError("The cache is away.")

    monkeypatch.setattr("core.monitoring.health.cache.get_many", down)
    monkeypatch.setattr("core.monitoring.bot_failures.cache.add", down)
    count_failure("babel", "normal")
    monkeypatch.setattr("games.administration.services.cache.get", down)
    assert checks(browser)["Bots"][0] == "bad"


def test_late_mail_full_disk_and_old_backups_are_shown(
    browser: Client, chief: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    assert checks(browser)["Last backup"][0] == "bad"
    assert checks(browser)["Delivery queue"] == ("good", "0 waiting")
    ago = timezone.now() - timedelta(hours=1)
    Delivery.objects.create(user=chief, channel="mail", key="tables", due_at=ago)
    Delivery.objects.create(
        user=chief, channel="mail", key="x", due_at=ago, state="failed", done_at=timezone.now()
    )
    assert checks(browser)["Delivery queue"] == ("bad", "1 waiting, 1 failed today")
    for free, tone in ((50, "good"), (10, "warn"), (1, "bad")):
        usage = Usage(100, 100 - free, free)
        monkeypatch.setattr("games.maintenance.stores.disk_usage", lambda path, it=usage: it)
        assert checks(browser)["Disk"][0] == tone
    taken = backups.back_up(tmp_path / "elsewhere")
    assert backups.last_backup() is not None
    assert checks(browser)["Last backup"][0] == "good"
    note = tmp_path / backups.NOTE
    written = json.loads(note.read_text("utf-8"))
    assert written["path"] == str(taken)
    note.write_text(json.dumps({**written, "at": "2020-01-01T00:00:00+00:00"}), "utf-8")
    assert checks(browser)["Last backup"][0] == "warn"
    note.write_text("{", "utf-8")
    assert checks(browser)["Last backup"][0] == "bad"


def test_overview_needs_administrator_with_two_factor(chief: User) -> None:
    for address in ("/administration/", "/administration/announcements/"):
        assert Client().get(address).status_code == 302
        assert signed_in(person(f"Anna{len(address)}")).get(address).status_code == 403
        assert signed_in(chief).get(address).status_code == 200
    Authenticator.objects.all().delete()
    refused = signed_in(chief).get("/administration/")
    assert refused.status_code == 403
    assert b"two-factor sign-in" in refused.content


def test_announcement_is_shown_until_closed_or_ended(browser: Client) -> None:
    made = announced(browser, text_de="Heute um zehn ist Pause.")
    stranger = Client()
    for address in ("/", "/matches/", "/accounts/login/", "/credits/"):
        page = assert_clean_page(stranger.get(address)).text
        assert "A pause tonight at ten." in page
    german = Client(headers={"accept-language": "de"}).get("/").content.decode()
    assert "Heute um zehn ist Pause." in german
    assert "A pause tonight" not in german
    korean = Client(headers={"accept-language": "ko"}).get("/").content.decode()
    assert "A pause tonight" in korean, "no translation was given"

    closed = stranger.post(f"/announcements/{made.pk}/close/", {"next": "/matches/"})
    assert closed["Location"] == "/matches/"
    cookie = closed.cookies[COOKIE]
    assert cookie["httponly"]
    assert "A pause tonight" not in stranger.get("/").content.decode()
    assert "A pause tonight" in Client().get("/").content.decode()

    other = announced(browser, text="The site has a new game.")
    assert "a new game" in stranger.get("/").content.decode(), "only one was closed"
    with committed():
        browser.post(f"/administration/announcements/{other.pk}/end/")
    assert "a new game" not in stranger.get("/").content.decode()
    Announcement.objects.update(ends_at=timezone.now())
    caches["site"].clear()
    assert "A pause tonight" not in Client().get("/").content.decode()
    assert set(AuditEntry.objects.values_list("act", flat=True)) == {"announce", "end-announcement"}


def test_announcement_is_shown_as_text(browser: Client) -> None:
    announced(browser, text="<script>alert(1)</script>")
    page = Client().get("/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": ""},
        {"text": "x" * 301},
        {"text_ko": "x" * 301},
        {"hours": "9999"},
        {"tone": "loud"},
    ],
)
def test_invalid_announcement_shows_errors_and_is_not_posted(
    browser: Client, wrong: dict[str, str]
) -> None:
    page = browser.post("/administration/announcements/", {**FORM, **wrong})
    assert_clean_page(page, 400)
    assert 'class="errors"' in page.content.decode()
    assert not Announcement.objects.exists()


def test_simultaneous_announcements_are_limited(browser: Client) -> None:
    for number in range(services.AT_ONCE):
        announced(browser, text=f"News {number}")
    page = browser.post("/administration/announcements/", FORM)
    assert page.status_code == services.TooManyAnnouncements.status
    assert "There are already" in page.content.decode()
    assert browser.post("/administration/announcements/999/end/").status_code == 404


def test_invalid_announcement_cookie_is_ignored(browser: Client) -> None:
    announced(browser)
    stranger = Client()
    stranger.cookies[COOKIE] = "x.-1.99999999999999999999.%"
    assert "A pause tonight" in stranger.get("/").content.decode()
    assert stranger.get("/announcements/1/close/").status_code == 405
    there = stranger.post("/announcements/1/close/", {"next": "https://evil.example/"})
    assert there["Location"] == "/"


def test_old_announcements_are_deleted(browser: Client) -> None:
    announced(browser)
    assert services.delete_old() == 0
    Announcement.objects.update(ends_at=timezone.now() - services.REMEMBERED - timedelta(days=1))
    assert services.delete_old() == 1
