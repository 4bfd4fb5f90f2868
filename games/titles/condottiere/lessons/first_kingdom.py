"""The first lesson: play cards, pass, take a city, and unite the kingdom that wins."""

from games.engine.lessons import Lesson, Step, counted, stated
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.facts import (
    alone,
    apart,
    behind,
    borders,
    connected,
    enough,
    had,
    holds,
    joins,
    leads,
    led,
    needs,
    passed,
    passing_takes,
    pawn,
    strength,
    takes,
    tie,
)
from games.titles.condottiere.lessons.moves import (
    DECLINE,
    PASS,
    any_city,
    any_fight,
    by,
    free_neighbours,
    play,
)

FOURTH = free_neighbours("parma modena lucca", taken="urbino roma")

LESSON = Lesson(
    slug="first-kingdom",
    title=_("Your first kingdom"),
    about=_("Play cards, pass, take a city, and win."),
    minutes=4,
    seats=3,
    names=("Bartolo", "Fiammetta"),
    position={
        "phase": "choose",
        "holder": 1,
        "cities": {"parma": 0, "modena": 0, "urbino": 1, "roma": 2},
        "hands": [
            ["m10", "m5", "m3", "m2", "m2"],
            ["m4", "m3", "m6", "m2"],
            ["m3", "m5", "m1"],
        ],
    },
    steps=(
        Step(
            stated(
                _(
                    "Welcome to Italy. The cities with the sun are yours: Parma and Modena. Four"
                    " cities that touch each other win the game, so you’re halfway there."
                ),
                connected(2),
                needs(4),
            ),
            focus=".board",
        ),
        Step(
            _(
                "Every city is won in a battle. Bartolo holds the pawn, so he chooses where. Watch"
                " what he picks."
            ),
            then=(by(1, "choose lucca"), by(1, "m4"), by(2, "m3")),
            focus="#army-1",
        ),
        Step(
            stated(
                _(
                    "It’s your turn, and Lucca touches both your cities. Bartolo has 4 on the"
                    " table, Fiammetta 3. The highest sum takes the city: choose your 5, then “Play"
                    " card”."
                ),
                strength(1, 4),
                strength(2, 3),
                borders("lucca", "parma", "modena"),
                holds("m5"),
            ),
            (play("m5"),),
            right=stated(_("Five: you’re in the lead."), strength(0, 5), leads(0)),
            wrong=stated(_("That leaves Bartolo in the lead. Play the 5."), leads(1), enough("m5")),
            wrong_for=(
                (
                    play("m10"),
                    stated(_("Save your 10. The 5 is enough to lead here."), enough("m5")),
                ),
                (
                    PASS,
                    stated(
                        _("A pass is final, and this city is worth having. Play the 5."),
                        enough("m5"),
                    ),
                ),
            ),
            then=(by(1, "m3"), by(2, "pass")),
            focus="#hand-m5",
        ),
        Step(
            stated(
                _(
                    "Fiammetta has passed, so she’s out of this battle. Bartolo has 7, you have 5."
                    " All your cards are added up, so a 3 is enough."
                ),
                strength(1, 7),
                strength(0, 5),
                passed(2),
                enough("m3"),
            ),
            (play("m3"),),
            right=stated(_("Eight against seven."), strength(0, 8), strength(1, 7)),
            wrong=stated(
                _("Seven against seven: in a tie, no one takes the city. Play the 3."),
                strength(0, 7),
                strength(1, 7),
                tie,
                enough("m3"),
            ),
            wrong_for=(
                (
                    play("m10"),
                    stated(
                        _("That’s far more than you need. Play the 3, and you keep the 10."),
                        leads(0),
                        enough("m3"),
                    ),
                ),
                (
                    PASS,
                    stated(
                        _("Bartolo would take Lucca with 7. Play the 3."),
                        had(1, 7),
                        led(1),
                        enough("m3"),
                    ),
                ),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m3",
        ),
        Step(
            stated(
                _(
                    "Everyone else has passed, and you’re the strongest. If you pass now, Lucca is"
                    " yours, and you keep the cards in your hand."
                ),
                leads(0),
                alone,
                passing_takes("lucca"),
            ),
            (PASS,),
            right=stated(
                _("Lucca is yours, and so is the pawn: the winner chooses where to fight next."),
                takes("lucca"),
                pawn(0),
            ),
            wrong=stated(
                _(
                    "No one can answer any more, so this card would be wasted. Pass, and it can"
                    " fight"
                    " in the next battle."
                ),
                alone,
                passing_takes("lucca"),
            ),
            focus="#act-pass",
        ),
        Step(
            stated(
                _(
                    "Three cities that touch. You need one more: choose a city that borders one of"
                    " yours."
                ),
                connected(3),
                needs(4),
            ),
            any_city(FOURTH),
            right=stated(_("Good choice: this is the fourth."), joins(4)),
            wrong=stated(
                _("That city doesn’t touch any of yours. Look around Parma, Modena and Lucca."),
                apart,
            ),
            wrong_for=((DECLINE, _("That gives the choice away. Keep it: choose a city.")),),
            focus=any_fight(FOURTH),
        ),
        Step(
            stated(
                _(
                    "The player with the pawn leads. Start small, with a 2, and let the others show"
                    " what they have."
                ),
                pawn(0),
                holds("m2"),
            ),
            (play("m2"),),
            wrong=stated(_("Don’t start with your best card. Play a 2."), holds("m10", "m2")),
            wrong_for=(
                (
                    PASS,
                    stated(
                        _("You’re one city away. Stay in: start with a 2."),
                        connected(3),
                        holds("m2"),
                    ),
                ),
            ),
            then=(by(1, "m6"), by(2, "m5")),
            focus="#hand-m2",
        ),
        Step(
            stated(
                _("Six and five, against your 2. This is what you saved the 10 for."),
                strength(1, 6),
                strength(2, 5),
                strength(0, 2),
                holds("m10"),
            ),
            (play("m10"),),
            right=stated(_("Twelve."), strength(0, 12), leads(0)),
            wrong=stated(_("That isn’t enough. Play the 10."), behind, enough("m10")),
            wrong_for=(
                (
                    PASS,
                    stated(_("You hold the best card at the table. Play the 10."), enough("m10")),
                ),
            ),
            then=(by(1, "m2"), by(2, "pass")),
            focus="#hand-m10",
        ),
        Step(
            stated(
                _(
                    "Bartolo has no cards left, and Fiammetta has passed."
                    " Twelve against eight: you know what to do."
                ),
                counted(0, "hands", 1),
                passed(2),
                strength(0, 12),
                strength(1, 8),
            ),
            (PASS,),
            right=stated(_("Your fourth city."), connected(4)),
            wrong=stated(_("You’ve already won this. Pass, and it’s yours."), led(0), alone),
            focus="#act-pass",
        ),
    ),
    closing=stated(
        _(
            "Four cities in one piece: your kingdom is united, and you win. That’s all of"
            " Condottiere but for one thing: knowing when to stop."
        ),
        connected(4),
        needs(4),
    ),
)
