"""What puzzles of Condottiere are about."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.moves import Choose, Decline, Pass, Play

FEW = 2
"""So many cards in hand, or fewer, are the last ones."""


def plays(move: Move, *cards: str) -> bool:
    return isinstance(move, Play) and move.card in cards


def is_last_stand(asked: Question, move: Move) -> bool:
    return isinstance(move, Play) and len(asked.view["hands"][asked.seat]) <= FEW


THEMES = (
    Theme(
        "passing",
        _("Passing in time"),
        _("Whoever passes in time keeps cards for a battle that matters more."),
        lambda asked, move: isinstance(move, Pass),
    ),
    Theme(
        "last-stand",
        _("The last cards"),
        _("With so few cards left nothing is to be saved: they count now, or never."),
        is_last_stand,
    ),
    Theme(
        "mercenaries",
        _("The right mercenary"),
        _("As strong as the battle asks for, and no stronger: the others fight elsewhere."),
        lambda asked, move: plays(move, *MERCENARIES, "heroine"),
    ),
    Theme(
        "winter-and-drum",
        _("Winter and drum"),
        _("Winter and drum change whole armies: count what yours becomes, and what theirs does."),
        lambda asked, move: plays(move, "winter", "drum"),
    ),
    Theme(
        "scarecrow",
        _("The scarecrow"),
        _("The scarecrow wins time, and brings a mercenary back for another battle."),
        lambda asked, move: plays(move, "scarecrow"),
    ),
    Theme(
        "ending",
        _("Ending a battle"),
        _(
            "A battle can be ended at the moment that suits you: as long as you lead, or before it"
            " is lost."
        ),
        lambda asked, move: plays(move, "bishop", "surrender"),
    ),
    Theme(
        "choosing",
        _("Choosing the battle"),
        _("Where the next battle is fought decides what it is worth to you, and to the others."),
        lambda asked, move: isinstance(move, Choose | Decline),
    ),
)
