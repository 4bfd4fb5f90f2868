"""The first lesson: travel, settle, build, and three of a people that decide the game."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
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
    about=_("Travel, settle, build, and take a temple’s top for your own."),
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
            _(
                "Welcome to Babel. Five sites, and two builders: your temples stand on the near"
                " bank, Ninsun’s on the far one. Added up, yours reach 11, hers 10."
            ),
            focus="#track",
        ),
        Step(
            _(
                "Whoever reaches 15 wins at once if the other has no more than 9. You need a third"
                " temple, and the Assyrians’ site is free: choose your Assyrian, then “Travel”."
            ),
            (travel("assyrian"),),
            right=_("A card of that people is the fare, and your stone is there."),
            wrong=_("You settle and build where your stone is. First travel to the Assyrians."),
            wrong_for=((TRAVEL, _("Not there. Use the Assyrian card: it leads to its own site.")),),
            focus="#hand-assyrian",
        ),
        Step(
            _(
                "Nobody builds without people. Level 1 takes one card of yours here, of any tribe:"
                " settle the Mede or the Persian."
            ),
            (settle("mede"), settle("persian")),
            right=_("One card: enough for level 1."),
            wrong=_("Stay here, and settle the Mede or the Persian."),
            wrong_for=(
                (settle("hittite"), _("Hold the Hittites back for a moment. Settle another card.")),
            ),
            focus="#hand-mede, #hand-persian",
        ),
        Step(
            _(
                "On top of your temple row lies level 1: just what a new temple begins with."
                " Build it."
            ),
            (MINE,),
            right=_("You stand at 12."),
            wrong=_("The site is ready. Build level 1."),
            focus="#act-build-0",
        ),
        Step(
            _(
                "A temple rises level by level, and level 2 takes two cards here."
                " Now settle a Hittite."
            ),
            (settle("hittite"),),
            right=_("Two cards."),
            wrong=_("Stay here, and settle a Hittite."),
            focus="#hand-hittite",
        ),
        Step(
            _(
                "Your own row shows 6, far too high. But you may build from Ninsun’s row as well,"
                " and there a 2 lies on top. Take it."
            ),
            (HERS,),
            right=_("Thirteen, with her card."),
            wrong=_("Her 2 fits now, and by your next turn it may be gone. Build it."),
            focus="#act-build-1",
        ),
        Step(
            _(
                "Keep your other cards, and end your turn: you get two temple cards for your row."
                " Then it is Ninsun’s turn. Each turn begins with three new tribe cards."
            ),
            (END,),
            wrong=_("Save it for the next turn, and end this one."),
            then=ninsun(travel("mede"), settle("mede"), END),
            focus="#act-end",
        ),
        Step(
            _(
                "You have drawn three cards, a Hittite among them. Three of one people side by side"
                " have a power, so settle the second Hittite on top of the first."
            ),
            (settle("hittite"),),
            right=_("Two together."),
            wrong=_("Not that now. Settle a Hittite, next to the one that is here."),
            focus="#hand-hittite",
        ),
        Step(
            _("And the third."),
            (settle("hittite"),),
            right=_("Three Hittites together: they steal."),
            wrong=_("One more Hittite: that makes three side by side."),
            focus="#hand-hittite",
        ),
        Step(
            _(
                "Their gold frame says that you can use them now. They take the top of Ninsun’s"
                " temple here, level 4, for which you need four cards. Open the group, and steal."
            ),
            (power("steal"),),
            right=_("Fifteen against nine."),
            wrong=_("The game is yours with the Hittites. Open their group, and choose “Steal”."),
            wrong_for=(
                (power("halve"), _("That costs her cards. “Steal” wins the game: choose that.")),
            ),
            focus="#row-0-assyrian .powers",
        ),
    ),
    closing=_(
        "You win, 15 against 9. In a match your stone begins in the quarry,"
        " and you first build a level 1: now you know how."
    ),
)
