"""A lesson about numbers that change at the award: Romeo, Juliet, the Double and their enemies."""

from games.engine.lessons import Lesson, Step, stated
from games.engine.refusals import noted as _
from games.titles.kabale.lessons.facts import (
    counts,
    goes_on,
    holds,
    printed,
    removes,
    with_juliet,
    worth,
)
from games.titles.kabale.lessons.moves import any_column, by, lay

RELIGION, FENCING = 0, 1

LESSON = Lesson(
    slug="romeo-and-juliet",
    title=_("Romeo and Juliet"),
    about=_("Bring the two together, double them, and keep them alive."),
    minutes=3,
    seats=2,
    names=("Rosalba",),
    position={
        "round": 6,
        "columns": [
            {"goal": ["religion", 5], "cards": []},
            {"goal": ["fencing", 2], "cards": []},
        ],
        "hands": [["juliet", "double", "romeo"], ["fencer", "merchant", "dragon"]],
        # Drawn from the end.
        "stacks": [
            ["prince", "traitor", "squire", "hermit", "giant", "wizard", "musketeers"],
            ["witch", "romeo", "hermit", "explorer", "storm", "queen"],
        ],
        "won": [[["music", 4], ["farming", 3]], [["trade", 5], ["alchemy", 4]]],
    },
    steps=(
        Step(
            stated(
                _(
                    "Romeo counts 5. With your own Juliet in the same column he counts 15, and she"
                    " adds her 14. You hold both, and the Double, who copies another card’s number."
                ),
                printed("religion", "romeo", 5),
                printed("religion", "juliet", 14),
                with_juliet(15),
                holds("romeo", "juliet", "double"),
            ),
            focus="#hand-juliet, #hand-romeo",
        ),
        Step(
            stated(
                _(
                    "Religion is worth 5. Start there with Juliet: she’s a good card on her own,"
                    " too."
                ),
                worth(0, 5),
            ),
            (lay("juliet", RELIGION),),
            wrong=_("You need the lover who is strong on her own first: lay Juliet in Religion."),
            wrong_for=(
                (
                    any_column("juliet"),
                    stated(_("Fencing is worth only 2. Lay her in Religion."), worth(1, 2)),
                ),
                (any_column("double"), _("His turn comes next. First lay Juliet in Religion.")),
            ),
            then=(by(1, "fencer", FENCING),),
            focus="#hand-juliet, #slot-0",
        ),
        Step(
            _(
                "The Double takes the number of the card behind him, the next one laid in this"
                " column. So he must be there before Romeo. Lay him in Religion."
            ),
            (lay("double", RELIGION),),
            right=_("Now no other card should come between him and Romeo."),
            wrong=_("Save that for later. First lay the Double in Religion."),
            wrong_for=(
                (any_column("double"), _("He should copy Romeo: lay him in Religion.")),
                (
                    lay("romeo", RELIGION),
                    _(
                        "Then the Double would end up behind Romeo and copy whatever comes next."
                        " First lay the Double."
                    ),
                ),
            ),
            then=(by(1, "merchant", FENCING),),
            focus="#hand-double, #slot-0",
        ),
        Step(
            _("Rosalba is busy in Fencing. Bring Romeo to his Juliet."),
            (lay("romeo", RELIGION),),
            right=stated(
                _("14 for Juliet, 15 for Romeo, and 15 more for the Double."),
                counts("juliet", 14),
                counts("romeo", 15),
            ),
            wrong=_("Another card might land behind the Double. Lay Romeo in Religion now."),
            wrong_for=((any_column("romeo"), _("Juliet is waiting in Religion.")),),
            then=(by(1, "dragon", RELIGION),),
            focus="#hand-romeo, #slot-0",
        ),
        Step(
            _(
                "Religion lacks one card and Fencing is full, so your next card in Religion ends"
                " the round. Which of yours leaves the lovers alone? Check what each does at the"
                " award."
            ),
            (lay("giant", RELIGION),),
            right=stated(
                _("The Little Giant grows by 3 for every other card in the column."),
                counts("giant", 12),
            ),
            wrong=stated(
                _(
                    "Then the round would go on and she could answer. End it: lay a card in"
                    " Religion."
                ),
                goes_on,
            ),
            wrong_for=(
                (
                    lay("musketeers", RELIGION),
                    stated(
                        _(
                            "They make every ability void, yours too: Romeo would count 5 and the"
                            " Double nothing. Choose another card."
                        ),
                        counts("romeo", 5),
                        counts("double", None),
                    ),
                ),
                (
                    lay("wizard", RELIGION),
                    stated(
                        _(
                            "He would remove your own Juliet, and Romeo without her counts 5."
                            " Choose"
                            " another card."
                        ),
                        removes(0, "juliet"),
                        counts("romeo", 5),
                    ),
                ),
            ),
            focus="#my-side .hand",
        ),
    ),
    closing=stated(
        _(
            "Rosalba’s Dragon took 2 from each of the lovers. The Double came last and copied"
            " Romeo’s 13. Beware of the Wizard and the Witch: he would remove Juliet, she would"
            " remove Romeo."
        ),
        counts("juliet", 12),
        counts("romeo", 13),
        counts("double", 13),
    ),
)
