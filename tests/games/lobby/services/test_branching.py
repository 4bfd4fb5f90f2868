"""Branching: a new unrated match that starts at a step of a finished one."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.chance import Chance
from games.engine.contract import Position
from games.lobby.services import lobby
from games.lobby.services.branching import BranchRequest, play_on
from games.matches.access import open_match
from games.matches.models import Match, MatchSecret, Player
from games.matches.presenters.replay import replay_for
from games.matches.refusals import BadTable, NotOver, NotRunning, SeatedElsewhere, SignInFirst
from games.matches.services import commands
from games.matches.services.event_store import match_state, record_of, state_after
from games.matches.viewing import Access
from games.titles.registry import all_games
from tests.helpers import matches
from tests.helpers.matches import (
    committed,
    fresh,
    people,
    person,
    player_at,
    seat_of,
    seats_in,
    started,
)

pytestmark = pytest.mark.django_db
SLUGS = [game.slug for game in all_games()]


MOVES = 14


def finished(*users: User, game: str = "condottiere", **wish: Any) -> Match:
    """Play a match of two that ends by resignation after a few moves."""
    match = started(*users, bots=("easy",), game=game, **wish)
    matches.play_on(match, until=lambda _position: fresh(match).last_number >= MOVES)
    with committed():
        commands.resign(users[0], match.id)
    return fresh(match)


def played_out(user: User, seats: int) -> Match:
    return fresh(matches.play_on(started(user, bots=("easy",) * (seats - 1), game="kharnage")))


def access_of(user: User | AnonymousUser, match: Match) -> Access:
    return open_match(user, match.id, [match.key])


def restarted(position: Position) -> Position:
    """Return the same position without history, as the start of a match."""
    chance = Chance(bytes(32), 0)
    return type(position).load(position.dump(), position.seats, position.options, chance)


def wanted(match: Match, user: User, event: int = 10) -> BranchRequest:
    return BranchRequest(event, seat_of(match, user), "easy")


@pytest.mark.parametrize("slug", SLUGS)
def test_branch_and_its_replay_begin_in_position_of_former_match(anna: User, slug: str) -> None:
    former = finished(anna, game=slug)
    before = state_after(match_state(former), 10).position
    branch = play_on(anna, access_of(anna, former), wanted(former, anna))
    assert branch.status == Match.Status.RUNNING
    assert match_state(branch).position.dump() == before.dump()
    assert seat_of(branch, anna) == seat_of(former, anna)
    assert (branch.branched_from, branch.branched_at) == (former, 10)
    assert not branch.rated
    matches.play_on(branch, until=lambda _position: fresh(branch).last_number >= 4)
    with committed():
        commands.resign(anna, branch.id)
    over = fresh(branch)
    assert replay_for(access_of(anna, over), "0", "all").table.view.items() >= before.dump().items()
    assert record_of(over)["position"] == before.dump()


def test_branch_starts_at_deal_or_last_event(anna: User) -> None:
    former = finished(anna)
    last = former.last_number
    for event in (0, last):
        branch = play_on(anna, access_of(anna, former), wanted(former, anna, event), sure=True)
        at = state_after(match_state(former), event).position
        assert match_state(branch).position.dump() == at.dump()


def test_branch_seats_player_by_choice_and_bots_elsewhere(anna: User) -> None:
    former = played_out(anna, 4)
    seat = (seat_of(former, anna) + 1) % 4
    branch = play_on(anna, access_of(anna, former), BranchRequest(5, seat, "normal"))
    assert seat_of(branch, anna) == seat
    others = branch.players.exclude(user=anna)
    assert [player.bot for player in others] == ["normal"] * 3
    assert seats_in(branch) == [0, 1, 2, 3]


def test_invited_player_takes_free_seat_of_branch(anna: User) -> None:
    berta = person("Berta")
    former = played_out(anna, 3)
    seat = seat_of(former, anna)
    free = (seat + 2) % 3
    request = BranchRequest(5, seat, "easy", frozenset({free}))
    branch = play_on(anna, access_of(anna, former), request)
    assert branch.status == Match.Status.OPEN
    assert not branch.public
    joined = lobby.join(berta, access_of(berta, branch).match.id, sure=True)
    assert joined.status == Match.Status.RUNNING
    assert (seat_of(joined, anna), seat_of(joined, berta)) == (seat, free)
    at = state_after(match_state(former), 5).position
    assert match_state(joined).position.dump() == at.dump()


def test_hidden_cards_are_redrawn_from_seat_information_state(anna: User) -> None:
    former = finished(anna)
    seat = seat_of(former, anna)
    true = state_after(match_state(former), 8).position
    request = BranchRequest(8, seat, "easy", eyes=seat)
    hands = []
    for _ in range(6):
        branch = play_on(anna, access_of(anna, former), request, sure=True)
        position = match_state(branch).position
        assert position.view(seat) == restarted(true).view(seat)
        hands.append(str(position.view(1 - seat)))
    assert len(set(hands)) > 1, "the hidden hands were resampled"


def test_branch_has_own_seed(anna: User) -> None:
    former = finished(anna)
    branch = play_on(anna, access_of(anna, former), wanted(former, anna))
    seeds = [MatchSecret.objects.get(match=match).seed for match in (former, branch)]
    assert len(set(seeds)) == 2
    assert all(seeds)


def test_branch_keeps_rules_and_options(anna: User) -> None:
    former = finished(anna, options={"bigger_kingdom": True})
    branch = play_on(anna, access_of(anna, former), wanted(former, anna))
    assert (branch.rules, branch.options) == (former.rules, former.options)


def test_ended_step_or_running_match_is_not_branched(anna: User) -> None:
    former = played_out(anna, 2)
    with pytest.raises(NotRunning):
        play_on(anna, access_of(anna, former), wanted(former, anna, former.last_number))
    running = started(anna, bots=("easy",))
    with pytest.raises(NotOver):
        play_on(anna, access_of(anna, running), wanted(running, anna))


@pytest.mark.parametrize(
    "request_", [BranchRequest(3, 2, "easy"), BranchRequest(3, 0, "easy", frozenset({5})),
                 BranchRequest(3, 0, "clever"), BranchRequest(3, 0, "easy", eyes=7)]
)  # fmt: skip
def test_invalid_seats_or_levels_are_refused(anna: User, request_: BranchRequest) -> None:
    former = finished(anna)
    with pytest.raises(BadTable):
        play_on(anna, access_of(anna, former), request_)
    assert Match.objects.count() == 1


def test_branching_needs_sign_in_and_confirmation(anna: User) -> None:
    former = finished(anna)
    with pytest.raises(SignInFirst):
        play_on(AnonymousUser(), access_of(AnonymousUser(), former), BranchRequest(3, 0, "easy"))
    started(anna, *people("Ben"), clock="live-10")
    with pytest.raises(SeatedElsewhere):
        play_on(anna, access_of(anna, former), wanted(former, anna))
    play_on(anna, access_of(anna, former), wanted(former, anna), sure=True)


def test_spectator_may_branch_match(anna: User) -> None:
    former, berta = finished(anna), person("Berta")
    branch = play_on(berta, access_of(berta, former), BranchRequest(3, 1, "easy"))
    assert player_at(branch, 1).user == berta
    assert Player.objects.filter(match=branch, user=anna).count() == 0
