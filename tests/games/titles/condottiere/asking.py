"""Ask a bot for its answer in a given position."""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.engine.bots import Bot, Memories, Question, question
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.rules.moves import TAKE_BACK
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere

SEEDS = range(5)


def load(data: Json, **agreed: Any) -> Condottiere:
    options: Mapping[str, Any] = CONDOTTIERE.read_options(agreed)
    return Condottiere.load(data, len(data["hands"]), options, Chance(bytes(32), 0))


def answers(data: Json, seat: int, bot: Bot | None = None, **agreed: Any) -> set[Move]:
    """Return the answers of a bot, by default `normal`, in a position, over some seeds."""
    asked, position = bot or Normal(), load(data, **agreed)
    return {asked.choose(question(position, seat), Random(seed)) for seed in SEEDS}


def taken_back(own: list[str], army: list[str]) -> Question:
    """Return seat 0's question after the other seat took its last card back, a ten."""
    data = battle([own, ["scarecrow"]], [army, ["m10"]], turn=1, city="parma")
    position = load(data)
    memories = Memories(position)
    memories.tell(position.apply(1, TAKE_BACK["m10"], Chance(bytes(32), 0)))
    return memories.question(position, 0)


def battle(hands: list[list[str]], armies: list[list[str]], **more: Any) -> Json:
    return {
        "phase": "battle",
        "turn": 0,
        "city": "firenze",
        "hands": hands,
        "armies": armies,
    } | more


# Theirs is lost anyway. Their last card ends the round, and with it all that I have left.
THE_LAST_CARD = battle(
    [["drum"], ["surrender", "heroine", "m4", "m3", "m5"]],
    [
        ["m1", "m3", "m4", "heroine", "m6", "m1", "m2", "m2", "m6"],
        ["heroine", "scarecrow", "scarecrow", "scarecrow", "m1"],
    ],
    city="siena",
    turn=1,
)
