"""Babel for programs, without the site."""

from __future__ import annotations

from functools import partial

from games.engine.bots import Bot, Easy
from games.engine.core import Core
from games.titles.babel.arrays import ARRAYS
from games.titles.babel.bots.beginner import weigh
from games.titles.babel.bots.casual import Casual
from games.titles.babel.bots.hard import Hard
from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.novice import Novice
from games.titles.babel.bots.style import BOLD, CAREFUL, STEADY, THRIFTY, Style
from games.titles.babel.rules.position import Babel


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
    rules=(Babel,),
    bots=bots(),
    characters={
        "steady": bots(),
        "bold": bots(BOLD),
        "careful": bots(CAREFUL),
        "thrifty": bots(THRIFTY),
    },
    arrays=ARRAYS,
)
