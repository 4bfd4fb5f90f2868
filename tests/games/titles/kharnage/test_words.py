"""The texts of Kharnage: log lines, and names and pictures of cards and icons."""

from __future__ import annotations

import re

import pytest

from games.engine.contract import Effect, Outcome
from games.titles.kharnage.board import faces
from games.titles.kharnage.board.board import KharnageBoard
from games.titles.kharnage.board.lines import LINE_WRITERS, condense
from games.titles.kharnage.board.words import ICONS, NAMED, kind_of
from games.titles.kharnage.rules.cardset import built_in
from tests.games.titles.kharnage.rules.tables import random_moves
from tests.helpers.emblems import emblems_of

NAMES = ("Anna", "Berta", "Carla", "Dora")
EMBLEMS = emblems_of("kharnage")
GAMES = 12


def test_every_effect_of_whole_games_has_log_line() -> None:
    board, seen = KharnageBoard(), set()
    for number in range(GAMES):
        seats = 2 + number % 3
        for position, seat, move, chance in random_moves(number, seats, cheer="manual"):
            effects = position.clone().play(seat, move, chance)
            seen |= {effect.kind for effect in effects}
            for effect in board.condense(effects):
                (line,) = board.describe(effect, NAMES)
                assert line.text
                assert not re.search(r"[{}]", line.text), line
                assert line.emblem in EMBLEMS, line
    assert seen == set(LINE_WRITERS)


def test_deployed_pile_has_one_log_line_per_player() -> None:
    effects = [
        *(Effect("flag", {"seat": 0, "pile": n}) for n in (1, 2, 3)),
        *(_deployed(0, card) for card in ("orc-grunt", "orc-troll", "orc-grunt")),
        _deployed(1, "human-pike"),
    ]
    assert [one.kind for one in condense(effects)] == ["flag", "deployed", "deployed"]
    lines = [KharnageBoard().describe(one, NAMES)[0].text for one in condense(effects)]
    assert lines == [
        "Anna has 3 cards on the pile.",
        "Anna deploys 2 × Mud Grunt and Bridge Troll.",
        "Berta deploys Pike Veteran.",
    ]
    deployed = {"seat": 0, "card": "orc-grunt", "line": "front", "fetched": False}
    assert effects[3].facts == deployed


def _deployed(seat: int, card: str) -> Effect:
    return Effect("deployed", {"seat": seat, "card": card, "line": "front", "fetched": False})


def test_own_plan_has_one_log_line() -> None:
    mine = Effect("planned", {"seat": 1, "strategy": "orc-420"}, frozenset((1,)))
    laid = Effect("plan-laid", {"seat": 1})
    assert condense([mine, laid]) == [mine]
    assert condense([laid]) == [laid]


def test_every_built_in_card_has_translated_name_and_emblem() -> None:
    known = built_in()
    names = [card.name for card in known.cards.values()] + [a.name for a in known.armies.values()]
    assert sorted(names) == sorted(NAMED)
    assert set(known.cards) == faces.DRAWN
    for card in known.cards.values():
        face = faces.unit(card, "en")
        assert face.emblem in EMBLEMS, face
        assert face.tip.startswith("Stands in")
        assert {mark.icon for mark in face.marks} == {kind_of(i) for i in card.icons} - {"shield"}
        assert face.cost == face.defence + face.shields


def test_every_icon_has_emblem_and_explanation() -> None:
    known = built_in()
    used = {kind_of(icon) for card in known.cards.values() for icon in card.icons}
    used |= {icon for plan in known.strategies.values() for icon in plan.icons}
    assert used == set(ICONS)
    for icon in ICONS.values():
        assert icon.emblem in EMBLEMS
        assert str(icon.tip)


def test_webbed_card_tip_explains_inactive_icons() -> None:
    card = built_in().cards["human-knight"]
    awake, asleep = faces.unit(card, "en"), faces.unit(card, "en", web=True)
    assert (awake.cost, asleep.cost) == (3, 2)
    assert "sleep" in asleep.tip
    assert "Adds 1 melee" in awake.tip
    assert "Adds" not in asleep.tip
    assert "Knight" in asleep.tip, "knights count under a web too"


def test_strategy_tip_describes_its_icons() -> None:
    tip = faces.plan(built_in().strategies["human-320"], "en").tip
    assert tip == (
        "Acts at 320, lowest first: brings 2 cards; brings one more card or a general; "
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
def test_result_sentence_names_winner_and_reason(reason: str, count: int, sentence: str) -> None:
    outcome = Outcome((3, 2), (1, 2), reason)
    assert KharnageBoard().result("Anna", count, outcome) == sentence
