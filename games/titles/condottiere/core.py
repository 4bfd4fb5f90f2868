"""Condottiere for programs, without the site."""

from __future__ import annotations

from functools import partial

from games.engine.bots import Bot, Easy
from games.engine.core import Core, Judge
from games.titles.condottiere.arrays import ARRAYS
from games.titles.condottiere.bots.beginner import weigh
from games.titles.condottiere.bots.casual import Casual
from games.titles.condottiere.bots.hard import Hard
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.bots.novice import Novice
from games.titles.condottiere.bots.style import BOLD, CAREFUL, STEADY, Style
from games.titles.condottiere.rules.cards import judge_battle
from games.titles.condottiere.rules.position import Condottiere


def bots(style: Style = STEADY) -> tuple[Bot, ...]:
    """Return the bots of all levels, the weakest first, that play in a style."""
    return (
        Easy(partial(weigh, style=style)),
        Novice(style),
        Casual(style),
        Normal(style),
        Hard(style=style),
    )


CORE = Core(
    rules=(Condottiere,),
    bots=bots(),
    level_seats={"novice": (2,)},
    characters={"steady": bots(), "bold": bots(BOLD), "careful": bots(CAREFUL)},
    judges={"battle": Judge("armies in, strengths out", judge_battle)},
    arrays=ARRAYS,
)
