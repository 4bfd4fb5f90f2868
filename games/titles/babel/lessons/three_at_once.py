"""The lesson on migration: three cards move together, to attack or to rescue."""

from games.engine.lessons import Lesson, Step, recorded, stated
from games.engine.refusals import noted as _
from games.titles.babel.lessons.facts import (
    had_her_cards,
    had_here,
    height,
    her_cards,
    here,
    may_still,
    may_then,
    on_row,
    together,
    was,
)
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
            stated(
                _(
                    "Settling is slow: one card at a time. But once a turn, the last three cards of"
                    " one of your rows can migrate to another. Your stone doesn’t have to be there."
                ),
                may_then("migrate"),
            ),
            focus="#row-0-sumerian",
        ),
        Step(
            stated(
                _(
                    "Your row among the Sumerians ends with three Persians, and a fourth is at your"
                    " stone. Press the camel below the Sumerians’ site, then choose the Assyrians’."
                ),
                recorded(["hittite", *["persian"] * 3], "sites", "sumerian", "tribes", 0),
                together("persian", 1),
            ),
            (migrate("sumerian", "assyrian"),),
            right=stated(
                _("Four Persians together, and your temple of 4 stands without them."),
                together("persian", 4),
            ),
            wrong=stated(
                _("First migrate the three Persians to the Assyrians’ site."),
                may_still("migrate", to="assyrian"),
            ),
            wrong_for=(
                (
                    MIGRATE,
                    _("Not these, or not there: migrate the Persians to the Assyrians."),
                ),
            ),
            focus="#site-sumerian .migrate, #migrate-sumerian-assyrian",
        ),
        Step(
            stated(
                _(
                    "Persians skip: you build two levels higher instead of one. Your row shows 3,"
                    " your temple here is at 1, and you have five cards. Open the group, and build"
                    " level 3."
                ),
                on_row(0, 3),
                height(1),
                here(5),
                may_then("power", power="skip", row=0),
            ),
            (power("skip", row=0),),
            right=stated(
                _("From 1 to 3, for the price of one Persian."),
                was(1),
                height(3),
                together("persian", 3),
            ),
            wrong=stated(
                _("Open the Persians’ group, and build level 3 from your row."),
                on_row(0, 3),
                may_still("power", power="skip", row=0),
            ),
            wrong_for=(
                (
                    power("halve"),
                    stated(
                        _("The Persians can build for you. Choose level 3."),
                        on_row(0, 3),
                        may_still("power", power="skip", row=0),
                    ),
                ),
            ),
            focus="#row-0-assyrian .powers",
        ),
        Step(
            stated(
                _(
                    "Three Persians are left, and Ninsun’s row shows 5. Level 5 takes five cards"
                    " here, and the one you pay counts too. You have four: settle any card."
                ),
                together("persian", 3),
                on_row(1, 5),
                here(4),
            ),
            (SETTLE,),
            right=stated(_("Five cards."), here(5)),
            wrong=stated(_("One card is missing for level 5. Settle one."), had_here(4)),
            focus="#act-settle",
        ),
        Step(
            stated(
                _("Now skip once more: from 3 to 5, with Ninsun’s card."), height(3), on_row(1, 5)
            ),
            (power("skip", row=1),),
            right=stated(_("From 1 to 5 in a single turn."), was(3), height(5)),
            wrong=stated(
                _("Open the Persians’ group, and build level 5 from Ninsun’s row."),
                on_row(1, 5),
                may_still("power", power="skip", row=1),
            ),
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
            stated(
                _(
                    "She can do that as well. Three Assyrians face your new temple, and only her"
                    " stone is missing: next turn she can come and raze it. What can you send"
                    " against them?"
                ),
                her_cards("assyrian", 3),
                height(5),
            ),
            (migrate("persian", "assyrian"),),
            right=stated(_("Three Medes, just where they are needed."), together("mede", 3)),
            wrong=_("Your Medes are the answer: migrate them from the Persians’ site to here."),
            focus="#site-persian .migrate, #migrate-persian-assyrian",
        ),
        Step(
            _(
                "Medes expel: you name a tribe, and Ninsun loses all its cards here. Open the"
                " group, and choose the Assyrians."
            ),
            (power("expel", tribe="assyrian"),),
            right=stated(_("All three are gone, for one Mede."), her_cards("assyrian", 0)),
            wrong=stated(
                _("Your temple is still in danger. Open the Medes’ group, and expel."),
                had_her_cards("assyrian", 3),
                may_still("power", power="expel", tribe="assyrian"),
            ),
            wrong_for=(
                (
                    power("expel", tribe="sumerian"),
                    stated(
                        _("One Sumerian does no harm. Choose the Assyrians."),
                        had_her_cards("sumerian", 1),
                    ),
                ),
                (power("halve"), _("The danger is in plain sight: expel the Assyrians.")),
            ),
            focus="#row-0-assyrian .powers",
        ),
    ),
    closing=stated(
        _(
            "Your temple of 5 is safe. But be careful what you expel: rows close up, and two parts"
            " of a group may come together."
        ),
        height(5),
    ),
)
