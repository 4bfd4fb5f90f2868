"""What bots and hints know of a running match: what their seat was told, and nothing else."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.engine.contract import Json
from games.engine.history import History
from games.matches.models import Match
from games.matches.presenters.log import visible_steps
from games.matches.services import commands
from games.matches.services.event_store import match_state
from games.matches.services.knowledge import known_by, question
from tests.helpers.matches import (
    act,
    asked,
    committed,
    fresh,
    match_with_secret_question,
    mover,
    people,
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
    """What a seat remembers."""
    return vars(known_by(match_state(fresh(match)), seat))


def test_a_move_that_was_taken_back_was_never_made() -> None:
    given: Json = {"duty": [False, False], "hands": [["mede", "persian"], ["hittite"]]}
    match = prepared("babel", given, *people("Anna", "Berta"))
    before = [memory(match, seat) for seat in (0, 1)]
    act(match, 0, {"type": "travel", "tribe": "mede"})
    assert memory(match, 1)["discard"] == Counter(mede=1)
    with committed():
        commands.take_back(user_at(match, 0), match.id, asked(match, 0))
    assert [memory(match, seat) for seat in (0, 1)] == before


def test_shown_cards_are_known_to_those_they_were_shown_to() -> None:
    match = prepared("condottiere", BATTLE, *people("Anna", "Berta", "Carla"))
    with committed():
        commands.show_cards(user_at(match, 1), match.id, ["m10"], [0])
    assert memory(match, 0)["held"][1] == Counter(m10=1)
    assert not memory(match, 2)["held"][1]
    asked_now = question(match_state(fresh(match)), 0)
    assert asked_now.seat == 0
    assert vars(asked_now.knowledge) == memory(match, 0)


def test_nothing_hangs_on_steps_that_a_seat_was_not_told_of() -> None:
    """Others answer in secret; nor do the numbers of the events tell of it."""
    match = match_with_secret_question(*people("Anna", "Berta", "Carla", "Dora"))
    act(match, mover(match), {"type": "keep"})
    state = match_state(fresh(match))
    for seat in range(4):
        steps = [
            replace(
                step,
                number=number,
                happenings=tuple(one for one in step.happenings if one.known_to(seat)),
            )
            for number, step in enumerate(visible_steps(state.story, seat), start=1)
        ]
        retold = replace(state, story=History(steps))
        assert vars(known_by(retold, seat)) == vars(known_by(state, seat))
