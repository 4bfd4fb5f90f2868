"""Ask a bot for its answer in a given position."""

from collections.abc import Mapping
from random import Random
from typing import Any

from games.engine.bots import Bot, question
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere

SEEDS = range(5)


def load(data: Json, **agreed: Any) -> Condottiere:
    options: Mapping[str, Any] = CONDOTTIERE.read_options(agreed)
    return Condottiere.load(data, len(data["hands"]), options, Chance(bytes(32), 0))


def answers(data: Json, seat: int, bot: Bot | None = None, **agreed: Any) -> set[Move]:
    """Return the answers of a bot, by default `normal`, in a position, over some seeds."""
    asked, position = bot or Normal(), load(data, **agreed)
    return {asked.choose(question(position, seat), Random(seed)) for seed in SEEDS}


def battle(hands: list[list[str]], armies: list[list[str]], **more: Any) -> Json:
    return {
        "phase": "battle",
        "turn": 0,
        "city": "firenze",
        "hands": hands,
        "armies": armies,
    } | more
