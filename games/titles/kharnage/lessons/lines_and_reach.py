"""A lesson about the reach of attacks, the open line, and when to split an attack."""

from games.engine.lessons import Lesson, Step, counted, stated
from games.engine.refusals import noted as _
from games.titles.kharnage.lessons.facts import (
    army_costs,
    army_size,
    can_destroy,
    copies,
    costs,
    empty,
    gone,
    has_tokens,
    left,
    reaches,
    strength_was,
)
from games.titles.kharnage.lessons.moves import ANY_CARD, FORGO, STOP, line, plan, target

LESSON = Lesson(
    slug="lines-and-reach",
    title=_("Lines and reach"),
    about=_("Choose who your bows and swords reach, and split an attack."),
    minutes=3,
    seats=4,
    names=("Dent", "Grumla", "Snikkit"),
    position={
        "round": 4,
        "armies": ["human", "orc", "dwarf", "goblin"],
        "hands": [["human-180"], ["orc-440"], ["dwarf-460"], ["goblin-480"]],
        "plans": [None, "orc-440", "dwarf-460", "goblin-480"],
        "lines": [
            {
                "front": line("human-knight", "human-knight", "human-militia"),
                "center": line("human-longbow", "human-longbow", "human-longbow"),
            },
            {"center": line("orc-troll", "orc-troll"), "back": line("orc-drum")},
            {"back": line("dwarf-cannon", "dwarf-mortar")},
            {
                "front": line("goblin-mob", "goblin-stabber"),
                "center": line("goblin-mother"),
            },
        ],
        "reserves": [["human-knight", "human-longbow"], [], [], []],
        "points": [8, 7, 9, 6],
    },
    steps=(
        Step(
            stated(
                _(
                    "Four armies. Bows reach everyone. Swords reach your neighbours, Dent and"
                    " Snikkit. They reach Grumla across the hill only while one of the two has no"
                    " cards."
                ),
                counted(4, "armies"),
                reaches(1, 3),
            ),
            focus="#hill",
        ),
        Step(
            _("Your last plan: flags first, then the bow, then the sword. Use it."),
            (plan("human-180"),),
            right=_("A Longbow and a Knight of the Ford have come."),
            focus="#hand-human-180",
        ),
        Step(
            stated(
                _(
                    "The bow comes first: four. Grumla’s cannons are in the back with nothing"
                    " before them, so they lie open. They cost 2 each, and your swords don’t reach"
                    " them."
                ),
                strength_was(4),
                costs("dwarf-cannon", 2),
                costs("dwarf-mortar", 2),
            ),
            (target(2),),
            wrong=stated(
                _("Your swords reach the neighbours later. Send all four bows against Grumla."),
                strength_was(4),
            ),
            wrong_for=(
                (
                    FORGO,
                    stated(_("Two cannons stand there unguarded. Attack Grumla."), army_size(2, 2)),
                ),
            ),
            focus="#army-2",
        ),
        Step(
            _("An empty line protects no one: the first line with cards in it is the open one."),
            (ANY_CARD,),
            wrong_for=(
                (STOP, stated(_("You can pay for both. Destroy one."), left(4), army_costs(2, 4))),
            ),
            focus="#army-2",
        ),
        Step(
            _("And the other."),
            (ANY_CARD,),
            right=stated(_("KHARNAGE! A token for you, by bows alone."), gone(2)),
            wrong_for=(
                (
                    STOP,
                    stated(
                        _("It’s Grumla’s last card, and you have 2 left. Destroy it."),
                        left(2),
                        army_costs(2, 2),
                    ),
                ),
            ),
            focus="#army-2",
        ),
        Step(
            stated(
                _(
                    "Now the sword: four, and 1 more for three knights. Against one army, five"
                    " destroys two cards at most. Choose “Two armies”: half each, rounded up, makes"
                    " three and three."
                ),
                strength_was(5),
                copies("human-knight", 3),
            ),
            (target(1, 3), target(3, 1)),
            right=stated(_("Six out of five. Odd strengths are good to split."), strength_was(5)),
            wrong=stated(
                _(
                    "All five buys one or two cards. Choose “Two armies”, one neighbour first,"
                    " then the other."
                ),
                strength_was(5),
            ),
            wrong_for=(
                (
                    FORGO,
                    stated(_("You can destroy three cards. Choose “Two armies”."), strength_was(5)),
                ),
            ),
            focus=".aims",
        ),
        Step(
            stated(
                _(
                    "One army after the other, each with three. Dent’s front is empty, so his"
                    " center lies open. Snikkit’s front costs 2 and 1."
                ),
                left(3),
                empty(1, "front"),
                costs("goblin-mob", 2),
                costs("goblin-stabber", 1),
            ),
            (ANY_CARD,),
            wrong_for=(
                (STOP, stated(_("You have strength left here. Destroy a card."), can_destroy)),
            ),
            focus=".ranks .is-open",
        ),
        Step(
            _("Go on, you have strength for more."),
            (ANY_CARD,),
            wrong_for=(
                (STOP, stated(_("Strength you don’t spend is lost. Destroy a card."), can_destroy)),
            ),
            focus=".ranks .is-open",
        ),
        Step(
            _("And the last one."),
            (ANY_CARD,),
            wrong_for=(
                (STOP, stated(_("Strength you don’t spend is lost. Destroy a card."), can_destroy)),
            ),
            focus=".ranks .is-open",
        ),
    ),
    closing=stated(
        _(
            "Five cards from three armies. A front guards everything behind it: look for an army"
            " without one, and split where both halves destroy something."
        ),
        has_tokens(0, 1),
    ),
)
