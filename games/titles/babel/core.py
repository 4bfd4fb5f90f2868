"""Babel for programs, without the site."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core
from games.titles.babel.arrays import ARRAYS
from games.titles.babel.bots.beginner import weigh
from games.titles.babel.bots.casual import Casual
from games.titles.babel.bots.hard import Hard
from games.titles.babel.bots.normal import Normal
from games.titles.babel.bots.novice import Novice
from games.titles.babel.bots.style import BOLD, CAREFUL, THRIFTY
from games.titles.babel.rules.position import Babel

CORE = Core(
    rules=(Babel,),
    bots=(Easy(weigh), Novice(), Casual(), Normal(), Hard()),
    characters={
        "steady": (Normal(),),
        "bold": (Normal(style=BOLD),),
        "careful": (Normal(style=CAREFUL),),
        "thrifty": (Normal(style=THRIFTY),),
    },
    arrays=ARRAYS,
)
