"""The standings and tables of a tournament: the same for all visitors, computed once a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy, ngettext

from accounts.services.reserved_names import DELETED_PLAYER
from games.boards.words import list_words
from games.duplicates.models import DuplicateDeal
from games.matches.cache import LruCache
from games.matches.models import Match
from games.tournaments.models import Entrant, Ruling, Tournament, TournamentTable
from games.tournaments.rounds import Result, TieBreakKind
from games.tournaments.rounds.history import scores_of
from games.tournaments.services.state import Board, read

OUTDATED_AFTER = 60
"""Seconds after which a page shows a player's new name."""
DAY = 24 * 60
"""The minutes of a day."""
LATEST = 30
"""The number of finished tables that an arena shows."""
RULINGS_SHOWN = 50
FRACTIONS = {
    Fraction(0): "",
    Fraction(1, 4): "¼",
    Fraction(1, 2): "½",
    Fraction(3, 4): "¾",
}
TIE_BREAKS = {
    TieBreakKind.BUCHHOLZ_CUT_1: gettext_lazy("Buchholz, cut 1"),
    TieBreakKind.BUCHHOLZ: gettext_lazy("Buchholz"),
    TieBreakKind.SONNEBORN_BERGER: gettext_lazy("Sonneborn–Berger"),
    TieBreakKind.DIRECT_ENCOUNTER: gettext_lazy("direct encounter"),
    TieBreakKind.WINS: gettext_lazy("wins"),
    TieBreakKind.FIRST_PLACES: gettext_lazy("first places"),
    TieBreakKind.OPPONENTS: gettext_lazy("points of opponents"),
    TieBreakKind.ROUND_REACHED: gettext_lazy("round reached"),
}
_sheets: LruCache[tuple[object, ...], Sheet] = LruCache(128)


@dataclass(frozen=True)
class Line:
    """A line of the standings.

    Attributes:
        entrant: The player.
        place: The place; players that nothing separates share one.
        points: The points so far.
        tie_breaks: The kinds and values that decide between equals, in their order.
        wins: The matches won.
        played: The matches played.
    """

    entrant: Entrant
    place: int
    points: Fraction
    tie_breaks: tuple[tuple[TieBreakKind, Fraction], ...]
    wins: int
    played: int

    @property
    def name(self) -> str:
        return name_of(self.entrant)

    @property
    def shown_points(self) -> str:
        return points_text(self.points)

    @property
    def shown_tie_breaks(self) -> str:
        """The values of the tie-breaks, in their order."""
        return " · ".join(points_text(value) for _kind, value in self.tie_breaks)


@dataclass(frozen=True)
class Seat:
    """A player at a table, with the place once the table is over."""

    entrant: Entrant
    place: int | None
    absent: bool

    @property
    def name(self) -> str:
        return name_of(self.entrant)


@dataclass(frozen=True)
class ShownTable:
    """A table of a round; the seats of a finished one are in the order of places."""

    table: TournamentTable
    match: Match | None
    seats: list[Seat]

    @property
    def over(self) -> bool:
        return self.table.decided_at is not None

    @property
    def counts(self) -> bool:
        """Whether a player got points."""
        return self.table.places is not None

    @property
    def has_result(self) -> bool:
        """Whether the table was decided, and its match does not go on."""
        return self.over and (self.match is None or self.match.status != Match.Status.RUNNING)

    @property
    def watchable(self) -> bool:
        """Whether others than its players may see the match."""
        return self.match is not None and not self.match.sealed

    def seats_of(self, entrant_id: int) -> bool:
        """Return whether a player sits here."""
        return entrant_id in self.table.seated


@dataclass(frozen=True)
class ShownRuling:
    """A decision, with the players of a decided table in the order of seats."""

    ruling: Ruling
    players: list[Entrant]

    @property
    def names(self) -> list[str]:
        return [name_of(one) for one in self.players]

    @property
    def about_own_table(self) -> bool:
        """Whether the organiser who decided plays at the table."""
        return self.ruling.by_id in {one.user_id for one in self.players if one.user_id}

    @property
    def before(self) -> str:
        """The result before, as “1:0”; "" if there was none."""
        before = self.ruling.before
        return self._result(before) if before and before["places"] else ""

    @property
    def after(self) -> str:
        return self._result(self.ruling.after) if self.ruling.after else ""

    def _result(self, decided: Mapping[str, Any]) -> str:
        """Return the points in the order of seats; “–” for a player who did not come."""
        seated = tuple(one.pk for one in self.players)
        absent = frozenset(decided["absent"])
        places = tuple(decided["places"] or (1 for _one in seated))
        scores = scores_of(Result(0, seated, places, absent))
        return ":".join("–" if pk in absent else points_text(scores[pk].points) for pk in seated)


