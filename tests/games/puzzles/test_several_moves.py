"""Puzzles of several moves: one that goes on with the next decision of the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from games.engine.contract import Json
from games.engine.puzzles import Puzzle
from games.puzzles.library import beginnings, follow_ups, puzzles_of
from games.puzzles.models import PuzzleAttempt
from tests.games.puzzles.several import continued, only
from tests.games.puzzles.test_pages import address, give, right, wrong
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program

pytestmark = pytest.mark.django_db
GAME = "kabale"


@pytest.fixture(scope="module")
def pair() -> tuple[Puzzle, Puzzle]:
    return continued(GAME)


@pytest.fixture
def parts(pair: tuple[Puzzle, Puzzle], tmp_path: Path) -> Iterator[tuple[Puzzle, Puzzle]]:
    """Let a game have only two puzzles, of which the second continues the first."""
    with only(pair, tmp_path):
        yield pair


def test_record_tells_which_puzzle_goes_on(pair: tuple[Puzzle, Puzzle], tmp_path: Path) -> None:
    one, later = pair
    with only(pair, tmp_path):
        assert follow_ups(GAME) == {one.key: later.key}
        assert beginnings(GAME) == {later.key: one.key}
    moves, before = later.record["moves"], len(one.record["moves"])
    other_game = replace(later, record={**later.record, "seed": "00" * 16})
    other_seat = replace(later, seat=1 - later.seat)
    not_best = replace(one, worths=one.worths[::-1])
    cut = {**later.record, "moves": moves[: before - 1]}
    for puzzles in (
        [one, other_game],
        [one, other_seat],
        [not_best, later],
        [one, replace(later, record=cut)],
        [one],
    ):
        with only(puzzles, tmp_path):
            assert follow_ups(GAME) == {}


def test_puzzle_after_a_free_decision_does_not_go_on(
    pair: tuple[Puzzle, Puzzle], tmp_path: Path
) -> None:
    """Between two parts, the seat decided nothing; a middle part joins both."""
    one, middle = pair
    with only(pair, tmp_path):
        # The seat of the second decision moves as its first choice says.
        record = {**middle.record, "moves": [*middle.record["moves"], _answer(middle)]}
    last = replace(middle, key="last", record=record)
    with only([one, last], tmp_path):
        assert follow_ups(GAME) == {}
    with only([one, middle, last], tmp_path):
        assert follow_ups(GAME) == {one.key: middle.key, middle.key: last.key}


def _answer(puzzle: Puzzle) -> dict[str, object]:
    return {"seat": puzzle.seat, **right(puzzle)}


def test_right_answer_goes_on(client: Client, parts: tuple[Puzzle, Puzzle]) -> None:
    one, later = parts
    asked = client.get(address(one, GAME)).content.decode()
    assert later.key not in asked
    page = assert_clean_page(give(client, one, right(one), GAME, follow=True)).text
    link = f'class="button primary" id="puzzle-next" href="{address(later, GAME)}">Go on'
    assert link in page
    page = assert_clean_page(client.get(address(later, GAME))).text
    assert "Move 2 of this puzzle." in page


@pytest.mark.parametrize("answer", [right, wrong])
def test_answer_to_next_part_is_not_shown(
    client: Client, parts: tuple[Puzzle, Puzzle], answer: Callable[[Puzzle], Json]
) -> None:
    one, later = parts
    for puzzle, shown in ((one, False), (later, True)):
        table = give(client, puzzle, answer(puzzle), GAME, follow=True).context["table"]
        assert any(choice.following for choice in table.verdict.choices) is shown


def test_wrong_answer_does_not_go_on(client: Client, parts: tuple[Puzzle, Puzzle]) -> None:
    one, _later = parts
    page = give(client, one, wrong(one), GAME, follow=True).content.decode()
    assert "Go on" not in page
    assert f'class="button primary" id="puzzle-next" href="/puzzles/{GAME}/">Next puzzle' in page


@pytest.mark.parametrize("query", ["", "?theme=several-moves"])
def test_next_puzzle_is_no_follow_up_before_its_beginning(
    parts: tuple[Puzzle, Puzzle], query: str
) -> None:
    one, later = parts
    anna = person("Anna")
    client, asked = signed_in(anna), f"/puzzles/{GAME}/{query}"
    assert client.get(asked).headers["Location"] == address(one, GAME) + query
    give(client, one, wrong(one), GAME)
    assert client.get(asked).headers["Location"] == address(later, GAME) + query
    give(client, later, right(later), GAME)
    assert client.get(asked).headers["Location"] == address(one, GAME) + query
    PuzzleAttempt.objects.update(solved=True)
    assert "solved every puzzle" in client.get(asked).content.decode()


def test_beginning_comes_first_where_only_its_follow_up_has_the_theme(
    pair: tuple[Puzzle, Puzzle], tmp_path: Path
) -> None:
    one, later = pair
    theme = "last-round"
    puzzles = replace(one, themes=()), replace(later, themes=(theme,))
    with only(puzzles, tmp_path):
        location = Client().get(f"/puzzles/{GAME}/?theme={theme}").headers["Location"]
        assert location == f"{address(one, GAME)}?theme={theme}"


def test_several_moves_is_a_filter(client: Client, parts: tuple[Puzzle, Puzzle]) -> None:
    page = assert_clean_page(client.get("/puzzles/")).text
    assert f"/puzzles/{GAME}/?theme=several-moves" in page
    rows = Program().read("puzzles/", f"game={GAME}&theme=several-moves")["puzzles"]
    assert [row["puzzle"] for row in rows] == [one.key for one in parts]


def test_game_without_follow_ups_has_no_such_filter(
    client: Client, pair: tuple[Puzzle, Puzzle], tmp_path: Path
) -> None:
    with only([pair[0]], tmp_path):
        asked = f"/puzzles/{GAME}/?theme=several-moves"
        assert asked not in client.get("/puzzles/").content.decode()
        assert client.get(asked).status_code == 404


def test_program_reads_follow_up_after_answer(parts: tuple[Puzzle, Puzzle]) -> None:
    one, later = parts
    program, path = Program(person("Anna"), "play"), f"puzzles/{GAME}/{one.key}/"
    assert program.read(path)["follow_up"] is None
    assert program.does(f"{path}answer/", right(one))["follow_up"] == later.key
    assert [one.key for one in puzzles_of(GAME).values()] == [one.key, later.key]
