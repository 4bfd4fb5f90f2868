"""The themes of puzzles of Kabale und Hiebe."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.kabale.rules.cards import ACTS_AT_ONCE, AT_HOME, PRINTED, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.rounds import ROUNDS

STRONG = frozenset(("king", "queen", "juliet", *SPECIALISTS))


def is_high(asked: Question, move: Move) -> bool:
    """Return whether a card has a high number at the goal of its column."""
    if not isinstance(move, Place):
        return False
    area, _points = asked.view["columns"][move.column]["goal"]
    return (PRINTED[area][move.card] or 0) >= AT_HOME


def can_be_covered(asked: Question, move: Move) -> bool:
    """Return whether the round goes on after the card, as far as the seat sees."""
    columns = asked.view["columns"]
    return isinstance(move, Place) and any(
        not column["storm"] and len(column["cards"]) + (at == move.column) < column["goal"][1]
        for at, column in enumerate(columns)
    )


def is_trick(asked: Question, move: Move) -> bool:
    return isinstance(move, Place) and move.card not in STRONG | ACTS_AT_ONCE


THEMES = (
    Theme(
        "strength",
        _("Strong cards"),
        _("A high number can win a goal without help: compare what each goal is worth to you."),
        lambda asked, move: isinstance(move, Place) and move.card in STRONG,
        is_high,
    ),
    Theme(
        "at-once",
        _("Cards that act at once"),
        _("Such a card acts only if another is laid on it in time: think of who will do that."),
        lambda asked, move: isinstance(move, Place) and move.card in ACTS_AT_ONCE,
        can_be_covered,
    ),
    Theme(
        "tricks",
        _("Tricks at the award"),
        _("The ability of such a card counts only at the award, when no one can answer any more."),
        is_trick,
    ),
    Theme(
        "cloak-and-traitor",
        _("Cloak and traitor"),
        _(
            "A cloak can hide a card in its column, a traitor can swap two goals: compare what"
            " you’d win before and after."
        ),
        lambda asked, move: isinstance(move, Cloak | Swap),
    ),
    Theme(
        "last-round",
        _("The last round"),
        _("In the last round only the final scores count, so there’s no reason to save cards."),
        lambda asked, move: asked.view["round"] == ROUNDS,
    ),
)
