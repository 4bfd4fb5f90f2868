"""Ready pieces of boards: what they draw, and the moves that their buttons play."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import pytest

from core.fastpath.template_compiler import render
from games.boards.pieces import (
    Counter,
    Die,
    Piece,
    Place,
    PlaceMap,
    Token,
    dice,
    face_picker,
    move_value,
    number_picker,
)
from games.engine.contract import Move


@dataclass(frozen=True, slots=True)
class Bid(Move):
    count: int
    face: int


def drawn(piece: Piece) -> str:
    return render(piece.template, {"piece": piece})


@pytest.mark.parametrize(("face", "pips"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_die_shows_its_face(face: int, pips: int) -> None:
    shown = drawn(Die(face))
    assert len(set(re.findall(r"<circle [^>]*>", shown))) == pips
    assert f'aria-label="{face or "?"}"' in shown


def test_dice_are_those_of_a_view() -> None:
    assert [die.face for die in dice(3).dice] == [0, 0, 0]
    assert [die.marked for die in dice([2, 5, 5], marked=5).dice] == [False, True, True]
    assert not any(die.marked for die in dice(3).dice)
    assert not dice(0)


def test_pickers_play_each_move_once() -> None:
    moves = [Bid(2, 6), *(Bid(3, face) for face in range(1, 7))]
    faces = drawn(face_picker(moves, str, "face", count="count"))
    numbers = drawn(number_picker(moves[1:], str, "face"))
    for shown, wanted in ((faces, moves), (numbers, moves[1:])):
        values = re.findall(r'form="move-form" name="move" value="([^"]*)"', shown)
        assert [json.loads(one.replace("&quot;", '"')) for one in values] == [
            move.dump() for move in wanted
        ]
        ids = re.findall(r' id="([^"]*)"', shown)
        assert len(set(ids)) == len(wanted)
    assert 'id="bid-2-6"' in faces
    assert faces.count("pick-row") == 2
    assert not face_picker([], str, "face")
    assert not number_picker([], str, "face")


def test_counter_and_token_say_their_number() -> None:
    assert drawn(Counter("Rounds", 3, most=5)).count("is-full") == 3
    assert "counter-pip" not in drawn(Counter("Points", 3, most=500))
    token = drawn(Token("Anna’s ship", seat=1, count=3))
    assert 'class="token seat-1 is-stack"' in token
    assert 'aria-label="3 × Anna’s ship"' in token


def test_places_that_can_be_chosen_are_buttons() -> None:
    value = move_value(Bid(1, 1))
    places = (Place("a", "Arvenn", 1, 1, value=value), Place("b", "Belrun", 3, 2))
    shown = drawn(PlaceMap(places, (("a", "b"),), "Land"))
    assert re.findall(r'<(\w+) class="map-place at-\d row-\d" id="(\S+)"', shown) == [
        ("button", "place-a"),
        ("div", "place-b"),
    ]
    assert 'viewBox="0 0 6 4"' in shown
    assert '<line x1="1" y1="1" x2="5" y2="3"/>' in shown
    with pytest.raises(ValueError, match="outside"):
        Place("c", "Corva", 13, 1)
