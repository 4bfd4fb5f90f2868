"""The sentence that says who won a match and how, and the signs of players who left."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.boards.seats import TablePlayer
from games.matches.models import Event, Match
from games.matches.presenters.log import result_of
from games.matches.presenters.table_players import table_players
from games.matches.services import commands
from tests.helpers.matches import fresh, people, started, user_at


def ended_by(kind: str, *, winners: int) -> str:
    """Return the result of a match that ended when Cleo left."""
    match = Match(
        status=Match.Status.FINISHED, outcome={"scores": [], "places": [], "reason": "resigned"}
    )
    won = [
        TablePlayer(seat, name, "", "", left=False, you=False, place=1, score=None)
        for seat, name in enumerate(["Anna", "Berta"][:winners])
    ]
    cleo = TablePlayer(2, "Cleo", "", "", left=True, you=False, place=3, score=None, left_by=kind)
    return result_of(match, [*won, cleo])


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Anna wins", "Anna and Berta win"),
        ("de", "Anna gewinnt", "Anna und Berta gewinnen"),
        ("fr", "Anna gagne", "Anna et Berta gagnent"),
    ],
)
@pytest.mark.parametrize("kind", [Event.Kind.RESIGN, Event.Kind.TIMEOUT, Event.Kind.EXPEL])
def test_verb_agrees_with_number_of_winners(kind: str, language: str, one: str, two: str) -> None:
    with translation.override(language):
        assert re.match(rf"{one}\b", ended_by(kind, winners=1))
        assert re.match(rf"{two}\b", ended_by(kind, winners=2))


@pytest.mark.django_db
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_result_names_last_player_who_left(order: tuple[int, int]) -> None:
    match = started(*people("Anna", "Berta"), bots=("easy",))
    users = [player.user for player in fresh(match).players.order_by("seat") if player.user]
    leavers = [users[one] for one in order]
    for user in leavers:
        commands.resign(user, match.id)
    match = fresh(match)
    for players in (match.players.order_by("seat"), match.players.order_by("place")):
        assert f"{leavers[-1].name} resigned" in result_of(match, players)


@pytest.mark.django_db
def test_player_who_resigned_finished_match_has_no_sign_of_bot() -> None:
    match = started(*people("Anna", "Berta"))
    commands.resign(user_at(match, 0), match.id)
    resigned = table_players(list(fresh(match).players.all()), None)[0]
    assert (resigned.left, resigned.bot, resigned.card) == (True, "", "")


@pytest.mark.django_db
def test_player_who_resigned_running_match_is_shown_as_bot() -> None:
    match = started(*people("Anna", "Berta", "Cleo"))
    commands.resign(user_at(match, 0), match.id)
    assert table_players(list(fresh(match).players.all()), None)[0].bot
