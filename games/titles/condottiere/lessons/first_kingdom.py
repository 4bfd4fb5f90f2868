"""The first lesson: play cards, pass, take a city, and unite the kingdom that wins."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
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
            _(
                "Welcome to Italy. The cities with the sun are yours: Parma and Modena. Four"
                " cities that touch each other win the game, so you’re halfway there."
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
            _(
                "It’s your turn, and Lucca touches both your cities. Bartolo has 4 on the table,"
                " Fiammetta 3. The highest sum takes the city: choose your 5, then “Play card”."
            ),
            (play("m5"),),
            right=_("Five: you’re in the lead."),
            wrong=_("That leaves Bartolo in the lead. Play the 5."),
            wrong_for=(
                (play("m10"), _("Save your 10. The 5 is enough to lead here.")),
                (PASS, _("A pass is final, and this city is worth having. Play the 5.")),
            ),
            then=(by(1, "m3"), by(2, "pass")),
            focus="#hand-m5",
        ),
        Step(
            _(
                "Fiammetta has passed, so she’s out of this battle. Bartolo has 7, you have 5. All"
                " your cards are added up, so a 3 is enough."
            ),
            (play("m3"),),
            right=_("Eight against seven."),
            wrong=_("Seven against seven: in a tie, no one takes the city. Play the 3."),
            wrong_for=(
                (play("m10"), _("That’s far more than you need. Play the 3, and you keep the 10.")),
                (PASS, _("Bartolo would take Lucca with 7. Play the 3.")),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m3",
        ),
        Step(
            _(
                "Everyone else has passed, and you’re the strongest. If you pass now, Lucca is"
                " yours, and you keep the cards in your hand."
            ),
            (PASS,),
            right=_("Lucca is yours, and so is the pawn: the winner chooses where to fight next."),
            wrong=_(
                "No one can answer any more, so this card would be wasted. Pass, and it can fight"
                " in the next battle."
            ),
            focus="#act-pass",
        ),
        Step(
            _(
                "Three cities that touch. You need one more: choose a city that borders one of"
                " yours."
            ),
            any_city(FOURTH),
            right=_("Good choice: this is the fourth."),
            wrong=_("That city doesn’t touch any of yours. Look around Parma, Modena and Lucca."),
            wrong_for=((DECLINE, _("That gives the choice away. Keep it: choose a city.")),),
            focus=any_fight(FOURTH),
        ),
        Step(
            _(
                "The player with the pawn leads. Start small, with a 2, and let the others show"
                " what they have."
            ),
            (play("m2"),),
            wrong=_("Don’t start with your best card. Play a 2."),
            wrong_for=((PASS, _("You’re one city away. Stay in: start with a 2.")),),
            then=(by(1, "m6"), by(2, "m5")),
            focus="#hand-m2",
        ),
        Step(
            _("Six and five, against your 2. This is what you saved the 10 for."),
            (play("m10"),),
            right=_("Twelve."),
            wrong=_("That isn’t enough. Play the 10."),
            wrong_for=((PASS, _("You hold the best card at the table. Play the 10.")),),
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
            wrong=_("You’ve already won this. Pass, and it’s yours."),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "Four cities in one piece: your kingdom is united, and you win. That’s all of Condottiere"
        " but for one thing: knowing when to stop."
    ),
)
