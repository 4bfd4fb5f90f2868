"""Every question is explained to a beginner, and every move can be advised in words."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from games.boards.board import Board
from games.boards.guides import Advice
from games.engine.bots import question as question_of
from games.matches.models import Match
from games.matches.services.hints import best_move
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.registry import all_games, newest, title_of
from tests.helpers.effort import is_sampled
from tests.helpers.questions import Question, kinds_of_pairs
from tests.helpers.tables import all_tables, random_game, seed_bytes

GAMES = [game.slug for game in all_games()]
WITH_GUIDE = [slug for slug in GAMES if title_of(slug).board is not None]


def questions(slug: str) -> list[Question]:
    """One of each kind at each moment of a turn or round."""
    return [question for pair in kinds_of_pairs(slug) for question in pair]


@pytest.mark.parametrize("game", WITH_GUIDE)
def test_every_kind_of_question_has_a_guide_that_says_more_than_the_question(game: str) -> None:
    explained = set()
    for question in questions(game):
        guide = question.table.guide
        assert guide is not None, question.kind
        said = {question.table.board.ask, guide.asked, guide.usual}
        assert len(said) == 3, question.kind
        assert all(words.strip() and "{" not in words for words in said), said
        assert guide.asked in unescape(question.html)
        explained.add(guide.asked)
    assert len(explained) >= 3, "different questions are explained differently"


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_every_kind_can_be_advised(game: str) -> None:
    for question in questions(game):
        table = question.table
        board = table.game_board.board
        for move in table.moves:
            advice = board.advice(table, move)
            assert advice.move.strip(), move
            assert advice.move != advice.why
            assert "{" not in advice.move + advice.why, advice


def test_a_table_that_asks_nothing_of_the_viewer_explains_nothing() -> None:
    question = questions("condottiere")[0]
    table = question.table
    assert table.guide is not None
    quiet = replace(table, moves=[])
    assert quiet.guide is None
    assert 'id="guide"' not in Question(quiet, 0).html


def test_a_hint_stands_in_place_of_the_guide_and_names_its_move() -> None:
    question = next(q for q in questions("condottiere") if "pass" in q.kind)
    html = Question(replace(question.table, hint=PASS), 0).html
    assert 'data-hint="{&quot;type&quot;:&quot;pass&quot;}"' in html
    assert "A strong bot would do this: Pass." in html
    assert '<div id="hint"><div class="guide is-hint"' in html, "where the announcer reads it"
    assert 'id="guide"' not in html


def test_a_game_that_says_nothing_has_no_guide_and_its_moves_by_their_names() -> None:
    table: Any = SimpleNamespace(names=("Anna", "Ben"))
    assert Board().guide(table) is None
    assert Board().advice(table, Play("m10")) == Advice("Play m10.")


# --- What is advised.


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_legal_repeatable_and_knows_no_more_than_the_seat(game: str) -> None:
    match, sampling, tried = Match(game=game), Random(game), 0
    kinds = [table for table in all_tables() if table.rules is newest(game)]
    kind = sampling.choice(kinds)
    for number, turn in enumerate(random_game(kind, seed_bytes(7))):
        if tried and not is_sampled(sampling, 1 / 20):
            continue
        position, seat = turn.position, turn.seat
        hint = best_move(match, question_of(position, seat))
        assert hint in position.moves(seat)
        tried += 1
        for imagined in (position, position.imagine(seat, Random(number))):
            again = best_move(match, question_of(imagined, seat))
            assert again == hint, "the same view, another hint"
    assert tried


@pytest.mark.parametrize("language", ["de", "ko"])
@pytest.mark.parametrize("game", WITH_GUIDE)
def test_translations_of_guides_can_be_filled_in(game: str, language: str) -> None:
    with translation.override(language):
        for question in questions(game):
            guide = question.table.guide
            assert guide is not None
            assert "{" not in guide.asked + guide.usual
