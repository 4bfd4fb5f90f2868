"""The themes of puzzles of Kabale und Hiebe."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.kabale.rules.cards import ACTS_AT_ONCE, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.rounds import ROUNDS

STRONG = frozenset(("king", "queen", "juliet", *SPECIALISTS))


def is_trick(asked: Question, move: Move) -> bool:
    return isinstance(move, Place) and move.card not in STRONG | ACTS_AT_ONCE


THEMES = (
    Theme(
        "strength",
        _("Strong cards"),
        _(
            "A high number wins a goal on its own if it isn’t stopped. Lay it where it’s worth"
            " most."
        ),
        lambda asked, move: isinstance(move, Place) and move.card in STRONG,
    ),
    Theme(
        "at-once",
        _("Cards that act at once"),
        _(
            "A card that acts when it’s turned over changes a column while there’s still time to"
            " answer."
        ),
        lambda asked, move: isinstance(move, Place) and move.card in ACTS_AT_ONCE,
    ),
    Theme(
        "tricks",
        _("Tricks at the award"),
        _(
            "Low cards with an ability can turn a column around at the award, when no one can"
            " answer any more."
        ),
        is_trick,
    ),
    Theme(
        "cloak-and-traitor",
        _("Cloak and traitor"),
        _("What a cloak hides or a traitor swaps must be worth more to you than what’s there now."),
        lambda asked, move: isinstance(move, Cloak | Swap),
    ),
    Theme(
        "last-round",
        _("The last round"),
        _("In the last round only the final scores count, so there’s no reason to save cards."),
        lambda asked, move: asked.view["round"] == ROUNDS,
    ),
)
