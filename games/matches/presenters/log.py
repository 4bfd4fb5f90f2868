"""A match's history in words, as far as a viewer may know it: the log and the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services.guests import name_in_words
from games.boards.board import Board
from games.boards.lines import Line
from games.boards.seats import TablePlayer
from games.boards.words import list_words
from games.engine.contract import Effect, Outcome
from games.engine.history import PUBLIC, History, Step, visible_steps
from games.matches.cache import LruCache
from games.matches.models import Event, Match, Player
from games.matches.presenters.boards import words_of
from games.matches.presenters.clocks import shared_period
from games.matches.services.arrivals import ABSENT
from games.matches.services.event_store import MISSING_SINCE
from games.matches.services.leaving import AGREED
from games.titles.registry import is_installed

Kind = Event.Kind
CACHED_VIEWERS = 4096
visible_step_cache: LruCache[tuple[str, int | None], tuple[Sequence[Step], History[Step]]]
visible_step_cache = LruCache(CACHED_VIEWERS)
"""(match, seat) → the history at the last call, and its steps that are visible to the seat."""


def cached_visible_steps(match_id: str, history: Sequence[Step], seat: int | None) -> History[Step]:
    """Return the steps that are visible to a seat; only steps since the last call are filtered."""
    nothing: tuple[Sequence[Step], History[Step]] = ((), History())
    before, visible = visible_step_cache.get((match_id, seat)) or nothing
    known = len(before)
    if known > len(history) or (known and history[known - 1] is not before[-1]):
        known, visible = 0, History()
    visible = visible.then(*visible_steps(history[known:], seat))
    visible_step_cache.set((match_id, seat), (history, visible))
    return visible


def log_lines(step: Step, seat: int | None, names: Sequence[str], board: Board) -> list[Line]:
    """Return the log lines of one step that a viewer may read; `names` by seat."""
    if step.kind in PUBLIC:
        return [_public_line(step, names)]
    if step.kind == Kind.SHOW:
        return [_shown(step, seat, names, board)]
    if step.kind == Kind.UNDO:
        assert step.seat is not None
        return [
            Line(_("{name} takes back a move.").format(name=names[step.seat]), step.seat, "undo")
        ]
    known = [effect for effect in step.effects if effect.known_to(seat)]
    lines = [line for effect in board.condense(known) for line in board.describe(effect, names)]
    return [*lines, *_stand_in(step, names)] if lines else []


def full_log_lines(step: Step, names: Sequence[str], board: Board) -> list[Line]:
    """Return the log lines of one step, secrets included, for moderators; `names` by seat."""
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
    effects = board.condense(list(step.effects))
    lines = [
        _with_readers(line, effect, names)
        for effect in effects
        for line in board.describe(effect, names)
    ]
    return [*lines, *_stand_in(step, names)]


def _with_readers(line: Line, effect: Effect, names: Sequence[str]) -> Line:
    """Return a line with the names of its only readers, whom it may address as “you”."""
    if effect.to is None:
        return line
    readers = list_words([names[seat] for seat in sorted(effect.to)])
    text = _("Shown to {names}: {text}").format(names=readers, text=line.text)
    return replace(line, text=text)


def _stand_in(step: Step, names: Sequence[str]) -> list[Line]:
    """Return the line that says that a weaker bot made this move, if one did."""
    if not step.weaker or step.seat is None:
        return []
    text = _("A weaker bot stood in for {name} on this move.")
    return [Line(text.format(name=names[step.seat]), step.seat, "clock")]


def _public_line(step: Step, names: Sequence[str]) -> Line:
    """Return the log line of a step in which a player left or is away, or clocks got more time."""
    if step.kind == Kind.RESUME and MISSING_SINCE in step.data:
        return Line(
            _("The game wasn’t installed for a while, and the clocks stood still."), None, "clock"
        )
    if step.kind == Kind.RESUME:
        return Line(_("The site was down for a while. Low clocks got more time."), None, "clock")
    if step.seat is None:
        return Line(
            _("A moderator ends the match. It doesn’t count for anyone."), None, "close", True
        )
    if step.kind == Kind.AWAY:
        return _away(step, names[step.seat])
    if step.kind == Kind.AGREE:
        return _answer_to_calling_off(step, names[step.seat])
    absent = [names[seat] for seat in causing_seats(step)]
    if step.kind == Kind.ABORT:
        emblem = "close"
        sentence: str = {
            Kind.ABORT.value: _("{name} calls off the match. It doesn’t count for ratings."),
            Kind.TIMEOUT.value: _("{name} runs out of time so early that the match is called off."),
            Kind.EXPEL.value: _("{name} has to leave. The match is called off."),
            Kind.RESIGN.value: _("{name} resigns so early that the match is called off."),
            ABSENT: ngettext(
                "{names} didn’t show up. The match is called off.",
                "{names} didn’t show up. The match is called off.",
                len(absent),
            ),
            AGREED: _("{name} agrees, too: the match is called off. It doesn’t count for anyone."),
        }[step.data["cause"]]
    else:
        emblem = "clock" if step.kind == Kind.TIMEOUT else "passed"
        sentence = {
            Kind.RESIGN: _("{name} leaves the table."),
            Kind.TIMEOUT: _("{name} runs out of time."),
            Kind.EXPEL: _("{name} has to leave the table."),
        }[Kind(step.kind)]
    text = sentence.format(name=names[step.seat], names=list_words(absent))
    return Line(text, step.seat, emblem, strong=True)


def causing_seats(step: Step) -> list[int]:
    """Return the seats of the players who caused that a match was called off."""
    first = [] if step.seat is None else [step.seat]
    found: list[int] = step.data.get("seats", first)
    return found


def _answer_to_calling_off(step: Step, name: str) -> Line:
    text = _("{name} would rather play on.")
    if step.data["agree"]:
        text = _("{name} would like to call off the match. It ends if everyone agrees.")
    return Line(text.format(name=name), step.seat, "close", strong=True)


def _away(step: Step, name: str) -> Line:
    if not step.data:
        return Line(_("{name} is back from vacation.").format(name=name), step.seat, "clock")
    starts, ends = (datetime.fromisoformat(step.data[key]) for key in ("from", "until"))
    text = _("{name} is on vacation: their clock stands still.")
    # One that begins today begins at once, any other one at midnight (services/vacations.py), which
    # is a whole minute in every time zone.
    if not starts.second and not starts.microsecond:
        text = _("{name} will be on vacation: their clock will stand still.")
    days = shared_period(starts, ends)
    return Line(text.format(name=name), step.seat, "clock", days=days)


def _shown(step: Step, seat: int | None, names: Sequence[str], board: Board) -> Line:
    assert step.seat is not None
    cards = list_words([board.card_name(card) for card in step.data["cards"]])
    if seat == step.seat:
        to = list_words([names[other] for other in step.data["to"]])
        text = _("You show {names}: {cards}.").format(names=to, cards=cards)
    else:
        text = _("{name} shows you: {cards}.").format(name=names[step.seat], cards=cards)
    return Line(text, step.seat, "eye", strong=True)


def called_off_words(cause: str, names: list[str], *, you: bool) -> str:
    """Say which players caused that a match was called off, and how.

    Args:
        cause: The stored cause, other than an agreement.
        names: The names of the other players who did: one or none, or all who did not show up.
        you: Whether the reader did.
    """
    yours, others = {
        Kind.ABORT.value: (_("You called it off."), _("{name} called it off.")),
        Kind.TIMEOUT.value: (_("Your time ran out."), _("{name} ran out of time.")),
        Kind.EXPEL.value: (_("You had to leave."), _("{name} had to leave.")),
        Kind.RESIGN.value: (_("You resigned."), _("{name} resigned.")),
        ABSENT: (
            _("You and {names} didn’t show up.") if names else _("You didn’t show up."),
            ngettext("{names} didn’t show up.", "{names} didn’t show up.", len(names)),
        ),
    }[cause]
    listed = list_words(names)
    return (yours if you else others).format(name=listed, names=listed)


def result_of(match: Match, placed: Iterable[Player | TablePlayer]) -> str:
    """Return who won and how, in one sentence; empty while the match is running."""
    if match.status == Match.Status.ABORTED:
        return _("The match was called off. It doesn’t count for ratings.")
    if match.status != Match.Status.FINISHED:
        return ""
    everyone = list(placed)
    outcome = Outcome(**(match.outcome or {}))
    winners = [name_in_words(one.name) for one in everyone if one.place == 1]
    # The last to leave ended the match, and ranks before those who left earlier.
    leavers = [one for one in everyone if one.left_by]
    left = min(leavers, key=lambda one: one.place or 0, default=None)
    if outcome.reason == "resigned" and left is not None:
        n = len(winners)
        sentence = {
            Kind.RESIGN: ngettext(
                "{names} wins: {left} resigned.", "{names} win: {left} resigned.", n
            ),
            Kind.TIMEOUT: ngettext(
                "{names} wins on time: {left} took too long.",
                "{names} win on time: {left} took too long.",
                n,
            ),
            Kind.EXPEL: ngettext(
                "{names} wins: {left} had to leave.", "{names} win: {left} had to leave.", n
            ),
        }[Kind(left.left_by)]
        return sentence.format(names=list_words(winners), left=name_in_words(left.name))
    named = list_words(winners)
    if not is_installed(match.game):
        return Board().result(named, len(winners), outcome)
    return words_of(match.game, lambda board: board.result(named, len(winners), outcome))
