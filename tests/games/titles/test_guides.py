"""Every question has a guide for beginners, and every move has advice in words."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import translation

from games.boards.board import Board
from games.boards.guides import Advice, Hint
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.registry import all_games, title_of
from tests.helpers.languages import TRANSLATIONS
from tests.helpers.questions import Question, kinds_of_pairs

GAMES = [game.slug for game in all_games()]
WITH_GUIDE = [slug for slug in GAMES if title_of(slug).board is not None]


def questions(slug: str) -> list[Question]:
    """One of each kind at each moment of a turn or round."""
    return [question for pair in kinds_of_pairs(slug) for question in pair]


@pytest.mark.parametrize("game", WITH_GUIDE)
def test_guides_explain_every_question_beyond_its_text(game: str) -> None:
    explained = set()
    for question in questions(game):
        guide = question.table.guide
        assert guide is not None, question.kind
        said = {question.table.board.ask, guide.asked, guide.usual}
        assert len(said) == 3, question.kind
        assert all(words.strip() and "{" not in words for words in said), said
        assert guide.asked in unescape(question.html)
        explained.add(guide.asked)
    assert len(explained) >= 3, "different questions need different guides"


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_advice_in_words(game: str) -> None:
    for question in questions(game):
        table = question.table
        board = table.game_board.board
        for move in table.moves:
            advice = board.advice(table, move)
            assert advice.move.strip(), move
            assert advice.move != advice.why
            assert "{" not in advice.move + advice.why, advice


def test_guide_is_absent_without_legal_moves() -> None:
    question = questions("condottiere")[0]
    table = question.table
    assert table.guide is not None
    quiet = replace(table, moves=[])
    assert quiet.guide is None
    assert 'id="guide"' not in Question(quiet, 0).html


def test_hint_replaces_guide_and_names_its_move() -> None:
    question = next(q for q in questions("condottiere") if "pass" in q.kind)
    html = Question(replace(question.table, hint=Hint("done", PASS)), 0).html
    assert 'data-hint="{&quot;type&quot;:&quot;pass&quot;}"' in html
    assert "<b>Pass.</b> That’s what a strong bot would do." in html
    assert '<div id="hint"><div class="guide is-hint"' in html, "the announcer reads this element"
    assert 'id="guide"' not in html


def test_default_board_has_no_guide_and_generic_advice() -> None:
    table: Any = SimpleNamespace(names=("Anna", "Ben"))
    assert Board().guide(table) is None
    assert Board().advice(table, Play("m10")) == Advice("Play m10.")


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("game", WITH_GUIDE)
def test_translated_guides_have_no_unfilled_placeholders(game: str, language: str) -> None:
    with translation.override(language):
        for question in questions(game):
            guide = question.table.guide
            assert guide is not None
            assert "{" not in guide.asked + guide.usual
