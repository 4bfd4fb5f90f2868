"""Plans of players: storing them, and the move that a plan makes at a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_play
from accounts.refusals import require
from games.engine.contract import Json, Move
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.refusals import NotInstalled
from games.matches.services import time_source
from games.matches.services.commands import at_table
from games.matches.services.event_store import MatchState
from games.matches.services.execute import Table
from games.matches.services.turns import waiting_players
from games.premoves.models import Plan
from games.premoves.refusals import BadPlan, CannotPlan
from games.premoves.services import Premove
from games.titles.contract import Plans
from games.titles.registry import is_installed, title_of

QUICKEST, SLOWEST = timedelta(seconds=40), timedelta(minutes=8)
"""The times between which a plan answers, as a person who comes back to the table does."""


@dataclass(frozen=True)
class Planning:
    """What a player can plan at a match now, and the stored plan.

    Attributes:
        conditions: The conditions with their words, in order.
        moves: The moves with their words; empty if nothing can be planned now.
        chosen: The stored moves by condition.
        planned: The stored conditions and moves in words, while the player's own question is open.
    """

    match: Match
    conditions: Mapping[str, object]
    moves: list[tuple[Json, str]]
    chosen: Mapping[str, Json]
    planned: Sequence[tuple[object, str]]


def planning_of(user: Visitor, match_id: str) -> Planning:
    """Return what a player can plan at a match, and what they have planned.

    Raises:
        Refusal: The user does not play in this match, or it has no plans.
    """
    table, player = _seat(user, match_id)
    plans, seat = _plans_of(table.access.match), player.seat
    assert seat is not None
    view = table.state.position.view(seat)
    scope, moves = _plannable(plans, table.state, seat)
    stored = Plan.objects.filter(player=player.pk).first()
    holds = stored is not None and stored.scope == plans.scope(view, seat)
    chosen = stored.moves if stored is not None and holds else {}
    words = [(move.dump(), words) for move, words in plans.moves(view, seat)] if chosen else []
    planned = [
        (condition, move_words)
        for key, condition in plans.conditions.items()
        for move, move_words in words
        if scope is None and move == chosen.get(key)
    ]
    named = [(move.dump(), words) for move, words in moves]
    return Planning(table.access.match, plans.conditions, named, chosen, planned)


def make_plan(user: Visitor, match_id: str, moves: Mapping[str, Json]) -> None:
    """Store a player's plan in place of an earlier one.

    Args:
        user: The player.
        match_id: The id of the match.
        moves: By condition, the move as JSON; the player decides where there is none.

    Raises:
        CannotPlan: The player's next question is unknown, or open already.
        BadPlan: There are no moves, or some cannot be planned.
        Refusal: The user does not play in this match.
    """
    table, player = _seat(user, match_id)
    require(may_play(user))
    plans, seat = _plans_of(table.access.match), player.seat
    assert seat is not None
    scope, possible = _plannable(plans, table.state, seat)
    if scope is None:
        raise CannotPlan(_("You can’t plan your next move right now."))
    dumps = [move.dump() for move, _words in possible]
    known = moves.keys() <= plans.conditions.keys()
    if not moves or not known or any(move not in dumps for move in moves.values()):
        raise BadPlan(_("Choose at least one move for your plan."))
    with transaction.atomic():
        # Without the lock two simultaneous requests would both create it.
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        values = {"scope": scope, "moves": dict(moves), "made_at": time_source.now()}
        Plan.objects.update_or_create(player=player, defaults=values)


def delete_plan(user: Visitor, match_id: str) -> None:
    """Delete a player's plan, if there is one."""
    _table, player = _seat(user, match_id)
    Plan.objects.filter(player=player.pk).delete()


def forget_plans(user: User) -> None:
    """Delete all plans of a user, whose account is being deleted."""
    Plan.objects.filter(player__user=user).delete()


def ended_plans() -> QuerySet[Plan]:
    """Return the plans for matches that are over."""
    return Plan.objects.exclude(player__match__status=Match.Status.RUNNING)


def due_plans() -> QuerySet[Plan]:
    """Select the plans of players with an open question."""
    return Plan.objects.filter(player__in=waiting_players()).select_related("player__match")


def delay_of_plan(player: Player) -> timedelta:
    """Return how long a plan waits with its answer to a player's open question.

    It varies, and only the site can compute it. It is never more than a tenth of the time on the
    player's clock.
    """
    question = f"{player.match_id}:{player.seat}:{player.asked_at}"
    share = Random(salted_hmac("premoves.delay", question).hexdigest()).random()
    longer: float = (SLOWEST / QUICKEST) ** share
    delay = QUICKEST * longer
    if player.deadline is not None and player.asked_since is not None:
        left: timedelta = player.deadline - player.asked_since
        delay = min(delay, left / 10)
    return delay


def planned_move(
    match: Match, state: MatchState, seat: int, scope: Json, moves: Mapping[str, Json]
) -> Move | None:
    """Return the move that a plan makes at a seat's question; None if the player decides.

    The first of its conditions that holds decides. It knows only the seat's view.
    """
    plans, view = title_of(match.game).plans, state.position.view(seat)
    if plans is None or plans.scope(view, seat) != scope:
        return None
    for condition in plans.conditions:
        if plans.holds(condition, view, seat) and condition in moves:
            legal = state.position.moves(seat)
            return next((move for move in legal if move.dump() == moves[condition]), None)
    return None


@dataclass(frozen=True)
class PlannedMove(Premove):
    """A move that a person planned.

    Attributes:
        scope: What the plan depends on.
        moves: Its moves by condition.
    """

    scope: Json
    moves: Json

    def move(self, table: Table, seat: int) -> Move | None:
        return planned_move(table.access.match, table.state, seat, self.scope, self.moves)


def _seat(user: Visitor, match_id: str) -> tuple[Table, Player]:
    table = Table(open_match(user, match_id))
    return table, at_table(table, user)


def _plans_of(match: Match) -> Plans:
    if not is_installed(match.game):
        raise NotInstalled(match)
    plans = title_of(match.game).plans
    if plans is None:
        raise CannotPlan(_("Moves can’t be planned in this game."))
    if match.pace == Match.Pace.LIVE:
        raise CannotPlan(_("Moves can’t be planned at live tables."))
    return plans


def _plannable(
    plans: Plans, state: MatchState, seat: int
) -> tuple[Json | None, list[tuple[Move, str]]]:
    """Return what a plan made now depends on, and its possible moves; None and no moves for none.

    A seat with an open question answers it at the table.
    """
    view = state.position.view(seat)
    scope = None if seat in state.position.to_move() else plans.scope(view, seat)
    return scope, [] if scope is None else list(plans.moves(view, seat))
