"""Groups of three and more: how they come about, what they cost, and how often they serve."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
from games.titles.babel.lessons.moves import END, MIGRATE, discard, ninsun, power

LESSON = Lesson(
    slug="powers",
    title=_("The peoples’ powers"),
    about=_("Win cards over, pull a temple down, and halve a hand, all in one turn."),
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
            _(
                "Three or more cards of one people side by side, anywhere in your row, have a power"
                " where your stone stands. Each people has its own: here are three Sumerians."
            ),
            focus="#row-0-persian",
        ),
        Step(
            _(
                "Sumerians bribe. On top of Ninsun’s row lies an Assyrian: all her Assyrians here"
                " come onto your row, the lower one too. Open the gold group, and bribe."
            ),
            (power("bribe"),),
            right=_("Two Assyrians came over. One Sumerian was the price, paid at the very end."),
            wrong=_("First the Sumerians. Open their group, and choose “Bribe”."),
            wrong_for=(
                (power("halve"), _("Any three can do that, but only Sumerians bribe. Bribe.")),
                (MIGRATE, _("Leave the group together: it is about to serve. Choose “Bribe”.")),
            ),
            focus="#row-0-persian .powers",
        ),
        Step(
            _(
                "Now four Assyrians lie together, and each use costs one of them: enough for two."
                " Assyrians raze: Ninsun’s whole temple here falls. Do that first."
            ),
            (power("raze"),),
            right=_("Three levels in one blow: she stands at 4."),
            wrong=_("The Assyrians can do more. Open their group, and choose “Raze”."),
            wrong_for=(
                (power("halve"), _("One after the other. First raze: her temple here falls.")),
                (MIGRATE, _("They can only serve where your stone is. Choose “Raze”.")),
            ),
            focus="#row-0-persian .powers",
        ),
        Step(
            _(
                "Its cards are back on the temple deck, the lowest on top, and everybody knows it."
                " Whoever ends a turn draws two: that will be you."
            ),
            focus="#supply .known",
        ),
        Step(
            _(
                "Three Assyrians are left, so they serve once more. Ninsun has no temple here now,"
                " but any people can halve: she holds six cards, and three must go."
            ),
            (power("halve"),),
            right=_("Three cards gone, of her choice. You have seen which."),
            wrong=_("Use the Assyrians once more: open their group, and choose “Halve”."),
            then=ninsun(discard("persian"), discard("sumerian"), discard("mede")),
            focus="#row-0-persian .powers",
        ),
        Step(
            _(
                "Two and two: nobody here has a power any more, and your temples stand all the"
                " same. End your turn, and see what you draw."
            ),
            (END,),
            right=_("Her 1 and her 2: the lower card always comes to lie on top."),
            wrong=_("You have done enough here. End your turn."),
            focus="#act-end",
        ),
    ),
    closing=_(
        "Three powers in one turn: 7 against 4. But Ninsun may build from your row"
        " as you may from hers, so mind what lies on top."
    ),
)
