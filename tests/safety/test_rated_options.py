"""Every way into rated play refuses options that change the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games.game_nights import services as game_nights
from games.lobby.models import Challenge
from games.lobby.services import challenges, dealing, lobby, rematch
from games.lobby.services.branching import BranchRequest, play_on
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadTable
from games.titles.kharnage.rules.cardset import built_in_text
from tests.helpers.matches import fresh, people, signed_in
from tests.helpers.nonces import full_table, reveal
from tests.helpers.programs import Program, refusal
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
OWN = [{"armies": ["human", "orc"]}, {"cards": json.loads(built_in_text())}]


def rated(options: Any) -> TableRequest:
    return TableRequest("kharnage", 2, options, rated=True, clock="live-10", invited=("Berta",))


def open_a_table(anna: User, options: Any) -> None:
    lobby.open_table(anna, rated(options))


def challenge_a_player(anna: User, options: Any) -> None:
    challenges.challenge(anna, rated(options), Terms())


def offer_a_rematch(anna: User, options: Any) -> None:
    former = finished([anna, User.objects.get(username="Berta")], [1, 2], game="kharnage")
    Match.objects.filter(pk=former.pk).update(
        options={"cheer": "auto", "armies": None, "cards": None, **options},
        pace="live",
        bank=600,
        increment=15,
    )
    rematch.offer(anna, former.pk)


def host_a_game_night(anna: User, options: Any) -> None:
    anna.groups.add(Group.objects.get(name="host"))
    game_nights.create_tables(anna, game_nights.open_game_night(anna, "Friday"), rated(options), 1)


def let_bots_play(anna: User, options: Any) -> None:
    lobby.open_for_bots(TableRequest("kharnage", 2, options, bots=("easy", "normal")))


DOORS: list[Callable[[User, Any], None]] = [
    *(open_a_table, challenge_a_player, offer_a_rematch, host_a_game_night, let_bots_play)
]


@pytest.mark.parametrize("options", OWN, ids=("armies", "cards"))
@pytest.mark.parametrize("door", DOORS)
def test_rated_entry_with_own_armies_or_cards_is_refused(
    door: Callable[[User, Any], None], options: Any
) -> None:
    anna, _berta = people("Anna", "Berta")
    with pytest.raises(BadTable, match="A rated match can’t have the option"):
        door(anna, options)
    assert not Match.objects.exclude(status=Match.Status.FINISHED).exists()
    door(anna, {})


def join_a_table(anna: User, berta: User) -> Match:
    table = older(lobby.open_table(anna, rated({})))
    return lobby.join(berta, table.pk)


def accept_a_challenge(anna: User, berta: User) -> Match:
    table = older(challenges.challenge(anna, rated({}), Terms()))
    return lobby.join(berta, table.pk)


def reveal_the_last_nonce(anna: User, berta: User) -> Match:
    table = older(full_table(anna, berta, game="kharnage", rated=True, clock="live-10"))
    reveal(table, anna, berta)
    return table


def wait_for_nonces(anna: User, berta: User) -> Match:
    table = older(full_table(anna, berta, game="kharnage", rated=True, clock="turns-24"))
    Match.objects.filter(pk=table.pk).update(reveal_by=timezone.now() - timedelta(seconds=1))
    assert dealing.expire_all_due() == 1
    return table


def older(table: Match) -> Match:
    """Give a table its own armies, as a version without this rule opened it."""
    Match.objects.filter(pk=table.pk).update(options={"cheer": "auto", **OWN[0]})
    return table


@pytest.mark.parametrize(
    "start", [join_a_table, accept_a_challenge, reveal_the_last_nonce, wait_for_nonces]
)
def test_older_rated_table_with_own_armies_is_closed_instead_of_started(
    start: Callable[[User, User], Match],
) -> None:
    anna, berta = people("Anna", "Berta")
    table = fresh(start(anna, berta))
    assert (table.status, table.reveal_by) == (Match.Status.CLOSED, None)
    assert not table.players.filter(called_off_at__isnull=False).exists()
    assert not Challenge.objects.filter(expires_at__isnull=False).exists()
    for user in (anna, berta):
        page = signed_in(user).get(table.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="en")
        assert "Rated matches no longer allow: armies: " in page.content.decode()


def test_program_is_refused_rated_own_cards_and_may_play_them_unrated() -> None:
    anna, _berta = people("Anna", "Berta")
    program = Program(anna)
    table = {"game": "kharnage", "seats": 2, "clock": "live-10", "options": OWN[0]}
    assert refusal(program.post("tables/", {**table, "rated": True})) == (400, "bad-table")
    program.does("tables/", table, status=201)
    games = {game["game"]: game for game in program.read("games/")["games"]}
    ratable = {option["name"]: option["ratable"] for option in games["kharnage"]["options"]}
    assert ratable == {"cheer": True, "armies": False, "cards": False}


def test_match_played_on_from_rated_one_is_unrated() -> None:
    anna, berta = people("Anna", "Berta")
    former = lobby.open_table(anna, TableRequest("kharnage", 2, rated=True, clock="live-10"))
    lobby.join(berta, former.pk)
    Match.objects.filter(pk=former.pk).update(status=Match.Status.FINISHED)
    request = BranchRequest(event=0, seat=0, level="easy")
    assert not play_on(anna, open_match(anna, former.pk, ()), request).rated
