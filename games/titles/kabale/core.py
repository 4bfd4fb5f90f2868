"""The core of Kabale und Hiebe, for programs: it needs no Django."""

from __future__ import annotations

from functools import partial

from games.engine.bots import Bot, Easy
from games.engine.core import Core, Judge
from games.titles.kabale.arrays import ARRAYS
from games.titles.kabale.bots.beginner import weigh
from games.titles.kabale.bots.casual import Casual
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.normal import Normal
from games.titles.kabale.bots.novice import Novice
from games.titles.kabale.bots.style import BOLD, CAREFUL, STEADY, Style
from games.titles.kabale.rules.award import judge_award
from games.titles.kabale.rules.position import Kabale


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
    rules=(Kabale,),
    bots=bots(),
    level_seats={"novice": (2,)},
    characters={"steady": bots(), "bold": bots(BOLD), "careful": bots(CAREFUL)},
    judges={"award": Judge("a column in, its winner out", judge_award)},
    arrays=ARRAYS,
)
