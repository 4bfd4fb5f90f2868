"""A solver's progress: puzzles solved in a row, and the graph of the rating."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.puzzles.library import puzzles_of
from games.puzzles.models import PuzzleAttempt
from games.puzzles.services import Streak, streaks_of
from games.titles.registry import titles
from tests.games.puzzles.test_pages import SLUG, address, give, right, wrong
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
OTHER = next(title.slug for title in titles() if title.slug != SLUG)


def answered(user: User, game: str, results: str, rating: int = 0) -> None:
    """Store answers, “+” for right ones; the later a character, the newer its answer."""
    keys = list(puzzles_of(game))
    have = PuzzleAttempt.objects.count()
    for number, result in enumerate(results, start=have):
        PuzzleAttempt.objects.create(
            user=user,
            game=game,
            puzzle=keys[number],
            solved=result == "+",
            move={},
            at=timezone.now() - timedelta(days=100 - number),
            rating=rating + number if rating else None,
            change=5 if rating else None,
        )


def test_streaks_count_by_game_and_in_total() -> None:
    anna = person("Anna")
    assert streaks_of(anna) == {}
    answered(anna, SLUG, "+++-+")
    answered(anna, OTHER, "++")
    answered(anna, SLUG, "+")
    answered(person("Berta"), SLUG, "-")
    assert streaks_of(anna) == {SLUG: Streak(2, 3), OTHER: Streak(2, 2), "": Streak(4, 4)}


def test_streak_is_shown_after_answer_and_in_the_list(client: Client) -> None:
    one, two = list(puzzles_of(SLUG).values())[:2]
    anna = signed_in(person("Anna"))
    page = give(anna, one, right(one), follow=True)
    assert "1 solved in a row · your best: 1" in page.content.decode()
    give(anna, two, wrong(two))
    assert "0 solved in a row · your best: 1" in anna.get(address(two)).content.decode()
    page = anna.get("/puzzles/")
    assert_clean_page(page)
    assert page.content.decode().count("0 solved in a row · your best: 1") == 2
    give(client, one, right(one))
    assert "in a row" not in client.get("/puzzles/").content.decode()
    assert "in a row" not in client.get(address(one)).content.decode()


def test_trying_again_does_not_change_streak() -> None:
    anna, puzzle = person("Anna"), next(iter(puzzles_of(SLUG).values()))
    client = signed_in(anna)
    give(client, puzzle, wrong(puzzle))
    client.post(f"{address(puzzle)}again/")
    give(client, puzzle, right(puzzle))
    assert streaks_of(anna)[SLUG] == Streak(0, 0)


def test_rating_is_drawn_from_its_second_rated_answer() -> None:
    anna = person("Anna")
    client = signed_in(anna)
    answered(anna, SLUG, "+", rating=1500)
    answered(anna, SLUG, "+")
    assert "graph-line" not in client.get("/puzzles/").content.decode()
    answered(anna, SLUG, "+-" * 20, rating=1500)
    page = client.get("/puzzles/")
    assert_clean_page(page)
    (past,) = [item.past for item in page.context["games"] if item.past is not None]
    assert (past.count, past.best, len(past.answers)) == (41, 1541, 30)
    assert [one.rating for one in past.answers] == list(range(1541, 1511, -1))
    text = page.content.decode()
    assert text.count("graph-line") == 1
    assert "41 rated answers. Best rating: 1541." in text
