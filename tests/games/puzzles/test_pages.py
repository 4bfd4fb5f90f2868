"""Puzzle pages, by forms and by htmx, with and without an account."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from accounts.services import retention
from accounts.services.guests import name_in_words, new_guest
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.engine.history import Step
from games.engine.puzzles import Puzzle
from games.engine.replay import read_move, read_seat_and_move
from games.matches.models import Event
from games.matches.presenters.following import FOLLOWING
from games.matches.presenters.log import log_lines
from games.puzzles import library, services
from games.puzzles.library import (
    beginnings,
    line_of,
    puzzle_of_the_day,
    puzzles_of,
    state_of,
    theme_of,
)
from games.puzzles.models import PuzzleAttempt, PuzzleNetwork, PuzzleRating, Solver
from games.puzzles.presenters import tables
from games.puzzles.presenters.tables import SHOWN, PuzzleTable, puzzle_table
from games.puzzles.services import Attempt
from games.titles.registry import title_of, titles
from tests.helpers.effort import sample
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
GAMES = [title.slug for title in titles()]
SLUG = "condottiere"
HTMX: Any = {"HTTP_HX_REQUEST": "true"}


def first(slug: str = SLUG) -> Puzzle:
    return next(iter(puzzles_of(slug).values()))


def address(puzzle: Puzzle, slug: str = SLUG) -> str:
    return f"/puzzles/{slug}/{puzzle.key}/"


def give(client: Client, puzzle: Puzzle, move: Json, slug: str = SLUG, **more: Any) -> Any:
    """Answer as the form of the page would."""
    return client.post(f"{address(puzzle, slug)}move/", {"move": json.dumps(move)}, **more)


def right(puzzle: Puzzle) -> Json:
    return puzzle.best.moves[0]


def wrong(puzzle: Puzzle) -> Json:
    return puzzle.worths[-1].moves[0]


@pytest.mark.parametrize("slug", GAMES)
def test_puzzle_is_solved_at_real_table(client: Client, slug: str) -> None:
    puzzle = first(slug)
    text = assert_clean_page(client.get(address(puzzle, slug))).text
    assert "Find it" in text
    answered = give(client, puzzle, right(puzzle), slug, follow=True)
    assert_clean_page(answered)
    page = answered.content.decode()
    assert "This is the strongest move" in page
    assert f"wins {puzzle.best.chance} of 100" in page
    assert answered.context["table"].moves == []
    assert "of 100" not in text


@pytest.mark.parametrize("slug", GAMES)
def test_wrong_answer_shows_its_cost(client: Client, slug: str) -> None:
    puzzle = first(slug)
    page = give(client, puzzle, wrong(puzzle), slug, **HTMX).content.decode()
    assert f"gives away {puzzle.best.chance - puzzle.worths[-1].chance} win" in page
    assert "your move" in page


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("answer", [right, wrong])
def test_answer_shows_what_would_have_followed(
    client: Client, slug: str, answer: Callable[[Puzzle], Json]
) -> None:
    """After the best move, and after the solver's own or else the next best."""
    puzzle = first(slug)
    answered = give(client, puzzle, answer(puzzle), slug, **HTMX)
    best, *others = answered.context["table"].verdict.choices
    tempting = next(choice for choice in others if choice.tempting)
    assert not any(choice.following for choice in others if choice is not tempting)
    worth = puzzle.worths[1 if answer is right else -1]
    page = answered.content.decode()
    for choice, written in ((best, puzzle.best.moves[0]), (tempting, worth.moves[0])):
        moves = line_of(slug, puzzle, written)
        assert moves[0] == {"seat": puzzle.seat, **written}
        assert len(moves) > 1
        assert choice.following
        assert all(escape(line.text) in page for line in choice.following)
    assert f"gives away {puzzle.best.chance - worth.chance} win" in page


def test_choices_left_out_win_at_most_what_is_said(client: Client) -> None:
    """The solver's own move may be worse than all of them."""
    puzzle = next(one for one in puzzles_of(SLUG).values() if len(one.worths) > SHOWN + 2)
    answered = give(client, puzzle, wrong(puzzle), **HTMX)
    verdict = answered.context["table"].verdict
    shown = [choice.chance for choice in verdict.choices]
    hidden = [worth.chance for worth in puzzle.worths[SHOWN:-1]]
    assert shown == [worth.chance for worth in (*puzzle.worths[:SHOWN], puzzle.worths[-1])]
    said = f"{len(hidden)} more moves win at most {max(hidden)} of 100."
    assert said in answered.content.decode()


