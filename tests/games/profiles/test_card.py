"""The card of a player at a table, and the rating preview."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import Privacy, User
from accounts.services import blocks, follows
from games.ladders.services import rating_preview
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.presenters.table import table_for
from games.titles.registry import all_games, character_words, characters_of
from tests.helpers.endpoints import without_tokens
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import fresh, people, play_on, seat_of, signed_in, started
from tests.helpers.moderation import sanctioned
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def card(client: Client, match: Match, user: User) -> str:
    response = client.get(f"/matches/{match.id}/players/{seat_of(match, user)}/", headers=HTMX)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def rated_match(*users: User, seed: int = 1) -> Match:
    match = started(*users, seed=seed)
    Match.objects.filter(id=match.id).update(rated=True)
    return fresh(match)


def test_card_shows_rating_matches_and_reliability(pair: list[User]) -> None:
    anna, berta = pair
    finished([anna, berta], [2, 1])
    finished([anna, berta], [2, 1], left=[1])
    text = card(signed_in(anna), started(anna, berta), berta)
    for words in ('<b class="number">1538</b>', "provisional", "1 of 2"):
        assert words in text
    assert 'action="/players/Berta/follow/"' in text
    assert 'action="/players/Berta/block/"' in text
    assert 'href="/players/Anna/against/Berta/"' in text
    assert "/report/" in text


def test_player_card_respects_privacy(pair: list[User]) -> None:
    anna, berta = pair
    finished([anna, berta], [2, 1])
    Privacy.objects.create(user=berta, matches="nobody", reliability="nobody")
    text = card(signed_in(anna), started(anna, berta), berta)
    assert "played to the end" not in text
    assert "matches of this game" not in text
    assert "kept private" in text
    own = card(signed_in(berta), fresh(Match.objects.get(status="running")), berta)
    assert "played to the end" in own
    assert "/follow/" not in own
    assert "/block/" not in own


def test_player_card_shows_own_follow_and_block_only(pair: list[User]) -> None:
    anna, berta = pair
    match = started(anna, berta)
    before = card(signed_in(berta), match, anna)
    follows.follow(anna, berta)
    assert "/players/Berta/unfollow/" in card(signed_in(anna), match, berta)
    assert "follows you" in card(signed_in(berta), match, anna)
    follows.unfollow(anna, berta)
    blocks.block(anna, berta)
    text = card(signed_in(anna), match, berta)
    assert "/players/Berta/unblock/" in text
    assert "/follow/" not in text
    assert without_tokens(card(signed_in(berta), match, anna)) == without_tokens(before)


def test_card_of_banned_player_offers_no_follow(pair: list[User]) -> None:
    anna, berta = pair
    match = started(anna, berta)
    sanctioned(berta, "ban")
    assert "/players/Berta/follow/" not in card(signed_in(anna), match, berta)


def test_anonymous_visitor_sees_card_without_buttons(pair: list[User]) -> None:
    match = started(*pair)
    text = card(Client(), match, pair[0])
    assert 'href="/players/Anna/"' in text
    assert "<form" not in text
    assert "/report/" not in text


def test_player_link_works_without_scripts(pair: list[User]) -> None:
    match = started(*pair)
    path = f"/matches/{match.id}/players/{seat_of(match, pair[1])}/"
    assert signed_in(pair[0]).get(path)["Location"] == "/players/Berta/"
    page = signed_in(pair[0]).get(match.get_absolute_url()).content.decode()
    assert f'<a href="/players/Berta/" data-card="{seat_of(match, pair[1])}"' in page
    assert f'data-cards="/matches/{match.id}/players/"' in page


@pytest.mark.parametrize(
    ("character", "words"),
    [
        ("bold", "A captain who likes to be seen. It opens battles with strong cards"),
        ("any", "It has a character of its own and keeps it secret."),
        ("", ""),
    ],
)
def test_card_of_bot_describes_its_character_and_level(
    pair: list[User], character: str, words: str
) -> None:
    match = started(pair[0], bots=("normal",))
    Player.objects.filter(match=match, user=None).update(character=character)
    bot = Player.objects.get(match=match, user=None)
    path = f"/matches/{match.id}/players/{bot.seat}/"
    table = signed_in(pair[0]).get(match.get_absolute_url()).content.decode()
    assert f'<a href="{path}" data-card="{bot.seat}">{bot.name}</a>' in table
    fragment = Client().get(path, headers=HTMX).content.decode()
    page = assert_clean_page(Client().get(path)).text
    for text in (fragment, page):
        assert words in text
        assert "Has a plan and plays fast" in text
        assert bot.name in text
        assert ("keeps it secret" in text) == (character == "any")
        assert ("normal bot, bold" in text) == (character == "bold")
    assert "<html" not in fragment


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_every_character_has_two_sentences(slug: str, language: str) -> None:
    """Who it is, and how it plays: what is claimed is counted by each title's test_characters."""
    with override(language):
        found = [character_words(slug, one) for one in characters_of(slug)]
        texts = [str(one.description) for one in found]
    assert all(text.endswith(".") and text.count(".") == 2 for text in texts)
    assert len(set(texts)) == len(texts)


