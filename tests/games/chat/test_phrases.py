"""Phrases are stored by key and shown in each reader's language; pictures are chat text."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from accounts.models import User
from accounts.services import sanctions
from accounts.services.guests import new_guest
from games.chat import services as chat
from games.chat.models import PHRASE_LENGTH, TEXT_LENGTH, ChatLine
from games.chat.phrases import EMOJI, PHRASES, words_of
from games.chat.presenters import chat_lines_html
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadChatLine, NotAllowed, SignInFirst, TooMany
from games.matches.viewing import Visitor
from games.moderation.services import reporting
from tests.accounts.test_moderation import moderator
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def pick(user: User | AnonymousUser, match: Match, phrase: str) -> ChatLine:
    return chat.post_phrase(open_match(user, match.id), phrase)


@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase_has_short_text_in_every_language(phrase: str) -> None:
    assert len(phrase) <= PHRASE_LENGTH
    for language in LANGUAGES:
        with translation.override(language):
            assert 0 < len(words_of(phrase)) <= TEXT_LENGTH


def test_phrase_is_shown_in_readers_language(pair: list[User], match: Match) -> None:
    anna, berta = pair
    line = pick(anna, match, "game")
    assert (line.phrase, line.text) == ("game", "Good game!")
    for language in LANGUAGES:
        visitor = Visitor(berta, frozenset(), language)
        with translation.override(language):
            words = words_of("game")
        assert words in chat_lines_html(visitor, match.id, "players")


def test_phrase_by_form_keeps_unsent_text(pair: list[User], match: Match) -> None:
    client = signed_in(pair[0])
    there = f"/matches/{match.id}/chat/"
    assert client.post(there, {"phrase": "moment"})["Location"] == f"/matches/{match.id}/"
    page = client.get(f"/matches/{match.id}/")
    assert_clean_page(page)
    assert "One moment, please." in page.text
    half = {"phrase": "thanks", "text": "I was about to"}
    fragment = client.post(there, half, headers={"hx-request": "true"}).text
    assert 'value="I was about to"' in fragment
    assert "Thank you!" in fragment
    assert not ChatLine.objects.filter(text__contains="about").exists()


@pytest.mark.parametrize("phrase", ["nothing", "GAME", "x" * 500, "<b>"])
def test_unknown_phrase_is_refused(pair: list[User], match: Match, phrase: str) -> None:
    with pytest.raises(BadChatLine, match="from the list"):
        pick(pair[0], match, phrase)
    assert (
        signed_in(pair[0]).post(f"/matches/{match.id}/chat/", {"phrase": phrase}).status_code == 400
    )
    assert not ChatLine.objects.exists()


def test_phrases_are_for_guests_but_not_anonymous_visitors(match: Match) -> None:
    assert pick(new_guest(), match, "hello").room == "spectators"
    with pytest.raises(SignInFirst):
        pick(AnonymousUser(), match, "hello")


def test_limits_and_sanctions_apply_to_phrases(pair: list[User], match: Match) -> None:
    anna, berta = pair
    sanctions.give(moderator("Mona", "senior moderator"), berta, "mute", "Insults.")
    with pytest.raises(NotAllowed):
        pick(User.objects.get(pk=berta.pk), match, "hello")
    for _ in range(chat.LINES_PER_MINUTE):
        pick(anna, match, "hello")
    with pytest.raises(TooMany):
        pick(anna, match, "hello")


def test_report_of_phrase_contains_its_text(pair: list[User], match: Match) -> None:
    line = pick(pair[0], match, "oops")
    report = reporting.report_line(open_match(pair[1], match.id), line.pk, "abuse", "Spam.")
    assert report.evidence["line"] == "Oops, that was a mistake."


def test_unknown_stored_phrase_is_shown_as_stored_text(pair: list[User], match: Match) -> None:
    line = pick(pair[0], match, "luck")
    ChatLine.objects.filter(pk=line.pk).update(phrase="former")
    with translation.override("de"):
        assert ChatLine.objects.get(pk=line.pk).words == "Good luck!"


# --- Pictures.


def test_picture_by_form_is_appended_to_text(pair: list[User], match: Match) -> None:
    client, there = signed_in(pair[0]), f"/matches/{match.id}/chat/"
    client.post(there, {"text": "Mine", "emoji": EMOJI[0]})
    client.post(there, {"text": "", "emoji": EMOJI[1]})
    assert list(ChatLine.objects.values_list("text", flat=True)) == [f"Mine {EMOJI[0]}", EMOJI[1]]


def test_every_palette_picture_can_be_said(pair: list[User], match: Match) -> None:
    assert len(EMOJI) == len(set(EMOJI)) == 40
    line = chat.post_line(open_match(pair[0], match.id), "".join(EMOJI))
    assert line.text == "".join(EMOJI)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("❤️\u200d🔥", "❤️\u200d🔥"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("🏃🏽\u200d♀️", "🏃🏽\u200d♀️"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u200db", "a b"),
        ("👩\u200d", "👩"),
        ("\u200d👩", "👩"),
        ("👩\u200d\u200d👧", "👩 👧"),
    ],
)
def test_composed_picture_is_kept_whole(
    pair: list[User], match: Match, text: str, line: str
) -> None:
    assert chat.post_line(open_match(pair[0], match.id), text).text == line


def test_guest_page_offers_phrases_and_pictures(match: Match) -> None:
    page = signed_in(new_guest()).get(f"/matches/{match.id}/").text
    assert 'name="phrase" value="hello"' in page
    assert f'name="emoji" value="{EMOJI[0]}"' in page
    assert 'name="phrase"' not in signed_in(None).get(f"/matches/{match.id}/").text


def test_phrase_mentions_no_user(pair: list[User], match: Match) -> None:
    person("Good")
    line = pick(pair[0], match, "game")
    assert chat.people_mentioned(open_match(pair[0], match.id), line) == []
