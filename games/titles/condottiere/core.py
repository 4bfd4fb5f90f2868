"""Condottiere for programs, without the site."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core, Judge
from games.titles.condottiere.arrays import ARRAYS
from games.titles.condottiere.bots.beginner import weigh
from games.titles.condottiere.bots.casual import Casual
from games.titles.condottiere.bots.hard import Hard
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.bots.novice import Novice
from games.titles.condottiere.bots.style import BOLD, CAREFUL
from games.titles.condottiere.rules.cards import judge_battle
from games.titles.condottiere.rules.position import Condottiere

CORE = Core(
    rules=(Condottiere,),
    bots=(Easy(weigh), Novice(), Casual(), Normal(), Hard()),
    level_seats={"novice": (2,)},
    characters={
        "steady": (Normal(),),
        "bold": (Normal(style=BOLD),),
        "careful": (Normal(style=CAREFUL),),
    },
    judges={"battle": Judge("armies in, strengths out", judge_battle)},
    arrays=ARRAYS,
)
