"""Kharnage in words: every happening is told, every card and icon has a name and a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.engine.contract import Happening, Outcome
from games.titles.kharnage.board import faces
from games.titles.kharnage.board.board import KharnageBoard
from games.titles.kharnage.board.lines import LINE_WRITERS, condense
from games.titles.kharnage.board.words import ICONS, NAMED, kind_of
from games.titles.kharnage.rules.cardset import built_in
from tests.games.titles.kharnage.rules.tables import random_moves

NAMES = ("Anna", "Berta", "Carla", "Dora")
ROOT = Path(__file__).resolve().parents[4]
GAMES = 12


def test_every_happening_of_whole_games_is_told() -> None:
    board, seen = KharnageBoard(), set()
    for number in range(GAMES):
        seats = 2 + number % 3
        for position, seat, move, chance in random_moves(number, seats, cheer="manual"):
            happenings = position.clone().play(seat, move, chance)
            seen |= {happening.kind for happening in happenings}
            for happening in board.condense(happenings):
                (line,) = board.describe(happening, NAMES)
                assert line.text
                assert not re.search(r"[{}]", line.text), line
                assert emblem_exists(line.emblem), line
    assert seen == set(LINE_WRITERS)


def emblem_exists(name: str) -> bool:
    lists = (ROOT / "tools/emblems.txt", ROOT / "games/titles/kharnage/emblems.txt")
    listed = "".join(path.read_text("utf-8") for path in lists)
    return re.search(rf"^{re.escape(name)} ", listed, re.MULTILINE) is not None


def test_a_pile_unfolds_in_one_line() -> None:
    happenings = [
        *(Happening("flag", {"seat": 0, "pile": n}) for n in (1, 2, 3)),
        *(_deployed(0, card) for card in ("orc-grunt", "orc-troll", "orc-grunt")),
        _deployed(1, "human-pike"),
    ]
    assert [h.kind for h in condense(happenings)] == ["flag", "deployed", "deployed"]
    lines = [KharnageBoard().describe(h, NAMES)[0].text for h in condense(happenings)]
    assert lines == [
        "Anna has 3 cards on the pile.",
        "Anna deploys 2 × Mud Grunt and Bridge Troll.",
        "Berta deploys Pike Veteran.",
    ]
    deployed = {"seat": 0, "card": "orc-grunt", "line": "front", "fetched": False}
    assert happenings[3].facts == deployed


def _deployed(seat: int, card: str) -> Happening:
    return Happening("deployed", {"seat": seat, "card": card, "line": "front", "fetched": False})


def test_my_plan_is_told_once() -> None:
    mine = Happening("planned", {"seat": 1, "strategy": "orc-420"}, frozenset((1,)))
    laid = Happening("plan-laid", {"seat": 1})
    assert condense([mine, laid]) == [mine]
    assert condense([laid]) == [laid]


def test_every_card_of_the_site_has_a_name_to_translate_and_an_emblem_of_its_own() -> None:
    known = built_in()
    names = [card.name for card in known.cards.values()] + [a.name for a in known.armies.values()]
    assert sorted(names) == sorted(NAMED)
    assert set(known.cards) == faces.DRAWN
    for card in known.cards.values():
        face = faces.unit(card, "en")
        assert emblem_exists(face.emblem), face
        assert face.tip.startswith("Stands in")
        assert {mark.icon for mark in face.marks} == {kind_of(i) for i in card.icons} - {"shield"}
        assert face.cost == face.defence + face.shields


def test_every_icon_is_drawn_and_explained() -> None:
    known = built_in()
    used = {kind_of(icon) for card in known.cards.values() for icon in card.icons}
    used |= {icon for plan in known.strategies.values() for icon in plan.icons}
    assert used == set(ICONS)
    for icon in ICONS.values():
        assert emblem_exists(icon.emblem)
        assert str(icon.tip)


def test_a_web_says_what_sleeps() -> None:
    card = built_in().cards["human-knight"]
    awake, asleep = faces.unit(card, "en"), faces.unit(card, "en", web=True)
    assert (awake.cost, asleep.cost) == (3, 2)
    assert "sleep" in asleep.tip
    assert "Adds 1 melee" in awake.tip
    assert "Adds" not in asleep.tip
    assert "Knight" in asleep.tip, "knights count under a web too"


def test_a_strategy_card_says_what_it_brings() -> None:
    tip = faces.plan(built_in().strategies["human-320"], "en").tip
    assert tip == (
        "Acts at 320, the lowest first: brings 2 cards; brings one more card or a general; "
        "attacks: melee, ranged."
    )


@pytest.mark.parametrize(
    ("reason", "count", "sentence"),
    [
        ("rounds", 1, "The hill falls silent: Anna wins."),
        ("rounds", 2, "The hill falls silent: Anna share the victory."),
        ("resigned", 1, "Anna wins."),
    ],
)
def test_the_result_is_one_sentence(reason: str, count: int, sentence: str) -> None:
    outcome = Outcome((3, 2), (1, 2), reason)
    assert KharnageBoard().result("Anna", count, outcome) == sentence
