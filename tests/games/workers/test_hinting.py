"""Hints are found by the slow-bot processes, before bots for which no person waits, and reviews."""

from __future__ import annotations

from contextlib import closing

import pytest

from core.locks import HINTS
from games.hints import services
from games.hints.models import Hint
from games.matches.models import Match
from games.matches.services import time_source
from games.workers import thinking
from games.workers.hinting import hint_next
from games.workers.thinking import Thinkers
from tests.games.workers.test_reviewing import held_elsewhere
from tests.games.workers.test_thinkers import wait_for
from tests.helpers.hints import Here, hint_of
from tests.helpers.matches import asked_against_bot, person, seat_of, turn_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    """Ask for a hint at a match."""
    anna = person("Anna")
    match = asked_against_bot(anna)
    services.ask(anna, match.id, turn_token(match, seat_of(match, anna)))
    return match


@pytest.mark.on_postgresql
def test_hint_of_thinker_process_equals_direct_hint(match: Match) -> None:
    with closing(Thinkers(1, lambda: False)) as working:
        working.start_idle()
        wait_for(lambda: hint_of(match).status == Hint.Status.DONE)
        assert working.pids()
    found = hint_of(match)
    Hint.objects.update(status="waiting", move=None, comparison=None)
    while hint_next(Here()):
        pass
    again = hint_of(match)
    assert (found.move, found.comparison) == (again.move, again.comparison)


@pytest.mark.on_postgresql
def test_hint_is_found_by_one_worker(match: Match) -> None:
    with held_elsewhere(HINTS, hint_of(match).player_id):
        assert not hint_next(Here())


def test_quick_bot_gives_hint_while_processes_are_busy(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = hint_of(match).asked_at + services.PATIENCE
    # No process is started for it.
    monkeypatch.setattr(thinking, "waiting", lambda: 0)
    with closing(Thinkers(1, lambda: False)) as working:
        assert working.start_idle() == 0
        assert working.next_due() == late
        monkeypatch.setattr(time_source, "now", lambda: late)
        assert working.start_idle() == 1
        assert working.next_due() is None
    assert hint_of(match).status == Hint.Status.QUICK


def test_hint_comes_after_people_and_before_others(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []

    def bots(thinker: object, tried: object, shares: object, *, with_people: bool = False) -> bool:
        order.append("people" if with_people else "bots")
        return False

    def hints(thinker: object) -> bool:
        order.append("hints")
        return False

    def reviews(thinker: object) -> bool:
        order.append("reviews")
        return False

    monkeypatch.setattr(thinking, "answer_next", bots)
    monkeypatch.setattr(thinking, "hint_next", hints)
    monkeypatch.setattr(thinking, "review_next", reviews)
    working = Thinkers(1, lambda: False)
    try:
        working.start_idle()
        wait_for(lambda: len(order) == 4)
    finally:
        working.close()
    assert order == ["people", "hints", "bots", "reviews"]
