"""The lesson on the end of the game: 15 begins the end phase, 20 or 9 ends it."""

from games.engine.lessons import Lesson, Step, recorded, stated
from games.engine.refusals import noted as _
from games.titles.babel.lessons.facts import (
    end_phase,
    had_together,
    her_temple,
    here,
    in_hand,
    limits,
    may_still,
    may_then,
    on_row,
    together,
    totals,
    won,
)
from games.titles.babel.lessons.moves import (
    END,
    MINE,
    TRAVEL,
    ninsun,
    power,
    settle,
    travel,
)

LESSON = Lesson(
    slug="end-phase",
    title=_("The end phase"),
    about=_("Know when a game is over, and finish it with one blow."),
    minutes=3,
    seats=2,
    names=("Ninsun",),
    position={
        "stones": ["persian", "hittite"],
        "hands": [["assyrian", "mede"], ["sumerian", "hittite", "mede"]],
        "rows": [[6, 4], [2, 3]],
        "sites": {
            "mede": {"tribes": [["persian"], ["mede", "persian"]], "temples": [[1], [1, 2, 3, 4]]},
            "sumerian": {
                "tribes": [
                    ["assyrian", "assyrian"],
                    ["sumerian", "persian", "hittite", "hittite"],
                ],
                "temples": [[1, 2, 3, 4, 5], [1, 2, 3]],
            },
            "hittite": {"tribes": [[], ["persian", "mede"]], "temples": [[], [1, 2, 3, 4, 5]]},
            "persian": {
                "tribes": [["mede", "hittite", "persian", "sumerian"], []],
                "temples": [[1, 2, 3], []],
            },
            "assyrian": {"tribes": [["hittite"], []], "temples": [[1, 2, 3, 4, 5], []]},
        },
        "temple_deck": [6, 1, 6, 1, 2, 1, 2, 4],
        "tribe_deck": [
            *("mede", "persian", "hittite", "persian", "sumerian", "mede"),
            *("persian", "mede", "persian"),
        ],
    },
    steps=(
        Step(
            stated(
                _(
                    "It’s late: you’re at 14, Ninsun at 12. Watch the marks at 9, 15 and 20. At 15"
                    " you would win at once if she had 9 or less, but she has more."
                ),
                totals(14, 12),
                limits(15, 9, 20),
            ),
            focus="#track",
        ),
        Step(
            stated(
                _("Build level 4 anyway: you have four cards here. The button shows what happens."),
                on_row(0, 4),
                here(4),
                may_then("build", row=0),
            ),
            (MINE,),
            right=stated(
                _("Fifteen against twelve: the end phase has begun."), totals(15, 12), end_phase
            ),
            wrong=stated(
                _("First build level 4 from your row."), on_row(0, 4), may_still("build", row=0)
            ),
            focus="#act-build-0",
        ),
        Step(
            stated(
                _(
                    "From now on the game ends as soon as a total reaches 20 or falls to 9 or less."
                    " Then the higher total wins: you can climb, or pull her down."
                ),
                end_phase,
                limits(15, 9, 20),
            ),
            focus="#track",
        ),
        Step(
            _("For now you can do neither. End your turn, and see what Ninsun tries."),
            (END,),
            wrong=_("Keep your cards: you’ll need them. End your turn."),
            then=ninsun(travel("sumerian"), settle("hittite"), power("steal"), END),
            focus="#act-end",
        ),
        Step(
            stated(
                _(
                    "She stole the 5 from your temple: 14 each. The end phase stays, although"
                    " neither of you has 15 any more. But look at her temple among the Sumerians:"
                    " it’s worth 5."
                ),
                totals(14, 14),
                end_phase,
                her_temple("sumerian", 5),
            ),
            focus="#site-sumerian",
        ),
        Step(
            stated(
                _(
                    "Fourteen minus five is nine. You have two Assyrians there and a third in your"
                    " hand, and you’ve just drawn a Sumerian: travel with it."
                ),
                totals(14, 14),
                recorded(["assyrian"] * 2, "sites", "sumerian", "tribes", 0),
                in_hand("assyrian", 1),
                in_hand("sumerian", 1),
            ),
            (travel("sumerian"),),
            right=_("You’re there."),
            wrong=stated(
                _("First go to her temple of 5, among the Sumerians."), her_temple("sumerian", 5)
            ),
            wrong_for=((TRAVEL, _("Not there. Travel to the Sumerians.")),),
            focus="#hand-sumerian",
        ),
        Step(
            stated(
                _("Two Assyrians do nothing yet. Settle the third."),
                together("assyrian", 2),
                in_hand("assyrian", 1),
            ),
            (settle("assyrian"),),
            right=stated(_("Three Assyrians together."), together("assyrian", 3)),
            wrong=stated(
                _("Settle the Assyrian: three together can raze."), had_together("assyrian", 2)
            ),
            focus="#hand-assyrian",
        ),
        Step(
            _("Now for the blow: open the group, read what it says, and raze."),
            (power("raze"),),
            right=stated(_("Fourteen against nine."), totals(14, 9), won),
            wrong=_("Open the Assyrians’ group, and choose “Raze”."),
            focus="#row-0-sumerian .powers",
        ),
    ),
    closing=stated(
        _(
            "You win with 14, since she has fallen to 9. The last temple card ends a game, too:"
            " keep an eye on the deck."
        ),
        totals(14, 9),
        won,
    ),
)
