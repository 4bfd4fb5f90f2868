"""The first lesson: cards, a pass, a city, and the kingdom that wins."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.moves import DECLINE, PASS, any_city, by, play

LESSON = Lesson(
    slug="first-kingdom",
    title=_("Your first kingdom"),
    about=_("Lay cards, pass, take a city, and win."),
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
            _(
                "Welcome to Italy. The cities with the sun are yours: Parma and Modena."
                " Whoever holds four that touch each other wins, and you are half way there."
            ),
            focus=".board",
        ),
        Step(
            _(
                "Every city is won in a battle. Bartolo holds the pawn, so he says where:"
                " watch what he chooses."
            ),
            then=(by(1, "choose lucca"), by(1, "m4"), by(2, "m3")),
            focus="#army-1",
        ),
        Step(
            _(
                "It is your turn, and Lucca touches both your cities. Bartolo has 4 on the table,"
                " Fiammetta 3. The highest sum takes the city: choose your 5, then “Play card”."
            ),
            (play("m5"),),
            right=_("Five: you are in front."),
            wrong=_("That leaves Bartolo in front. Play the 5."),
            wrong_for=(
                (play("m10"), _("Save your 10. The 5 is enough to lead here.")),
                (PASS, _("A pass is final, and this city is worth having. Play the 5.")),
            ),
            then=(by(1, "m3"), by(2, "pass")),
            focus="#hand-m5",
        ),
        Step(
            _(
                "Fiammetta has passed: she is out of this battle. Bartolo has 7, you have 5."
                " All your cards are added up, so a 3 is enough."
            ),
            (play("m3"),),
            right=_("Eight against seven."),
            wrong=_("Seven against seven: in a tie nobody takes the city. Play the 3."),
            wrong_for=(
                (play("m10"), _("Far more than you need. Play the 3, and the 10 is still yours.")),
                (PASS, _("Bartolo would take Lucca with 7. Play the 3.")),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m3",
        ),
        Step(
            _(
                "All others have passed, and you are the strongest."
                " If you pass now, Lucca is yours, and you keep the cards you hold."
            ),
            (PASS,),
            right=_("Lucca is yours, and so is the pawn: the winner says where to fight next."),
            wrong=_(
                "Nobody can answer any more: this card would be wasted."
                " Pass, and it fights in the next battle."
            ),
            focus="#act-pass",
        ),
        Step(
            _(
                "Three cities that touch. You need one more: choose a glowing city"
                " that borders on yours."
            ),
            any_city(("genova", "milano", "mantova", "bologna", "firenze")),
            right=_("A good choice: this is the fourth."),
            wrong=_("That city does not touch any of yours. Look around Parma, Modena and Lucca."),
            wrong_for=((DECLINE, _("That gives the choice away. Keep it: choose a city.")),),
            focus="#fight-genova, #fight-milano, #fight-mantova, #fight-bologna, #fight-firenze",
        ),
        Step(
            _(
                "Whoever holds the pawn leads. Begin small, with a 2,"
                " and let the others show what they have."
            ),
            (play("m2"),),
            wrong=_("Not your best card at once. Begin with a 2."),
            wrong_for=((PASS, _("You are one city away. Stay in: begin with a 2.")),),
            then=(by(1, "m6"), by(2, "m5")),
            focus="#hand-m2",
        ),
        Step(
            _("Six and five, against your 2. This is what you saved the 10 for."),
            (play("m10"),),
            right=_("Twelve."),
            wrong=_("That is not enough. Play the 10."),
            wrong_for=((PASS, _("You hold the best card at this table. Play the 10.")),),
            then=(by(1, "m2"), by(2, "pass")),
            focus="#hand-m10",
        ),
        Step(
            _(
                "Bartolo has no cards left, and Fiammetta has passed."
                " Twelve against eight: you know what to do."
            ),
            (PASS,),
            right=_("Your fourth city."),
            wrong=_("You have won this already. Pass, and it is yours."),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "Four cities in one piece: your kingdom is united, and the game is won."
        " That is all of Condottiere but for one thing: knowing when to stop."
    ),
)
