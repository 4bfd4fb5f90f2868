"""The core of Kharnage, for programs: it needs no Django."""

from __future__ import annotations

from games.engine.bots import Bot
from games.engine.core import Core
from games.titles.kharnage.arrays import ARRAYS
from games.titles.kharnage.bots.beginner import Beginner
from games.titles.kharnage.bots.casual import Casual
from games.titles.kharnage.bots.hard import Hard
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.bots.novice import Novice
from games.titles.kharnage.bots.style import BOLD, CAREFUL, STEADY, Style
from games.titles.kharnage.rules.position import Kharnage


def bots(style: Style = STEADY) -> tuple[Bot, ...]:
    """Return the bots of all levels, the weakest first, that play in a style."""
    return (Beginner(style), Novice(style), Casual(style), Normal(style=style), Hard(style=style))


CORE = Core(
    rules=(Kharnage,),
    bots=bots(),
    characters={"steady": bots(), "bold": bots(BOLD), "careful": bots(CAREFUL)},
    arrays=ARRAYS,
)
