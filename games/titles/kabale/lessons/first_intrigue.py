"""The first lesson: goals, laying and uncovering, a trap, and the sum that wins."""

from games.engine.lessons import Lesson, Step, recorded, stated
from games.engine.refusals import noted as _
from games.titles.kabale.lessons.facts import (
    counts,
    ends_round,
    face_down,
    holds,
    lacks,
    numbers,
    points,
    printed,
    uncovered,
    without_it,
)
from games.titles.kabale.lessons.moves import any_column, by, lay

MUSIC, TRADE = 0, 1

LESSON = Lesson(
    slug="first-intrigue",
    title=_("Your first intrigue"),
    about=_("Lay allies face down, set a trap, take a goal, and win."),
    minutes=4,
    seats=2,
    names=("Rosalba",),
    position={
        "round": 6,
        "columns": [
            {"goal": ["music", 4], "cards": []},
            {"goal": ["trade", 2], "cards": []},
        ],
        "hands": [["minstrel", "assassin", "landlord"], ["merchant", "king", "dragon"]],
        # Drawn from the end.
        "stacks": [
            ["prince", "traitor", "squire", "hermit", "queen", "king"],
            ["witch", "romeo", "giant", "explorer", "storm", "queen"],
        ],
        "won": [[["fencing", 5], ["farming", 3]], [["religion", 5], ["alchemy", 4]]],
    },
    steps=(
        Step(
            stated(
                _(
                    "Welcome to court. Each column is a goal: Music is worth 4 points, Trade 2. You"
                    " send allies there. When the round ends, the highest sum in a column takes its"
                    " goal."
                ),
                recorded(["music", 4], "columns", 0, "goal"),
                recorded(["trade", 2], "columns", 1, "goal"),
            ),
            focus=".lanes",
        ),
        Step(
            stated(
                _(
                    "This is the last of six rounds. You have 8 points and Rosalba has 9. If you"
                    " take Music, you win, even if she takes Trade."
                ),
                recorded(6, "round"),
                points(0, 8),
                points(1, 9),
            ),
            focus="#players",
        ),
        Step(
            stated(
                _(
                    "Your Minstrel is at home in Music: he counts 12 there, 8 elsewhere. Choose"
                    " him, then the Music column."
                ),
                printed("music", "minstrel", 12),
                printed("trade", "minstrel", 8),
            ),
            (lay("minstrel", MUSIC),),
            right=stated(
                _("He lies face down, so only you know who he is. And you have drawn a new card."),
                face_down("minstrel"),
            ),
            wrong=_("A good card, but not to start with. Lay the Minstrel in Music."),
            wrong_for=(
                (
                    any_column("minstrel"),
                    stated(_("There he counts only 8. Lay him in Music."), counts("minstrel", 8)),
                ),
                (any_column("assassin"), _("His turn comes next. First the Minstrel.")),
            ),
            then=(by(1, "merchant", MUSIC),),
            focus="#hand-minstrel, #slot-0",
        ),
        Step(
            _(
                "Rosalba laid a card behind your Minstrel, so he was turned over. Each card you"
                " lay uncovers the one above it, no matter whose it is."
            ),
            focus="#lane-0",
        ),
        Step(
            _(
                "Some allies act the moment they’re uncovered. When a card uncovers your Assassin,"
                " its owner loses that card. Set the trap: lay him in Music."
            ),
            (lay("assassin", MUSIC),),
            right=stated(
                _("And you uncovered her Merchant. He counts only 8, because this isn’t Trade."),
                uncovered(1, "merchant"),
            ),
            wrong=_("Later. First the trap: lay the Assassin in Music."),
            wrong_for=(
                (
                    any_column("assassin"),
                    _("She wants Music: that is where the trap belongs."),
                ),
            ),
            then=(by(1, "king", MUSIC),),
            focus="#hand-assassin, #slot-0",
        ),
        Step(
            stated(
                _(
                    "She laid her King, the strongest of all, and your Assassin struck: the King is"
                    " in her discards. Music stands at 12 and 9½ for you, 8 for her."
                ),
                numbers(0, 0, 12, 9.5),
                numbers(0, 1, 8),
            ),
            focus="#lane-0",
        ),
        Step(
            stated(
                _(
                    "A goal is fulfilled when it has as many cards as points: Music lacks one,"
                    " Trade two. Once all are fulfilled, the round ends. You can wait: lay the"
                    " Landlord in Trade."
                ),
                lacks(0, 1),
                lacks(1, 2),
            ),
            (lay("landlord", TRADE),),
            right=stated(
                _("Eight in Trade, and you still have your King and Queen."),
                counts("landlord", 8),
                holds("king", "queen"),
            ),
            wrong=_(
                "Keep your King and Queen until she has shown more. Lay the Landlord in Trade."
            ),
            wrong_for=(
                (
                    any_column("landlord"),
                    stated(
                        _("Only 8, and Music is going well. Lay him in Trade."),
                        counts("landlord", 8),
                    ),
                ),
            ),
            then=(by(1, "dragon", MUSIC),),
            focus="#hand-landlord, #slot-1",
        ),
        Step(
            _(
                "There’s a card in Music that you don’t know. If you laid one in Trade now, all"
                " goals would be fulfilled and the round over. A full column still takes cards:"
                " secure Music with your King or Queen."
            ),
            (lay("king", MUSIC), lay("queen", MUSIC)),
            right=stated(
                _(
                    "A Dragon: each of your cards loses 2 at the award. Without your last one, she"
                    " would have led 19 to 17½."
                ),
                uncovered(1, "dragon"),
                without_it(0, 17.5, 19),
            ),
            wrong=_(
                "That may be too little against a hidden card. Lay your King or Queen in Music."
            ),
            wrong_for=(
                (
                    any_column("king"),
                    stated(
                        _("That ends the round with an unknown card in Music. Lay him in Music."),
                        ends_round,
                    ),
                ),
                (
                    any_column("queen"),
                    stated(
                        _("That ends the round with an unknown card in Music. Lay her in Music."),
                        ends_round,
                    ),
                ),
            ),
            then=(by(1, "queen", TRADE),),
            focus="#hand-king, #hand-queen",
        ),
    ),
    closing=stated(
        _(
            "Music is yours, 12 points to 11, and you win. Where you lay a card, what it goes"
            " behind, and who turns it over: that’s the whole intrigue."
        ),
        points(0, 12),
        points(1, 11),
    ),
)
