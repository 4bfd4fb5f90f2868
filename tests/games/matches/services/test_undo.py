"""Undo: within the own turn, until hidden information is shown or another player is asked."""

import re

import pytest

from games.engine.contract import Json
from games.engine.record import read_record
from games.engine.refusals import NotYourTurn
from games.engine.replay import replay
from games.matches.access import open_match
from games.matches.models import Event, Match
from games.matches.presenters.replay import replay_for
from games.matches.presenters.table import table_for
from games.matches.refusals import CannotUndo, MatchTooLong, NotAPlayer, Stale
from games.matches.services import commands
from games.matches.services.event_store import match_state, record_of, state_cache
from games.titles.registry import ALL_RULES
from tests.helpers.matches import (
    act,
    committed,
    events,
    fresh,
    nothing_written,
    people,
    person,
    play_on,
    position_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db

TRAVEL: Json = {"type": "travel", "tribe": "mede"}
SETTLE: Json = {"type": "settle", "tribe": "persian"}
HALVE: Json = {"type": "power", "power": "halve", "run": 0}
POSITION: Json = {
    "duty": [False, False],
    "hands": [["mede", "persian", "persian"], ["hittite", "hittite"]],
    "sites": {"mede": {"tribes": [["persian", "persian"], []], "temples": [[], []]}},
}


@pytest.fixture
def match(db: None) -> Match:
    return prepared("babel", POSITION, *people("Anna", "Berta"))


def take_back(match: Match, seat: int, question: str | None = None) -> int:
    with committed():
        after = commands.take_back(
            user_at(match, seat), match.id, question or turn_token(match, seat)
        )
        return after.match.last_number


def test_undo_restores_position_and_stores_event(match: Match) -> None:
    before = position_of(match).dump()
    act(match, 0, TRAVEL)
    assert position_of(match).dump() != before
    assert take_back(match, 0) == 2
    assert position_of(match).dump() == before
    assert events(match)[-1] == (2, "undo", 0, {})


def test_history_counts_moves_as_the_result_does(match: Match) -> None:
    for move in (TRAVEL, SETTLE):
        act(match, 0, move)
    take_back(match, 0)
    with committed():
        commands.resign(user_at(match, 1), match.id)
    reader = signed_in(user_at(match, 0))
    result, history = (
        reader.get(path).content.decode() for path in (match.get_absolute_url(), "/matches/")
    )
    assert re.search(r'<dt>Moves</dt><dd class="number">1</dd>', result)
    assert re.search(r"· 1 move\b", history)


def test_moves_are_undone_one_by_one(match: Match) -> None:
    dumps = [position_of(match).dump()]
    for move in (TRAVEL, SETTLE):
        act(match, 0, move)
        dumps.append(position_of(match).dump())
    take_back(match, 0)
    assert position_of(match).dump() == dumps[1]
    take_back(match, 0)
    assert position_of(match).dump() == dumps[0]
    with pytest.raises(CannotUndo, match="haven’t moved"):
        take_back(match, 0)


def test_undo_replays_same_from_events(match: Match) -> None:
    for move in (TRAVEL, SETTLE):
        act(match, 0, move)
    take_back(match, 0)
    act(match, 0, SETTLE)
    take_back(match, 0)
    state = match_state(fresh(match))
    state_cache.clear()
    again = match_state(fresh(match))
    assert again.position.dump() == state.position.dump()
    assert (again.moves, len(again.back)) == (state.moves, len(state.back)) == (1, 1)


def test_move_that_asked_opponent_cannot_be_undone(match: Match) -> None:
    for move in (TRAVEL, SETTLE, HALVE):
        act(match, 0, move)
    with nothing_written(match), pytest.raises(NotYourTurn):
        commands.take_back(user_at(match, 0), match.id, "0" * 16)
    act(match, 1, {"type": "discard", "tribe": "hittite"})
    with nothing_written(match), pytest.raises(CannotUndo, match="since the other players"):
        take_back(match, 0)


def test_player_cannot_undo_move_of_another(match: Match) -> None:
    act(match, 0, TRAVEL)
    with nothing_written(match), pytest.raises(NotYourTurn):
        commands.take_back(user_at(match, 1), match.id, "0" * 16)
    with pytest.raises(NotAPlayer):
        commands.take_back(person("Carla"), match.id, "0" * 16)


def test_move_of_previous_turn_cannot_be_undone(match: Match) -> None:
    act(match, 0, TRAVEL)
    act(match, 0, {"type": "end"})
    with nothing_written(match), pytest.raises(CannotUndo, match="since the other players"):
        take_back(match, 1)


def test_second_undo_click_with_old_token_is_refused(match: Match) -> None:
    for move in (TRAVEL, SETTLE):
        act(match, 0, move)
    question = turn_token(match, 0)
    take_back(match, 0, question)
    with nothing_written(match), pytest.raises(Stale):
        take_back(match, 0, question)


def test_undo_in_game_without_undo_is_refused(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    seat = position_of(match).to_move()[0]
    with nothing_written(match), pytest.raises(CannotUndo, match="can’t be taken back"):
        take_back(match, seat)


def test_log_shows_undo_and_marks_undone_lines(match: Match) -> None:
    act(match, 0, TRAVEL)
    take_back(match, 0)
    for seat in (0, 1):
        table = table_for(open_match(user_at(match, seat), match.id))
        assert [line.undone for line in table.lines] == [True, False]
        assert table.lines[-1].text == "Anna takes back a move."
        assert [effect.kind for effect in table.recent] == ["undone"]


def test_table_offers_undo_only_while_possible(match: Match) -> None:
    def offered(seat: int) -> bool:
        return table_for(open_match(user_at(match, seat), match.id)).may_undo

    assert not offered(0)
    act(match, 0, TRAVEL)
    assert offered(0)
    assert not offered(1)
    act(match, 0, {"type": "end"})
    assert not offered(0)
    assert not offered(1)


def test_replay_includes_undone_move(match: Match) -> None:
    act(match, 0, TRAVEL)
    take_back(match, 0)
    access = open_match(user_at(match, 0), match.id)
    stones = [replay_for(access, str(step), "0").table.view["stones"][0] for step in range(3)]
    assert stones == ["quarry", "mede", "quarry"]


def test_record_contains_only_standing_moves(db: None) -> None:
    match = started(*people("Anna", "Berta"), game="babel", seed=4)
    seat = position_of(match).to_move()[0]
    travel = next(m for m in position_of(match).moves(seat) if not position_of(match).reveals(m))
    for _ in range(2):
        act(match, seat, travel.dump())
        take_back(match, seat)
    play_on(match)
    written = record_of(fresh(match))
    reached = replay(read_record(written, ALL_RULES))
    assert reached.refusal is None
    assert reached.position.outcome() is not None
    assert len(written["moves"]) == len(events(match)) - 4


def test_undos_per_turn_are_limited(match: Match) -> None:
    """Each is a permanent event that every replay repeats."""
    for _ in range(commands.UNDOS_A_TURN):
        act(match, 0, TRAVEL)
        take_back(match, 0)
    act(match, 0, TRAVEL)
    assert not table_for(open_match(user_at(match, 0), match.id)).may_undo
    with nothing_written(match), pytest.raises(CannotUndo, match="enough moves this turn"):
        take_back(match, 0)
    act(match, 0, SETTLE)
    assert position_of(match).dump() != POSITION, "the turn continues"


def test_match_at_event_limit_accepts_only_resignation(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MOST_EVENTS", 2)
    act(match, 0, TRAVEL)
    take_back(match, 0)
    with nothing_written(match), pytest.raises(MatchTooLong, match="Resign, or ask a moderator"):
        act(match, 0, TRAVEL)
    with committed():
        commands.resign(user_at(match, 0), match.id)
    assert fresh(match).status == Match.Status.FINISHED


def test_secret_events_of_others_do_not_reset_undo_limit(match: Match) -> None:
    """Or a friend's showing cards would give more of it, and tell the others that it happened."""
    for _ in range(commands.UNDOS_A_TURN):
        act(match, 0, TRAVEL)
        take_back(match, 0)
    act(match, 0, TRAVEL)
    state = match_state(fresh(match))
    shown = Event(number=state.number + 1, kind=Event.Kind.SHOW, seat=1, data={"to": [0]})
    refusal = commands.why_not_undo(state.after_event(shown), 0)
    assert refusal is not None
    assert "enough moves" in refusal.reason
