"""The themes of the puzzles of Babel."""

from __future__ import annotations

from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.babel.rules.moves import Build, Discard, End, Migrate, Power, Settle, Travel

THEMES = (
    Theme(
        "building",
        _("Building"),
        _("A temple card you build is one your opponent can’t: check which levels are open."),
        lambda asked, move: isinstance(move, Build),
    ),
    Theme(
        "powers",
        _("Powers"),
        _(
            "A power costs cards that could have carried a temple. It pays where your opponent"
            " loses more."
        ),
        lambda asked, move: isinstance(move, Power),
    ),
    Theme(
        "settling",
        _("Settling"),
        _("Settled tribes carry temples, and three of a kind have a power."),
        lambda asked, move: isinstance(move, Settle),
    ),
    Theme(
        "on-the-way",
        _("Travel and migration"),
        _("Being at the right site is worth a card, or moving a whole row."),
        lambda asked, move: isinstance(move, Travel | Migrate),
    ),
    Theme(
        "stopping",
        _("Ending a turn and discarding"),
        _("What you keep in hand now is worth more next turn."),
        lambda asked, move: isinstance(move, End | Discard),
    ),
    Theme(
        "end-phase",
        _("The end phase"),
        _("In the end phase, twenty wins at once and nine loses: count both totals first."),
        lambda asked, move: bool(asked.view["end_phase"]),
    ),
)
