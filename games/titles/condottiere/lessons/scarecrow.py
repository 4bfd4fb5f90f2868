"""The lesson on the scarecrow, which takes a mercenary back, and bluffs."""

from games.engine.lessons import Lesson, Step, counted, stated
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.facts import (
    alone,
    behind,
    had,
    holds,
    keeps,
    laid,
    led,
    passed,
    strength,
    with_city,
)
from games.titles.condottiere.lessons.moves import PASS, any_of, by, play

LESSON = Lesson(
    slug="scarecrow",
    title=_("The scarecrow"),
    about=_("Take a mercenary back, and make others stop too early."),
    minutes=3,
    seats=3,
    names=("Bartolo", "Fiammetta"),
    position={
        "phase": "battle",
        "holder": 1,
        "turn": 0,
        "city": "bologna",
        "cities": {"mantova": 0, "modena": 0, "ferrara": 0, "urbino": 1, "roma": 2},
        "hands": [
            ["scarecrow", "heroine", "m2", "m1"],
            ["m5", "m5"],
            ["m4", "m3"],
        ],
        "armies": [["m10", "m3"], ["m6", "m6", "m4"], ["m1"]],
        "passed": [False, False, True],
    },
    steps=(
        Step(
            stated(
                _(
                    "Bologna would be your fourth city. Bartolo has 16, you have 13, and he holds"
                    " two more cards. If you play the heroine now, he’ll answer."
                ),
                with_city("bologna", 4),
                strength(1, 16),
                strength(0, 13),
                counted(2, "hands", 1),
            ),
            focus="#army-1",
        ),
        Step(
            stated(
                _(
                    "A scarecrow takes one of your own mercenaries in this battle back into your"
                    " hand. Choose the scarecrow, then take back the 10."
                ),
                laid("m10"),
                holds("scarecrow"),
            ),
            ({"type": "play", "card": "scarecrow", "take": "m10"},),
            right=stated(
                _("You look beaten: 3 against 16. But the 10 is in your hand."),
                strength(0, 3),
                strength(1, 16),
                keeps("m10"),
            ),
            wrong=stated(
                _("He would answer that. Choose the scarecrow, then take back the 10."), laid("m10")
            ),
            wrong_for=(
                (
                    {"type": "play", "card": "scarecrow", "take": None},
                    stated(
                        _(
                            "Played like this, it takes nothing back. Choose what comes back:"
                            " the 10."
                        ),
                        laid("m10"),
                    ),
                ),
                (play("scarecrow"), stated(_("Take back your best: the 10."), laid("m10"))),
                (
                    PASS,
                    stated(
                        _("The 10 would be lost with the battle. Choose the scarecrow."),
                        laid("m10"),
                    ),
                ),
            ),
            then=(by(1, "pass"),),
            focus="#hand-scarecrow",
        ),
        Step(
            stated(
                _(
                    "Bartolo thinks you’ve given up, and passes. A pass is final: from now on only"
                    " you can play cards. Start with the 10 or the heroine."
                ),
                passed(1),
                alone,
                holds("m10", "heroine"),
            ),
            any_of("m10 heroine"),
            right=stated(_("Thirteen. And he can only watch."), strength(0, 13), alone),
            wrong=stated(
                _("You need big cards now: the 10 or the heroine."), behind, holds("m10", "heroine")
            ),
            wrong_for=((PASS, stated(_("Don’t pass yet: he can’t answer any more."), alone)),),
            focus="#hand-m10, #hand-heroine",
        ),
        Step(
            _("Now the other one."),
            any_of("m10 heroine"),
            right=stated(_("Twenty-three against sixteen."), strength(0, 23), strength(1, 16)),
            wrong=stated(
                _("That isn’t enough against 16. Play your other big card."), behind, had(1, 16)
            ),
            wrong_for=(
                (PASS, stated(_("Thirteen against sixteen: not yet."), had(0, 13), had(1, 16))),
            ),
            focus="#hand-m10, #hand-heroine",
        ),
        Step(
            _("Enough. Stop here, and Bologna is yours."),
            (PASS,),
            wrong=stated(_("You lead, and no one can answer. Pass."), led(0), alone),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "A scarecrow saves a strong card from a lost battle, hides how strong you are, or just"
        " lets you wait: played without a choice, it takes nothing back, and it’s the next"
        " player’s turn."
    ),
)
