"""Questions with a time limit: when they time out, and which answer is then given."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches.access import open_match
from games.matches.models import Match, MatchSecret, Player
from games.matches.presenters.table import table_for
from games.matches.services import timeouts
from games.matches.services.clocks import CLOCKS, USUAL, Clock
from games.matches.services.commands import QuestionTimeout
from games.matches.services.event_store import state_cache
from games.matches.services.execute import Command, Executed, execute
from games.titles.kharnage.rules.attacks import CHEER_SECONDS
from games.workers import worker
from tests.helpers.battlefields import position_at
from tests.helpers.matches import act, committed, events, fresh, people, player_at, position_of
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    """Three people must cheer."""
    return to_cheer(USUAL)


def to_cheer(clock: Clock, names: str = "Anna Berta Carla Dora") -> Match:
    users = people(*names.split())
    options = {"cheer": "manual"}
    return prepared("kharnage", position_at("cheer"), *users, options=options, clock=clock)


def waited(match: Match, seconds: float) -> None:
    late = timezone.now() - timedelta(seconds=seconds)
    Player.objects.filter(match=match, asked_at__isnull=False).update(asked_since=late)


def test_question_within_time_does_not_time_out(match: Match) -> None:
    waited(match, CHEER_SECONDS - 2)
    assert timeouts.timed_out_questions() == []
    assert timeouts.answer_timed_out() == 0
    assert events(match) == []


def test_worker_answers_timed_out_questions(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    waited(match, CHEER_SECONDS)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    with committed():
        assert worker.clocks_once() >= 1
    assert position_of(match).dump()["phase"] != "cheer"


def test_match_that_cannot_be_replayed_does_not_hold_up_worker(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = to_cheer(USUAL, "Emil Frida Gerd Hanna")
    MatchSecret.objects.filter(match=broken).update(position={})
    state_cache.clear()
    for one in (broken, match):
        waited(one, CHEER_SECONDS)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    assert worker.next_clock_due() is not None
    with committed():
        assert worker.clocks_once() >= 1
    assert position_of(match).dump()["phase"] != "cheer"
    assert "A question could not be read" in caplog.text


def test_unanswered_question_times_out_into_silence(match: Match) -> None:
    asked = position_of(match).to_move()
    act(match, asked[0], {"type": "cheer"})
    waited(match, CHEER_SECONDS)
    with committed():
        assert timeouts.answer_timed_out() == len(asked) - 1
    said = [(seat, data["type"]) for _, _, seat, data in events(match)]
    assert said == [(asked[0], "cheer"), *((seat, "silent") for seat in asked[1:])]
    assert position_of(match).dump()["phase"] != "cheer"


def test_timed_out_cheer_costs_one_token(match: Match) -> None:
    asked = position_of(match).to_move()
    before = position_of(match).dump()["kharnage"]
    waited(match, CHEER_SECONDS)
    with committed():
        timeouts.answer_timed_out()
    after = position_of(match).dump()["kharnage"]
    for seat in asked:
        assert after[seat] == max(0, before[seat] - 1)


def test_answer_before_timeout_stands(match: Match) -> None:
    seat = position_of(match).to_move()[0]
    waited(match, CHEER_SECONDS)
    player = player_at(match, seat)
    assert player.asked_at is not None
    act(match, seat, {"type": "cheer"})
    assert execute(QuestionTimeout(match.id, player.pk, player.asked_at)).event is None
    assert [data["type"] for _, _, _, data in events(match)] == ["cheer"]


def test_question_without_time_limit_does_not_time_out() -> None:
    users = people("Emil", "Frida", "Gerd", "Hanna")
    options = {"cheer": "manual"}
    match = prepared("kharnage", position_at("target"), *users, options=options, clock=USUAL)
    waited(match, 10_000)
    assert timeouts.timed_out_questions() == []
    player = player_at(match, position_of(match).to_move()[0])
    assert player.asked_at is not None
    assert execute(QuestionTimeout(match.id, player.pk, player.asked_at)).event is None
    assert fresh(match).last_number == 0


@pytest.mark.parametrize("clock", ["free", "turns-24"])
def test_question_of_untimed_match_does_not_time_out(clock: str) -> None:
    match = to_cheer(CLOCKS[clock])
    waited(match, 10_000)
    assert timeouts.timed_out_questions() == []
    assert timeouts.answer_timed_out() == 0
    assert events(match) == []
    for player in Player.objects.filter(match=match, asked_at__isnull=False):
        table = table_for(open_match(player.user, match.id, ()))
        assert table.until is None, "the page shows no countdown"


def test_failing_match_blocks_no_other_timeout(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited(match, CHEER_SECONDS)
    asked = position_of(match).to_move()
    first = timeouts.timed_out_questions()[0]

    def fails_once(command: Command) -> Executed:
        if command == first:
            raise RuntimeError("a stone in the way")
        return execute(command)

    monkeypatch.setattr(timeouts, "execute", fails_once)
    with committed():
        assert timeouts.answer_timed_out() == len(asked) - 1
    assert "was not answered" in caplog.text
