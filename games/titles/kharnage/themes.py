"""The themes of puzzles of Kharnage."""

from __future__ import annotations

from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.kharnage.rules.moves import Destroy, Plan, Reinforce, Stop, Target, Throw, Web
from games.titles.kharnage.rules.table import ROUNDS

THEMES = (
    Theme(
        "plans",
        _("The right strategy"),
        _("A strategy’s initiative says when your turn comes, its icons what you do then."),
        lambda asked, move: isinstance(move, Plan),
    ),
    Theme(
        "targets",
        _("Who to attack"),
        _("Compare which cards your strength could destroy in each army, and who is ahead."),
        lambda asked, move: isinstance(move, Target),
    ),
    Theme(
        "blows",
        _("Which card to destroy"),
        _("Count what your strength still pays for: the next line opens once this one is empty."),
        lambda asked, move: isinstance(move, Destroy | Stop),
        lambda asked, move: isinstance(move, Destroy),
    ),
    Theme(
        "surprises",
        _("Surprises and reinforcements"),
        _("What arrives can act at once: compare what each choice would destroy or stop."),
        lambda asked, move: isinstance(move, Reinforce | Throw | Web),
    ),
    Theme(
        "last-round",
        _("The last round"),
        _("In the last round nothing has to be left standing: only points count."),
        lambda asked, move: asked.view["round"] == ROUNDS,
    ),
)
