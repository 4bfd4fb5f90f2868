"""Expired clocks: who loses, how the others continue, and when the match is called off instead."""

import json
from datetime import timedelta
from typing import Any

import pytest

from games.engine.referee import Requested, judge
from games.engine.refusals import Over
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.past_clocks import past_clocks
from games.matches.presenters.table import table_for
from games.matches.refusals import CannotAbort, NotAPlayer
from games.matches.services import commands, leaving, timeouts
from games.matches.services.event_store import match_state, record_of
from games.matches.services.execute import execute
from games.titles.registry import ALL_RULES
from tests.helpers.clocks import Wall, left, running
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    match_with_secret_question,
    mover,
    nothing_written,
    people,
    person,
    places_in,
    play_on,
    player_at,
    position_of,
    seat_of,
    started,
    user_at,
)

pytestmark = pytest.mark.django_db
DECLINE = {"type": "decline"}


def all_moved(*names: str, clock: str = "live-10", **more: Any) -> Match:
    match = started(*people(*names), clock=clock, **more)
    for _ in names:
        act(match, mover(match), DECLINE)
    return match


def expire() -> int:
    with committed():
        return timeouts.expire_all_due()


def test_timeout_in_match_of_two_gives_win_to_opponent(db: None, wall: Wall) -> None:
    match = all_moved("Anna", "Berta")
    seat = mover(match)
    wall.wait(700)
    assert expire() == 1
    match = fresh(match)
    loser, winner = player_at(match, seat), player_at(match, 1 - seat)
    assert match.status == Match.Status.FINISHED
    assert events(match)[-1] == (3, "timeout", seat, {})
    assert (loser.place, winner.place, loser.left_by) == (2, 1, "timeout")
    assert (running(match), left(match, seat)) == ([], 0)
    assert judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))["verified"]
    table = table_for(open_match(winner.user, match.id))
    assert table.result == f"{winner.name} wins on time: {loser.name} took too long."
    assert table.lines[-1].text == f"{loser.name} runs out of time."


def test_bot_continues_for_expired_player_who_ranks_last(db: None, wall: Wall) -> None:
    match = all_moved("Anna", "Berta", "Carla", seed=2)
    seat = mover(match)
    wall.wait(700)
    assert expire() == 1
    assert fresh(match).status == Match.Status.RUNNING
    player = player_at(match, seat)
    assert (player.bot, player.left_by, player.deadline) == ("normal", "timeout", None)
    assert running(match) == []
    match = play_on(match)
    assert match.players.get(seat=seat).place == 3
    assert record_of(match)["left"] == [seat]


def test_clock_expires_once(db: None, wall: Wall) -> None:
    match = all_moved("Anna", "Berta")
    wall.wait(700)
    assert (expire(), expire()) == (1, 0)
    assert timeouts.expire(match.id) == 0


def test_stopped_clock_does_not_expire(db: None, wall: Wall) -> None:
    match = all_moved("Anna", "Berta")
    wall.wait(599)
    act(match, mover(match), {"type": "choose", "city": "parma"})
    act(match, mover(match), {"type": "pass"})
    wall.wait(10)
    assert timeouts.expire(match.id) == 0


