"""What programs read of a match: ETags, legal moves, and the events their seat may see."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    act,
    fresh,
    legal,
    match_with_secret_question,
    move_on,
    mover,
    people,
    position_of,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared
from tests.helpers.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta"), seed=8, clock="live-20")


def events(program: Program, match: Match, after: int = 0) -> Any:
    return program.read(f"matches/{match.id}/events/", f"after={after}")


def test_unchanged_state_is_answered_with_304(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    program, path = Program(user_at(match, mover(match))), f"matches/{match.id}/"
    first = program.get(path)
    etag = first["ETag"]
    wall.wait(5.0)
    same = program.get(path, if_none_match=etag)
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", etag)
    move_on(match)
    news = program.get(path, if_none_match=etag)
    assert news.status_code == 200
    assert news["ETag"] != etag


@pytest.mark.parametrize("path", ["me/", "games/", "tables/", "ladders/", "lessons/", "matches/"])
def test_read_is_answered_with_304_only_for_own_etag(match: Match, path: str) -> None:
    program = Program(user_at(match, 0))
    etag = program.get(path)["ETag"]
    assert program.get(path, if_none_match=etag).status_code == 304
    assert program.get(path, if_none_match='"other"').status_code == 200


def test_legal_moves_are_returned_only_to_player_to_move(match: Match) -> None:
    seat = mover(match)
    shown = Program(user_at(match, seat)).read(f"matches/{match.id}/moves/")
    expected = {
        "game": match.game,
        "turn_token": turn_token(match, seat),
        "moves": legal(match, seat),
    }
    assert shown == expected
    for other in (Program(user_at(match, 1 - seat)), Program()):
        assert other.read(f"matches/{match.id}/moves/") == {
            "game": match.game,
            "turn_token": None,
            "moves": [],
        }


def test_events_contain_what_seat_knows_and_resume_by_number(match: Match) -> None:
    programs = [Program(user_at(match, seat)) for seat in (0, 1)]
    for _ in range(6):
        move_on(match)
    mine, theirs, public = (events(one, match) for one in (*programs, Program()))
    assert [one["number"] for one in mine["events"]] == list(range(1, mine["last"] + 1))
    assert events(programs[0], match, after=mine["last"]) == {"events": [], "last": mine["last"]}
    assert events(programs[0], match, after=2)["events"] == mine["events"][2:]
    own = [one for one in mine["events"] if "move" in one]
    assert own
    assert all(one["seat"] == 0 for one in own)
    assert not any("move" in one for one in public["events"])
    for one in theirs["events"]:
        for effect in one["effects"]:
            assert set(effect) == {"kind", "facts"}


def test_secret_move_has_no_number_for_others() -> None:
    match = match_with_secret_question(*people("Anna", "Berta", "Carla"))
    seats = position_of(match).to_move()
    other = Program(user_at(match, seats[1]))
    before = [events(one, match) for one in (other, Program())]
    act(match, seats[0], {"type": "keep"})
    assert [events(one, match) for one in (other, Program())] == before
    mine = events(Program(user_at(match, seats[0])), match)
    assert mine["events"][-1]["move"] == {"type": "keep"}
    assert mine["last"] == before[0]["last"] + 1


def test_undo_event_names_undone_event() -> None:
    position = {"hands": [["mede"], ["mede"]], "duty": [False, False], "rows": [[], []]}
    match = prepared("babel", position, *people("Anna", "Berta"))
    act(match, 0, {"type": "travel", "tribe": "mede"})
    anna = Program(user_at(match, 0))
    token = anna.read(f"matches/{match.id}/")["turn_token"]
    anna.does(f"matches/{match.id}/undo/", {"turn_token": token})
    move, undo = events(anna, match)["events"]
    assert (undo["kind"], undo["undoes"], undo["seat"]) == ("undo", move["number"], 0)


def test_program_resigns_and_calls_off(match: Match) -> None:
    anna, berta = (Program(user_at(match, seat)) for seat in (0, 1))
    assert anna.does(f"matches/{match.id}/call-off/")["status"] == "aborted"
    assert events(berta, match)["events"][-1] == {
        "game": match.game,
        "number": 1,
        "kind": "abort",
        "seat": 0,
        "facts": {"cause": "abort"},
    }
    again = started(*people("Clara", "Doris"), seed=8)
    for _ in range(4):
        act(again, mover(again), legal(again, mover(again))[0])
    clara = Program(user_at(again, 0))
    assert clara.does(f"matches/{again.id}/resign/")["status"] == "finished"
    assert fresh(again).outcome is not None
    assert clara.post(f"matches/{again.id}/resign/").status_code == 409


def test_waiting_table_has_no_events() -> None:
    anna = Program(people("Anna")[0])
    table = {"game": "babel", "seats": 2, "clock": "free"}
    match = anna.does("tables/", table, status=201)["match"]
    assert anna.read(f"matches/{match}/events/") == {"events": [], "last": 0}
    assert anna.read(f"matches/{match}/moves/") == {
        "game": "babel",
        "turn_token": None,
        "moves": [],
    }


def test_long_event_list_is_paged(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.presenters.events.MOST", 1)
    for _ in range(3):
        move_on(match)
    public = Program()
    first = events(public, match)
    assert len(first["events"]) == 1
    assert first["last"] > 1
    assert events(public, match, after=1)["events"][0]["number"] == 2


def test_invalid_after_is_refused(match: Match) -> None:
    for after in ("-1", "x", "9" * 400):
        answer = Client().get(f"/api/v1/matches/{match.id}/events/?after={after}")
        assert answer.status_code in (200, 400)
        assert answer.status_code == 400 or answer.json()["events"] == []
