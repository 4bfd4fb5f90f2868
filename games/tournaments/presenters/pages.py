"""The page of a tournament as one visitor sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_noop as _

from accounts.http import pk_of
from accounts.permissions import ALLOWED, Answer, may_join_club, may_play_rated
from accounts.services.readers import written_for
from core.refusals import Refusal
from games.boards.words import list_words
from games.events import hooks
from games.events.models import Event
from games.events.presenters import EventRow
from games.events.services.finding import EventAccess, open_event
from games.events.services.running import may_begin
from games.matches.cache import LruCache
from games.matches.models import Match, Player
from games.matches.refusals import NoSuchEvent
from games.matches.services import arrivals, time_source
from games.matches.viewing import Visitor
from games.tournaments.models import Entrant, Tournament
from games.tournaments.presenters.outlook import outlook_of
from games.tournaments.presenters.sheets import (
    Line,
    Sheet,
    ShownTable,
    cache_key,
    limit_words,
    name_of,
    sheet_of,
)
from games.tournaments.services.planning import PLAYERS
from games.tournaments.services.state import here_among, takes_late, takes_players

_public: LruCache[tuple[object, ...], str] = LruCache(256)


@dataclass(frozen=True)
class TournamentPage:
    """The content of a tournament's page.

    Attributes:
        access: The event, and the visitor's part in it.
        tournament: The tournament.
        sheet: The standings and tables.
        entrant: The visitor as a player, if they are one.
        line: The visitor's line in the standings.
        table: The visitor's table in the newest round.
        bye: Whether the visitor has a bye in the newest round.
        allowed: Whether the visitor may join, and else why not.
        public: The part that is the same for all visitors, as HTML, but for the links to the
            visitor's own tables.
    """

    access: EventAccess
    tournament: Tournament
    sheet: Sheet
    entrant: Entrant | None
    line: Line | None
    table: ShownTable | None
    bye: bool
    allowed: Answer
    public: str

    @property
    def event(self) -> Event:
        return self.access.event

    @property
    def may_begin(self) -> bool:
        """Whether an organiser may begin it now."""
        return self.access.organises and may_begin(self.event)

    @property
    def row(self) -> EventRow:
        """The event with its numbers, which only lists and a planned tournament show."""
        taken = self.event.registrations.filter(waiting=False).count()
        waiting = self.event.registrations.filter(waiting=True).count()
        mine, kind = self.access.registration, hooks.kind_of(self.event)
        return EventRow(self.event, taken, waiting, mine, kind)

    @property
    def planned(self) -> bool:
        return self.event.status == Event.Status.PLANNED

    @property
    def running(self) -> bool:
        return self.event.status == Event.Status.RUNNING

    @property
    def enters(self) -> bool:
        """Whether the visitor has a place, or a place on the waiting list."""
        return self.access.registration is not None

    @property
    def waiting(self) -> bool:
        """Whether the visitor is on the waiting list."""
        own = self.access.registration
        return own is not None and own.waiting

    @property
    def match(self) -> Match | None:
        """The visitor's match in the newest round, until its result counts."""
        return None if self.table is None or self.table.over else self.table.match

    @property
    def opponents(self) -> str:
        """The names of the others at the visitor's table."""
        seats = [] if self.table is None else self.table.seats
        return list_words([one.name for one in seats if one.entrant != self.entrant])

    @property
    def next_at(self) -> datetime | None:
        """When the next round begins, unless the organiser has paused the tournament."""
        return None if self.tournament.paused else self.tournament.next_at

    @property
    def seconds_left(self) -> int:
        """The seconds until the next round, or until an arena ends."""
        at = self.next_at or self.tournament.pairs_until
        return 0 if at is None else max(0, int((at - time_source.now()).total_seconds()))

    @property
    def seconds_to_come(self) -> int | None:
        """The seconds in which the visitor has to come to a live table; None once they are there.

        The tables of the sheet do not follow who has come.
        """
        if self.match is None or self.entrant is None:
            return None
        own = Player.objects.select_related("match").filter(match=self.match)
        player = own.filter(user=self.entrant.user_id).first()
        if player is None or not arrivals.absent(player.match, [player]):
            return None
        left = arrivals.awaited_until(player.match) - time_source.now()
        return max(0, int(left.total_seconds()))

    @property
    def open(self) -> bool:
        """Whether players may still enter."""
        return takes_players(self.tournament)

    @property
    def limit_words(self) -> str:
        """How long a round lasts at most, in words."""
        return limit_words(self.tournament.round_minutes)

    @property
    def arena_words(self) -> str:
        """How long an arena pairs players, in words."""
        return limit_words(self.tournament.arena_minutes)

    @property
    def stamp(self) -> str:
        """A text that changes with what the live part shows."""
        own = self.access.registration
        players = f"{self.row.taken}-" if self.planned else ""
        return f"{self.tournament.number}-{players}{self.event.status}-{own and own.pk}"

    @property
    def least(self) -> int:
        """The fewest players for a first round."""
        return PLAYERS[0]

    @cached_property
    def expected(self) -> list[tuple[Entrant, bool]]:
        """The players before the first round, each with whether they are here."""
        entrants = [line.entrant for line in self.sheet.lines if line.entrant.user is not None]
        playing = [one for one in entrants if one.withdrawn_after is None]
        playing.sort(key=lambda one: name_of(one).casefold())
        here = here_among(self.tournament, playing)
        return [(one, one in here) for one in playing]

    @property
    def is_here(self) -> bool:
        """Whether the visitor counts as here before the first round."""
        return (self.entrant, True) in self.expected

    @property
    def here(self) -> int:
        """The number of players who are here before the first round."""
        return sum(here for _entrant, here in self.expected)

    @property
    def outlook(self) -> str:
        """The rounds that players can expect before the first one, in words."""
        players = self.row.taken if self.planned else len(self.expected)
        return outlook_of(self.tournament, players)

    @property
    def takes_late(self) -> bool:
        """Whether players who are not here when the first round begins may still play."""
        return takes_late(self.tournament)


