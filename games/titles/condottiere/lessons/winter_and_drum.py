"""The cards without a number: drum, winter, and the heroine whom neither touches."""

from games.engine.lessons import Lesson, Step
from games.engine.refusals import noted as _
from games.titles.condottiere.lessons.moves import PASS, by, play

LESSON = Lesson(
    slug="winter-and-drum",
    title=_("Winter and drum"),
    about=_("Turn a lost battle with the cards that have no number."),
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
            _(
                "Firenze would join all your cities. But it is seven against Bartolo’s sixteen."
                " Numbers alone will not do it: you need the cards without one."
            ),
            focus="#armies",
        ),
        Step(
            _("The drum doubles all your own mercenaries, before and after. Play it."),
            (play("drum"),),
            right=_("Twice seven is fourteen."),
            wrong=_("Keep that for later. First the drum."),
            wrong_for=(
                (PASS, _("You have not begun yet. Play the drum.")),
                (play("winter"), _("Wait with the winter until he has laid more. First the drum.")),
            ),
            then=(by(1, "m5"),),
            focus="#hand-drum",
        ),
        Step(
            _(
                "Bartolo has 21 now, in three big mercenaries. In winter every mercenary"
                " counts 1, his as well as yours, and your drum still beats. Let it snow."
            ),
            (play("winter"),),
            right=_("Two mercenaries, doubled: 4. His three giants: 3."),
            wrong=_("Against 21 that is not enough. Play the winter."),
            wrong_for=(
                (PASS, _("Look at your hand: the winter turns this. Play it.")),
                (play("heroine"), _("You would lead until he drums. First let it snow.")),
            ),
            then=(by(1, "drum"),),
            focus="#hand-winter",
        ),
        Step(
            _(
                "He drums as well: six against four. The heroine is no mercenary: she counts 10"
                " in any weather, and no drum doubles her."
            ),
            (play("heroine"),),
            right=_("Four and ten: fourteen against six."),
            wrong=_("Six against six is a tie, and nobody takes the city. Play the heroine."),
            wrong_for=((PASS, _("You hold the heroine: nothing touches her. Play her.")),),
            then=(by(1, "pass"),),
            focus="#hand-heroine",
        ),
        Step(
            _("He has had enough. Take your city."),
            (PASS,),
            wrong=_("Nobody can answer any more. Pass."),
            focus="#act-pass",
        ),
    ),
    closing=_(
        "Winter is the answer to big numbers, the drum is at its best beside many cards,"
        " and the heroine does not care. When others have few cards but big ones, think of snow."
    ),
)
