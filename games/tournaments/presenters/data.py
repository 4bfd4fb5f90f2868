"""Tournaments as data, for programs."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping
from io import StringIO

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.events.models import Event
from games.events.presenters import EventRow, describe_event
from games.events.services.finding import EventAccess
from games.tournaments.models import Entrant, Ruling, Tournament
from games.tournaments.presenters.pages import page_of
from games.tournaments.presenters.sheets import (
    TIE_BREAKS,
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


def places_at(
    tournament: Tournament, number: int, table: int, given: Mapping[str, int | None]
) -> dict[int, int | None]:
    """Return places by player, given by username; a player without an account did not come.

    Names that are not at the table become the player 0, which no table has.
    """
    found = tournament.tables.filter(round=number, number=table).values_list("seated", flat=True)
    seated = tournament.entrants.filter(pk__in=found.first() or ()).select_related("user")
    known = {one.user.username.casefold(): one.pk for one in seated if one.user is not None}
    gone: dict[int, int | None] = {one.pk: None for one in seated if one.user is None}
    return {**gone, **{known.get(name.casefold(), 0): place for name, place in given.items()}}


def entrant_of(tournament: Tournament, username: str) -> int:
    """Return the id of a player; 0 if no user of this name plays."""
    own = tournament.entrants.filter(user__username__iexact=username)
    return own.values_list("pk", flat=True).first() or 0


def describe_heading(tournament: Tournament, row: EventRow, *, organising: bool) -> Json:
    """Return a tournament's row of a list."""
    names = (
        *("format", "size", "rounds", "break_seconds", "round_minutes", "arena_minutes"),
        "same_cards",
    )
    return {
        **describe_event(row, organising=organising),
        **{name: getattr(tournament, name) for name in names},
        **_progress(tournament),
    }


def describe_tournament(access: EventAccess) -> Json:
    """Return a tournament with its standings and newest tables, as a visitor may see it."""
    page = page_of(access)
    return {
        **describe_heading(page.tournament, page.row, organising=access.organises),
        **describe_sheet(page.sheet),
        "my_match": None if page.match is None else page.match.pk,
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
                "removed": None if one.readmits else _decided_about(one),
                "readmitted": _decided_about(one) if one.readmits else None,
                "timed_out": one.timed_out,
            }
            for one in (shown.ruling for shown in sheet.rulings)
        ],
    }


def standings_csv(sheet: Sheet) -> str:
    """Return the standings for a spreadsheet, with words in the reader's language."""
    kinds = [kind for kind, _value in sheet.lines[0].tie_breaks] if sheet.lines else []
    names = [str(TIE_BREAKS[kind]) for kind in kinds]
    file = StringIO()
    rows = csv.writer(file)
    rows.writerow([_("Place"), _("Player"), _("Points"), *names, _("Won"), _("Matches")])
    for line in sheet.lines:
        numbers = [f"{float(one):g}" for one in (line.points, *(v for _k, v in line.tie_breaks))]
        rows.writerow([line.place, _as_text(line.name), *numbers, line.wins, line.played])
    return file.getvalue()


def _as_text(name: str) -> str:
    """Return a name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def _progress(tournament: Tournament) -> Json:
    return {
        "round": tournament.round,
        "paused": tournament.paused,
        "next_round_at": tournament.next_at,
        "round_until": tournament.round_until,
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


def _decided_about(ruling: Ruling) -> str | None:
    return None if ruling.entrant is None else _username(ruling.entrant)


def _username(entrant: Entrant) -> str | None:
    return None if entrant.user is None else entrant.user.username


def _usernames(entrants: Iterable[Entrant]) -> list[str]:
    return [one.user.username for one in entrants if one.user is not None]
