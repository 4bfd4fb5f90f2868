"""The first lesson: a plan, a general, two attacks, and an army's last card."""

from games.engine.lessons import Lesson, Step, counted, recorded, stated
from games.engine.refusals import noted as _
from games.titles.kharnage.lessons.facts import (
    army_costs,
    army_costs_more,
    army_size,
    can_destroy,
    costs,
    destroyed,
    earns,
    empty,
    first_to_act,
    flags,
    gone,
    has_tokens,
    initiative,
    left,
    no_general,
    strength_was,
)
from games.titles.kharnage.lessons.moves import (
    FORGO,
    STOP,
    attack,
    by,
    destroy,
    line,
    plan,
    target,
)

LESSON = Lesson(
    slug="first-kharnage",
    title=_("Your first Kharnage"),
    about=_("Plan, bring cards, attack line by line, and wipe out an army."),
    minutes=5,
    seats=3,
    names=("Dent", "Snikkit"),
    position={
        "round": 4,
        "armies": ["human", "orc", "goblin"],
        "hands": [["human-320", "human-400"], ["orc-420"], ["goblin-480"]],
        "generals": [["human-marshal"], [], []],
        "lines": [
            {
                "front": line("human-militia", "human-militia"),
                "center": line("human-longbow", "human-longbow"),
            },
            {
                "front": line("orc-grunt", "orc-breaker"),
                "center": line("orc-spear", "orc-spear", "orc-troll"),
                "back": line("orc-drum", "orc-drum"),
            },
            {
                "front": line("goblin-kettle"),
                "center": line("goblin-bow"),
                "back": line("goblin-hexer"),
            },
        ],
        "reserves": [
            ["human-longbow", "human-longbow", "human-militia", "human-knight"],
            ["orc-runt", "orc-runt", "orc-runt", "orc-runt"],
            ["goblin-bow", "goblin-bow"],
        ],
        "points": [6, 8, 7],
    },
    steps=(
        Step(
            stated(
                _(
                    "Welcome to the hill. You lead the humans, Dent the orcs, Snikkit the goblins."
                    " The most destroyed cards in a round earn 5 points, the second most 3, the"
                    " third most 1. This is the last round."
                ),
                earns(5, 3, 1),
                recorded(4, "round"),
            ),
            focus="#army-0",
        ),
        Step(
            stated(
                _(
                    "Every round begins with a secret plan. Flags bring cards, swords and bows"
                    " attack, and the lowest number acts first. Choose 320, then “Use this plan”."
                ),
                initiative("human-320", 320),
            ),
            (plan("human-320"),),
            right=stated(
                _("All plans are shown. Yours has the lowest number: you act first."), first_to_act
            ),
            wrong=stated(
                _("That card has no general’s flag, and your general is waiting. Choose 320."),
                no_general,
            ),
            then=(by(1, plan("orc-420")), by(2, plan("goblin-480"))),
            focus="#hand-human-320",
        ),
        Step(
            stated(
                _(
                    "Two unit flags have put two cards of your reserve on the pile, face down."
                    " The third flag is a general’s: it may bring Marshal Odila from your hand."
                ),
                counted(2, "piles", 0),
                flags("human-320", "unit", "unit", "general"),
            ),
            ({"type": "reinforce", "general": "human-marshal"},),
            right=_("The pile is turned over: every card goes to its line."),
            wrong=_("A reserve card is good, but your general is better. Send Marshal Odila."),
            focus="#send-human-marshal",
        ),
        Step(
            stated(
                _(
                    "Now the sword. Every sword in your army counts 1, and so does every magic: six"
                    " in total. Send all six against Dent."
                ),
                strength_was(6),
            ),
            (target(1),),
            wrong=stated(
                _("Split the attack, and each army gets only half. Send all six against Dent."),
                strength_was(6),
            ),
            wrong_for=(
                (FORGO, _("Destroyed cards are points. Attack Dent.")),
                (target(2), _("Save Snikkit for your bows. Attack Dent.")),
            ),
            focus="#army-1",
        ),
        Step(
            stated(
                _(
                    "Front cards fall first. The number on a card is what it costs to destroy:"
                    " the Mud Grunt 1, the Gatebreaker 2. Take one of them."
                ),
                costs("orc-grunt", 1),
                costs("orc-breaker", 2),
            ),
            (destroy("orc-grunt"), destroy("orc-breaker")),
            right=stated(_("It’s yours, and counts as one destroyed card."), destroyed(1)),
            wrong=stated(_("You have strength left. Destroy a card of the front."), can_destroy),
            focus="#unit-1-orc-grunt, #unit-1-orc-breaker",
        ),
        Step(
            _("Take the other one, too: then nothing stands in front of the center."),
            (destroy("orc-grunt"), destroy("orc-breaker")),
            right=stated(_("The front is empty, and the center lies open."), empty(1, "front")),
            wrong=stated(
                _("You have enough strength left. Destroy the last card of the front."), can_destroy
            ),
            focus="#unit-1-orc-grunt, #unit-1-orc-breaker",
        ),
        Step(
            stated(
                _(
                    "Three left: enough for the Bridge Troll, or for two Spear Chuckers. You score"
                    " for the number of cards, not for their size."
                ),
                left(3),
                costs("orc-troll", 3),
                costs("orc-spear", 1),
            ),
            (destroy("orc-spear"),),
            wrong=stated(_("You have enough strength left. Destroy a Spear Chucker."), can_destroy),
            wrong_for=(
                (
                    destroy("orc-troll"),
                    stated(
                        _("That’s one card for all you have. Take two Spear Chuckers."), left(3)
                    ),
                ),
            ),
            focus="#unit-1-orc-spear",
        ),
        Step(
            _("And the second one."),
            (destroy("orc-spear"),),
            right=stated(
                _("Four cards. The 1 that’s left is too little for the troll, and is lost."),
                destroyed(4),
            ),
            wrong=stated(
                _("You can afford one more card. Destroy the Spear Chucker."), can_destroy
            ),
            focus="#unit-1-orc-spear",
        ),
        Step(
            stated(
                _(
                    "Next comes the bow: two Longbows and your general’s magic, four in total."
                    " Snikkit has three cards. What do they cost together?"
                ),
                strength_was(4),
                army_size(2, 3),
            ),
            (target(2),),
            right=stated(_("Two, one and one: exactly four."), army_costs(2, 4)),
            wrong=stated(
                _("Half of it wipes out no one. Send all four against Snikkit."),
                strength_was(4),
                army_costs(2, 4),
            ),
            wrong_for=(
                (
                    FORGO,
                    stated(_("You can wipe out a whole army. Attack Snikkit."), army_costs(2, 4)),
                ),
                (
                    target(1),
                    stated(
                        _("Dent would keep a card. Four is enough for all of Snikkit’s."),
                        army_costs_more(1, 4),
                        army_costs(2, 4),
                    ),
                ),
            ),
            focus="#army-2",
        ),
        Step(
            stated(
                _("There’s a Kettle Helmet in the front. Its shield makes it cost 2 instead of 1."),
                costs("goblin-kettle", 2),
            ),
            (destroy("goblin-kettle"),),
            wrong=stated(
                _("Go on: you have the strength for the whole army."), left(4), army_costs(2, 4)
            ),
            focus="#unit-2-goblin-kettle",
        ),
        Step(
            _("The center is open: a Crooked Bow."),
            (destroy("goblin-bow"),),
            wrong=stated(_("Go on: two cards, two strength."), left(2), army_costs(2, 2)),
            focus="#unit-2-goblin-bow",
        ),
        Step(
            stated(
                _("One card left in the back, and 1 strength. You know what to do."),
                army_size(2, 1),
                left(1),
            ),
            (destroy("goblin-hexer"),),
            right=stated(_("KHARNAGE!"), gone(2)),
            wrong_for=((STOP, stated(_("This is the moment. Destroy the Hexer."), can_destroy)),),
            focus="#unit-2-goblin-hexer",
        ),
        Step(
            stated(
                _(
                    "An army’s last card is worth a kharnage token, one more point. Now the others"
                    " act, Dent with 420, Snikkit with 480: see what they can still do."
                ),
                has_tokens(0, 1),
                recorded(["human-320", "orc-420", "goblin-480"], "plans"),
            ),
            then=(
                *attack(1, 0, "human-militia", "human-militia"),
                *attack(2, 1, "orc-runt", "orc-runt"),
            ),
            focus=".turns",
        ),
    ),
    closing=stated(
        _(
            "Seven cards for you, two for each of the others: 5 points, and your token. Twelve to"
            " eleven: the hill is yours, for what it’s worth."
        ),
        recorded([11, 11, 8], "points"),
        has_tokens(0, 1),
    ),
)
