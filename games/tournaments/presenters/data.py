"""Tournaments as data, for programs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine.contract import Json
from games.events.models import Event
from games.events.presenters import EventRow, describe_event
from games.events.services.finding import EventAccess
from games.tournaments.models import Entrant, Tournament
from games.tournaments.presenters.pages import page_of
from games.tournaments.presenters.sheets import (
    Line,
    Sheet,
    ShownTable,
    resting_in,
    sheet_of,
    tables_of_round,
)


def tournaments_of(events: Collection[Event]) -> dict[str, Tournament]:
    """Return, by id, the tournaments among these events."""
    return Tournament.objects.in_bulk([event.pk for event in events])


def describe_heading(tournament: Tournament, row: EventRow, *, organising: bool) -> Json:
    """Return a tournament's row of a list."""
    names = ("format", "size", "rounds", "break_seconds", "arena_minutes", "same_cards")
    return {
        **describe_event(row, organising=organising),
        **{name: getattr(tournament, name) for name in names},
        **_progress(tournament),
    }


def describe_tournament(access: EventAccess) -> Json:
    """Return a tournament with its standings and newest tables, as a visitor may see it."""
    page = page_of(access)
    table = None if page.table is None or page.table.over else page.table.match
    return {
        **describe_heading(page.tournament, page.row, organising=access.organises),
        **describe_sheet(page.sheet),
        "my_match": None if table is None else table.pk,
        "away": page.entrant is not None and page.entrant.away,
    }


def describe_round(tournament: Tournament, number: int) -> Json:
    """Return the tables of one round."""
    return {
        "round": number,
        "tables": [_describe_table(one) for one in tables_of_round(tournament, number)],
        "byes": _usernames(resting_in(tournament, number)),
    }


def describe_state(tournament: Tournament) -> Json:
    """Return what changes while a tournament is played."""
    status = {"status": tournament.event.status}
    return {**status, **_progress(tournament), **describe_sheet(sheet_of(tournament))}


def describe_sheet(sheet: Sheet) -> Json:
    """Return the standings, the newest tables, and what the organisers decided."""
    return {
        "standings": [_describe_line(line) for line in sheet.lines],
        "tables": [_describe_table(table) for table in sheet.tables],
        "byes": _usernames(sheet.resting),
        "rulings": [
            {
                "at": one.at,
                "by": None if one.by is None else one.by.username,
                "reason": one.reason,
                "round": None if one.table is None else one.table.round,
                "table": None if one.table is None else one.table.number,
                "removed": None if one.entrant is None else _username(one.entrant),
            }
            for one in sheet.rulings
        ],
    }


def _progress(tournament: Tournament) -> Json:
    return {
        "round": tournament.round,
        "paused": tournament.paused,
        "next_round_at": tournament.next_at,
        "pairs_until": tournament.pairs_until,
    }


def _describe_line(line: Line) -> Json:
    entrant = line.entrant
    return {
        "place": line.place,
        "username": _username(entrant),
        "points": float(line.points),
        "tie_breaks": [
            {"kind": kind.value, "value": float(value)} for kind, value in line.tie_breaks
        ],
        "wins": line.wins,
        "played": line.played,
        "withdrawn": entrant.withdrawn_after is not None,
        "away": entrant.away,
    }


def _describe_table(shown: ShownTable) -> Json:
    return {
        "round": shown.table.round,
        "number": shown.table.number,
        "match": None if shown.match is None else shown.match.pk,
        "over": shown.over,
        "why": shown.table.why,
        "players": [
            {"username": _username(seat.entrant), "place": seat.place, "absent": seat.absent}
            for seat in shown.seats
        ],
    }


def _username(entrant: Entrant) -> str | None:
    return None if entrant.user is None else entrant.user.username


def _usernames(entrants: Iterable[Entrant]) -> list[str]:
    return [one.user.username for one in entrants if one.user is not None]
