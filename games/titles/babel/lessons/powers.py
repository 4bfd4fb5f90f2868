"""The lesson on powers: form groups of three and more, pay for powers, and use groups again."""

from games.engine.lessons import Lesson, Step, counted, recorded, stated
from games.engine.refusals import noted as _
from games.titles.babel.lessons.facts import (
    drew,
    may_still,
    may_then,
    to_discard,
    together,
    total,
    totals,
    was,
)
from games.titles.babel.lessons.moves import END, MIGRATE, discard, ninsun, power

LESSON = Lesson(
    slug="powers",
    title=_("The tribes’ powers"),
    about=_("Bribe cards, raze a temple, and halve a hand, all in one turn."),
    minutes=3,
    seats=2,
    names=("Ninsun",),
    position={
        "stones": ["persian", "mede"],
        "hands": [
            ["mede", "hittite"],
            ["hittite", "hittite", "persian", "mede", "sumerian", "persian"],
        ],
        "rows": [[4], [5, 6]],
        "sites": {
            "persian": {
                "tribes": [
                    ["sumerian", "sumerian", "sumerian", "assyrian", "assyrian"],
                    ["assyrian", "hittite", "assyrian"],
                ],
                "temples": [[1, 2], [1, 2, 3]],
            },
            "sumerian": {"tribes": [["mede", "hittite"], []], "temples": [[1, 2, 3], []]},
            "hittite": {"tribes": [["persian"], []], "temples": [[1, 2], []]},
            "mede": {"tribes": [[], ["mede", "persian"]], "temples": [[], [1, 2, 3, 4]]},
        },
        "temple_deck": [2, 4, 1, 3, 1, 2, 3, 4],
        "tribe_deck": ["mede", "persian", "hittite", "assyrian", "sumerian", "mede"],
    },
    steps=(
        Step(
            stated(
                _(
                    "Three or more cards of one tribe side by side, anywhere in your row, have a"
                    " power where your stone is. Each tribe has its own: here are three Sumerians."
                ),
                together("sumerian", 3),
            ),
            focus="#row-0-persian",
        ),
        Step(
            _(
                "Sumerians bribe. Ninsun’s row here ends with an Assyrian, so all her Assyrians"
                " here move to your row, the other one too. Open the gold group, and bribe."
            ),
            (power("bribe"),),
            right=stated(
                _("Two Assyrians came over. The price was one Sumerian, paid at the very end."),
                together("assyrian", 4),
                together("sumerian", 2),
            ),
            wrong=_("First the Sumerians. Open their group, and choose “Bribe”."),
            wrong_for=(
                (
                    power("halve"),
                    stated(
                        _("Any three can do that, but only Sumerians bribe. Choose “Bribe”."),
                        may_still("power", power="bribe"),
                    ),
                ),
                (MIGRATE, _("Keep the group together: you’re about to use it. Choose “Bribe”.")),
            ),
            focus="#row-0-persian .powers",
        ),
        Step(
            stated(
                _(
                    "Now there are four Assyrians together, and each use costs one of them: enough"
                    " for two. Assyrians raze: Ninsun’s whole temple here falls. Do that first."
                ),
                together("assyrian", 4),
                may_then("power", power="raze"),
            ),
            (power("raze"),),
            right=stated(_("Three levels in one blow: she’s at 4."), was(3, 1), total(1, 4)),
            wrong=_("The Assyrians can do more. Open their group, and choose “Raze”."),
            wrong_for=(
                (
                    power("halve"),
                    stated(
                        _("One thing at a time. First raze: her temple here falls."),
                        may_still("power", power="raze"),
                    ),
                ),
                (MIGRATE, _("You can only use them where your stone is. Choose “Raze”.")),
            ),
            focus="#row-0-persian .powers",
        ),
        Step(
            stated(
                _(
                    "Its cards are back on the temple deck, the lowest on top, and both of you know"
                    " it. Two are drawn at the end of each turn, and this turn is yours."
                ),
                recorded(3, "known"),
                recorded(0, "turn"),
            ),
            focus="#supply .known",
        ),
        Step(
            stated(
                _(
                    "Three Assyrians are left, enough for one more use. Ninsun has no temple here"
                    " now, but any tribe can halve: she has six cards, and three must go."
                ),
                together("assyrian", 3),
                counted(0, "sites", "persian", "temples", 1),
                counted(6, "hands", 1),
            ),
            (power("halve"),),
            right=stated(_("Three cards gone, of her choice. You’ve seen which."), to_discard(3)),
            wrong=_("Use the Assyrians once more: open their group, and choose “Halve”."),
            then=ninsun(discard("persian"), discard("sumerian"), discard("mede")),
            focus="#row-0-persian .powers",
        ),
        Step(
            stated(
                _(
                    "Two and two: no tribe here has a power any more, but your temples still stand."
                    " End your turn, and see what you draw."
                ),
                together("sumerian", 2),
                together("assyrian", 2),
            ),
            (END,),
            right=stated(_("Her 1 and her 2: the lower card always ends up on top."), drew(2, 1)),
            wrong=_("You’ve done enough here. End your turn."),
            focus="#act-end",
        ),
    ),
    closing=stated(
        _(
            "Three powers in one turn: 7 to 4. But Ninsun can build from your row, just as you can"
            " from hers, so watch what’s on top."
        ),
        totals(7, 4),
    ),
)
