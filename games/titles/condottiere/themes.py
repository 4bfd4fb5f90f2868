"""The themes of the puzzles of Condottiere."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.puzzles import Theme
from games.engine.refusals import noted as _
from games.titles.condottiere.rules.cards import MERCENARIES, strongest
from games.titles.condottiere.rules.foresight import foresee
from games.titles.condottiere.rules.moves import Choose, Decline, Pass, Play

FEW = 2
"""At most this many cards in hand are the last ones."""


def plays(move: Move, *cards: str) -> bool:
    return isinstance(move, Play) and move.card in cards


def waits(asked: Question, move: Move) -> bool:
    """Return whether another seat can still play in the battle that goes on after the move."""
    view, ended = asked.view, foresee(asked.view, asked.options, asked.seat, [move])[move].ended
    return ended is None and any(
        seat != asked.seat and not view["passed"][seat] and hand
        for seat, hand in enumerate(view["hands"])
    )


def ends_in_time(asked: Question, move: Move) -> bool:
    """Return whether a card ends a battle that the seat leads, or that another seat leads."""
    prospect = foresee(asked.view, asked.options, asked.seat, [move])[move]
    wins = prospect.leader == asked.seat
    saves = prospect.leader is None and leader(asked) not in (None, asked.seat)
    return prospect.ended is not None and (wins or saves)


def leader(asked: Question) -> int | None:
    return strongest(asked.view["strengths"])


def is_last_stand(asked: Question, move: Move) -> bool:
    return isinstance(move, Play) and len(asked.view["hands"][asked.seat]) <= FEW


THEMES = (
    Theme(
        "passing",
        _("Passing in time"),
        _("A pass costs no card, and what you’ve played still counts."),
        lambda asked, move: isinstance(move, Pass),
    ),
    Theme(
        "last-stand",
        _("The last cards"),
        _("You have at most two cards left: count what they can still win."),
        is_last_stand,
    ),
    Theme(
        "mercenaries",
        _("The right mercenary"),
        _("Compare your cards one by one: who would lead, and what would you have left?"),
        lambda asked, move: plays(move, *MERCENARIES, "heroine"),
    ),
    Theme(
        "winter-and-drum",
        _("Winter and drum"),
        _(
            "Winter and drum also count for mercenaries still to come. A second one changes"
            " nothing, but buys time."
        ),
        lambda asked, move: plays(move, "winter", "drum"),
    ),
    Theme(
        "scarecrow",
        _("The scarecrow"),
        _("The scarecrow buys time: the others have to show what they play."),
        lambda asked, move: plays(move, "scarecrow"),
        waits,
    ),
    Theme(
        "ending",
        _("Ending a battle"),
        _(
            "You can end a battle at the moment that suits you: while you lead, or before it’s"
            " lost."
        ),
        lambda asked, move: plays(move, "bishop", "surrender"),
        ends_in_time,
    ),
    Theme(
        "choosing",
        _("Choosing the battle"),
        _("Where the next battle is fought decides what it’s worth to you and to the others."),
        lambda asked, move: isinstance(move, Choose | Decline),
    ),
)
