"""The lesson on migration: three cards move together, to attack or to rescue."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
from games.titles.babel.lessons.moves import (
    END,
    MIGRATE,
    SETTLE,
    migrate,
    ninsun,
    power,
)

LESSON = Lesson(
    slug="three-at-once",
    title=_("Three at once"),
    about=_("Migrate, skip levels, and expel what threatens you."),
    minutes=4,
    seats=2,
    names=("Ninsun",),
    position={
        "stones": ["assyrian", "mede"],
        "hands": [["hittite", "sumerian"], ["hittite", "persian"]],
        "rows": [[6, 3], [3, 5]],
        "sites": {
            "assyrian": {
                "tribes": [["mede", "persian"], ["sumerian"]],
                "temples": [[1], []],
            },
            "sumerian": {
                "tribes": [["hittite", "persian", "persian", "persian"], []],
                "temples": [[1, 2, 3, 4], []],
            },
            "persian": {"tribes": [["mede", "mede", "mede"], []], "temples": [[1, 2], []]},
            "mede": {
                "tribes": [[], ["assyrian", "assyrian", "assyrian"]],
                "temples": [[], [1, 2, 3]],
            },
            "hittite": {"tribes": [[], ["hittite", "persian"]], "temples": [[], [1, 2, 3, 4]]},
        },
        "temple_deck": [2, 4, 1, 3, 1, 2, 6, 4, 2, 4],
        "tribe_deck": [
            *("mede", "persian", "hittite", "hittite", "sumerian", "assyrian"),
            *("sumerian", "hittite", "persian"),
        ],
    },
    steps=(
        Step(
            _(
                "Settling is slow: one card at a time. But once a turn, the top three cards of one"
                " of your rows can migrate to another. Your stone doesn’t have to be there."
            ),
            focus="#row-0-sumerian",
        ),
        Step(
            _(
                "There are three Persians on top among the Sumerians, and a fourth at your stone."
                " Press “Migrate” below the Sumerians’ site, then choose the Assyrians’."
            ),
            (migrate("sumerian", "assyrian"),),
            right=_("Four Persians together, and your temple of 4 stands without them."),
            wrong=_("First migrate the three Persians to the Assyrians’ site."),
            wrong_for=(
                (
                    MIGRATE,
                    _("Not these, or not there: migrate the Persians to the Assyrians."),
                ),
            ),
            focus="#site-sumerian .migrate, #migrate-sumerian-assyrian",
        ),
        Step(
            _(
                "Persians skip: you build two levels higher instead of one. Your row shows 3, your"
                " temple here is at 1, and you have five cards. Open the group, and build level 3."
            ),
            (power("skip", row=0),),
            right=_("From 1 to 3, for the price of one Persian."),
            wrong=_("Open the Persians’ group, and build level 3 from your row."),
            wrong_for=((power("halve"), _("The Persians can build for you. Choose level 3.")),),
            focus="#row-0-assyrian .powers",
        ),
        Step(
            _(
                "Three Persians are left, and Ninsun’s row shows 5. Level 5 takes five cards here,"
                " and the one you pay counts too. You have four: settle any card."
            ),
            (SETTLE,),
            right=_("Five cards."),
            wrong=_("One card is missing for level 5. Settle one."),
            focus="#act-settle",
        ),
        Step(
            _("Now skip once more: from 3 to 5, with Ninsun’s card."),
            (power("skip", row=1),),
            right=_("From 1 to 5 in a single turn."),
            wrong=_("Open the Persians’ group, and build level 5 from Ninsun’s row."),
            focus="#row-0-assyrian .powers",
        ),
        Step(
            _("That’s what a migration can do. End your turn, and see how Ninsun answers."),
            (END,),
            wrong=_("Keep the rest for later. End your turn."),
            then=ninsun(migrate("mede", "assyrian"), END),
            focus="#act-end",
        ),
        Step(
            _(
                "She can do that as well. Three Assyrians face your new temple, and only her stone"
                " is missing: next turn she can come and raze it. What can you send against them?"
            ),
            (migrate("persian", "assyrian"),),
            right=_("Three Medes, just where they are needed."),
            wrong=_("Your Medes are the answer: migrate them from the Persians’ site to here."),
            focus="#site-persian .migrate, #migrate-persian-assyrian",
        ),
        Step(
            _(
                "Medes expel: you name a tribe, and Ninsun loses all its cards here. Open the"
                " group, and choose the Assyrians."
            ),
            (power("expel", tribe="assyrian"),),
            right=_("All three are gone, for one Mede."),
            wrong=_("Your temple is still in danger. Open the Medes’ group, and expel."),
            wrong_for=(
                (
                    power("expel", tribe="sumerian"),
                    _("One Sumerian does no harm. Choose the Assyrians."),
                ),
                (power("halve"), _("The danger is in plain sight: expel the Assyrians.")),
            ),
            focus="#row-0-assyrian .powers",
        ),
    ),
    closing=_(
        "Your temple of 5 is safe. But be careful what you expel: rows close up, and two parts of"
        " a group may come together."
    ),
)
