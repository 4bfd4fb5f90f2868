"""The results of all tables of a deal that is over, by seat."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.duplicates.scoring import Comparison, TableEnd, compare
from games.duplicates.services import same_deal_of
from games.matches.models import Match, Player
from games.matches.presenters.ending import RESIGNED


@dataclass(frozen=True)
class SeatResult:
    """The result of a seat at one table.

    Attributes:
        table: The table.
        player: The player at the seat.
        others: The other players, by seat.
        compared: The result against the same seat at the other tables.
    """

    table: DuplicateTable
    player: Player
    others: list[Player]
    compared: Comparison


def tables_of(deal: DuplicateDeal) -> list[DuplicateTable]:
    """Return the tables in the order of their numbers, with matches and players by seat loaded."""
    players = Player.objects.select_related("user").order_by("seat", "joined")
    found = deal.tables.select_related("match")
    return list(found.prefetch_related(Prefetch("match__players", players)))


def results_of(deal: DuplicateDeal) -> list[list[SeatResult]]:
    """Return by seat the results of all tables that began; none before all tables are over."""
    if deal.ended_at is None:
        return []
    same = same_deal_of(deal.game)
    played = [table for table in tables_of(deal) if table.match.started_at is not None]
    ends = [_end_of(table.match) for table in played]
    by_seat = []
    for seat in range(deal.seats):
        compared = compare(ends, seat, worth=same.worth, by_places=same.by_places)
        by_seat.append(
            [_result(table, seat, one) for table, one in zip(played, compared, strict=True)]
        )
    return by_seat


def _end_of(match: Match) -> TableEnd | None:
    """Return the end of a table; None without a result."""
    if match.status != Match.Status.FINISHED or match.outcome is None:
        return None
    left = frozenset(
        player.seat
        for player in match.players.all()
        if player.left_at is not None and player.seat is not None
    )
    outcome = match.outcome
    complete = not left or outcome["reason"] != RESIGNED
    return TableEnd(tuple(outcome["scores"]), tuple(outcome["places"]), left, complete)


def _result(table: DuplicateTable, seat: int, compared: Comparison) -> SeatResult:
    players = list(table.match.players.all())
    player = next(player for player in players if player.seat == seat)
    return SeatResult(table, player, [one for one in players if one.seat != seat], compared)
