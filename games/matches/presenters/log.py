"""What a viewer may see of a match's story, in words: the log, and the result at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.board import Board
from games.boards.lines import Line
from games.boards.words import list_words
from games.engine.contract import Outcome
from games.engine.history import History
from games.matches.cache import LruCache
from games.matches.models import Event, Match, Player
from games.matches.presenters.boards import game_board
from games.matches.presenters.clocks import period_words
from games.matches.services.arrivals import ABSENT
from games.matches.services.event_store import PUBLIC, Step, is_visible
from games.titles.registry import is_installed

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair

Kind = Event.Kind
CACHED_VIEWERS = 4096
visible_step_cache: LruCache[tuple[str, int | None], tuple[Sequence[Step], History[Step]]]
visible_step_cache = LruCache(CACHED_VIEWERS)
"""By match and seat: the story at the last move, and what was visible of it."""


def visible_steps(story: Sequence[Step], seat: int | None) -> list[Step]:
    """The steps a viewer knows of, in order; their count orders what reaches a screen."""
    return [step for step in story if is_visible(step, seat)]


def cached_visible_steps(match_id: str, story: Sequence[Step], seat: int | None) -> History[Step]:
    """The same for a match that goes on: only steps newer than the last call are filtered."""
    nothing: tuple[Sequence[Step], History[Step]] = ((), History())
    before, visible = visible_step_cache.get((match_id, seat)) or nothing
    known = len(before)
    if known > len(story) or (known and story[known - 1] is not before[-1]):
        known, visible = 0, History()
    visible = visible.then(*visible_steps(story[known:], seat))
    visible_step_cache.set((match_id, seat), (story, visible))
    return visible


def log_lines(step: Step, seat: int | None, names: Sequence[str], board: Board) -> list[Line]:
    """The lines of the log for one step as a viewer may read it; `names` by seat."""
    if step.kind in PUBLIC:
        return [_public_line(step, names)]
    if step.kind == Kind.SHOW:
        return [_shown(step, seat, names, board)]
    if step.kind == Kind.UNDO:
        assert step.seat is not None
        return [Line(_("{name} takes that back.").format(name=names[step.seat]), step.seat, "undo")]
    known = [happening for happening in step.happenings if happening.known_to(seat)]
    return [
        line for happening in board.condense(known) for line in board.describe(happening, names)
    ]


def full_log_lines(step: Step, names: Sequence[str], board: Board) -> list[Line]:
    """The lines of one step for whoever may know everything: a moderator who looks into it."""
    if step.kind == Kind.SHOW:
        assert step.seat is not None
        cards = list_words([board.card_name(card) for card in step.data["cards"]])
        to = list_words([names[other] for other in step.data["to"]])
        text = _("{name} shows {names}: {cards}.").format(
            name=names[step.seat], names=to, cards=cards
        )
        return [Line(text, step.seat, "eye")]
    if step.kind != Kind.MOVE:
        return log_lines(step, None, names, board)
    happenings = board.condense(list(step.happenings))
    return [line for happening in happenings for line in board.describe(happening, names)]


def _public_line(step: Step, names: Sequence[str]) -> Line:
    """Who left and how, or who is on vacation."""
    if step.seat is None:
        return Line(_("A moderator ends the match. It counts for nobody."), None, "close", True)
    if step.kind == Kind.AWAY:
        return _away(step, names[step.seat])
    if step.kind == Kind.ABORT:
        emblem = "close"
        sentence: str = {
            Kind.ABORT.value: _("{name} calls the match off. It counts for nobody."),
            Kind.TIMEOUT.value: _("{name} is not here in time. The match is called off."),
            Kind.EXPEL.value: _("{name} has to leave. The match is called off."),
            Kind.RESIGN.value: _("{name} resigns so early that the match is called off."),
            ABSENT: _("{name} has not come. The match is called off."),
        }[step.data["cause"]]
    else:
        emblem = "clock" if step.kind == Kind.TIMEOUT else "passed"
        sentence = {
            Kind.RESIGN: _("{name} leaves the table."),
            Kind.TIMEOUT: _("{name} runs out of time."),
            Kind.EXPEL: _("{name} has to leave the table."),
        }[Kind(step.kind)]
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


def result_of(match: Match, placed: Iterable[Player | Chair]) -> str:
    """Who won and how, in one sentence; empty while the match goes on."""
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
            Kind.RESIGN: _("{names} wins: {left} has resigned."),
            Kind.TIMEOUT: _("{names} wins on time: {left} took too long."),
            Kind.EXPEL: _("{names} wins: {left} had to leave."),
        }[Kind(left.left_by)]
        return sentence.format(names=list_words(winners), left=left.name)
    board = game_board(match.game).board if is_installed(match.game) else Board()
    return board.result(list_words(winners), len(winners), outcome)
