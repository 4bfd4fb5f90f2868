"""The scene at the end of a match shows winner and reason to every viewer."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.services.guests import new_guest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.table import Table, table_for
from games.matches.services import commands
from games.titles.registry import all_games
from tests.helpers.matches import (
    committed,
    fresh,
    people,
    play_on,
    signed_in,
    started,
    under_way,
    user_at,
)
from tests.helpers.tables import every_game_with

pytestmark = pytest.mark.django_db
GAMES = [pytest.param(game, seats, id=game) for game, seats in every_game_with(seats=2)]


def seen_by(match: Match, seat: int) -> Table:
    return table_for(open_match(user_at(match, seat), match.id))


def result_of(match: Match, client: Client) -> str:
    """Return the HTML of the scene on the page."""
    page = client.get(f"/matches/{match.id}/").content.decode()
    return page.split('id="result"')[1].split("</section>")[0]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_end_of_match_is_shown_to_each_player(game: str, seats: int) -> None:
    match = play_on(started(*people("Anna", "Berta", "Cleo")[:seats], game=game, seed=4))
    for player in seen_by(match, 0).placed:
        scene = seen_by(match, player.seat).scene
        assert scene.scored
        assert scene.headline
        assert "{" not in scene.headline + scene.how
        assert scene.won == (player.place == 1)
        shown = result_of(match, signed_in(user_at(match, player.seat)))
        assert 'class="score"' in shown
        assert all(name and value for name, value in scene.numbers)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_final_table_has_each_player_once_and_marks_my_row(game: str, seats: int) -> None:
    match = play_on(started(*people("Anna", "Berta", "Cleo")[:seats], game=game, seed=4))
    scene = seen_by(match, 1).scene
    assert [row.player.seat for row in scene.rows] == [
        player.seat for player in seen_by(match, 1).placed
    ]
    assert {len(row.cells) for row in scene.rows} == {len(scene.columns)}
    shown = result_of(match, signed_in(user_at(match, 1)))
    for player in seen_by(match, 1).players:
        assert shown.count(f">{player.name}<") == 1
    assert re.search(r'<tr class="seat-1[^"]* is-me">', shown)


def test_columns_of_kharnage_add_up_to_the_points() -> None:
    match = play_on(started(*people("Anna", "Berta"), game="kharnage", seed=4))
    for row in seen_by(match, 0).scene.rows:
        assert sum(map(int, row.cells)) == row.player.score


def test_winner_is_addressed_as_you_and_loser_is_not() -> None:
    for game in all_games():
        if game_board(game.slug).template.startswith("boards/"):
            continue
        match = play_on(started(*people(f"A{game.slug}", f"B{game.slug}"), game=game.slug, seed=4))
        winners = [player.seat for player in seen_by(match, 0).players if player.place == 1]
        if len(winners) > 1:
            continue
        headlines = [seen_by(match, seat).scene.headline for seat in (0, 1)]
        winner = seen_by(match, 0).players[winners[0]]
        assert re.search(r"\b[Yy]ou\b", headlines[winner.seat]), headlines
        assert winner.name not in headlines[winner.seat]
        assert not re.search(r"\b[Yy]ou\b", headlines[1 - winner.seat]), headlines


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_resignation_at_table_for_two_shows_no_score(game: str, seats: int) -> None:
    if seats != 2:
        pytest.skip("a resignation does not end a match of more than two")
    match = under_way(started(*people("Anna", "Berta"), game=game, seed=2))
    leaver = user_at(match, 0)
    with committed():
        commands.resign(leaver, match.id)
    match = fresh(match)
    assert match.status == Match.Status.FINISHED
    left, stays = (player.name for player in seen_by(match, 1).players)
    assert seen_by(match, 0).scene.headline == f"You resigned. {stays} wins."
    public = table_for(open_match(None, match.id))
    assert public.scene.headline == f"{stays} wins: {left} resigned."
    assert seen_by(match, 1).scene.headline == f"You win: {left} resigned."
    for seat in (0, 1):
        page = signed_in(user_at(match, seat)).get(f"/matches/{match.id}/").content.decode()
        assert 'class="score"' not in page.split('id="result"')[1].split("</section>")[0]
        assert "to act" not in page
        assert "is-turn" not in page


def test_guest_is_offered_to_keep_the_account_after_a_match() -> None:
    guest, spectator, (anna,) = new_guest(), new_guest(), people("Anna")
    match = under_way(started(guest, anna))
    commands.resign(anna, match.id)
    offer = 'href="/settings/keep/"'
    assert offer in result_of(match, signed_in(guest))
    assert offer not in result_of(match, signed_in(anna))
    assert offer not in result_of(match, signed_in(spectator))
