"""Cards last for a whole round: what is not spent on one city wins the next."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.moves import DECLINE, PASS, any_city, any_of, by, play

LESSON = Lesson(
    slug="pass-in-time",
    title=_("Pass in time"),
    about=_("Let others spend their cards, and take what you need."),
    minutes=4,
    seats=3,
    names=("Bartolo", "Fiammetta"),
    position={
        "phase": "choose",
        "holder": 1,
        "cities": {"parma": 0, "modena": 0, "ancona": 1, "roma": 2},
        "hands": [
            ["m10", "m5", "m4", "m3", "m1"],
            ["m10", "m6", "m5", "m3", "m1"],
            ["m10", "m6", "m4", "m2"],
        ],
    },
    steps=(
        Step(
            _(
                "These cards are for the whole round. New ones are dealt only when no more than"
                " one player has any left: what you spend on one city you lack at the next."
            ),
            focus="#my-side .hand",
        ),
        Step(
            _("Bartolo chooses. See what the two of them want."),
            then=(by(1, "choose torino"), by(1, "m6"), by(2, "m10")),
            focus="#army-1",
        ),
        Step(
            _(
                "Ten against six already, for a corner of the map that touches none of your cities."
                " Would you like to pay more than ten for it?"
            ),
            (PASS,),
            right=_("Wise. Now watch what Torino costs them."),
            wrong=_(
                "You could win, but with your best cards, and for a city that does not help you."
                " Pass."
            ),
            then=(
                by(1, "m10"),
                by(2, "m6"),
                by(1, "m3"),
                by(2, "m4"),
                by(1, "pass"),
                by(2, "pass"),
            ),
            focus="#act-pass",
        ),
        Step(
            _(
                "Torino is Fiammetta’s, for three cards. Count the hands: you hold five,"
                " Bartolo two, Fiammetta one. Now she says where to fight."
            ),
            then=(by(2, "choose milano"), by(2, "m2")),
            focus=".armies .facts",
        ),
        Step(
            _(
                "Milano touches both your cities: this one is worth a fight. Two was her last card."
                " Beat it, but not with your best."
            ),
            any_of("m3 m4"),
            right=_("That is the way: just enough."),
            wrong=_("That is more than you need. The 3 or the 4 will do."),
            wrong_for=(
                (play("m1"), _("One does not beat two. Play the 3 or the 4.")),
                (PASS, _("Passing in time means staying in when it counts. Play the 3 or the 4.")),
            ),
            then=(by(1, "m5"),),
            focus="#hand-m3, #hand-m4",
        ),
        Step(
            _("Bartolo goes to five, with one card left. Add another of your middle cards."),
            any_of("m3 m4 m5"),
            right=_("You are in front again."),
            wrong=_("Too little: Bartolo would still be level or ahead."),
            wrong_for=(
                (play("m10"), _("You would win, but the 10 is worth more later.")),
                (PASS, _("Not now: one middle card, and Milano is yours.")),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m5",
        ),
        Step(
            _("Bartolo gives up. You lead, and nobody can answer."),
            (PASS,),
            right=_("Milano for two cards. Torino had cost the others six."),
            wrong=_("Save it: you lead already. Pass."),
            focus="#act-pass",
        ),
        Step(
            _("Three in one piece, three cards in your hand. Choose the fourth city."),
            any_city(("genova", "venezia", "mantova", "bologna", "firenze", "lucca")),
            wrong=_("That one does not touch your cities."),
            wrong_for=((DECLINE, _("Do not give the choice away: choose a city next to yours.")),),
        ),
        Step(
            _(
                "Fiammetta has no cards, Bartolo has one. A mercenary counts ten at most:"
                " now is the time for your 10."
            ),
            (play("m10"),),
            wrong=_("Bartolo might have something better. Play the 10."),
            wrong_for=((PASS, _("Without an army you take nothing. Play the 10.")),),
            then=(by(1, "pass"),),
            focus="#hand-m10",
        ),
        Step(
            _("He had nothing. You know the rest."),
            (PASS,),
            wrong=_("Nobody can answer. Pass, and it is yours."),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "Five cards against nine, and you have won: the others had spent theirs on a corner."
        " Let them fight where you need nothing."
    ),
)