@dataclass(frozen=True)
class Sheet:
    """The standings and tables of a tournament.

    Attributes:
        lines: The standings.
        tables: The tables of the newest round; in an arena those that run, then the latest.
        resting: The players with a bye in the newest round.
        rulings: What the organisers decided, the newest first.
    """

    lines: list[Line]
    tables: list[ShownTable]
    resting: list[Entrant]
    rulings: list[ShownRuling]

    def line_of(self, entrant_id: int) -> Line | None:
        return next((line for line in self.lines if line.entrant.pk == entrant_id), None)

    @property
    def winners(self) -> str:
        """The names of those who are first, once a player has points."""
        return list_words([one.name for one in self.lines if one.place == 1 and one.points])

    @property
    def tie_breaks(self) -> str:
        """The names of the tie-breaks, in the order in which they decide."""
        kinds = self.lines[0].tie_breaks if self.lines else ()
        return " · ".join(str(TIE_BREAKS[kind]) for kind, _value in kinds)

    @property
    def deals(self) -> list[DuplicateDeal]:
        """The deals that several tables of the newest round have got, once they are over."""
        matches = [one.match_id for one in (table.table for table in self.tables) if one.match_id]
        deals = DuplicateDeal.objects.filter(tables__match__in=matches, ended_at__isnull=False)
        return list(deals.distinct())

    @property
    def left(self) -> int:
        """The number of tables that are still played."""
        return sum(not table.over for table in self.tables)


def sheet_of(tournament: Tournament) -> Sheet:
    """Return the standings and tables, computed again after each change."""
    key = cache_key(tournament)
    known = _sheets.get(key)
    if known is None:
        known = _make(read(tournament))
        _sheets.set(key, known)
    return known


def cache_key(tournament: Tournament) -> tuple[object, ...]:
    """Return a key that changes with the tournament, and after a time in any case."""
    return tournament.pk, tournament.number, int(monotonic() / OUTDATED_AFTER)


def tables_of_round(tournament: Tournament, number: int) -> list[ShownTable]:
    """Return the tables of one round."""
    entrants = {one.pk: one for one in tournament.entrants.select_related("user")}
    tables = tournament.tables.filter(round=number).select_related("match")
    return [_show(table, entrants) for table in tables]


def resting_in(tournament: Tournament, number: int) -> list[Entrant]:
    """Return the players with a bye in a round."""
    byes = tournament.byes.filter(round=number).select_related("entrant__user")
    return [one.entrant for one in byes]


def removable(tournament: Tournament) -> list[Entrant]:
    """Return the players that an organiser can remove."""
    known = tournament.entrants.filter(removed=False).exclude(user=None)
    return list(known.select_related("user"))


def removed_from(tournament: Tournament) -> list[Entrant]:
    """Return the players that an organiser has removed."""
    known = tournament.entrants.filter(removed=True).exclude(user=None)
    return list(known.select_related("user"))


def limit_words(minutes: int) -> str:
    """Return the limit of a round in words."""
    if minutes < DAY:
        return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    days = minutes // DAY
    return ngettext("{n} day", "{n} days", days).format(n=days)


def name_of(entrant: Entrant) -> str:
    return DELETED_PLAYER if entrant.user is None else entrant.user.name


def points_text(points: Fraction) -> str:
    """Return points as players write them: 2, 2½, 4¾ or 1.67."""
    whole, rest = divmod(points, 1)
    if rest in FRACTIONS:
        return f"{whole or ''}{FRACTIONS[rest]}" or "0"
    # It cuts digits off, and does not round.
    return number_format(round(float(points), 2), 2)


def _make(board: Board) -> Sheet:
    tournament = board.tournament
    entrants = {one.pk: one for one in board.entrants}
    lines = [
        Line(
            entrant=entrants[one.entrant],
            place=one.place,
            points=one.points,
            tie_breaks=tuple((found.kind, found.value) for found in one.tiebreaks),
            wins=one.wins,
            played=one.played,
        )
        for one in board.standings()
    ]
    tables = tournament.tables.select_related("match")
    if tournament.format == Tournament.Format.ARENA:
        over = tables.exclude(decided_at=None).order_by("-decided_at", "-pk")[:LATEST]
        newest = [*tables.filter(decided_at=None), *over]
    else:
        newest = list(tables.filter(round=tournament.round))
    resting = [entrants[one.entrant_id] for one in board.byes if one.round == tournament.round]
    rulings = tournament.rulings.select_related("by", "table", "entrant__user")[:RULINGS_SHOWN]
    shown = [
        ShownRuling(one, [entrants[pk] for pk in one.table.seated] if one.table else [])
        for one in rulings
    ]
    return Sheet(lines, [_show(one, entrants) for one in newest], resting, shown)


def _show(table: TournamentTable, entrants: dict[int, Entrant]) -> ShownTable:
    places = table.places or [None] * len(table.seated)
    seats = [
        Seat(entrants[pk], None if pk in table.absent else place, pk in table.absent)
        for pk, place in zip(table.seated, places, strict=True)
        if pk in entrants
    ]
    if table.places is not None:
        order = dict(zip(table.seated, table.places, strict=True))
        seats.sort(key=lambda seat: order[seat.entrant.pk])
    return ShownTable(table, table.match, seats)
