"""The core of Kabale und Hiebe, for programs: it needs no Django."""

from __future__ import annotations

from games.engine.bots import Easy
from games.engine.core import Core, Judge
from games.titles.kabale.arrays import ARRAYS
from games.titles.kabale.bots.beginner import weigh
from games.titles.kabale.bots.casual import Casual
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.normal import Normal
from games.titles.kabale.bots.style import BOLD, CAREFUL
from games.titles.kabale.rules.award import judge_award
from games.titles.kabale.rules.position import Kabale

CORE = Core(
    rules=(Kabale,),
    bots=(Easy(weigh), Casual(), Normal(), Hard()),
    characters={
        "steady": (Normal(),),
        "bold": (Normal(style=BOLD),),
        "careful": (Normal(style=CAREFUL),),
    },
    judges={"award": Judge("a column in, its winner out", judge_award)},
    arrays=ARRAYS,
)
