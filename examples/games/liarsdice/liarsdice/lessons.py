"""The first lesson of Liar's Dice."""

from __future__ import annotations

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _

FIRST_STEPS = Lesson(
    slug="first-steps",
    title=_("First steps"),
    about=_("Bid, raise and doubt."),
    minutes=2,
    seats=2,
    names=("Anne",),
    position={"dice": [[2, 5, 5], [1, 3]]},
    steps=(
        Step(
            _("These dice are yours. The dice of Anne lie under her cup."),
            focus="#my-side .mine",
        ),
        Step(
            _("A bid counts the dice of both. You hold a pair of fives: bid exactly that."),
            ({"type": "bid", "count": 2, "face": 5},),
            right=_("That’s true already, and Anne can’t know it."),
            wrong=_("Bid the pair that you hold: fives."),
            then=({"seat": 1, "type": "bid", "count": 4, "face": 5},),
            focus="#bid-2-5",
        ),
        Step(
            _("Anne needs more fives than she is likely to have. Doubt her."),
            ({"type": "doubt"},),
            right=_("All dice are shown. Anne lied and loses a die."),
            wrong=_("A higher bid is even less likely. Doubt hers."),
            focus="#doubt",
        ),
    ),
    closing=_("The last player with dice wins."),
)