def test_empty_seats_and_private_tables_have_no_card(pair: list[User]) -> None:
    match = started(pair[0], bots=("easy",))
    for seat in (7, 10**12):
        response = signed_in(pair[0]).get(f"/matches/{match.id}/players/{seat}/")
        assert response.status_code == 404
        assert 'data-code="unknown-player"' in response.content.decode()
    private = started(*pair, public=False, seed=2)
    assert Client().get(f"/matches/{private.id}/players/0/").status_code == 403


def test_rated_table_shows_ratings_and_preview(pair: list[User]) -> None:
    anna, berta = pair
    finished([anna, berta], [2, 1])
    match = rated_match(anna, berta, seed=5)
    table = table_for(open_match(anna, match.id))
    assert {player.name: player.came_with for player in table.players} == {
        "Anna": 1480,
        "Berta": 1520,
    }
    assert table.rating_preview_words == "Rated: a win is worth +22, a loss −18."
    page = signed_in(anna).get(match.get_absolute_url()).content.decode()
    assert page.count("a win is worth +22") == 2, "in the menu, and in the log while it is empty"
    assert "+22, −18" in card(Client(), match, anna)
    assert table_for(open_match(None, match.id)).rating_preview_words == ""
    over = table_for(open_match(anna, play_on(match).id))
    assert over.rating_preview_words == ""
    changes = {player.name: player.rating for player in over.players}
    assert changes["Anna"] in ((1480, 1502), (1480, 1462))


def test_larger_table_previews_first_and_last_place(db: None) -> None:
    three = people("Anna", "Berta", "Carla")
    match = rated_match(*three)
    table = table_for(open_match(three[0], match.id))
    assert table.rating_preview_words == "Rated: first place is worth +20, last place −20."


def test_uncounted_or_unrated_match_has_no_rating_preview(pair: list[User]) -> None:
    match = rated_match(*pair)
    Match.objects.filter(id=match.id).update(uncounted=Match.Uncounted.OFTEN)
    for one in (fresh(match), started(*pair, seed=8)):
        table = table_for(open_match(pair[0], one.id))
        assert table.rating_preview is None
        assert {player.came_with for player in table.players} == {None}


def test_rating_preview_is_cached(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    match = rated_match(*pair)
    players = open_match(pair[0], match.id).players
    first = rating_preview.rating_previews_of(match, players)
    finished([pair[0], pair[1]], [1, 2])
    assert rating_preview.rating_previews_of(match, players) is first
    monkeypatch.setattr(rating_preview, "FRESH", 0.0)
    assert rating_preview.rating_previews_of(match, players) != first
