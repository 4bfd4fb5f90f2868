"""The first lesson: travel, settle, build, and use the power of three equal cards."""

from games.engine.lessons import Lesson, Step, counted, instead, stated
from games.engine.refusals import noted as _
from games.titles.babel.lessons.facts import (
    had_together,
    height,
    here,
    in_hand,
    limits,
    may_still,
    may_then,
    on_row,
    only_loses_cards,
    stone_at,
    together,
    total,
    totals,
    won,
)
from games.titles.babel.lessons.moves import (
    END,
    HERS,
    MINE,
    TRAVEL,
    ninsun,
    power,
    settle,
    travel,
)

LESSON = Lesson(
    slug="first-temple",
    title=_("Your first temple"),
    about=_("Travel, settle, build, and steal the top of a temple."),
    minutes=4,
    seats=2,
    names=("Ninsun",),
    position={
        "stones": ["sumerian", "persian"],
        "hands": [
            ["assyrian", "mede", "persian", "hittite", "hittite"],
            ["mede", "mede", "sumerian"],
        ],
        "rows": [[6, 1], [5, 2]],
        "sites": {
            "sumerian": {"tribes": [["persian", "sumerian"], []], "temples": [[1, 2, 3, 4, 5], []]},
            "hittite": {"tribes": [["sumerian"], []], "temples": [[1, 2, 3, 4, 5, 6], []]},
            "persian": {
                "tribes": [[], ["mede", "sumerian"]],
                "temples": [[], [1, 2, 3, 4, 5, 6]],
            },
            "assyrian": {"tribes": [[], ["mede", "persian"]], "temples": [[], [1, 2, 3, 4]]},
        },
        "temple_deck": [2, 4, 1, 3, 1, 2, 3, 3, 4, 6, 4, 5],
        "tribe_deck": [
            *("mede", "persian", "hittite", "assyrian", "sumerian", "mede"),
            *("assyrian", "hittite", "sumerian", "persian", "mede", "persian"),
        ],
    },
    steps=(
        Step(
            stated(
                _(
                    "Welcome to Babel: five sites and two builders. The temples with the sun are"
                    " yours, those with the waves are Ninsun’s. Yours add up to 11, hers to 10."
                ),
                counted(5, "sites"),
                totals(11, 10),
            ),
            focus="#track",
        ),
        Step(
            stated(
                _(
                    "With 15 you win at once if your opponent has no more than 9. You need a third"
                    " temple, and have none among the Assyrians: choose your Assyrian, then"
                    " “Travel”."
                ),
                limits(15, 9, 20),
                counted(0, "sites", "assyrian", "temples", 0),
            ),
            (travel("assyrian"),),
            right=stated(
                _("A card of that tribe is the fare, and your stone is there."),
                stone_at("assyrian"),
            ),
            wrong=_("You settle and build where your stone is. First travel to the Assyrians."),
            wrong_for=((TRAVEL, _("Not there. Use the Assyrian card: it leads to its own site.")),),
            focus="#hand-assyrian",
        ),
        Step(
            stated(
                _(
                    "A temple needs tribe cards. Level 1 takes one of your cards here, of any"
                    " tribe: settle the Mede or the Persian."
                ),
                here(0),
                instead({"seat": 0, **settle("mede")}, here(1), may_then("build", row=0)),
            ),
            (settle("mede"), settle("persian")),
            right=stated(_("One card: enough for level 1."), here(1), may_then("build", row=0)),
            wrong=_("Stay here, and settle the Mede or the Persian."),
            wrong_for=(
                (settle("hittite"), _("Save the Hittites for later. Settle another card.")),
            ),
            focus="#hand-mede, #hand-persian",
        ),
        Step(
            stated(
                _(
                    "Level 1 is on top of your temple row, and that’s what a new temple starts"
                    " with. Build it."
                ),
                on_row(0, 1),
                may_then("build", row=0),
            ),
            (MINE,),
            right=stated(_("You’re at 12."), total(0, 12)),
            wrong=stated(
                _("The site is ready. Build level 1."), on_row(0, 1), may_still("build", row=0)
            ),
            focus="#act-build-0",
        ),
        Step(
            stated(
                _(
                    "A temple rises level by level, and level 2 takes two cards here."
                    " Now settle a Hittite."
                ),
                height(1),
                instead({"seat": 0, **settle("hittite")}, here(2), may_then("build", row=1)),
            ),
            (settle("hittite"),),
            right=stated(_("Two cards."), here(2)),
            wrong=_("Stay here, and settle a Hittite."),
            focus="#hand-hittite",
        ),
        Step(
            stated(
                _(
                    "Your own row shows 6, far too high. But you can also build from Ninsun’s row,"
                    " and there’s a 2 on top. Take it."
                ),
                on_row(0, 6),
                on_row(1, 2),
                may_then("build", row=1),
            ),
            (HERS,),
            right=stated(_("Thirteen, with her card."), total(0, 13)),
            wrong=stated(
                _("Her 2 fits now, and it may be gone by your next turn. Build it."),
                on_row(1, 2),
                may_still("build", row=1),
            ),
            focus="#act-build-1",
        ),
        Step(
            stated(
                _(
                    "Keep your other cards and end your turn: you get two temple cards for your"
                    " row. Then it’s Ninsun’s turn. Each turn starts with three new tribe cards."
                ),
                instead({"seat": 0, **END}, counted(3, "rows", 0), counted(6, "hands", 1)),
            ),
            (END,),
            wrong=_("Save that for the next turn, and end this one."),
            then=ninsun(travel("mede"), settle("mede"), END),
            focus="#act-end",
        ),
        Step(
            stated(
                _(
                    "You’ve drawn three cards, a Hittite among them. Three of one tribe side by"
                    " side have a power, so settle the second Hittite next to the first."
                ),
                in_hand("hittite", 2),
                counted(5, "hands", 0),
            ),
            (settle("hittite"),),
            right=stated(_("Two together."), together("hittite", 2)),
            wrong=_("Not that now. Settle a Hittite, next to the one that’s already here."),
            focus="#hand-hittite",
        ),
        Step(
            _("And the third."),
            (settle("hittite"),),
            right=stated(
                _("Three Hittites together: they steal."),
                together("hittite", 3),
                may_then("power", power="steal"),
            ),
            wrong=stated(
                _("One more Hittite: that makes three side by side."), had_together("hittite", 2)
            ),
            focus="#hand-hittite",
        ),
        Step(
            stated(
                _(
                    "Their gold frame shows that you can use them now. They steal the top of"
                    " Ninsun’s temple here, level 4, so you need four cards. Open the group, and"
                    " steal."
                ),
                together("hittite", 3),
                here(4),
                height(4, 1),
                may_then("power", power="steal"),
            ),
            (power("steal"),),
            right=stated(_("Fifteen against nine."), totals(15, 9), won),
            wrong=stated(
                _("The Hittites win you the game. Open their group, and choose “Steal”."),
                may_still("power", power="steal"),
            ),
            wrong_for=(
                (
                    power("halve"),
                    stated(
                        _("That only costs her cards. “Steal” wins the game: choose that."),
                        only_loses_cards,
                        may_still("power", power="steal"),
                    ),
                ),
            ),
            focus="#row-0-assyrian .powers",
        ),
    ),
    closing=stated(
        _(
            "You win, 15 to 9. In a match your stone starts in the quarry, and you first build a"
            " level 1. Now you know how."
        ),
        totals(15, 9),
    ),
)
