"""The board shows the effect of a choice before the player makes it."""

from __future__ import annotations

import json
from typing import Literal

import pytest

from games.engine.chance import Chance
from games.matches.models import Match
from games.matches.presenters.table import Table
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.forecast import Forecast
from games.titles.kharnage.rules.moves import Target
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import random_moves
from tests.games.titles.kharnage.tables import NAMES, at, html_of, table_of
from tests.helpers.matches import (
    people,
    position_of,
)
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db


def asked_table(phase: str, seats: int = 4) -> tuple[Match, Table]:
    """Return a match at this phase from the view of the asked player."""
    match = at(phase, seats)
    (seat,) = position_of(match).to_move()
    return match, table_of(match, match.players.get(seat=seat).user)


@pytest.mark.parametrize("phase", ["target", "magic"])
def test_attack_buttons_show_forecast_losses(phase: str) -> None:
    match, table = asked_table(phase)
    position, seat = position_of(match), table.seat
    assert isinstance(position, Kharnage)
    assert seat is not None
    outlook = Forecast(position, seat)
    aimed = 0
    for army in table.board.armies:
        for blow in army.blows:
            other, first = army.player.seat, blow.first
            seats = (other,) if first is None else (first, other)
            as_: Literal["ranged"] | None = "ranged" if phase == "magic" else None
            fall = outlook.attack(Target(seats, as_))[other]
            assert (blow.toll.count, blow.toll.kharnage) == (fall.count, fall.kharnage)
            marks = [stack for rank in army.ranks for stack in rank.stacks]
            shown = sum(s.falls if first is None else s.halves for s in marks)
            assert shown == fall.count
            assert blow.toll.words in blow.label
            aimed += 1
    assert aimed
    html = html_of(match, table)
    assert "At most" in html or "KHARNAGE" in html or "Nothing falls" in html


def test_forecast_is_shown_only_to_asked_player() -> None:
    match = at("target")
    asked = position_of(match).to_move()
    for player in [*match.players.select_related("user"), None]:
        if player is not None and player.seat in asked:
            continue
        for army in table_of(match, None if player is None else player.user).board.armies:
            assert not army.blows
            assert not army.barred
            assert not any(s.falls or s.halves for rank in army.ranks for s in rank.stacks)


def test_card_note_shows_strength_left_or_reason() -> None:
    match, table = asked_table("destroy")
    position = position_of(match)
    assert isinstance(position, Kharnage)
    assert position.attack is not None
    target, left = position.attack.targets[0]
    army = next(army for army in table.board.armies if army.player.seat == target)
    html = html_of(match, table).replace("&#x27;", "'")
    for rank in army.ranks:
        for stack in rank.stacks:
            assert stack.note in html
            if stack.move:
                after = position.clone()
                move = after.read_move(json.loads(stack.move), after.seats)
                effects = after.play(position.to_move()[0], move, Chance(b"", 0))
                assert stack.note.endswith(f"{effects[0].facts['left']} left")
            elif rank.open:
                assert stack.note == f"You have only {left} strength left here."
            else:
                assert stack.note == "The lines before it must fall first."


def test_throw_shows_forecast_losses() -> None:
    match, table = asked_table("throw")
    position, seat = position_of(match), table.seat
    assert isinstance(position, Kharnage)
    assert seat is not None
    falls = Forecast(position, seat).throw()
    tolls = {army.player.seat: army.thrown.count for army in table.board.armies if army.thrown}
    assert tolls == {other: fall.count for other, fall in falls.items()}


def test_web_shows_forecast_loss_of_strength() -> None:
    match, table = asked_table("web")
    position = position_of(match)
    assert isinstance(position, Kharnage)
    losses = 0
    for army in table.board.armies:
        melee = attacks.strength(position, army.player.seat, "melee")
        for rank in army.ranks:
            for stack in rank.stacks:
                card = position.cards.cards[stack.unit.id]
                if stack.move:
                    lost = card.melee + card.magic
                    assert dict(stack.loses).get("melee", 0) == lost
                    assert f"the army is left with melee {melee - lost}," in stack.note
                    losses += lost
    assert losses


@pytest.mark.parametrize(
    ("empty", "why"),
    [
        (True, "There’s no one left to attack there."),
        (
            False,
            "Melee reaches the armies to your left and right, and the opposite one only while one"
            " of them has no cards.",
        ),
    ],
)
def test_army_out_of_reach_shows_reason(empty: bool, why: str) -> None:
    """`empty`: an army without cards; otherwise one that melee does not reach."""
    position, seat, barred = next(
        (position, seat, other)
        for number in range(40)
        for position, seat, _move, _chance in random_moves(number, 4)
        if position.phase == "target" and position.attack and position.attack.kind == "melee"
        for other in set(range(4)) - {seat, *attacks.melee_targets(position, seat)}
        if (position.sizes[other] == 0) == empty
    )
    users = people(*NAMES)
    table = table_of(prepared("kharnage", position.dump(), *users), users[seat])
    for army in table.board.armies:
        other = army.player.seat
        assert bool(army.blows) == (other in attacks.melee_targets(position, seat))
        assert bool(army.barred) == (other != seat and not army.blows)
        if other == barred:
            assert army.barred == why
            assert why in html_of(table.match, table)
