"""Babel's bots in positions with a known good move, and against each other."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.engine.bots import question
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.babel.bots.hard import Hard
from games.titles.babel.bots.turn import turn_of
from games.titles.babel.bots.worth import WON, worth
from games.titles.babel.rules.moves import BUILD, END, SETTLE, TRAVEL
from games.titles.babel.rules.position import Babel
from games.titles.management.commands.arena import Arena
from games.titles.registry import bot_for
from tests.games.titles.babel.rules.tables import at, deal, load, site, table
from tests.helpers.strength import wins_enough

NORMAL = bot_for("babel", "normal")


def answer(position: Babel, seat: int, level: str = "normal", seed: int = 0) -> Move:
    bot = bot_for("babel", level)
    return bot.choose(question(position, seat), Random(seed))


def turn(position: Babel, seat: int = 0) -> list[Json]:
    """Let `normal` play until its turn or the game is over, and return its moves.

    Another player who is halved discards any cards.
    """
    did: list[Json] = []
    while position.outcome() is None and position.turn == seat:
        (asked,) = position.to_move()
        move = answer(position, seat) if asked == seat else position.moves(asked)[0]
        if asked == seat:
            did.append(move.dump())
        position.play(asked, move, Chance(bytes(32), len(did)))
    return did


def powers(did: list[Json]) -> list[str]:
    return [move["power"] for move in did if move["type"] == "power"]


def test_easy_bot_builds_and_ends_its_turns() -> None:
    arena = Arena(Babel, {}, [bot_for("babel", "easy")] * 2, seed=7)
    arena.play(20)
    assert arena.moves / 20 < 200
    building = table(rows=[[1], []], sites={"hittite": site("M")})
    answers = [answer(building, 0, "easy", seed).dump()["type"] for seed in range(20)]
    assert answers.count("build") > 15


@pytest.mark.parametrize("number", range(4))
def test_bot_builds_level_1_on_first_turn(number: int) -> None:
    position = deal(number)
    turn(position)
    assert position.turn == 1
    assert not position.duty[0]
    assert position.totals[0] == 1


def test_bot_builds_every_level_it_can() -> None:
    # 1 to 4 at one site, the lowest row first; a fourth card has to be settled.
    position = table(("M", ""), rows=[[4, 2], [3, 1]], sites={"hittite": site("MSP")})
    turn(position)
    assert position.temples[0]["hittite"] == [1, 2, 3, 4]


def test_bot_travels_to_site_where_it_can_build() -> None:
    position = table(("AM", ""), rows=[[3], []], sites={"assyrian": site("MSP", my=[1, 2])})
    did = turn(position)
    assert did[0] == {"type": "travel", "tribe": "assyrian"}
    assert position.totals[0] == 3


def test_bot_razes_high_temple() -> None:
    position = table(sites={"hittite": site("AAA", "MS", their=[1, 2, 3, 4])})
    assert "raze" in powers(turn(position))
    assert position.totals[1] == 0


def test_bot_razes_after_travel_settle_and_migrate() -> None:
    sites = {"mede": site("SAAA"), "hittite": site("", "MS", their=[1, 2, 3, 4])}
    position = table(("HS", ""), stones=["mede", "quarry"], sites=sites)
    assert "raze" in powers(turn(position))
    assert position.totals[1] == 0


def test_bot_steals_before_it_razes() -> None:
    position = table(sites={"hittite": site("HHHAAAM", "MS", my=[1], their=[1, 2, 3, 4, 5])})
    did = powers(turn(position))
    assert did[0] == "steal"
    assert position.height(0, "hittite") == 5
    # What is left of the robbed temple goes back to the deck.
    assert "raze" in did
    assert position.totals == [5, 0]


def test_bot_skips_a_level() -> None:
    position = table(rows=[[2], []], sites={"hittite": site("PPP")})
    assert powers(turn(position)) == ["skip"]
    assert position.totals[0] == 2


@pytest.mark.parametrize(("mine", "power"), [("MMM", "expel"), ("SSS", "bribe")])
def test_bot_empties_other_row_by_power_of_its_run(mine: str, power: str) -> None:
    position = table(sites={"hittite": site(mine, "AAAAA", my=[1, 2, 3])})
    assert power in powers(turn(position))
    assert at(position, 1, "hittite") == ""


def test_bot_halves_large_hand() -> None:
    position = table(("", "MMSSHHPPAA"), sites={"hittite": site("PPPP")})
    assert "halve" in powers(turn(position))


def heights(mine: list[int], theirs: list[int]) -> Json:
    """Temples of given heights, as cheap as they come."""
    names = ["mede", "sumerian", "persian", "assyrian"]
    pairs = zip(names, mine, theirs, strict=True)
    return {name: site(my=[m] if m else [], their=[t] if t else []) for name, m, t in pairs}


def test_bot_makes_winning_move() -> None:
    fifteen = table(
        rows=[[1], []], sites={**heights([6, 5, 3, 0], [3, 0, 0, 0]), "hittite": site("MMS")}
    )
    assert turn(fifteen) == [{"type": "build", "row": 0}]
    nine = table(
        ("", "MM"),
        end_phase=True,
        rows=[[1], []],
        sites={
            **heights([6, 5, 0, 0], [6, 2, 0, 0]),
            "hittite": site("MAAA", "MMM", their=[1, 2, 3]),
        },
    )
    turn(nine)
    ended = nine.outcome()
    assert ended is not None
    assert (ended.reason, ended.places) == ("nine", (1, 2))


def test_bot_does_not_end_the_game_while_behind() -> None:
    # Ahead without the last card of the deck; behind, it must use the run before it ends.
    position = table(
        temple_deck=[6, 5],
        sites={**heights([3, 0, 0, 0], [5, 0, 0, 0]), "assyrian": site("", "M", their=[2])}
        | {"hittite": site("AAA", "M", their=[4])},
    )
    did = turn(position)
    assert did[0]["type"] == "power"
    assert position.outcome() is None


def test_bot_values_end_by_deck_by_totals() -> None:
    ahead = table(temple_deck=[6, 5], sites=heights([3, 0, 0, 0], [1, 0, 0, 0]))
    behind = table(temple_deck=[6, 5], sites=heights([1, 0, 0, 0], [3, 0, 0, 0]))
    level = table(("M", ""), temple_deck=[6, 5])
    assert worth(turn_of(ahead.view(0), 0)) > WON - 50
    assert worth(turn_of(behind.view(0), 0)) < 50 - WON
    assert worth(turn_of(level.view(0), 0)) > WON - 50
    assert answer(ahead, 0) == END


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        # The third of a tribe makes a run; a second card of another only travels.
        ("AAAMMH", {"assyrian": 3}),
        # It can't travel to where it stands.
        ("HMSPA", {"hittite": 0}),
    ],
)
def test_bot_discards_least_useful_cards(hand: str, kept: Mapping[str, int]) -> None:
    given: Any = {"phase": "halve", "turn": 1, "due": len(hand) // 2}
    position = table((hand, "MM"), **given)
    while position.phase == "halve":
        position.play(0, answer(position, 0), Chance(bytes(32), 1))
    assert {tribe: position.hands[0].count(tribe) for tribe in kept} == kept


def test_bot_ends_turn_on_empty_table() -> None:
    assert answer(load({}), 0) == END


# --- The hard one.


def two_levels_or_their_last() -> Babel:
    """One card: to skip a level with it, or to take the temple card that the opponent wins with."""
    sites = {
        "mede": site(my=[5], their=[6]),
        "sumerian": site(my=[5], their=[6]),
        "hittite": site("PP", "M", my=[1]),
        "persian": site("M", their=[6]),
        "assyrian": site(their=[1]),
    }
    return table(
        ("P", ""),
        stones=["hittite", "hittite"],
        rows=[[3], [1]],
        end_phase=True,
        sites=sites,
    )


def test_hard_bot_prevents_win_of_opponent() -> None:
    position = two_levels_or_their_last()
    assert answer(position, 0) == SETTLE["persian"]
    choices = [Hard(tries=4).choose(question(position, 0), Random(n)) for n in range(5)]
    assert choices == [TRAVEL["persian"]] * 5


def test_hard_bot_makes_winning_move() -> None:
    position = table(
        ("A", ""),
        rows=[[1], []],
        sites={**heights([6, 5, 3, 0], [3, 0, 0, 0]), "hittite": site("M")},
    )
    assert Hard(tries=1).choose(question(position, 0), Random(1)) == BUILD[0]


def test_each_quick_level_beats_the_one_below() -> None:
    levels = [bot_for("babel", one) for one in ("easy", "novice", "casual", "normal")]
    for weaker, level in pairwise(levels):
        assert wins_enough(Babel, [level, weaker], games=20, wins=0.6 * 20)