def open_tournament(access: EventAccess) -> Tournament:
    """Return the tournament of an event that a visitor may see; raise NoSuchEvent."""
    found = Tournament.objects.filter(event=access.event).first()
    if found is None:
        raise NoSuchEvent(_("There is no such event. Check that the link is complete."))
    found.event = access.event
    return found


def page_of(access: EventAccess) -> TournamentPage:
    """Return a tournament's page for a visitor."""
    event, user = access.event, access.visitor
    tournament = open_tournament(access)
    sheet = sheet_of(tournament)
    entrant = _entrant_of(tournament, access)
    own = None if entrant is None else entrant.pk
    tables = _with_seat_of(entrant, sheet.tables)
    allowed = ALLOWED
    if user.is_authenticated:
        allowed = may_join_club(user)
        allowed = allowed and may_play_rated(user) if event.rated else allowed
    return TournamentPage(
        access=access,
        tournament=tournament,
        sheet=sheet,
        entrant=entrant,
        line=None if own is None else sheet.line_of(own),
        table=tables[0] if tables else None,
        bye=any(one.pk == own for one in sheet.resting),
        allowed=allowed,
        public=_own_tables_linked(public_html(tournament, sheet), tables),
    )


def own_tables(
    tournament: Tournament, access: EventAccess, tables: Iterable[ShownTable]
) -> list[ShownTable]:
    """Return those of a tournament's tables at which the visitor plays."""
    return _with_seat_of(_entrant_of(tournament, access), tables)


def _entrant_of(tournament: Tournament, access: EventAccess) -> Entrant | None:
    user_id = pk_of(access.visitor)
    return None if user_id is None else tournament.entrants.filter(user=user_id).first()


def _with_seat_of(entrant: Entrant | None, tables: Iterable[ShownTable]) -> list[ShownTable]:
    return [table for table in tables if entrant is not None and table.seats_of(entrant.pk)]


def public_html(tournament: Tournament, sheet: Sheet) -> str:
    """Render what is the same for all visitors, once for each change and language."""
    language = translation.get_language()
    key = *cache_key(tournament), tournament.event.status, language
    known = _public.get(key)
    if known is None:
        context = {"tournament": tournament, "event": tournament.event, "sheet": sheet, "own": ()}
        known = render_to_string("tournaments/_public.html", context)
        _public.set(key, known)
    return known


def _own_tables_linked(html: str, tables: list[ShownTable]) -> str:
    """Return what all visitors see, with links that lead a player to these tables to play."""
    for table in tables:
        if table.watchable and not table.has_result:
            watch, play = (
                render_to_string("tournaments/_watch.html", {"match": table.match, "mine": mine})
                for mine in (False, True)
            )
            html = html.replace(watch, play)
    return html


def fragment(visitor: Visitor, event_id: str) -> tuple[str, str]:
    """Render the live part of the page for a socket.

    Returns:
        Its stamp, and its HTML; both are empty for a visitor who may not see it.
    """
    with written_for(visitor.user, visitor.language):
        try:
            shown = page_of(open_event(visitor.user, event_id))
        except Refusal:
            return "", ""
        context = {"shown": shown, "oob": True}
        return shown.stamp, render_to_string("tournaments/_live.html", context)
