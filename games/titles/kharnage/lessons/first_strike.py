"""A lesson about initiative: acting first weakens the others, and wins a tie."""

from games.engine.lessons import Lesson, Step, recorded, stated
from games.engine.refusals import noted as _
from games.titles.kharnage.lessons.facts import (
    attacks,
    can_destroy,
    costs,
    first_to_act,
    later_than,
    left,
    strength_was,
    swords,
)
from games.titles.kharnage.lessons.moves import FORGO, attack, by, destroy, line, plan, target

LESSON = Lesson(
    slug="first-strike",
    title=_("Strike first"),
    about=_("Check which plans are left, and act before you’re hit."),
    minutes=3,
    seats=3,
    names=("Dent", "Snikkit"),
    position={
        "round": 4,
        "armies": ["dwarf", "orc", "goblin"],
        "hands": [["dwarf-100", "dwarf-160", "dwarf-460"], ["orc-440"], ["goblin-340"]],
        "lines": [
            {
                "front": line("dwarf-shieldbearer"),
                "center": line("dwarf-crossbow", "dwarf-crossbow"),
                "back": line("dwarf-cannon"),
            },
            {
                "front": line("orc-warlord", "orc-grunt"),
                "center": line("orc-troll"),
                "back": line("orc-shaman", "orc-drum"),
            },
            {
                "front": line("goblin-stabber", "goblin-stabber"),
                "center": line("goblin-bow"),
            },
        ],
        "reserves": [
            ["dwarf-axe", "dwarf-wall", "dwarf-twin", "dwarf-shieldbearer", "dwarf-crossbow"],
            ["orc-runt", "orc-runt"],
            ["goblin-stabber"],
        ],
        "points": [7, 9, 8],
    },
    steps=(
        Step(
            stated(
                _(
                    "Each plan is used once, and everyone can see which are left. Dent only has"
                    " 440: two melee attacks, with six swords and magic. Snikkit only has 340."
                ),
                recorded(["orc-440"], "hands", 1),
                recorded(["goblin-340"], "hands", 2),
                swords(1, 6),
            ),
            focus="#army-1-head",
        ),
        Step(
            stated(
                _(
                    "Low numbers act first, late ones often attack twice. You have 100, 160 and"
                    " 460. Which of them lets you shoot before Dent strikes?"
                ),
                recorded(["dwarf-100", "dwarf-160", "dwarf-460"], "hands", 0),
            ),
            (plan("dwarf-160"),),
            right=stated(
                _("160 comes before 340 and 440: four cards for you, and the first shot."),
                first_to_act,
            ),
            wrong_for=(
                (
                    plan("dwarf-100"),
                    stated(
                        _("Seven flags and no attack: in the last round, that destroys nothing."),
                        attacks(0),
                    ),
                ),
                (
                    plan("dwarf-460"),
                    stated(
                        _("Two attacks, but after Dent’s: he would strike you at full strength."),
                        attacks(2),
                        later_than(1),
                    ),
                ),
            ),
            then=(by(1, plan("orc-440")), by(2, plan("goblin-340"))),
            focus="#hand-dwarf-160",
        ),
        Step(
            stated(
                _(
                    "The row on the hill shows who acts when. Your bows add up to five. Who do you"
                    " shoot before they can strike?"
                ),
                strength_was(5),
            ),
            (target(1),),
            wrong=stated(
                _("Half of it would leave Dent’s warlord standing. Send all five against Dent."),
                strength_was(5),
            ),
            wrong_for=(
                (FORGO, _("You came early to shoot. Attack Dent.")),
                (target(2), _("Snikkit is weak. Dent is the one who can hurt you.")),
            ),
            focus=".turns",
        ),
        Step(
            stated(
                _("Every card that falls takes its swords along. In front: four and one."),
                costs("orc-warlord", 4),
                costs("orc-grunt", 1),
            ),
            (destroy("orc-warlord"), destroy("orc-grunt")),
            wrong=stated(_("Your five pays for both of them. Go on."), left(5), can_destroy),
            focus="#unit-1-orc-warlord, #unit-1-orc-grunt",
        ),
        Step(
            _("The rest of your strength is just enough for the other one."),
            (destroy("orc-warlord"), destroy("orc-grunt")),
            right=stated(_("Dent had six. Now he has three."), swords(1, 3)),
            wrong=stated(_("It would still strike you. Destroy it."), can_destroy),
            focus="#unit-1-orc-warlord, #unit-1-orc-grunt",
        ),
        Step(
            _(
                "See what that means: Dent’s front is empty, and Snikkit acts before him. By"
                " Dent’s turn there’s little left of him."
            ),
            then=(
                *attack(2, 1, "orc-troll"),
                *attack(2, 1, "orc-drum"),
                *attack(1, 2, "goblin-stabber"),
                *attack(1, 2, "goblin-stabber"),
            ),
            focus="#army-1",
        ),
    ),
    closing=stated(
        _(
            "Everyone has destroyed two cards, and the lowest number wins the tie: you get 5"
            " points, Snikkit 3, Dent 1. A late plan often attacks twice. An early one decides what"
            " it attacks with."
        ),
        recorded([12, 10, 11], "points"),
    ),
)