def test_right_answer_is_not_blamed_for_the_tempting_move(client: Client) -> None:
    """The lessons of a review are about moves that the player made."""
    puzzle = first()
    page = give(client, puzzle, right(puzzle), **HTMX).content.decode()
    board = puzzle_table(SLUG, puzzle, None, "Anna").game_board.board
    tempting, best = (
        read_move(state_of(SLUG, puzzle.key).start, worth.moves[0])
        for worth in puzzle.worths[1::-1]
    )
    assert escape(board.lesson(tempting, best)) not in page


@pytest.mark.parametrize("slug", GAMES)
def test_what_follows_shows_only_what_the_seat_would_know(slug: str) -> None:
    puzzle = first(slug)
    state = state_of(slug, puzzle.key)
    table = puzzle_table(slug, puzzle, Attempt(True, right(puzzle)), "Anna")
    position, known = state.position.clone(), []
    for number, data in enumerate(line_of(slug, puzzle, right(puzzle)), state.moves + 1):
        seat, move = read_seat_and_move(position, data)
        effects = position.play(seat, move, Chance(state.seed, number))
        public = tuple(effect for effect in effects if effect.known_to(puzzle.seat))
        step = Step(number, Event.Kind.MOVE, seat, move.dump(), public)
        known += log_lines(step, puzzle.seat, table.names, table.game_board.board)
    following = not_none(table.verdict).choices[0].following
    assert len(following) >= min(FOLLOWING, len(known))
    assert following == [replace(line, link="") for line in known[: len(following)]]


