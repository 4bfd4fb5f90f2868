"""What puzzles of Babel are about."""

from __future__ import annotations

from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.babel.rules.moves import Build, Discard, End, Migrate, Power, Settle, Travel

THEMES = (
    Theme(
        "building",
        _("Building"),
        _("A temple card that you build is one your rival cannot: look which levels lie open."),
        lambda asked, move: isinstance(move, Build),
    ),
    Theme(
        "powers",
        _("The powers of the peoples"),
        _(
            "A power costs cards that could have carried a temple: it pays where it takes more from"
            " the other side."
        ),
        lambda asked, move: isinstance(move, Power),
    ),
    Theme(
        "settling",
        _("Settling"),
        _("Where people settle, they carry temples, and three of a kind bring a power."),
        lambda asked, move: isinstance(move, Settle),
    ),
    Theme(
        "on-the-way",
        _("On the way"),
        _("To be at the right site is worth a card, or a whole row that moves house."),
        lambda asked, move: isinstance(move, Travel | Migrate),
    ),
    Theme(
        "stopping",
        _("Stopping, and giving up cards"),
        _("What you keep in hand today is worth more in the next turn."),
        lambda asked, move: isinstance(move, End | Discard),
    ),
    Theme(
        "end-phase",
        _("The end phase"),
        _("In the end phase twenty wins at once, and nine loses: count both totals first."),
        lambda asked, move: bool(asked.view["end_phase"]),
    ),
)
