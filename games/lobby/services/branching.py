"""Playing on from a step of a finished match: a new, unrated match that begins there."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_open_table
from accounts.refusals import require
from games.engine.contract import Position
from games.engine.history import is_replayed
from games.lobby.services import dealing, limits, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.access import require_signed_in
from games.matches.models import Match, MatchSecret
from games.matches.refusals import BadTable, NotInstalled, NotOver, NotRunning
from games.matches.services.event_store import MatchState, match_state, state_after
from games.matches.services.information_state import known_by
from games.matches.viewing import Access
from games.titles.registry import is_installed

if TYPE_CHECKING:
    from accounts.http import Visitor


@dataclass(frozen=True)
class BranchRequest:
    """The step from which a user wants to play on, and the other players.

    `event`: the number of the last event that has happened; 0 is the deal. `free`: the seats left
    to people; `level`: of the bots at all others. `eyes`: None for the true hidden cards, or the
    seat from whose information state they are resampled.
    """

    event: int
    seat: int
    level: str
    free: frozenset[int] = frozenset()
    eyes: int | None = None


def play_on(user: Visitor, access: Access, request: BranchRequest, *, sure: bool = False) -> Match:
    """Open the table of a match that begins at a step of a finished one; full, it starts at once.

    It is never rated, and only users with its link see it: it serves to try things out.

    Raises:
        SignInFirst: the visitor is not signed in.
        NotAllowed: the user may not open a table.
        NotOver: the match is not over.
        NotRunning: the game is over at this step.
        BadTable: the request has an unknown seat or level, or the user has too many open tables.
        TooMany: the user opened too many tables lately.
        SeatedElsewhere: the user has a seat elsewhere, and is not `sure`.
    """
    person = require_signed_in(user)
    require(may_open_table(person))
    former = access.match
    require_finished(former)
    _check(former, request)
    state = state_after(match_state(former), request.event)
    if state.position.outcome() is not None:
        raise NotRunning(_("The game is over at this step. Go back a few steps first."))
    position = beginning(state, request.eyes)
    with transaction.atomic():
        limits.require_may_open(person)
        lobby.require_may_open_another(person)
        lobby.ask_if_seated(person, Match.Pace.FREE, sure)
        match = _create(former, request, position, access)
        for seat in range(former.seats):
            if seat == request.seat:
                lobby.sit_down(match, person, "", seat)
            elif seat not in request.free:
                lobby.seat_bot(match, request.level, seat)
        dealing.start_if_full(match)
        return match


def require_finished(match: Match) -> None:
    """Require a match that is over, of an installed game; raise NotOver or NotInstalled."""
    if not match.revealed:
        raise NotOver(_("You can play on from a match once it is over."))
    if not is_installed(match.game):
        raise NotInstalled(match)


def usual_seat(access: Access, viewer: str) -> int:
    """Return the preselected seat: where the user played, else the seat of the current view."""
    if access.player is not None and access.player.seat is not None:
        return access.player.seat
    looks = viewer.isdecimal() and len(viewer) < 3 and int(viewer) < access.match.seats
    return int(viewer) if looks else 0


def _check(former: Match, request: BranchRequest) -> None:
    seats = range(former.seats)
    if not {request.seat, *request.free} <= set(seats):
        raise BadTable(_("There is no such seat at this table."))
    if request.eyes is not None and request.eyes not in seats:
        raise BadTable(_("There is no such seat at this table."))
    lobby.require_levels(former.game, former.seats, [request.level])


def beginning(state: MatchState, eyes: int | None) -> Position:
    """Return the position a branch begins in: the true one, or one that a seat could resample."""
    position = state.position
    if eyes is None:
        return position
    resampled: Position = known_by(state, eyes).resample(position.view(eyes), SystemRandom())
    return resampled


def step_of(former: Match, event: int) -> int:
    """Return the step that shows this event in the replay of a viewer who sees no hidden cards."""
    history = match_state(former).history
    return sum(step.number <= event and is_replayed(step, None) for step in history)


def _create(former: Match, request: BranchRequest, position: Position, access: Access) -> Match:
    wanted = TableRequest(former.game, former.seats, former.options, public=False)
    assert access.user is not None
    match = lobby.create_table(wanted, host=access.user)
    # The rules of that match, even if there are newer ones.
    match.rules, match.options = former.rules, former.options
    match.branched_from, match.branched_at = former, step_of(former, request.event)
    match.save(update_fields=["rules", "options", "branched_from", "branched_at"])
    MatchSecret.objects.filter(match=match).update(position=position.dump())
    return match
