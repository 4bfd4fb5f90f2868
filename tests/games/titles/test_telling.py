"""Effects have the names and facts that pages, bots and screen readers expect."""

from __future__ import annotations

import pytest

from games.engine.contract import Effect, Position
from games.titles.registry import ALL_RULES
from tests.helpers.tables import Table, random_game, seed_bytes, tables_of_all_games

TOLD = {
    "condottiere": {
        "answered": "seat answer, to oneself",
        "battle-ended": "city cause winner owner strengths armies holder",
        "chosen": "seat city",
        "dealt": "hands",
        "declined": "seat",
        "discard-asked": "",
        "discarded": "seat cards",
        "final": "seats",
        "kingdom": "seat",
        "over": "scores places reason",
        "passed": "seat",
        "played": "seat card",
        "played and took back": "seat card take",
        "scored": "series cities",
    },
    "babel": {
        "built": "seat site row level",
        "discarded": "seat tribe due",
        "drew": "seat count",
        "drew-cards": "seat cards, to oneself",
        "end-phase": "totals",
        "ended": "seat",
        "migrated": "seat from to cards",
        "over": "scores places reason",
        "power": "seat site power tribe expelled count",
        "reshuffled": "count",
        "settled": "seat tribe site",
        "temple-cards": "seat cards",
        "travelled": "seat from to",
        "turn": "seat",
    },
    "kabale": {
        "assassinated": "by column seat card",
        "awarded": "column goal cards winner sums left numbers steps",
        "cloak-asked": "seat column",
        "cloak-declined": "seat",
        "drew": "seat count",
        "drew-own": "seat card, to oneself",
        "explored": "seat column to",
        "explorer-stays": "seat column",
        "goals-opened": "round goals",
        "hid": "seat column",
        "hid-own": "seat column card, to oneself",
        "over": "scores places reason",
        "placed": "seat column",
        "placed-own": "seat column card, to oneself",
        "reshuffled": "seat count",
        "round-begins": "seat",
        "round-ended": "round revealed",
        "storm": "seat column",
        "swap-asked": "seat column",
        "swap-declined": "seat",
        "swapped": "seat columns goals",
        "uncovered": "column seat card",
    },
    "kharnage": {
        "cheer-asked": "seats",
        "cheered": "seat cheers lost",
        "deployed": "seat card line fetched pile",
        "destroyed": "seat target card web left",
        "flag": "seat pile",
        "general": "seat card",
        "kharnage": "seat target",
        "over": "scores places reason",
        "plan-laid": "seat",
        "planned": "seat strategy, to oneself",
        "revealed": "round plans",
        "round": "round",
        "scored": "round destroyed points",
        "stopped": "seat target left",
        "surprise": "seat card icon strength",
        "target": "seat kind seats strength",
        "throw": "seat card do",
        "turn": "seat strategy",
        "web": "seat target line card",
        "withstood": "seat target",
    },
}
GAMES = 4


def shape(effect: Effect) -> tuple[str, str]:
    """Its name, and the names of its facts with who may know them."""
    facts = " ".join(effect.facts)
    if effect.kind == "played" and "take" in effect.facts:
        return "played and took back", facts
    if effect.to is None:
        return effect.kind, facts
    assert effect.to == {effect.facts["seat"]}
    return effect.kind, f"{facts}, to oneself"


TABLES = [table for table in tables_of_all_games() if table.rules.game.slug in TOLD]
"""A game that is not named above holds its effects in its own tests."""
DECLARED = [rules for rules in ALL_RULES.values() if rules.game.slug in TOLD]


@pytest.mark.parametrize("table", [pytest.param(table, id=table.name) for table in TABLES])
def test_effects_of_random_games_have_known_names_and_facts(table: Table) -> None:
    known = set(TOLD[table.rules.game.slug].items())
    for number in range(GAMES):
        for turn in random_game(table, seed_bytes(number)):
            effects = turn.position.clone().play(turn.seat, turn.move, turn.fresh_chance())
            assert {shape(effect) for effect in effects} <= known


@pytest.mark.parametrize("rules", DECLARED, ids=[rules.game.slug for rules in DECLARED])
def test_declared_kinds_are_known(rules: type[Position]) -> None:
    known = {kind.split()[0] for kind in TOLD[rules.game.slug]}
    assert rules.revealing | rules.forgotten <= known
