"""Bots and hints know only what was revealed to their seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.engine.contract import Json
from games.engine.history import History, visible_steps
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.event_store import match_state
from games.matches.services.information_state import known_by, question
from tests.helpers.matches import (
    act,
    committed,
    fresh,
    match_with_secret_question,
    mover,
    people,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db

BATTLE: Json = {
    "phase": "battle",
    "city": "roma",
    "hands": [["m1", "m1", "m2"], ["m10", "scarecrow", "m3"], ["m4", "m5", "m6"]],
}


def memory(match: Match, seat: int) -> dict[str, Any]:
    """Return the information state of a seat."""
    return vars(known_by(match_state(fresh(match)), seat))


def test_undone_move_restores_information_state() -> None:
    given: Json = {"duty": [False, False], "hands": [["mede", "persian"], ["hittite"]]}
    match = prepared("babel", given, *people("Anna", "Berta"))
    before = [memory(match, seat) for seat in (0, 1)]
    act(match, 0, {"type": "travel", "tribe": "mede"})
    assert memory(match, 1)["discard"] == Counter(mede=1)
    with committed():
        commands.take_back(user_at(match, 0), match.id, turn_token(match, 0))
    assert [memory(match, seat) for seat in (0, 1)] == before


def test_shown_cards_are_known_only_to_chosen_seats() -> None:
    match = prepared("condottiere", BATTLE, *people("Anna", "Berta", "Carla"))
    with committed():
        commands.show_cards(user_at(match, 1), match.id, ["m10"], [0])
    assert memory(match, 0)["held"][1] == Counter(m10=1)
    assert not memory(match, 2)["held"][1]
    asked_now = question(match_state(fresh(match)), 0)
    assert asked_now.seat == 0
    assert vars(asked_now.information_state) == memory(match, 0)


def test_information_state_does_not_depend_on_unseen_steps() -> None:
    """Others answer in secret; nor do the numbers of the events tell of it."""
    match = match_with_secret_question(*people("Anna", "Berta", "Carla", "Dora"))
    act(match, mover(match), {"type": "keep"})
    state = match_state(fresh(match))
    for seat in range(4):
        steps = [
            replace(
                step,
                number=number,
                effects=tuple(one for one in step.effects if one.known_to(seat)),
            )
            for number, step in enumerate(visible_steps(state.history, seat), start=1)
        ]
        replayed = replace(state, history=History(steps))
        assert vars(known_by(replayed, seat)) == vars(known_by(state, seat))
