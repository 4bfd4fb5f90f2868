"""Clocks stand still while a game is not installed, and go on with the time that was left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.administration import checks
from games.lobby.presenters.lobby import my_tables
from games.matches.access import open_match
from games.matches.cache import clear_all
from games.matches.models import Match
from games.matches.presenters.past_clocks import past_clocks
from games.matches.presenters.table import table_for
from games.matches.refusals import NotInstalled
from games.matches.services import commands, leaving, missing, timeouts, vacations
from games.workers import bots
from games.workers.worker import clocks_from_start
from tests.helpers.clocks import Wall, left, running
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    match_with_secret_question,
    mover,
    only_bots,
    people,
    player_at,
    started,
    user_at,
)
from tests.helpers.missing_game import forget, remove

pytestmark = pytest.mark.django_db
DECLINE = {"type": "decline"}
Away = Callable[[Match, timedelta], None]


@pytest.fixture
def away(wall: Wall) -> Away:
    """Return a function that removes a game for a while; a worker starts then, and after it."""

    def remove_for(match: Match, time: timedelta) -> None:
        with pytest.MonkeyPatch.context() as patch:
            remove(patch, match.game)
            with committed():
                clocks_from_start()()
            wall.now += time
            with committed():
                clocks_from_start()()
        forget()
        with committed():
            clocks_from_start()()

    return remove_for


def test_time_left_is_kept_and_log_says_why(wall: Wall, away: Away, db: None) -> None:
    match = started(*people("Anna", "Berta"), clock="live-10")
    for _ in range(2):
        act(match, mover(match), DECLINE)
    seat = mover(match)
    wall.wait(115)
    away(match, timedelta(days=2))
    match = fresh(match)
    assert (match.status, match.missing_since) == (Match.Status.RUNNING, None)
    assert (left(match, seat), running(match)) == (500, [seat])
    table = table_for(open_match(user_at(match, seat), match.id))
    said = "The game wasn’t installed for a while, and the clocks stood still."
    assert table.lines[-1].text == said
    wall.wait(50)
    act(match, seat, CHOOSE)
    assert left(match, seat) == 450
    assert match.events.values_list("took", flat=True).last() == 165_000
    wall.wait(630)
    with committed():
        assert timeouts.expire_all_due() == 1
    assert fresh(match).status == Match.Status.FINISHED
    assert past_clocks(open_match(None, match.id))[3][seat].left == 500_000


def test_move_before_worker_is_back_loses_no_time(wall: Wall, db: None) -> None:
    match = started(*people("Anna", "Berta"), clock="live-10")
    seat = mover(match)
    wall.wait(100)
    with pytest.MonkeyPatch.context() as patch:
        remove(patch, match.game)
        assert missing.stop_clocks() == 1
        wall.wait(days=1)
        with committed(), pytest.raises(NotInstalled):
            leaving.abort(user_at(match, seat), match.id)
    forget()
    act(match, seat, DECLINE)
    assert left(match, seat) == 515
    wall.wait(10)
    with committed():
        assert missing.start_clocks() == 1
    assert left(fresh(match), 1 - seat) == 600


def test_only_clocks_of_running_matches_are_stopped(
    wall: Wall, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = people("Anna", "Berta")
    over = started(anna, berta, clock="live-10")
    with committed():
        commands.resign(anna, over.id)
    free = started(anna, berta, clock="free")
    remove(monkeypatch, over.game)
    assert missing.stop_clocks() == 0
    assert fresh(over).missing_since is fresh(free).missing_since is None


def test_low_clock_gets_time_to_come_back(wall: Wall, away: Away, db: None) -> None:
    match = started(*people("Anna", "Berta"), clock="live-10")
    seat = mover(match)
    wall.wait(590)
    away(match, timedelta(hours=1))
    assert left(fresh(match), seat) == 60


def test_secret_question_keeps_its_time(wall: Wall, away: Away, db: None) -> None:
    match = match_with_secret_question(*people("Anna", "Berta", "Carla"), clock="live-10")
    wall.wait(10)
    away(match, timedelta(minutes=30))
    assert fresh(match).answer_by == wall.now + timedelta(seconds=35)


def test_vacation_announced_in_between_counts(wall: Wall, db: None) -> None:
    match = started(*people("Anna", "Berta"), clock="turns-24")
    seat = mover(match)
    user = user_at(match, seat)
    with pytest.MonkeyPatch.context() as patch:
        remove(patch, match.game)
        assert missing.stop_clocks() == 1
        wall.wait(days=3)
        today = wall.now.date()
        vacations.announce_vacation(user, today, today)
        (found,) = checks.work_checks()[:-5]
        assert (found.tone, found.state) == ("warn", match.game)
        assert found.words.startswith("1 running match waits")
        (table,) = my_tables(user)
        assert table.time_left == ""
    forget()
    with committed():
        assert missing.start_clocks() == 1
    match, vacation = fresh(match), vacations.announced(user)
    player = player_at(match, seat)
    assert vacation is not None
    assert [event[1] for event in events(match)] == ["resume", "away"]
    assert player.deadline == vacation.ends + timedelta(days=1)
    assert (player.away_from, player.away_until) == (vacation.starts, vacation.ends)


def test_match_of_missing_version_of_rules_waits(wall: Wall, db: None) -> None:
    """As after going back to a version of the site that does not have the rules yet."""
    match = started(*people("Anna", "Berta"), clock="live-10")
    only_bots("easy", "easy")
    assert bots.due()
    Match.objects.update(rules=2)
    clear_all()
    assert missing.stop_clocks() == 1
    wall.wait(700)
    assert timeouts.next_due() is None
    assert timeouts.expire_all_due() == missing.start_clocks() == 0
    assert bots.due() == []
    (found,) = checks._missing_games()
    assert (found.state, found.words[:23]) == ("condottiere (rules 2)", "2 running matches wait,")
    Match.objects.update(rules=1)
    with committed():
        assert missing.start_clocks() == 1
    assert left(fresh(match), mover(match)) == 600
