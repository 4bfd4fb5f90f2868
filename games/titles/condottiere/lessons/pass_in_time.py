"""The lesson on passing: cards saved in one battle win the next of the round."""

from games.engine.lessons import Lesson, Step, counted, recorded, stated
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.facts import (
    alone,
    apart,
    behind,
    borders,
    cards_spent,
    connected,
    enough,
    far,
    had,
    holds,
    leads,
    led,
    most,
    needs,
    passed,
    strength,
    takes,
)
from games.titles.condottiere.lessons.moves import (
    DECLINE,
    PASS,
    any_city,
    any_fight,
    any_of,
    by,
    free_neighbours,
    play,
)

FOURTH = free_neighbours("parma modena milano", taken="torino ancona roma")

LESSON = Lesson(
    slug="pass-in-time",
    title=_("Pass in time"),
    about=_("Let the others spend their cards, and take what you need."),
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
                "These cards are for the whole round. You get new ones only when no more than one"
                " player has any left. What you spend on one city, you’ll miss at the next."
            ),
            focus="#my-side .hand",
        ),
        Step(
            stated(_("Bartolo chooses. See what the two of them want."), recorded(1, "turn")),
            then=(by(1, "choose torino"), by(1, "m6"), by(2, "m10")),
            focus="#army-1",
        ),
        Step(
            stated(
                _(
                    "Ten against six already, for a corner of the map that touches none of your"
                    " cities. Would you pay more than ten for it?"
                ),
                strength(2, 10),
                strength(1, 6),
                far("torino"),
            ),
            (PASS,),
            right=_("Wise. Now watch what Torino costs them."),
            wrong=_(
                "You could win, but only with your best cards, and for a city that doesn’t help"
                " you. Pass."
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
            stated(
                _(
                    "Torino goes to Fiammetta, for three cards. Count the hands: you have five,"
                    " Bartolo two, Fiammetta one. Now she chooses where to fight."
                ),
                takes("torino", 2),
                counted(5, "hands", 0),
                counted(2, "hands", 1),
                counted(1, "hands", 2),
                recorded(2, "turn"),
            ),
            then=(by(2, "choose milano"), by(2, "m2")),
            focus=".armies .facts",
        ),
        Step(
            stated(
                _(
                    "Milano touches both your cities, so this one is worth a fight. Fiammetta’s 2"
                    " was her last card. Beat it, but not with your best."
                ),
                borders("milano", "parma", "modena"),
                strength(2, 2),
                counted(0, "hands", 2),
            ),
            any_of("m3 m4"),
            right=stated(_("That’s the way: just enough."), leads(0)),
            wrong=stated(
                _("That’s more than you need. The 3 or the 4 will do."),
                leads(0),
                enough("m3"),
                enough("m4"),
            ),
            wrong_for=(
                (
                    play("m1"),
                    stated(
                        _("One doesn’t beat two. Play the 3 or the 4."),
                        strength(0, 1),
                        strength(2, 2),
                        enough("m3"),
                        enough("m4"),
                    ),
                ),
                (
                    PASS,
                    stated(
                        _(
                            "Passing in time also means staying in when it counts. Play the 3 or"
                            " the 4."
                        ),
                        enough("m3"),
                        enough("m4"),
                    ),
                ),
            ),
            then=(by(1, "m5"),),
            focus="#hand-m3, #hand-m4",
        ),
        Step(
            stated(
                _("Bartolo goes up to five, with one card left. Add another of your middle cards."),
                strength(1, 5),
                counted(1, "hands", 1),
            ),
            any_of("m3 m4 m5"),
            right=stated(_("You’re in the lead again."), leads(0)),
            wrong=stated(_("Too little: Bartolo would still be level or ahead."), behind),
            wrong_for=(
                (
                    play("m10"),
                    stated(_("You would win, but the 10 is worth more later."), leads(0)),
                ),
                (PASS, _("Not now: one middle card, and Milano is yours.")),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m3, #hand-m4, #hand-m5",
        ),
        Step(
            stated(
                _("Bartolo gives up. You lead, and no one can answer."), passed(1), leads(0), alone
            ),
            (PASS,),
            right=stated(
                _("Milano for two cards. Torino cost the others six."),
                takes("milano"),
                cards_spent(2),
            ),
            wrong=stated(_("Save it: you already lead. Pass."), led(0), alone),
            focus="#act-pass",
        ),
        Step(
            stated(
                _("Three in one piece, and three cards in your hand. Choose the fourth city."),
                connected(3),
                counted(3, "hands", 0),
                needs(4),
            ),
            any_city(FOURTH),
            wrong=stated(_("That one doesn’t touch your cities."), apart),
            wrong_for=((DECLINE, _("Don’t give the choice away: choose a city next to yours.")),),
            focus=any_fight(FOURTH),
        ),
        Step(
            stated(
                _(
                    "Fiammetta has no cards, and Bartolo has one. A mercenary counts ten at most:"
                    " now is the time for your 10."
                ),
                counted(0, "hands", 2),
                counted(1, "hands", 1),
                holds("m10"),
                most(10),
            ),
            (play("m10"),),
            wrong=stated(_("Bartolo might have something better. Play the 10."), holds("m10")),
            wrong_for=(
                (
                    PASS,
                    stated(
                        _("Without an army you take nothing. Play the 10."), had(0, 0), holds("m10")
                    ),
                ),
            ),
            then=(by(1, "pass"),),
            focus="#hand-m10",
        ),
        Step(
            _("He had nothing. You know the rest."),
            (PASS,),
            wrong=stated(_("No one can answer. Pass, and it’s yours."), alone, led(0)),
            focus="#act-pass",
        ),
    ),
    closing=stated(
        _(
            "Five cards against nine, and you’ve won: the others spent theirs on a corner. Let them"
            " fight where you need nothing."
        ),
        connected(4),
        needs(4),
    ),
)
