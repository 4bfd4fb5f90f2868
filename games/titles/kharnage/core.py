"""The core of Kharnage, for programs: it needs no Django."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core
from games.titles.kharnage.arrays import ARRAYS
from games.titles.kharnage.bots.beginner import weigh
from games.titles.kharnage.bots.casual import Casual
from games.titles.kharnage.bots.hard import Hard
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.bots.style import BOLD, CAREFUL
from games.titles.kharnage.rules.position import Kharnage

CORE = Core(
    rules=(Kharnage,),
    bots=(Easy(weigh), Casual(), Normal(), Hard()),
    characters={
        "steady": (Normal(),),
        "bold": (Normal(style=BOLD),),
        "careful": (Normal(style=CAREFUL),),
    },
    arrays=ARRAYS,
)