@pytest.mark.parametrize("slug", GAMES)
def test_puzzle_page_does_not_reveal_solution(
    client: Client, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """The solution and its theme are sent only after an answer."""
    puzzle = first(slug)
    changing = re.compile(rb'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|"X-CSRFToken[^}]*')
    before = changing.sub(b"", client.get(address(puzzle, slug)).content)
    assert puzzle.record["seed"].encode() not in before
    turned = replace(puzzle, worths=puzzle.worths[::-1], themes=())
    monkeypatch.setattr(library, "puzzles_of", lambda slug: {puzzle.key: turned})
    assert changing.sub(b"", client.get(address(puzzle, slug)).content) == before
    assert (
        "This is the strongest move"
        not in give(client, puzzle, right(puzzle), slug, follow=True).content.decode()
    )


@pytest.mark.parametrize("slug", GAMES)
def test_theme_is_shown_after_answer(client: Client, slug: str) -> None:
    puzzle = next(one for one in puzzles_of(slug).values() if one.themes)
    theme = theme_of(slug, puzzle.themes[0])
    other = next(one for one in title_of(slug).themes if one.slug not in puzzle.themes)
    for query, shown in (("", "Puzzle"), (f"?theme={other.slug}", other.name)):
        page = client.get(f"{address(puzzle, slug)}{query}").content.decode()
        assert f"<span>{escape(shown)}</span></h2>" in page, "only what the solver has chosen"
        assert escape(theme.why) not in page
    page = give(client, puzzle, right(puzzle), slug, follow=True).content.decode()
    assert f"?theme={theme.slug}" in page
    assert escape(theme.why) in page


def test_sentence_of_theme_needs_its_premise(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = next(one for one in puzzles_of(SLUG).values() if one.themes)
    title, theme = title_of(SLUG), theme_of(SLUG, puzzle.themes[0])
    false = replace(title, themes=[replace(theme, premise=lambda asked, move: False)])
    monkeypatch.setattr(tables, "title_of", lambda slug: false)
    page = give(client, puzzle, right(puzzle), **HTMX).content.decode()
    assert f"?theme={theme.slug}" in page
    assert escape(theme.why) not in page


@pytest.mark.parametrize("slug", GAMES)
def test_no_table_gives_its_answer_away(slug: str) -> None:
    """No move is chosen beforehand, coloured or advised on the table of any puzzle.

    This reads some tables of each theme, with EFFORT=thorough all.
    """
    by_theme: dict[tuple[str, ...], list[Puzzle]] = {}
    for one in puzzles_of(slug).values():
        by_theme.setdefault(one.themes, []).append(one)
    for puzzle in (one for alike in by_theme.values() for one in sample(alike, 2)):
        table = puzzle_table(slug, puzzle, None, "Anna")
        context = {"table": table, "match": table.match}
        page = Page(render_to_string("matches/_table.html", context), table.moves)
        assert not page.checked, puzzle.key
        assert not page.coloured, puzzle.key
        guide = table.game_board.board.guide(table)
        said = [theme.why for theme in title_of(slug).themes]
        said += [guide.usual] if guide is not None else []
        assert [text for text in said if escape(text) in page.text] == [], puzzle.key
        best = next(move for move in table.moves if puzzle.solves(move))
        if page.says_why(table, best):
            # What a card does may be read, if the table says it of all alike.
            others = [move for move in table.moves if type(move) is type(best)]
            assert False not in [page.says_why(table, move) for move in others], puzzle.key


CARD_TIP = re.compile(r'<span class="tip" aria-hidden="true">.*?</span></span>', re.DOTALL)


class Page(HTMLParser):
    """The controls of a table that stand out from others."""

    def __init__(self, html: str, moves: list[Move]) -> None:
        super().__init__()
        # Without what the tip of each card says of it, in puzzles and elsewhere.
        self.text = CARD_TIP.sub("", html)
        self.moves = [move.dump() for move in moves]
        self.checked: list[str] = []
        """Controls that are chosen beforehand."""
        self.coloured: list[str] = []
        """Coloured buttons that only some of the moves need."""
        self.feed(html)

    def says_why(self, table: PuzzleTable, move: Move) -> bool | None:
        """Return whether the page has a reason for a move; None if there are no reasons."""
        reasons = table.game_board.board.advice(table, move).reasons
        return any(escape(reason.text) in self.text for reason in reasons) if reasons else None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if {"checked", "selected", "autofocus"} & given.keys():
            self.checked.append(str(given))
        if "primary" in (given.get("class") or "").split():
            sends = json.loads(given.get("value") or "{}")
            if not all(sends.items() <= move.items() for move in self.moves):
                self.coloured.append(str(given))


def established(name: str) -> User:
    """Create a solver whose answers also move the puzzles' ratings."""
    user = person(name)
    User.objects.filter(pk=user.pk).update(date_joined=timezone.now() - services.OLD_ENOUGH)
    Solver.objects.create(user=user, game=SLUG, tried=services.ESTABLISHED)
    return user


def test_only_first_answer_changes_ratings() -> None:
    anna = established("Anna")
    client, puzzle = signed_in(anna), first()
    page = give(client, puzzle, wrong(puzzle), follow=True).content.decode()
    # In sight also where the explanation is folded
    assert "Your first answer changed your rating" in page.partition('id="coach-fold"')[0]
    one, its = Solver.objects.get(user=anna), PuzzleRating.objects.get(puzzle=puzzle.key)
    assert one.rating < 1500
    assert its.rating > puzzle.first_rating
    assert (one.tried, one.solved) == (services.ESTABLISHED + 1, 0)
    assert (its.tried, its.solved) == (1, 0)
    give(client, puzzle, right(puzzle))
    client.post(f"{address(puzzle)}again/")
    page = give(client, puzzle, right(puzzle), follow=True).content.decode()
    assert "This is the strongest move" in page
    attempt = PuzzleAttempt.objects.get(user=anna)
    assert (attempt.solved, attempt.move) == (False, right(puzzle))
    assert Solver.objects.get(user=anna).rating == one.rating == attempt.rating
    assert PuzzleRating.objects.get(puzzle=puzzle.key).rating == its.rating


@pytest.mark.parametrize("newcomer", ["few answers", "new account"])
def test_newcomer_does_not_move_rating_of_puzzle(newcomer: str) -> None:
    anna, puzzle = established("Anna"), first()
    if newcomer == "few answers":
        Solver.objects.update(tried=services.ESTABLISHED - 1)
    else:
        User.objects.filter(pk=anna.pk).update(date_joined=timezone.now())
    give(signed_in(anna), puzzle, right(puzzle))
    assert Solver.objects.get(user=anna).rating > 1500
    assert PuzzleRating.objects.get(puzzle=puzzle.key).rating == puzzle.first_rating


def test_puzzle_is_rated_once_a_network(client: Client) -> None:
    """A scout without an account reads the solution, and a second account gives it."""
    puzzle, other = list(puzzles_of(SLUG).values())[:2]
    give(client, puzzle, wrong(puzzle))
    anna = signed_in(person("Anna"))
    page = give(anna, puzzle, right(puzzle), follow=True).content.decode()
    assert "answered from your network before" in page
    assert not Solver.objects.exists()
    PuzzleAttempt.objects.update(at=timezone.now() - services.LEAST_TIME)
    give(anna, other, right(other))
    assert Solver.objects.get().rating > 1500
    elsewhere = signed_in(person("Berta"), REMOTE_ADDR="192.0.2.7")
    give(elsewhere, puzzle, right(puzzle))
    assert Solver.objects.count() == 2
    PuzzleNetwork.objects.update(at=timezone.now() - services.NETWORKS_KEPT * 2)
    assert retention.sweep()["networks of answers"] == 3


def test_answer_right_after_another_one_is_not_rated() -> None:
    anna = person("Anna")
    client, (one, two, three) = signed_in(anna), list(puzzles_of(SLUG).values())[:3]
    give(client, one, right(one))
    rating = Solver.objects.get(user=anna).rating
    give(client, two, right(two))
    assert Solver.objects.get(user=anna).rating == rating
    assert PuzzleAttempt.objects.get(puzzle=two.key).solved, "it is stored all the same"
    PuzzleAttempt.objects.update(at=timezone.now() - services.LEAST_TIME)
    give(client, three, right(three))
    assert Solver.objects.get(user=anna).rating > rating


def test_visitor_is_not_rated_and_keeps_solved_puzzles(client: Client) -> None:
    puzzle = first()
    give(client, puzzle, right(puzzle))
    assert not PuzzleRating.objects.exists()
    assert "1 of" in client.get("/puzzles/").content.decode()
    anna = person("Anna")
    client.force_login(anna)
    attempt = PuzzleAttempt.objects.get(user=anna)
    assert (attempt.solved, attempt.puzzle, attempt.rating) == (True, puzzle.key, None)
    assert not Solver.objects.exists()


def test_invalid_move_is_refused_at_table(client: Client) -> None:
    puzzle = first()
    for move in ({}, {"type": "swim"}, {"type": "play", "card": "none"}, {"type": "discard"}):
        answered = give(client, puzzle, move)
        assert answered.status_code in (400, 409)
        assert "coach-wrong" in answered.content.decode()
    assert client.session.get("puzzles") is None


def test_next_puzzle_matches_rating_and_theme() -> None:
    anna = person("Anna")
    client = signed_in(anna)
    assert client.get("/puzzles/chess/").status_code == 404
    assert client.get(f"/puzzles/{SLUG}/?theme=none").status_code == 404
    assert client.get(f"/puzzles/{SLUG}/none/").status_code == 404
    ratings = {one.key: one.first_rating for one in puzzles_of(SLUG).values()}
    came = client.get(f"/puzzles/{SLUG}/").headers["Location"].split("/")[-2]
    assert abs(ratings[came] - 1500) == min(abs(one - 1500) for one in ratings.values())
    Solver.objects.create(user=anna, game=SLUG, rating=400)
    came = client.get(f"/puzzles/{SLUG}/").headers["Location"].split("/")[-2]
    assert ratings[came] == min(ratings.values())
    theme = first().themes[0]
    key = client.get(f"/puzzles/{SLUG}/?theme={theme}").headers["Location"].split("/")[-2]
    assert theme in puzzles_of(SLUG)[key].themes


def test_page_says_when_all_puzzles_are_solved() -> None:
    anna = person("Anna")
    PuzzleAttempt.objects.bulk_create(
        [
            PuzzleAttempt(user=anna, game=SLUG, puzzle=key, solved=number > 0, move={})
            for number, key in enumerate(puzzles_of(SLUG))
        ]
    )
    client = signed_in(anna)
    left = client.get(f"/puzzles/{SLUG}/")
    assert left.headers["Location"] == address(first())
    PuzzleAttempt.objects.update(solved=True)
    page = assert_clean_page(client.get(f"/puzzles/{SLUG}/")).text
    assert "solved every puzzle" in page


def test_puzzle_of_the_day_changes_daily(client: Client) -> None:
    page = assert_clean_page(client.get("/puzzles/")).text
    today = timezone.localdate()
    for slug in GAMES:
        count = len(puzzles_of(slug).keys() - beginnings(slug).keys())
        days = [today.fromordinal(today.toordinal() + day) for day in range(count)]
        keys = [puzzle_of_the_day(slug, day).key for day in days]
        assert len(set(keys)) == len(keys)
        assert f"/puzzles/{slug}/{keys[0]}/" in page


@pytest.mark.parametrize("slug", GAMES)
def test_list_shows_position_of_puzzle_of_the_day(client: Client, slug: str) -> None:
    today = puzzle_of_the_day(slug, timezone.localdate())
    source = f"/embed/puzzles/{slug}/{today.key}.svg"
    assert f'src="{source}?lang=en"' in client.get("/puzzles/").content.decode()
    picture = client.get(source)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
    seen = puzzle_table(slug, today, None, "You")
    assert all(name[:5] in picture.content.decode() for name in seen.names)


def test_picture_stays_the_same_after_answer(client: Client) -> None:
    puzzle = first()
    source = f"/embed/puzzles/{SLUG}/{puzzle.key}.svg"
    before = client.get(source).content
    give(client, puzzle, puzzle.best.moves[0])
    assert client.get(source).content == before


def test_picture_of_unknown_puzzle_is_refused(client: Client) -> None:
    answer = client.get(f"/embed/puzzles/{SLUG}/0.svg")
    assert answer.status_code == 404
    assert 'data-code="unknown-puzzle"' in answer.content.decode()


def test_guest_is_named_in_words() -> None:
    guest = new_guest()
    slug = titles()[0].slug
    puzzle = next(iter(puzzles_of(slug).values()))
    page = signed_in(guest).get(f"/puzzles/{slug}/{puzzle.key}/").content.decode()
    assert name_in_words(guest.name) in page
