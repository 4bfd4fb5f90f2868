"""The first lesson of Magpies."""

from __future__ import annotations

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _

FIRST_STEPS = Lesson(
    slug="first-steps",
    title=_("First steps"),
    about=_("Bid, squabble and take it all."),
    minutes=2,
    seats=2,
    names=("Pica",),
    position={
        "stack": [2, 3],
        "offer": [8],
        "hands": [[1, 4, 7], [2, 3, 7]],
        "won": [[9, 1, 5], [4, 6, 7]],
    },
    steps=(
        Step(_("A treasure lies in the middle. You both bid at once."), focus="#offer"),
        Step(
            _("It is the best one left. Bid your highest feather."),
            ({"type": "bid", "feather": 7},),
            right=_("Pica bid the same: you squabble, and the treasure stays."),
            wrong=_("Pica may bid high too. Bid your best feather."),
            then=({"seat": 1, "type": "bid", "feather": 7},),
            focus="#bid-7",
        ),
        Step(
            _("Now there are two on offer. All can see which feathers Pica has left. Beat both."),
            ({"type": "bid", "feather": 4},),
            right=_("Yours is the highest: you take both."),
            wrong=_("Pica can beat that one. Bid the other."),
            then=({"seat": 1, "type": "bid", "feather": 3},),
            focus="#bid-4",
        ),
    ),
    closing=_("The magpie whose treasures are worth most wins."),
)
