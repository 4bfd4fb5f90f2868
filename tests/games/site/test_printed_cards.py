"""The list of all cards of a game, and each card as a fragment for every viewer alike."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.site.printed_cards import printed_card, printed_cards
from games.titles.registry import slugs, titles
from tests.helpers.matches import people, signed_in, started
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
LANGUAGES = [language for language, _name in settings.LANGUAGES]
WITH_CARDS = [title.slug for title in titles() if title.kinds()]
"""A game whose title names no kinds of cards has no such list."""
WORDS = re.compile(r"<b>(.+?)</b><p>(.+?)</p>")


def ids_of(slug: str) -> list[str]:
    return [one.card.id for _name, cards in printed_cards(slug) for one in cards]


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_list_shows_every_card_of_game_once(slug: str) -> None:
    ids = ids_of(slug)
    assert len(ids) == len(set(ids)) >= 5
    page = assert_clean_page(Client().get(f"/games/{slug}/cards/")).text
    assert page.count('class="printed-card"') == len(ids)
    rules = Client().get(f"/games/{slug}/").content.decode()
    assert f'href="/games/{slug}/cards/"' in rules


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", slugs())
def test_fragment_has_name_effect_and_copies_of_card(slug: str, language: str) -> None:
    for id in ids_of(slug):
        html = Client().get(f"/games/{slug}/cards/{id}/?lang={language}").content.decode()
        with override(language):
            printed = printed_card(slug, id)
            assert printed is not None
            words = WORDS.findall(unescape(html))
            assert words == [(printed.card.name, printed.card.tip)]
        assert ("printed-count" in html) == (printed.card.count > 1)
        assert "tabindex" not in html, "the picture is no stop for the keyboard"


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_fragment_is_same_for_every_viewer(slug: str) -> None:
    (anna,) = people("Anna")
    address = f"/games/{slug}/cards/{ids_of(slug)[0]}/"
    korean = Client(headers={"accept-language": "ko"})
    korean.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    answers = [client.get(address) for client in (Client(), signed_in(anna), korean)]
    assert len({answer.content for answer in answers}) == 1
    for answer in answers:
        assert answer["Cache-Control"].startswith("public")
        assert not answer.cookies


@pytest.mark.parametrize("slug", slugs())
def test_unknown_card_is_not_found(slug: str) -> None:
    assert Client().get(f"/games/{slug}/cards/nonesuch/").status_code == 404


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_table_names_only_cards_that_exist(slug: str) -> None:
    """Every card that a table offers to show large is one of the game."""
    anna, ben = people("Anna", "Ben")
    match = started(anna, ben, game=slug)
    page = signed_in(anna).get(match.get_absolute_url()).content.decode()
    named = set(re.findall(r'data-printed="([^"]+)"', page))
    assert named
    assert named <= set(ids_of(slug))
    assert f'data-printed-cards="/games/{slug}/cards/"' in page
