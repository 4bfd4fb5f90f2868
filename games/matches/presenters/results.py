"""How a match ended, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from django.utils.translation import gettext as _

from games.boards.board import Board
from games.boards.words import list_words
from games.engine.contract import Outcome
from games.matches.models import Event, Match
from games.matches.presenters.boards import board_of
from games.titles.registry import is_installed


class Placed(Protocol):
    """A player or a chair, as far as the end is concerned."""

    @property
    def name(self) -> str: ...
    @property
    def place(self) -> int | None: ...
    @property
    def left_by(self) -> str: ...


def result_of(match: Match, placed: Iterable[Placed]) -> str:
    """Who won and how; empty while it goes on."""
    if match.status == Match.Status.ABORTED:
        return _("The match was called off. It counts for nobody.")
    if match.status != Match.Status.FINISHED:
        return ""
    everyone = list(placed)
    outcome = Outcome(**(match.outcome or {}))
    winners = [one.name for one in everyone if one.place == 1]
    left = next((one for one in everyone if one.left_by), None)
    if outcome.reason == "resigned" and left is not None:
        sentence = {
            Event.Kind.RESIGN: _("{names} wins: {left} has resigned."),
            Event.Kind.TIMEOUT: _("{names} wins on time: {left} took too long."),
            Event.Kind.EXPEL: _("{names} wins: {left} had to leave."),
        }[Event.Kind(left.left_by)]
        return sentence.format(names=list_words(winners), left=left.name)
    board = board_of(match.game) if is_installed(match.game) else Board()
    return board.result(list_words(winners), len(winners), outcome)
