"""Reviews are computed by the slow-bot processes, one decision at a time and only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from django.db import connections

from core.locks import REVIEWS, claimed
from games.engine.review import Judging, Verdict
from games.matches.access import open_match
from games.matches.models import Match
from games.reviews import services
from games.reviews.models import Review
from games.workers import reviewing
from games.workers.reviewing import review_next
from games.workers.thinker import Failure
from games.workers.thinking import Thinker, Thinkers
from tests.games.lobby.services.test_branching import finished
from tests.games.workers.test_thinkers import wait_for
from tests.helpers.matches import person
from tests.helpers.processes import PATIENCE
from tests.helpers.reviewed import hasty

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "reviewer_of", hasty)


@pytest.fixture
def review() -> Review:
    """Request a review of a short match."""
    anna = person("Anna")
    match = finished(anna)
    return services.ask_for(anna, open_match(anna, match.id))


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    with closing(Thinker()) as opened:
        yield opened


class Here:
    """A thinker without a process, which may answer anything."""

    def __init__(self, answer: Callable[[Judging], Any] = Judging.verdict) -> None:
        self.judge = answer


def at_work(answer: Callable[[Judging], Any] = Judging.verdict) -> Any:
    return Here(answer)


@pytest.mark.on_postgresql
def test_match_is_reviewed_by_thinker_process(review: Review) -> None:
    working = Thinkers(1, lambda: False)
    try:
        working.start_idle()
        wait_for(lambda: Review.objects.get().status == Review.Status.DONE)
        assert working.pids()
    finally:
        working.close()
    done = Review.objects.get()
    assert done.total == len(done.looks) > 0
    assert not review_next(at_work())


def test_review_in_process_equals_direct_review(review: Review, thinker: Thinker) -> None:
    judging = services.next_judging(review.match_id)
    assert judging is not None
    assert thinker.judge(judging) == judging.verdict()


def test_failed_decision_is_left_out_and_reported(
    review: Review, caplog: pytest.LogCaptureFixture
) -> None:
    assert review_next(at_work(lambda judging: Failure("died", "exit code 1")))
    assert "could not be reviewed" in caplog.text
    assert len(Review.objects.get().looks) == 1
    assert Review.objects.get().status == Review.Status.WAITING


def test_raising_judge_is_reported_as_failure(review: Review, thinker: Thinker) -> None:
    judging = services.next_judging(review.match_id)
    assert judging is not None
    nobody: Any = None
    broken = judging._replace(reviewer=replace(judging.reviewer, judge=nobody))
    found = thinker.judge(broken)
    assert isinstance(found, Failure)
    assert found.reason == "raised"


def test_unreplayable_match_fails_review_once(
    review: Review, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(match: Match) -> Any:
        raise AssertionError("the cards do not add up")

    monkeypatch.setattr(services, "match_state", lost)
    assert review_next(at_work())
    assert Review.objects.get().status == Review.Status.FAILED
    assert not review_next(at_work())


@contextmanager
def held_elsewhere(kind: int, number: int) -> Iterator[None]:
    """Claim in another thread, because the same connection could claim again."""
    held, seen = Event(), Event()

    def hold() -> None:
        try:
            with claimed(kind, number) as mine:
                assert mine
                held.set()
                assert seen.wait(PATIENCE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as aside:
        holding = aside.submit(hold)
        try:
            assert held.wait(PATIENCE)
            yield
        finally:
            seen.set()
        holding.result()


@pytest.mark.on_postgresql
def test_match_is_reviewed_by_one_worker(review: Review) -> None:
    with held_elsewhere(REVIEWS, reviewing.number_of(review.match_id)):
        assert not review_next(at_work())


@pytest.mark.on_postgresql
def test_interrupted_review_is_continued_by_other_worker(review: Review) -> None:
    assert review_next(at_work(lambda judging: None))
    assert Review.objects.get().looks == []
    assert review_next(at_work(lambda judging: Verdict((0.5, 0.5), 0.1)))
    assert Review.objects.get().looks[0]["chances"] == [0.5, 0.5]
