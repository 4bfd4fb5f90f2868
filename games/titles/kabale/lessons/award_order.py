"""A lesson about the order of the award: a card that acts early can undo the others."""

from games.engine.lessons import Lesson, Step, counted, instead, stated
from games.engine.refusals import noted as _
from games.titles.kabale.lessons.facts import does_not_take, printed, removes, sum_of, takes
from games.titles.kabale.lessons.moves import any_card, any_column, by, down, lay, up

FARMING, RELIGION, MUSIC = 0, 1, 2

LESSON = Lesson(
    slug="award-order",
    title=_("Who acts first"),
    about=_("Turn an award around by knowing who acts first."),
    minutes=4,
    seats=3,
    names=("Rosalba", "Kasimir"),
    position={
        "round": 6,
        "columns": [
            {"goal": ["farming", 4], "cards": [up(1, "king"), up(0, "fencer"), up(2, "queen")]},
            {"goal": ["religion", 3], "cards": [down(0, "cardinal")]},
            {"goal": ["music", 4], "cards": [up(0, "prince")]},
        ],
        "hands": [
            ["wizard", "witch", "musketeers"],
            ["witch", "wizard", "beggar"],
            ["landlord", "dragon", "juliet"],
        ],
        # Drawn from the end.
        "stacks": [
            ["storm", "romeo", "queen", "giant", "alchemist", "squire"],
            ["traitor", "hermit", "fencer", "explorer", "giant", "merchant"],
            ["cloak", "romeo", "squire", "storm", "minstrel", "prince"],
        ],
        "won": [
            [["trade", 3], ["alchemy", 5]],
            [["music", 5], ["fencing", 4], ["alchemy", 1]],
            [["religion", 5], ["trade", 4]],
        ],
    },
    steps=(
        Step(
            _(
                "At the award, allies act one after the other: Musketeers, Wizard, Witch, then"
                " Prince with Squire. Only then are numbers changed and added up. An ally who acts"
                " early can spoil it for the others."
            ),
            focus=".lanes",
        ),
        Step(
            stated(
                _(
                    "In Farming, a King and a Queen stand against your Fencing Master, who counts"
                    " 8. A Wizard removes all cards of 10 or more. Lay him there."
                ),
                printed("farming", "fencer", 8),
                instead({"seat": 0, **lay("wizard", FARMING)}, sum_of(0, 0, 15)),
            ),
            (lay("wizard", FARMING),),
            right=stated(
                _("The King and the Queen will be removed. Your 8 and the Wizard’s own 7 stay."),
                sum_of(0, 0, 15),
            ),
            wrong=_("Not yet. First lay the Wizard in Farming."),
            wrong_for=(
                (
                    lay("wizard", RELIGION),
                    stated(
                        _(
                            "There he would remove your own Cardinal, who counts 12. Choose"
                            " Farming."
                        ),
                        removes(1, "cardinal"),
                    ),
                ),
                (
                    lay("wizard", MUSIC),
                    stated(
                        _("There he would remove your own Prince, who counts 14. Choose Farming."),
                        removes(2, "prince"),
                    ),
                ),
            ),
            then=(by(1, "witch", FARMING), by(2, "landlord", FARMING)),
            focus="#hand-wizard, #slot-0",
        ),
        Step(
            stated(
                _(
                    "Rosalba’s Witch acts after your Wizard. She removes all cards of 9 or less"
                    " except herself, so you would have nothing left. But if two Witches meet,"
                    " neither acts. Lay yours."
                ),
                takes(0, 1),
                instead({"seat": 0, **lay("witch", FARMING)}, takes(0)),
            ),
            (lay("witch", FARMING),),
            right=_("Almost everything your Wizard leaves there is yours."),
            wrong=stated(
                _("Rosalba’s Witch would still take Farming. Lay your own Witch there."),
                takes(0, 1),
            ),
            wrong_for=(
                (
                    any_column("witch"),
                    _("She must lie in the same column as the other Witch: Farming."),
                ),
                (
                    lay("musketeers", FARMING),
                    stated(
                        _(
                            "They would stop the Wizard as well, and the King and Queen would"
                            " count."
                            " Lay your Witch."
                        ),
                        does_not_take(0),
                    ),
                ),
            ),
            then=(by(1, "wizard", RELIGION), by(2, "dragon", RELIGION)),
            focus="#hand-witch, #slot-0",
        ),
        Step(
            _(
                "In Religion, a Wizard threatens your Cardinal. Musketeers come first: every other"
                " ability in their column is void, and only printed numbers count."
            ),
            (lay("musketeers", RELIGION),),
            right=stated(
                _("No Wizard, no Dragon: 12 and 11 for you, 7 and 11 for them."), takes(1)
            ),
            wrong=stated(
                _("The Wizard would still remove your Cardinal. Lay the Musketeers in Religion."),
                removes(1, "cardinal"),
            ),
            wrong_for=(
                (
                    any_column("musketeers"),
                    _("Your Cardinal needs them. Lay them in Religion."),
                ),
            ),
            then=(by(1, "beggar", MUSIC), by(2, "juliet", MUSIC)),
            focus="#hand-musketeers, #slot-1",
        ),
        Step(
            stated(
                _(
                    "There’s a Beggar in Music: the lowest sum would win there, and your Prince"
                    " counts 14. But the Prince and Squire of one player take the goal before"
                    " anything is added up."
                ),
                printed("music", "prince", 14),
                instead({"seat": 0, **lay("squire", MUSIC)}, takes(2)),
            ),
            (lay("squire", MUSIC),),
            right=stated(_("Prince and Squire: the sums don’t even matter."), takes(2)),
            wrong=_("Farming and Religion are won. Now lay the Squire in Music."),
            wrong_for=(
                (any_column("squire"), _("He must join his Prince: in Music.")),
                (
                    any_card(MUSIC),
                    stated(
                        _("With a Beggar there, more is less. Lay the Squire in Music."),
                        does_not_take(2),
                    ),
                ),
            ),
            focus="#hand-squire, #slot-2",
        ),
    ),
    closing=stated(
        _(
            "Three goals, and none by strength alone. Remember who acts first: Musketeers, Wizard,"
            " Witch, Prince with Squire, then the numbers, and last the sum."
        ),
        counted(5, "won", 0),
    ),
)
