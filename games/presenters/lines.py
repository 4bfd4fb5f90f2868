"""The log in words: each step of a match as lines for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from django.utils.translation import gettext as _

from games.engine.contract import Happening
from games.models import Event
from games.presenters.words import list_words
from games.services.record import Step

if TYPE_CHECKING:
    from games.presenters.boards import Board


@dataclass(frozen=True)
class Line:
    """One line of the log. `seat` colours it; `strong` marks what everyone should notice.

    `undone`: it was taken back since. `link` leads to where more is told of it: a place in the
    replay of its step.
    """

    text: str
    seat: int | None = None
    emblem: str = ""
    strong: bool = False
    undone: bool = False
    link: str = ""


@runtime_checkable
class Digests(Protocol):
    """A board that has a step told in fewer words than one line a happening."""

    def digest(self, told: Sequence[Happening]) -> list[Happening]:
        """A step's happenings, with those put together that belong together."""


def tell(step: Step, seat: int | None, names: Sequence[str], board: Board) -> list[Line]:
    """What a viewer is told of one step."""
    if step.kind == Event.Kind.RESIGN:
        assert step.seat is not None
        text = _("{name} leaves the table.").format(name=names[step.seat])
        return [Line(text, step.seat, "passed", strong=True)]
    if step.kind == Event.Kind.SHOW:
        return [_shown(step, seat, names, board)]
    if step.kind == Event.Kind.UNDO:
        assert step.seat is not None
        return [Line(_("{name} takes that back.").format(name=names[step.seat]), step.seat, "undo")]
    told = [h for h in step.happenings if h.known_to(seat)]
    if isinstance(board, Digests):
        told = board.digest(told)
    return [line for happening in told for line in board.tell(happening, names)]


def _shown(step: Step, seat: int | None, names: Sequence[str], board: Board) -> Line:
    assert step.seat is not None
    cards = list_words([board.card_name(card) for card in step.data["cards"]])
    if seat == step.seat:
        to = list_words([names[other] for other in step.data["to"]])
        text = _("You show {names}: {cards}.").format(names=to, cards=cards)
    else:
        text = _("{name} shows you: {cards}.").format(name=names[step.seat], cards=cards)
    return Line(text, step.seat, "eye", strong=True)
