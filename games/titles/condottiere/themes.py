"""The themes of the puzzles of Condottiere."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.moves import Choose, Decline, Pass, Play

FEW = 2
"""At most this many cards in hand are the last ones."""


def plays(move: Move, *cards: str) -> bool:
    return isinstance(move, Play) and move.card in cards


def is_last_stand(asked: Question, move: Move) -> bool:
    return isinstance(move, Play) and len(asked.view["hands"][asked.seat]) <= FEW


THEMES = (
    Theme(
        "passing",
        _("Passing in time"),
        _("Pass in time, and you keep cards for a battle that matters more."),
        lambda asked, move: isinstance(move, Pass),
    ),
    Theme(
        "last-stand",
        _("The last cards"),
        _("With so few cards left there’s nothing to save: use them now or never."),
        is_last_stand,
    ),
    Theme(
        "mercenaries",
        _("The right mercenary"),
        _("Only as strong as the battle needs: your other mercenaries fight elsewhere."),
        lambda asked, move: plays(move, *MERCENARIES, "heroine"),
    ),
    Theme(
        "winter-and-drum",
        _("Winter and drum"),
        _("Winter and drum change whole armies: count what yours and theirs become."),
        lambda asked, move: plays(move, "winter", "drum"),
    ),
    Theme(
        "scarecrow",
        _("The scarecrow"),
        _("The scarecrow buys time and brings a mercenary back for another battle."),
        lambda asked, move: plays(move, "scarecrow"),
    ),
    Theme(
        "ending",
        _("Ending a battle"),
        _(
            "You can end a battle at the moment that suits you: while you lead, or before it’s"
            " lost."
        ),
        lambda asked, move: plays(move, "bishop", "surrender"),
    ),
    Theme(
        "choosing",
        _("Choosing the battle"),
        _("Where the next battle is fought decides what it’s worth to you and to the others."),
        lambda asked, move: isinstance(move, Choose | Decline),
    ),
)
