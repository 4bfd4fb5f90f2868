"""A lesson about cheering by hand, and the cost of silence."""

from games.engine.lessons import Lesson, Step, stated
from games.engine.refusals import noted as _
from games.titles.kharnage.lessons.facts import (
    army_costs,
    army_size,
    costs,
    had_tokens,
    has_tokens,
    left,
    strength_was,
)
from games.titles.kharnage.lessons.moves import (
    CHEER,
    FORGO,
    SILENT,
    STOP,
    attack,
    by,
    destroy,
    line,
    plan,
    target,
)

LESSON = Lesson(
    slug="cheer",
    title=_("Cheer for your enemies"),
    about=_("Keep your kharnage tokens where players cheer by hand."),
    minutes=2,
    seats=3,
    names=("Dent", "Snikkit"),
    options={"cheer": "manual"},
    position={
        "round": 4,
        "armies": ["human", "orc", "goblin"],
        "hands": [["human-400"], ["orc-420"], ["goblin-80"]],
        "plans": [None, "orc-420", "goblin-80"],
        "lines": [
            {"front": line("human-militia", "human-militia")},
            {"front": line("orc-grunt")},
            {"front": line("goblin-kettle")},
        ],
        "reserves": [["human-knight"], [], ["goblin-bow"]],
        "points": [5, 7, 6],
        "kharnage": [1, 1, 0],
    },
    steps=(
        Step(
            _(
                "At some tables, players cheer by hand. Destroy an army’s last card and you take a"
                " kharnage token, and all others must cheer. You have a token, and so does Dent."
            ),
            focus=".facts",
        ),
        Step(
            _("Use your last plan, and see what Snikkit does to Dent."),
            (plan("human-400"),),
            then=attack(2, 1, "orc-grunt"),
            focus="#hand-human-400",
        ),
        Step(
            _(
                "That was Dent’s last card: KHARNAGE! Snikkit takes a token, and you have to"
                " cheer. If you stay silent, you lose a token, if you have one."
            ),
            (CHEER,),
            right=stated(_("You keep your token. Dent sulks, and loses his."), has_tokens(0, 1)),
            wrong_for=(
                (
                    SILENT,
                    stated(
                        _("That would cost you a point. Swallow your pride, and cheer."),
                        had_tokens(0, 1),
                    ),
                ),
            ),
            then=(by(1, SILENT),),
            focus="#act-cheer",
        ),
        Step(
            stated(
                _("Now it’s your turn, with three swords. Snikkit has two cards: 2 and 1."),
                strength_was(3),
                army_size(2, 2),
                costs("goblin-kettle", 2),
                costs("goblin-bow", 1),
            ),
            (target(2),),
            wrong_for=(
                (
                    FORGO,
                    stated(
                        _("You have the strength for all of Snikkit’s army. Attack."),
                        strength_was(3),
                        army_costs(2, 3),
                    ),
                ),
            ),
            focus="#army-2",
        ),
        Step(
            _("First the front."),
            (destroy("goblin-kettle"),),
            wrong_for=(
                (
                    STOP,
                    stated(
                        _("Three strength, a cost of three. Destroy it."), left(3), army_costs(2, 3)
                    ),
                ),
            ),
            focus="#unit-2-goblin-kettle",
        ),
        Step(
            _("And the last one. Let’s hear who cheers for you."),
            (destroy("goblin-bow"),),
            right=_("Dent cheers. Snikkit is silent, and the new token is gone."),
            wrong_for=(
                (
                    STOP,
                    stated(
                        _("One card, 1 strength, one token. Destroy it."), left(1), army_costs(2, 1)
                    ),
                ),
            ),
            then=(by(1, CHEER), by(2, SILENT)),
            focus="#unit-2-goblin-bow",
        ),
    ),
    closing=stated(
        _(
            "Two tokens for you, none for the others: you win. Cheering only costs pride. Without a"
            " token you can afford to stay silent."
        ),
        has_tokens(0, 2),
        has_tokens(1, 0),
        has_tokens(2, 0),
    ),
)
