"""Usual reasons for sanctions that administrators write, and moderators choose."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import AuditEntry, Sanction, User, UsualReason
from accounts.refusals import TooManyUsualReasons
from accounts.services import usual_reasons
from tests.accounts.test_moderation_pages import moderator
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
PAGE = "/administration/reasons/"
TEXTS = {"text": "You shared a hand.", "text_de": "Du hast eine Hand verraten."}


@pytest.fixture
def reason(chief: User) -> UsualReason:
    return usual_reasons.add(chief, TEXTS["text"], {"de": TEXTS["text_de"]})


def warn(desk: Client, player: User, usual: UsualReason, **more: str) -> int:
    chosen = {"kind": "warning", "usual": f"own-{usual.pk}", **more}
    return desk.post(f"/moderation/players/{player.username}/sanction/", chosen).status_code


def test_reason_is_added_and_offered_to_moderators(browser: Client) -> None:
    assert browser.post(PAGE, TEXTS).status_code == 302
    page = assert_clean_page(browser.get(PAGE)).text
    assert TEXTS["text_de"] in page
    record = signed_in(moderator("Mona")).get(f"/moderation/players/{person('Anna').username}/")
    assert TEXTS["text"] in record.content.decode()
    assert AuditEntry.objects.latest("pk").act == "add-reason"


@pytest.mark.parametrize(("language", "field"), [("de", "text_de"), ("ko", "text"), ("", "text")])
def test_player_reads_reason_in_own_language(
    reason: UsualReason, language: str, field: str
) -> None:
    player = person("Anna")
    User.objects.filter(pk=player.pk).update(language=language)
    assert warn(signed_in(moderator("Mona")), player, reason, reason="Twice.") == 302
    assert Sanction.objects.get().reason == f"{TEXTS[field]} Twice."


def test_change_leaves_given_sanctions_unchanged(browser: Client, reason: UsualReason) -> None:
    player = person("Anna")
    assert warn(signed_in(moderator("Mona")), player, reason) == 302
    assert_clean_page(browser.get(f"{PAGE}{reason.pk}/"))
    assert browser.post(f"{PAGE}{reason.pk}/", {"text": "You told others."}).status_code == 302
    reason.refresh_from_db()
    assert (reason.text, reason.translations) == ("You told others.", {})
    assert Sanction.objects.get().reason == TEXTS["text"]


def test_removed_reason_is_refused_and_moderators_words_stay(
    browser: Client, reason: UsualReason
) -> None:
    assert browser.post(f"{PAGE}{reason.pk}/", {"remove": "yes"}).status_code == 302
    player, desk = person("Anna"), signed_in(moderator("Mona"))
    chosen = {"kind": "warning", "usual": f"own-{reason.pk}", "reason": "In three matches."}
    refused = desk.post(f"/moderation/players/{player.username}/sanction/", chosen)
    assert refused.status_code == 404
    assert "In three matches." in refused.content.decode()
    for code in ("own-", "own-x", "own-" + "9" * 30, "sooner"):
        again = desk.post(
            f"/moderation/players/{player.username}/sanction/", {**chosen, "usual": code}
        )
        assert again.status_code == 404
    assert not Sanction.objects.exists()
    assert browser.get(f"{PAGE}{reason.pk}/").status_code == 404


@pytest.mark.parametrize("wrong", [{"text": ""}, {"text": "x" * 301}, {"text_ko": "x" * 301}])
def test_invalid_reason_is_not_saved(
    browser: Client, reason: UsualReason, wrong: dict[str, str]
) -> None:
    for address in (PAGE, f"{PAGE}{reason.pk}/"):
        assert_clean_page(browser.post(address, {**TEXTS, **wrong}), 400)
    assert UsualReason.objects.get().text == TEXTS["text"]


def test_number_of_reasons_is_limited(
    browser: Client, reason: UsualReason, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usual_reasons, "MOST", 1)
    page = browser.post(PAGE, TEXTS)
    assert page.status_code == TooManyUsualReasons.status
    assert "already 1 reasons" in page.content.decode()
