"""Storms of puzzles, by forms and as data."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.contract import Json
from games.engine.puzzles import Puzzle
from games.puzzles import storms
from games.puzzles.library import beginnings, puzzles_of
from games.puzzles.models import PuzzleAttempt, PuzzleNetwork, PuzzleRating, Solver, Storm
from games.puzzles.storms import MISTAKES, MOST, TIME, best_of_today, current_puzzle, puzzles_in
from tests.games.puzzles.test_pages import SLUG, address, give, right, wrong
from tests.helpers.clocks import Wall
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program, refusal
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
PAGE = f"/puzzles/{SLUG}/storm/"
Answer = Callable[[User, Puzzle, Json], None]


def by_form(user: User, puzzle: Puzzle, move: Json) -> None:
    data = {"move": json.dumps(move), "turn_token": puzzle.key}
    assert signed_in(user).post(f"{PAGE}move/", data).headers["Location"] == PAGE


def by_program(user: User, puzzle: Puzzle, move: Json) -> None:
    path = f"puzzles/{SLUG}/storm/answer/"
    Program(user, "play").post(path, {"puzzle": puzzle.key, "move": move})


@pytest.fixture(params=[by_form, by_program])
def answer(request: pytest.FixtureRequest) -> Any:
    return request.param


def started(user: User) -> Storm:
    signed_in(user).post(f"{PAGE}start/")
    return Storm.objects.get(user=user, ended_at=None)


def asked(storm: Storm) -> Puzzle:
    storm.refresh_from_db()
    return not_none(current_puzzle(storm))


def time_is_over(storm: Storm) -> None:
    Storm.objects.filter(pk=storm.pk).update(started_at=timezone.now() - TIME)


def test_puzzles_of_a_storm_get_harder() -> None:
    storm = started(person("Anna"))
    ratings = [one.first_rating for one in puzzles_in(storm)]
    assert ratings == sorted(ratings)
    assert len(ratings) == MOST
    assert puzzles_in(storm) == puzzles_in(Storm.objects.get())
    assert not {one.key for one in puzzles_in(storm)} & beginnings(SLUG).keys()


def test_answers_of_a_storm_are_counted(answer: Answer) -> None:
    anna = person("Anna")
    storm = started(anna)
    for move in (right, wrong, right):
        puzzle = asked(storm)
        answer(anna, puzzle, move(puzzle))
        answer(anna, puzzle, move(puzzle))
    storm.refresh_from_db()
    assert (storm.answers, storm.solved) == ("+-+", 2), "a double click counts once"
    assert current_puzzle(storm) == puzzles_in(storm)[3]


def test_three_mistakes_end_a_storm(answer: Answer) -> None:
    anna = person("Anna")
    storm = started(anna)
    for _ in range(MISTAKES):
        puzzle = asked(storm)
        answer(anna, puzzle, wrong(puzzle))
    storm.refresh_from_db()
    assert storm.ended_at is not None
    assert current_puzzle(storm) is None
    page = assert_clean_page(signed_in(anna).get(PAGE)).text
    assert "0 puzzles solved" in page
    assert page.count("Mistake ") == MISTAKES


def test_answer_after_the_end_does_not_count() -> None:
    anna = person("Anna")
    client, storm = signed_in(anna), started(anna)
    puzzle = asked(storm)
    time_is_over(storm)
    data = {"move": json.dumps(right(puzzle)), "turn_token": puzzle.key}
    assert client.post(f"{PAGE}move/", data).headers["Location"] == PAGE
    body = {"puzzle": puzzle.key, "move": right(puzzle)}
    answered = Program(anna, "play").post(f"puzzles/{SLUG}/storm/answer/", body)
    assert refusal(answered) == (409, "no-storm")
    storm.refresh_from_db()
    assert storm.answers == ""


def test_storm_with_every_puzzle_solved_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storms, "MOST", 2)
    anna = person("Anna")
    storm = started(anna)
    for _ in range(2):
        puzzle = asked(storm)
        by_form(anna, puzzle, right(puzzle))
    storm.refresh_from_db()
    assert (storm.answers, storm.ended_at is None) == ("++", False)


def test_storm_is_not_rated_and_neither_is_a_puzzle_met_there() -> None:
    anna = person("Anna")
    storm = started(anna)
    puzzle = asked(storm)
    by_form(anna, puzzle, right(puzzle))
    rows = Solver, PuzzleRating, PuzzleAttempt
    assert [model.objects.count() for model in rows] == [0, 0, 0]
    assert PuzzleNetwork.objects.get().puzzle == puzzle.key
    give(signed_in(anna), puzzle, right(puzzle))
    assert not Solver.objects.exists()
    assert PuzzleAttempt.objects.get().solved


def test_page_of_a_storm_shows_time_and_count_without_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall, anna = Wall(monkeypatch), person("Anna")
    client, storm = signed_in(anna), started(anna)
    wall.wait(TIME.total_seconds() - 75)
    page = assert_clean_page(client.get(PAGE)).text
    assert "1:15" in page
    assert "This is the strongest move" not in page
    puzzle = asked(storm)
    by_form(anna, puzzle, right(puzzle))
    text = client.get(PAGE).content.decode()
    assert "Right!" in text
    assert "<b>1</b> solved" in text
    puzzle = asked(storm)
    by_form(anna, puzzle, wrong(puzzle))
    text = client.get(PAGE).content.decode()
    assert "Another move was stronger." in text
    assert f"<b>1</b> of {MISTAKES} mistakes" in text


def test_storm_does_not_show_an_earlier_answer() -> None:
    anna = person("Anna")
    puzzle = asked(started(anna))
    client = signed_in(anna)
    give(client, puzzle, right(puzzle))
    text = client.get(PAGE).content.decode()
    assert "of 100" not in text
    assert 'name="turn_token"' in text


def test_illegal_move_is_refused_and_no_mistake() -> None:
    anna = person("Anna")
    client, puzzle = signed_in(anna), asked(started(anna))
    for move in ("{}", '{"type":"swim"}', "[", '{"type":"discard"}'):
        answered = client.post(f"{PAGE}move/", {"move": move, "turn_token": puzzle.key})
        assert answered.status_code in (400, 409)
        assert "coach-wrong" in answered.content.decode()
    assert Storm.objects.get().answers == ""


def test_user_can_stop_a_storm() -> None:
    anna = person("Anna")
    client = signed_in(anna)
    started(anna)
    for _ in range(2):
        assert client.post(f"{PAGE}stop/").headers["Location"] == PAGE
    assert Storm.objects.get().ended_at is not None
    page = client.get(PAGE).content.decode()
    assert "Start another storm" in page
    # Although there was this storm
    assert "No puzzle solved in a storm today" in page


def test_start_goes_on_with_the_storm_that_runs() -> None:
    anna = person("Anna")
    client, storm = signed_in(anna), started(anna)
    client.post(f"{PAGE}start/")
    assert Storm.objects.get() == storm


def test_visitor_signs_in_for_a_storm(client: Client) -> None:
    page = assert_clean_page(client.get(PAGE)).text
    assert "Sign in to start" in page
    for action in ("start", "move", "stop"):
        assert client.post(f"{PAGE}{action}/").status_code == 401
    assert client.get("/puzzles/chess/storm/").status_code == 404
    assert client.post("/puzzles/chess/storm/start/").status_code == 404


def test_best_of_today_lists_each_person_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    wall.now = wall.now.replace(
        hour=12
    )  # Just after midnight, a storm that is over is yesterday's.
    anna, berta, guest = person("Anna"), person("Berta"), person("Guest")
    User.objects.filter(pk=guest.pk).update(guest_until=timezone.now() + timedelta(days=1))
    now = timezone.now()

    def stored(user: User, solved: int, **more: Any) -> Storm:
        return Storm.objects.create(
            user=user, game=SLUG, answers="+" * solved, solved=solved, **{"ended_at": now, **more}
        )

    stored(anna, 3)
    best = stored(anna, 5)
    other = stored(berta, 4)
    stored(guest, 9)
    stored(berta, 8, started_at=now - timedelta(days=2))
    stored(berta, 7, ended_at=None)
    assert best_of_today(SLUG) == [best, other]
    page = signed_in(berta).get(PAGE, {}).content.decode()
    assert "Your best" not in page, "the one that runs is shown"
    time_is_over(Storm.objects.get(solved=7))
    assert [one.solved for one in best_of_today(SLUG)] == [7, 5]
    page = signed_in(berta).get(PAGE).content.decode()
    assert "Your best: 8 puzzles." in page
    assert "Anna</a>" in page


def test_only_the_best_of_earlier_days_is_kept() -> None:
    anna, ago = person("Anna"), timezone.now() - timedelta(days=3)
    for solved in (2, 6, 4):
        Storm.objects.create(user=anna, game=SLUG, solved=solved, started_at=ago, ended_at=ago)
    started(anna)
    assert sorted(Storm.objects.values_list("solved", flat=True)) == [0, 6]


def test_number_of_storms_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storms, "STARTS", 1)
    client = signed_in(person("Anna"))
    client.post(f"{PAGE}start/")
    client.post(f"{PAGE}stop/")
    assert client.post(f"{PAGE}start/").status_code == 429


def test_program_plays_a_storm() -> None:
    anna = person("Anna")
    program, path = Program(anna, "play"), f"puzzles/{SLUG}/storm/"
    assert program.read(path) == {
        "game": SLUG,
        "running": False,
        "left": 0,
        "answers": "",
        "puzzle": None,
        "best": None,
        "today": [],
    }
    state = program.does(path, None)
    assert (state["running"], state["answers"]) == (True, "")
    assert 0 < state["left"] <= TIME.seconds
    puzzle = puzzles_of(SLUG)[state["puzzle"]]
    state = program.does(f"{path}answer/", {"puzzle": puzzle.key, "move": right(puzzle)})
    assert state["answers"] == "+"
    assert state["puzzle"] != puzzle.key
    Storm.objects.update(ended_at=timezone.now())
    state = program.read(path)
    assert (state["running"], state["best"], state["puzzle"]) == (False, 1, None)
    assert state["today"] == [{"username": "Anna", "solved": 1}]
    for body in ({}, {"puzzle": 5}, {"puzzle": "x", "move": []}):
        assert refusal(program.post(f"{path}answer/", body))[0] in (400, 409)
    assert refusal(program.get("puzzles/chess/storm/")) == (404, "unknown-puzzle")
    assert refusal(Program().post(path, {}))[0] == 401


def test_addresses_of_puzzles_still_work(client: Client) -> None:
    one = next(iter(puzzles_of(SLUG).values()))
    assert client.get(address(one)).status_code == 200


def test_puzzle_missed_in_a_storm_promises_no_rating() -> None:
    anna = person("Anna")
    storm = started(anna)
    puzzle, client = asked(storm), signed_in(anna)
    other = puzzles_in(storm)[-1]
    by_form(anna, puzzle, wrong(puzzle))
    for one, promises in ((puzzle, False), (other, True)):
        page = client.get(address(one)).content.decode()
        assert ("Your first answer changes your rating" in page) is promises
        assert ("perhaps in a storm" in page) is not promises
    assert "perhaps in a storm" in give(client, puzzle, right(puzzle), follow=True).content.decode()
