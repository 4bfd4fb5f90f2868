"""Clocks: when they run, what a turn adds, and how a secret question affects them."""

import pytest

from games.engine.contract import Json, Position
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.past_clocks import past_clocks
from games.matches.refusals import TimeIsUp
from games.matches.services import commands, timeouts
from games.matches.services.clocks import CLOCKS, HOUR, SECRET_TIME, clock_of
from tests.helpers.clocks import Wall, left, running
from tests.helpers.matches import (
    CHOOSE,
    act,
    events,
    fresh,
    match_with_secret_question,
    mover,
    nothing_written,
    people,
    person,
    play_on,
    position_of,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db
DECLINE: Json = {"type": "decline"}
END: Json = {"type": "end"}
TRAVEL: Json = {"type": "travel", "tribe": "mede"}
BABEL: Json = {"duty": [False, False], "hands": [["mede", "persian"], ["hittite", "hittite"]]}


@pytest.fixture
def match(wall: Wall, db: None) -> Match:
    """10 min + 15 s."""
    return started(*people("Anna", "Berta"), clock="live-10")


@pytest.mark.parametrize("name", CLOCKS)
def test_name_of_clock_is_found_by_its_times(name: str, db: None) -> None:
    assert clock_of(started(*people("Anna", "Berta"), clock=name)) == name


def test_match_with_times_of_no_clock_counts_as_free(match: Match) -> None:
    match.bank += 1
    assert clock_of(match) == "free"


def test_clock_of_first_player_runs_from_start(match: Match, wall: Wall) -> None:
    seat = mover(match)
    wall.wait(40)
    assert running(match) == [seat]
    assert (left(match, seat), left(match, 1 - seat)) == (560, 600)


def test_turn_adds_increment_and_starts_other_clock(match: Match, wall: Wall) -> None:
    seat = mover(match)
    wall.wait(40)
    act(match, seat, DECLINE)
    assert running(match) == [1 - seat]
    wall.wait(100)
    assert (left(match, seat), left(match, 1 - seat)) == (575, 500)


def test_turn_of_several_decisions_adds_increment_once(match: Match, wall: Wall) -> None:
    seat = mover(match)
    wall.wait(10)
    act(match, seat, CHOOSE)
    assert mover(match) == seat
    wall.wait(10)
    assert left(match, seat) == 580
    act(match, seat, {"type": "pass"})
    assert left(match, seat) == 595


def test_untimed_match_has_no_clocks(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), DECLINE)
    wall.wait(days=30)
    assert running(match) == []
    assert timeouts.expire_all_due() == 0


def test_bots_have_no_clock(db: None, wall: Wall) -> None:
    match = started(person("Anna"), bots=("easy",), clock="live-10")
    bot = match.players.exclude(bot="").get()
    for _ in range(2):
        seat = mover(match)
        assert running(match) == ([] if seat == bot.seat else [seat])
        act(match, seat, DECLINE)
    bot.refresh_from_db()
    assert (bot.time_left, bot.deadline) == (0, None)


def test_clock_is_not_filled_above_cap(db: None, wall: Wall) -> None:
    clock = CLOCKS["turns-24"]
    match = prepared("babel", BABEL, *people("Anna", "Berta"), clock=clock)
    seen = []
    for _ in range(6):
        act(match, 0, END)
        seen.append(left(match, 0) / HOUR)
        act(match, 1, END)
    assert seen == [36, 48, 60, 72, 72, 72]


def test_undone_moves_gain_no_time(db: None, wall: Wall) -> None:
    match = prepared("babel", BABEL, *people("Anna", "Berta"), clock=CLOCKS["live-10"])
    for _ in range(3):
        wall.wait(10)
        act(match, 0, TRAVEL)
        wall.wait(10)
        commands.take_back(user_at(match, 0), match.id, turn_token(match, 0))
    assert left(match, 0) == 540
    act(match, 0, END)
    assert (left(match, 0), running(match)) == (555, [1])


# --- The last moment.


def test_move_within_grace_counts(match: Match, wall: Wall) -> None:
    seat = mover(match)
    wall.wait(604)
    assert timeouts.expire_all_due() == 0
    act(match, seat, DECLINE)
    assert left(match, seat) == 15


def test_move_after_grace_is_refused(match: Match, wall: Wall) -> None:
    seat = mover(match)
    token = turn_token(match, seat)
    wall.wait(606)
    with nothing_written(match), pytest.raises(TimeIsUp):
        commands.submit_move(user_at(match, seat), match.id, DECLINE, token)


# --- Questions put in secret.


@pytest.fixture
def secret(db: None) -> Match:
    match = match_with_secret_question(*people("Anna", "Berta", "Carla"), clock="live-20")
    assert len(position_of(match).to_move()) >= 2
    return match


def test_clocks_stop_during_secret_question(secret: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    clocks = [left(secret, seat) for seat in range(3)]
    assert running(secret) == []
    assert secret.answer_by is not None
    wall.wait(20)
    act(secret, mover(secret), {"type": "keep"})
    assert [left(secret, seat) for seat in range(3)] == clocks
    assert fresh(secret).answer_by == secret.answer_by
    act(secret, mover(secret), {"type": "keep"})
    if position_of(secret).silence is None:
        assert [left(secret, seat) for seat in range(3)] == clocks
        assert running(secret) == [mover(secret)]
        assert fresh(secret).answer_by is None


def test_unanswered_secret_question_keeps_hand(
    secret: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    silent, before = position_of(secret).to_move(), len(events(secret))
    wall.wait(SECRET_TIME[Match.Pace.LIVE].total_seconds())
    assert timeouts.expire_all_due() == 0
    wall.wait(6)
    assert timeouts.expire_all_due() == len(silent)
    stored = events(secret)[before:]
    assert [(kind, seat, data) for _, kind, seat, data in stored] == [
        ("move", seat, {"type": "keep"}) for seat in silent
    ]
    assert fresh(secret).status == Match.Status.RUNNING
    assert secret.players.filter(left_at__isnull=False).count() == 0


def test_clocks_wait_for_show(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"), game="kabale", clock="live-10")
    play_on(match, until=lambda position: position.dump()["round"] == 2)
    event = match.events.order_by("number").last()
    assert event is not None
    assert event.pause
    assert not match.events.exclude(number=event.number).exclude(pause=None).exists()
    seat, full = mover(match), left(match, mover(match))
    wall.wait(event.pause)
    assert (running(match), left(match, seat)) == ([seat], full)
    wall.wait(7)
    assert left(match, seat) == full - 7
    # So does the replay, or it would show no clocks.
    match = play_on(match)
    assert len(past_clocks(open_match(None, match.id))[event.number]) == 2


def test_matches_turn_by_turn_wait_for_no_show(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta"), game="kabale", clock="turns-24")
    play_on(match, until=lambda position: position.dump()["round"] == 2)
    assert not match.events.exclude(pause=None).exists()


def test_clocks_stay_consistent_through_whole_match(db: None, wall: Wall) -> None:
    match = started(*people("Anna", "Berta", "Carla"), seed=3, clock="live-20")

    def check(position: Position) -> None:
        wall.wait(1)
        expected = [] if position.silence is not None else list(position.to_move())
        assert running(match) == expected
        assert (fresh(match).answer_by is not None) == (position.silence is not None)

    match = play_on(match, until=check)
    assert match.status == Match.Status.FINISHED
    assert running(match) == []
    assert match.answer_by is None
