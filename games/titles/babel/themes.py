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
        _("A power costs one card of its run: compare what it brings with what that card carries."),
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
        _(
            "You settle and build only where your stone stands. A journey costs a card, a migration"
            " moves three cards for free."
        ),
        lambda asked, move: isinstance(move, Travel | Migrate),
    ),
    Theme(
        "stopping",
        _("Ending a turn and discarding"),
        _("You may end a turn at any time: compare what one more action would change."),
        lambda asked, move: isinstance(move, End | Discard),
        lambda asked, move: isinstance(move, End),
    ),
    Theme(
        "end-phase",
        _("The end phase"),
        _("In the end phase, twenty wins at once and nine loses: count both totals first."),
        lambda asked, move: bool(asked.view["end_phase"]),
    ),
)
