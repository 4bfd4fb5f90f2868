"""A lesson about cards that act at once when they are uncovered, by others or by their owner."""

from games.engine.lessons import Lesson, Step, counted, recorded, stated
from games.engine.refusals import noted as _
from games.titles.kabale.lessons.facts import (
    act_at_once,
    ends_round,
    in_column,
    takes,
    worth,
    worth_card,
)
from games.titles.kabale.lessons.moves import any_card, any_column, by, lay, up

TRADE, ALCHEMY, MUSIC = 0, 1, 2

LESSON = Lesson(
    slug="cloak-and-traitor",
    title=_("Cloak and Traitor"),
    about=_("Hide a card under the Cloak, and let the Traitor swap goals."),
    minutes=4,
    seats=3,
    names=("Rosalba", "Kasimir"),
    position={
        "round": 6,
        "columns": [
            {"goal": ["trade", 1], "cards": [up(0, "king"), up(2, "fencer"), up(1, "squire")]},
            {"goal": ["alchemy", 5], "cards": [up(1, "alchemist"), up(2, "dragon")]},
            {"goal": ["music", 3], "cards": []},
        ],
        "hands": [
            ["cloak", "queen", "traitor"],
            ["juliet", "prince", "storm"],
            ["queen", "merchant", "giant"],
        ],
        # Drawn from the end.
        "stacks": [
            ["romeo", "prince", "witch", "giant", "hermit", "merchant", "minstrel"],
            ["traitor", "hermit", "fencer", "explorer", "giant", "merchant"],
            ["cloak", "romeo", "squire", "storm", "minstrel", "prince"],
        ],
        "won": [
            [["religion", 3], ["farming", 4]],
            [["music", 5], ["fencing", 4]],
            [["religion", 5], ["trade", 4]],
        ],
    },
    steps=(
        Step(
            stated(
                _(
                    "Five allies act at once: Explorer, Assassin, Storm, Cloak and Traitor. But"
                    " they only act when another card uncovers them. If they’re still face down"
                    " when the round ends, they’re just a number like any other."
                ),
                act_at_once("explorer", "assassin", "storm", "cloak", "traitor"),
            ),
            focus="#hand-cloak, #hand-traitor",
        ),
        Step(
            _("There are no cards in Music yet. Lay the Cloak there and wait for a visitor."),
            (lay("cloak", MUSIC),),
            wrong=_("One thing at a time. First lay the Cloak in Music."),
            wrong_for=(
                (any_column("cloak"), _("There are cards there already. Choose Music.")),
                (any_column("queen"), _("You’ll need her in a moment. Lay the Cloak in Music.")),
            ),
            then=(by(1, "juliet", MUSIC),),
            focus="#hand-cloak, #slot-2",
        ),
        Step(
            _(
                "Rosalba uncovered your Cloak. It’s her turn, but you decide. Hide your Queen"
                " under it: she can’t be uncovered there, and you draw a new card."
            ),
            ({"type": "cloak", "card": "queen"},),
            right=stated(
                _("You have two cards in Music now, and only you know what the second one is."),
                in_column(2, 2),
            ),
            wrong=stated(_("Hide the Queen: she counts 16."), worth_card("queen", 16)),
            wrong_for=(
                (
                    {"type": "cloak", "card": None},
                    stated(
                        _(
                            "The Cloak itself counts 0. It’s worth what you hide under it:"
                            " choose the"
                            " Queen."
                        ),
                        worth_card("cloak", 0),
                    ),
                ),
                (
                    {"type": "cloak", "card": "traitor"},
                    _("He can’t be uncovered there, so he would never act. Hide the Queen."),
                ),
                (
                    {"type": "cloak", "card": "minstrel"},
                    stated(
                        _("The Minstrel counts 12 here, the Queen 16. Hide the Queen."),
                        worth_card("minstrel", 12),
                        worth_card("queen", 16),
                    ),
                ),
            ),
            then=(by(2, "queen", ALCHEMY),),
            focus="#hand-queen, #act-hide",
        ),
        Step(
            stated(
                _(
                    "The fight is over Alchemy, worth 5. You’re only strong in Trade, worth 1. Your"
                    " Traitor can swap those two goals: lay him where you’re strong, in Trade."
                ),
                recorded(["trade", 1], "columns", 0, "goal"),
                recorded(["alchemy", 5], "columns", 1, "goal"),
                takes(0),
            ),
            (lay("traitor", TRADE),),
            wrong=_("That doesn’t change what the goals are worth. Lay the Traitor in Trade."),
            wrong_for=(
                (
                    lay("traitor", ALCHEMY),
                    _(
                        "There the others would uncover him soon and could still answer your swap."
                        " Lay him in Trade."
                    ),
                ),
                (any_column("traitor"), _("Music is fine as it is. Choose Trade.")),
            ),
            then=(by(1, "prince", ALCHEMY), by(2, "merchant", MUSIC)),
            focus="#hand-traitor, #slot-0",
        ),
        Step(
            _(
                "No one uncovers your Traitor, and Alchemy lacks only one card: then the round"
                " would be over. So do it yourself: lay any card on your own Traitor, in Trade."
            ),
            (any_card(TRADE),),
            right=_("Uncovered by your own hand."),
            wrong=_("The Traitor is in Trade. Lay a card there to uncover him."),
            wrong_for=(
                (
                    any_card(ALCHEMY),
                    stated(
                        _("That would end the round before your Traitor acts. Choose Trade."),
                        ends_round,
                    ),
                ),
            ),
            focus="#slot-0",
        ),
        Step(
            stated(
                _(
                    "Now you can use him. Swap Trade 1 with Alchemy 5. There are five cards here"
                    " and four there, so both goals are fulfilled, and no one can answer any more."
                ),
                recorded(["trade", 1], "columns", 0, "goal"),
                recorded(["alchemy", 5], "columns", 1, "goal"),
                counted(5, "columns", 0, "cards"),
                counted(4, "columns", 1, "cards"),
            ),
            ({"type": "swap", "column": ALCHEMY},),
            right=stated(_("All goals are fulfilled: the round is over."), ends_round),
            wrong=stated(_("You take Music anyway. Swap with Alchemy, worth 5."), worth(1, 5)),
            wrong_for=(
                (
                    {"type": "swap", "column": None},
                    stated(
                        _("This is what you brought him for. Swap with Alchemy, worth 5."),
                        worth(1, 5),
                    ),
                ),
            ),
            focus="#swap-1, #goal-1",
        ),
    ),
    closing=_(
        "Alchemy for your King, Music for the Queen under the Cloak. And be careful when other"
        " players pile up strong cards where there’s little to win."
    ),
)