def test_timeout_before_all_moved_calls_off_match(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"), clock="live-10")
    seat = mover(match)
    wall.wait(700)
    assert expire() == 1
    match = fresh(match)
    assert match.status == Match.Status.ABORTED
    assert (match.outcome, match.ended_at is not None) == (None, True)
    assert events(match) == [(1, "abort", seat, {"cause": "timeout"})]
    assert list(match.players.values_list("place", "asked_at")) == [(None, None)] * 2


def test_simultaneous_timeouts_of_both_end_match_once(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"), clock="turns-24", game="kharnage")
    for seat in (0, 1):
        act(match, seat, position_of(match).moves(seat)[0].dump())
    play_on(match, until=lambda position: len(position.to_move()) == 2)
    moment = wall.now
    match.players.update(deadline=moment)
    wall.wait(10)
    assert expire() == 1
    match = fresh(match)
    assert match.status == Match.Status.FINISHED
    assert places_in(match) == [1, 2]
    assert [kind for _, kind, _, _ in events(match)].count("timeout") == 1


def test_two_expired_players_of_three_leave_in_order(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta", "Carla"), clock="turns-24", game="kharnage")
    for seat in range(3):
        act(match, seat, position_of(match).moves(seat)[0].dump())
    play_on(match, until=lambda position: len(position.to_move()) == 3)
    act(match, 2, position_of(match).moves(2)[0].dump())
    match.players.filter(seat=1).update(deadline=wall.now)
    wall.wait(60)
    match.players.filter(seat=0).update(deadline=wall.now)
    wall.wait(60)
    assert (expire(), expire(), expire()) == (1, 1, 0)
    assert [e[2] for e in events(match) if e[1] == "timeout"] == [1, 0]


# --- The site was down.


def test_clocks_go_on_with_a_minute_after_site_was_down(db: None, wall: Wall) -> None:
    match, low, high = (
        all_moved("Anna", "Berta"),
        all_moved("Carla", "Dora"),
        all_moved("Emil", "Frida"),
    )
    seat = mover(match)
    # The clock of one match has run out, another is low, and one has just begun to run.
    for other, at in ((low, timedelta(minutes=15, seconds=20)), (high, timedelta(minutes=25))):
        other.players.filter(deadline__isnull=False).update(
            deadline=wall.now + at, time_left=at // timedelta(milliseconds=1)
        )
    wall.wait(minutes=15)
    with committed():
        assert timeouts.resume_all() == 2
    wall.wait(0.01)
    with committed():
        assert execute(timeouts.ResumeClocks(match.id)).event is None, "by another worker, again"
    wall.wait(-0.01)
    assert [left(one, mover(one)) for one in (match, low, high)] == [60, 60, 600]
    assert [one[1:] for one in events(match)[2:]] == [("resume", None, {})]
    table = table_for(open_match(user_at(match, 1 - seat), match.id))
    assert table.lines[-1].text == "The site was down for a while. Low clocks got more time."
    wall.wait(64)
    assert (expire(), fresh(match).status) == (0, Match.Status.RUNNING)
    wall.wait(2)
    assert expire() == 2
    match = fresh(match)
    assert match.players.get(place=2).left_by == "timeout"
    then = list(past_clocks(open_match(None, match.id)).values())
    assert [faces[seat].left for faces in then[-2:] if seat in faces] == [60_000]


def test_worker_that_is_late_gives_no_time(db: None, wall: Wall) -> None:
    match = all_moved("Anna", "Berta")
    wall.wait(600 + 5 + 29)
    with committed():
        assert timeouts.resume_all() == 0
    assert expire() == 1
    assert fresh(match).status == Match.Status.FINISHED


@pytest.mark.parametrize("left", [-60, 25])
def test_secret_question_gets_a_minute_after_site_was_down(
    db: None, wall: Wall, left: float
) -> None:
    match = match_with_secret_question(*people("Anna", "Berta", "Carla"), clock="live-10")
    until = wall.now + timedelta(minutes=15, seconds=left)
    Match.objects.filter(id=match.id).update(answer_by=until)
    all_moved("Dora", "Emil")
    wall.wait(minutes=15)
    with committed():
        assert timeouts.resume_all() == 2
    wall.wait(64)
    assert expire() == 0
    wall.wait(2)
    assert expire() > 0


# --- Calling off.


def test_match_without_moves_is_called_off(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    with committed():
        leaving.abort(berta, match.id)
    match = fresh(match)
    assert match.status == Match.Status.ABORTED
    assert events(match)[-1] == (1, "abort", seat_of(match, berta), {"cause": "abort"})
    for user in (anna, berta):
        table = table_for(open_match(user, match.id))
        assert (table.over, table.aborted, table.seated, table.moves) == (True, True, False, [])
        assert table.lines[-1].text == "Berta calls off the match. It doesn’t count for ratings."
    with nothing_written(match), pytest.raises(Over):
        commands.submit_move(anna, match.id, CHOOSE, "x")


def test_match_with_moves_cannot_be_called_off(db: None) -> None:
    """Else one could look how one's hand does, and ask for another."""
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    with nothing_written(match), pytest.raises(CannotAbort):
        leaving.abort(user_at(match, 0), match.id)


def test_stranger_and_leaver_cannot_call_off(db: None) -> None:
    match = started(*people("Anna", "Berta", "Carla"))
    leaver = user_at(match, 0)
    with committed():
        commands.resign(leaver, match.id)
    for user in (leaver, person("Stranger")):
        with nothing_written(match), pytest.raises(NotAPlayer):
            leaving.abort(user, match.id)


def test_menu_offers_call_off_until_first_move(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    offers = []
    for _ in range(2):
        offers.append(table_for(open_match(user_at(match, 0), match.id)).may_abort)
        act(match, mover(match), DECLINE)
    assert offers == [True, False]


def test_secret_answer_does_not_count_as_public_decision(db: None) -> None:
    """Else the menu of the others would tell who was asked."""
    match = match_with_secret_question(*people("Anna", "Berta", "Carla"))
    before = match_state(match).decided
    act(match, mover(match), {"type": "keep"})
    assert match_state(fresh(match)).decided == before


# --- Being sent away.


def test_expelled_player_ranks_last(db: None) -> None:
    match = all_moved("Anna", "Berta", "Carla", clock="free", seed=4)
    with committed():
        assert leaving.expel(user_at(match, 1), match.id)
    assert events(match)[-1] == (fresh(match).last_number, "expel", 1, {})
    assert player_at(match, 1).left_by == "expel"
    with committed():
        assert not leaving.expel(user_at(match, 1), match.id)
    assert play_on(match).players.get(seat=1).place == 3


def test_expelling_before_first_moves_calls_off_match(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    with committed():
        leaving.expel(user_at(match, 1), match.id)
    assert fresh(match).status == Match.Status.ABORTED
    assert not leaving.expel(person("Stranger"), match.id)
