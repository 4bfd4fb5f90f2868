"""The log in words: each step of a match as lines for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.boards.board import Board
from games.boards.lines import Line
from games.boards.words import list_words
from games.matches.models import Event
from games.matches.presenters.clocks import period_words
from games.matches.presenters.visible_steps import OPEN
from games.matches.services.event_store import Step


def log_lines(step: Step, seat: int | None, names: Sequence[str], board: Board) -> list[Line]:
    """What a viewer is told of one step."""
    if step.kind in OPEN:
        return [_of_the_table(step, names)]
    if step.kind == Event.Kind.SHOW:
        return [_shown(step, seat, names, board)]
    if step.kind == Event.Kind.UNDO:
        assert step.seat is not None
        return [Line(_("{name} takes that back.").format(name=names[step.seat]), step.seat, "undo")]
    told = [h for h in step.happenings if h.known_to(seat)]
    return [line for happening in board.condense(told) for line in board.describe(happening, names)]


def _of_the_table(step: Step, names: Sequence[str]) -> Line:
    """Who left and how, who is away: what happens around the play."""
    if step.seat is None:
        return Line(_("The house ends the match. It counts for nobody."), None, "close", True)
    if step.kind == Event.Kind.AWAY:
        return _away(step, names[step.seat])
    if step.kind == Event.Kind.ABORT:
        emblem = "close"
        sentence = {
            Event.Kind.ABORT: _("{name} calls the match off. It counts for nobody."),
            Event.Kind.TIMEOUT: _("{name} is not here in time. The match is called off."),
            Event.Kind.EXPEL: _("{name} has to leave. The match is called off."),
        }[Event.Kind(step.data["cause"])]
    else:
        emblem = "clock" if step.kind == Event.Kind.TIMEOUT else "passed"
        sentence = {
            Event.Kind.RESIGN: _("{name} leaves the table."),
            Event.Kind.TIMEOUT: _("{name} runs out of time."),
            Event.Kind.EXPEL: _("{name} has to leave the table."),
        }[Event.Kind(step.kind)]
    return Line(sentence.format(name=names[step.seat]), step.seat, emblem, strong=True)


def _away(step: Step, name: str) -> Line:
    if not step.data:
        return Line(_("{name} is back from vacation.").format(name=name), step.seat, "clock")
    starts, ends = (datetime.fromisoformat(step.data[key]) for key in ("from", "until"))
    text = _("{name} is on vacation ({days}): the clock stands still.")
    return Line(text.format(name=name, days=period_words(starts, ends)), step.seat, "clock")


def _shown(step: Step, seat: int | None, names: Sequence[str], board: Board) -> Line:
    assert step.seat is not None
    cards = list_words([board.card_name(card) for card in step.data["cards"]])
    if seat == step.seat:
        to = list_words([names[other] for other in step.data["to"]])
        text = _("You show {names}: {cards}.").format(names=to, cards=cards)
    else:
        text = _("{name} shows you: {cards}.").format(name=names[step.seat], cards=cards)
    return Line(text, step.seat, "eye", strong=True)
