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
        _(
            "A strategy card is worth what it destroys in its turn, and the cards it leaves for"
            " the next rounds."
        ),
        lambda asked, move: isinstance(move, Plan),
    ),
    Theme(
        "targets",
        _("Who to attack"),
        _("Attack where your strength destroys the most and hurts the leader."),
        lambda asked, move: isinstance(move, Target),
    ),
    Theme(
        "blows",
        _("Which card to destroy"),
        _(
            "Spend strength to the last point. Destroy what opens the next line, or would have hit"
            " you later."
        ),
        lambda asked, move: isinstance(move, Destroy | Stop),
    ),
    Theme(
        "surprises",
        _("Surprises and reinforcements"),
        _("A card that has just arrived can do more than stand there."),
        lambda asked, move: isinstance(move, Reinforce | Throw | Web),
    ),
    Theme(
        "last-round",
        _("The last round"),
        _("In the last round nothing has to be left standing: only points count."),
        lambda asked, move: asked.view["round"] == ROUNDS,
    ),
)
