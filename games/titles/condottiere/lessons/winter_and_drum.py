"""The lesson on special cards: the drum, winter, and the heroine, which neither affects."""

from games.engine.lessons import Lesson, Step, counted, stated
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.facts import (
    alone,
    behind,
    enough,
    enough_for,
    had,
    leads,
    strength,
    tie,
    with_city,
)
from games.titles.condottiere.lessons.moves import PASS, by, play

LESSON = Lesson(
    slug="winter-and-drum",
    title=_("Winter and drum"),
    about=_("Turn a lost battle around with the cards that have no number."),
    minutes=3,
    seats=3,
    names=("Bartolo", "Fiammetta"),
    position={
        "phase": "battle",
        "holder": 1,
        "turn": 0,
        "city": "firenze",
        "cities": {"lucca": 0, "modena": 0, "siena": 0, "urbino": 1, "spoleto": 1, "venezia": 2},
        "hands": [
            ["drum", "winter", "heroine", "m2", "m1"],
            ["m5", "drum", "m2"],
            ["m6", "m3"],
        ],
        "armies": [["m3", "m4"], ["m10", "m6"], ["m2"]],
        "passed": [False, False, True],
    },
    steps=(
        Step(
            stated(
                _(
                    "Firenze would connect all your cities. But you have seven against Bartolo’s"
                    " sixteen. Numbers won’t do it: you need the cards without one."
                ),
                with_city("firenze", 4),
                strength(0, 7),
                strength(1, 16),
            ),
            focus="#armies",
        ),
        Step(
            stated(
                _(
                    "The drum doubles all your own mercenaries, those already played and those"
                    " still to come. Play it."
                ),
                enough_for(14, "drum"),
            ),
            (play("drum"),),
            right=stated(_("Twice seven is fourteen."), had(0, 7), strength(0, 14)),
            wrong=_("Keep that for later. First play the drum."),
            wrong_for=(
                (PASS, _("You haven’t started yet. Play the drum.")),
                (
                    play("winter"),
                    _("Save the winter until he has played more. First play the drum."),
                ),
            ),
            then=(by(1, "m5"),),
            focus="#hand-drum",
        ),
        Step(
            stated(
                _(
                    "Bartolo has 21 now, in three big mercenaries. In winter every mercenary counts"
                    " 1, his as well as yours, and your drum still doubles yours. Let it snow."
                ),
                strength(1, 21),
                counted(3, "armies", 1),
                enough_for(4, "winter"),
            ),
            (play("winter"),),
            right=stated(
                _("Two mercenaries, doubled: 4. His three giants: 3."),
                strength(0, 4),
                strength(1, 3),
            ),
            wrong=stated(
                _("Against 21 that isn’t enough. Play the winter."),
                had(1, 21),
                behind,
                enough("winter"),
            ),
            wrong_for=(
                (PASS, _("Look at your hand: the winter turns this around. Play it.")),
                (
                    play("heroine"),
                    stated(_("You’d lead until he plays a drum. First let it snow."), leads(0)),
                ),
            ),
            then=(by(1, "drum"),),
            focus="#hand-winter",
        ),
        Step(
            stated(
                _(
                    "He plays a drum as well: six against four. The heroine isn’t a mercenary: she"
                    " counts 10 in any weather, and no drum doubles her."
                ),
                strength(1, 6),
                strength(0, 4),
                enough_for(14, "heroine"),
            ),
            (play("heroine"),),
            right=stated(
                _("Four and ten: fourteen against six."), had(0, 4), strength(0, 14), strength(1, 6)
            ),
            wrong=stated(
                _("Six against six is a tie, and no one takes the city. Play the heroine."),
                strength(0, 6),
                strength(1, 6),
                tie,
                enough("heroine"),
            ),
            wrong_for=(
                (
                    PASS,
                    stated(
                        _("You hold the heroine: nothing touches her. Play her."), enough("heroine")
                    ),
                ),
            ),
            then=(by(1, "pass"),),
            focus="#hand-heroine",
        ),
        Step(
            _("He’s had enough. Take your city."),
            (PASS,),
            wrong=stated(_("No one can answer any more. Pass."), alone),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "Winter is the answer to big numbers, the drum works best with many cards, and the heroine"
        " doesn’t care. When the others have few but big cards, think of snow."
    ),
)
