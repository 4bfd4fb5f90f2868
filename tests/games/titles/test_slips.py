"""A press meant for one question never answers a later one, in any game."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

from games.boards.board import BoardTable
from games.titles.condottiere.rules.moves import PASS, Choose, Play
from games.titles.registry import all_games
from tests.helpers.questions import kinds_of_pairs

GAMES = [game.slug for game in all_games()]


@pytest.mark.parametrize("game", GAMES)
def test_button_id_never_changes_its_move(game: str) -> None:
    """The keyboard's focus and a press begun go by id; a key of the page presses what has it."""
    for first, second in kinds_of_pairs(game):
        before, after = first.buttons, second.buttons
        by_id = {button.id: button.move for button in before.all if button.id}
        by_key = {button.key: button.move["type"] for button in before.all if button.key}
        for button in after.all:
            assert by_id.get(button.id, button.move) == button.move
            if after.holds(button.move):
                assert by_key.get(button.key, button.move["type"]) == button.move["type"]


@pytest.mark.parametrize("game", GAMES)
def test_fixed_button_id_has_one_kind_of_move(game: str) -> None:
    meant: dict[str, str] = {}
    for pair in kinds_of_pairs(game):
        for question in pair:
            for button in question.buttons.all:
                if button.id.startswith("act-"):
                    kind = button.move["type"]
                    assert meant.setdefault(button.id, kind) == kind, button.id


@pytest.mark.parametrize("game", GAMES)
def test_page_confirms_final_moves_only_when_there_is_a_choice(game: str) -> None:
    held = plain = 0
    for pair in kinds_of_pairs(game):
        for question in pair:
            moves, final = question.table.moves, question.table.final
            grave = question.buttons.grave
            held += len(grave)
            plain += len(moves) > 1 and any(not fields(move) for move in moves)
            assert not grave or len(moves) > 1
            for kind in grave:
                assert any(kind.items() <= move.dump().items() for move in final)
    assert held or not plain, "a move without fields gives something up"


def test_default_board_confirms_moves_without_fields() -> None:
    moves = [PASS, Choose("parma"), Play("m1")]
    table: Any = SimpleNamespace(moves=moves, view={})
    assert BoardTable(table).grave == ({"type": "pass"},)
