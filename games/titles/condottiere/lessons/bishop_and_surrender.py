"""The lesson on the cards that end a battle: the bishop, and surrender."""

from games.engine.lessons import Lesson, Step, counted, recorded, stated
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.facts import (
    enough,
    free,
    holds,
    leads,
    led,
    strength,
    takes,
    with_city,
)
from games.titles.condottiere.lessons.moves import PASS, by, play

LESSON = Lesson(
    slug="bishop-and-surrender",
    title=_("Bishop and surrender"),
    about=_("End a battle at the right moment: before a rival wins, or while you lead."),
    minutes=2,
    seats=3,
    names=("Bartolo", "Fiammetta"),
    position={
        "phase": "battle",
        "holder": 0,
        "turn": 0,
        "city": "siena",
        "cities": {"parma": 0, "modena": 0, "firenze": 1, "urbino": 1, "spoleto": 1},
        "hands": [
            ["bishop", "surrender", "m3", "m4"],
            ["m2", "m1", "m10"],
            ["m1", "m2"],
        ],
        "armies": [["m2"], ["m10", "m6"], []],
        "passed": [False, False, True],
    },
    steps=(
        Step(
            stated(
                _(
                    "Bartolo holds Firenze, Urbino and Spoleto: with Siena he wins. He leads with"
                    " 16, and all your cards together don’t reach that."
                ),
                with_city("siena", 4, 1),
                strength(1, 16),
                led(1),
            ),
            focus="#armies",
        ),
        Step(
            _("The bishop ends a battle at once, and no one takes the city. Play it."),
            (play("bishop"),),
            right=stated(_("The battle is over, and Siena stays free."), free("siena")),
            wrong=_("That doesn’t stop Bartolo. Play the bishop."),
            wrong_for=(
                (PASS, _("Then Bartolo takes Siena and wins. Play the bishop.")),
                (
                    play("surrender"),
                    stated(
                        _("That ends the battle for the strongest army: Bartolo would win."),
                        takes("siena", 1),
                    ),
                ),
            ),
            then=(by(1, "choose lucca"), by(1, "m2"), by(2, "m1")),
            focus="#hand-bishop",
        ),
        Step(
            stated(
                _(
                    "Now he fights for Lucca, which would complete his kingdom, too. Take the lead"
                    " with your 4."
                ),
                recorded("lucca", "city"),
                with_city("lucca", 4, 1),
                enough("m4"),
            ),
            (play("m4"),),
            right=stated(_("Four against two."), strength(0, 4), strength(1, 2)),
            wrong=_("Play your 4."),
            wrong_for=(
                (
                    PASS,
                    stated(
                        _("Then your army is empty, and Bartolo leads. Play your 4."),
                        *(strength(0, 0), leads(1), holds("m4")),
                    ),
                ),
                (
                    play("m3"),
                    stated(
                        _("That leads by one only. Play your 4."),
                        *(strength(0, 3), strength(1, 2), holds("m4")),
                    ),
                ),
                (
                    play("surrender"),
                    stated(
                        _("Bartolo leads: a surrender now would give him Lucca. Play your 4."),
                        *(led(1), takes("lucca", 1), holds("m4")),
                    ),
                ),
            ),
            then=(by(1, "m1"), by(2, "pass")),
            focus="#hand-m4",
        ),
        Step(
            stated(
                _(
                    "You lead with 4 to 3, and Bartolo has a card left. A surrender ends the battle"
                    " at once, and the strongest army takes the city: yours."
                ),
                strength(0, 4),
                strength(1, 3),
                leads(0),
                counted(1, "hands", 1),
            ),
            (play("surrender"),),
            right=stated(_("Lucca is yours before Bartolo can answer."), takes("lucca")),
            wrong=stated(
                _("Bartolo could still answer that. Surrender now, while you lead."), led(0)
            ),
            focus="#hand-surrender",
        ),
    ),
    closing=_(
        "A bishop stops a player who is about to win. A surrender takes a city before the others"
        " answer. When one of them may fall, look at who leads."
    ),
)
