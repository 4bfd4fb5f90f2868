"""Questions that wait for answers, by the people and bots who were asked."""

from __future__ import annotations

import pytest

from games.matches.models import Match
from games.matches.services.turns import oldest_question_to_bots
from tests.helpers.clocks import Wall
from tests.helpers.matches import mover, only_bots, person, player_at, started

pytestmark = pytest.mark.django_db


def waits_for_bot(seeds: range) -> list[Match]:
    """Return matches, one a seed, of a person and a bot, in which the bot is asked."""
    matches = (started(person(f"Host{s}"), bots=("easy",), seed=s) for s in seeds)
    return [match for match in matches if player_at(match, mover(match)).bot]


def test_oldest_question_is_the_one_that_a_person_has_waited_for_the_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = Wall(monkeypatch)
    assert oldest_question_to_bots() is None
    only_bots("easy", "easy", seed=90)
    assert oldest_question_to_bots() is None
    wall.wait(30)
    early = waits_for_bot(range(6))
    since = wall.now
    wall.wait(30)
    assert early
    assert waits_for_bot(range(10, 16))
    assert oldest_question_to_bots() == since
