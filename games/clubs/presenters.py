"""A club as one visitor sees it: the page, its chat, its ladders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import ALLOWED, may_chat, may_moderate
from accounts.services.readers import written_for
from games.chat.presenters import lasting_lines
from games.clubs import hooks
from games.clubs.models import (
    Club,
    ClubRating,
    Expulsion,
    JoinRequest,
    Membership,
    TableResult,
)
from games.clubs.records import Kind, Record
from games.clubs.services import chat
from games.clubs.services.founding import ClubAccess, open_club
from games.clubs.services.members import members_of
from games.clubs.services.results import ladders_of, records_of_club
from games.clubs.services.table_results import results_in
from games.engine.contract import Game
from games.matches.models import Match
from games.matches.viewing import Visitor
from games.titles.registry import game_of, is_installed

MEMBERS_SHOWN = 100
"""The members that the page lists before the reader asks for all."""
RECENT = 10
"""The newest matches between members that the page lists."""


@dataclass(frozen=True)
class LadderTable:
    """The club's ladder of a game."""

    game: Game
    rows: list[ClubRating]


@dataclass(frozen=True)
class ShownRecord:
    """A record and its holder; `game` is None for sums over all games."""

    record: Record
    user: User
    game: Game | None

    @property
    def label(self) -> str:
        """What the record is about."""
        return {
            Kind.MATCHES: _("Most matches"),
            Kind.STREAK: _("Longest winning streak"),
            Kind.SCORE: _("Highest score"),
            Kind.QUICKEST: _("Quickest win"),
            Kind.UPSET: _("Biggest upset"),
        }[self.record.kind]

    @property
    def words(self) -> str:
        """The number with its unit."""
        n = self.record.number
        return {
            Kind.MATCHES: ngettext("{n} match", "{n} matches", n),
            Kind.STREAK: ngettext("{n} win in a row", "{n} wins in a row", n),
            Kind.SCORE: ngettext("{n} point", "{n} points", n),
            Kind.QUICKEST: ngettext("in {n} decision", "in {n} decisions", n),
            Kind.UPSET: ngettext("from {n} point behind", "from {n} points behind", n),
        }[self.record.kind].format(n=n)


@dataclass(frozen=True)
class TableRow:
    """The result of a real table as a visitor reads it: guests' names are for members."""

    result: TableResult
    knows_guests: bool

    @property
    def game(self) -> Game:
        return game_of(self.result.game)

    @property
    def players(self) -> list[TablePlayer]:
        """The players by place."""
        return [
            TablePlayer(
                None if one.objected else one.user,
                (one.name if self.knows_guests else "") or _("a guest"),
                one.place,
                one.score,
            )
            for one in self.result.seats.all()
        ]


class TablePlayer(NamedTuple):
    """A player of a real table: a user, or the name of a guest."""

    user: User | None
    guest: str
    place: int
    score: int | None

    @property
    def name(self) -> str:
        return self.guest if self.user is None else self.user.name


class Played(NamedTuple):
    """A line of the list of results: a match, or a real table."""

    at: datetime
    match: Match | None
    table: TableRow | None


@dataclass(frozen=True)
class ClubPage:
    """The content of a club's page.

    Attributes:
        access: The club and the visitor's part in it.
        members: The members, the founder first: the first ones or all.
        count: The number of all members.
        asked: Whether the visitor has asked to join, and waits for an answer.
        barred: Whether the visitor was expelled.
        requests: Users who ask to join, for organisers.
        expelled: Expelled users, for organisers.
        ladders: The ladders of all games that members have played with each other.
        records: The records that members hold in these games.
        matches: The newest matches between members that the visitor may see.
        tables: The newest results of real tables.
        moderating: Whether the visitor is a moderator.
    """

    access: ClubAccess
    members: list[Membership]
    count: int
    asked: bool
    barred: bool
    requests: list[JoinRequest]
    expelled: list[Expulsion]
    ladders: list[LadderTable]
    records: list[ShownRecord]
    matches: list[Match]
    tables: list[TableRow]
    moderating: bool

    @property
    def sections(self) -> list[str]:
        """What other features show on the page, as HTML."""
        return [html for section in hooks.sections if (html := section(self.access))]

    @property
    def played(self) -> list[Played]:
        """The newest results, of matches and of real tables."""
        matches = [Played(one.ended_at, one, None) for one in self.matches if one.ended_at]
        tables = [Played(one.result.ended_at, None, one) for one in self.tables]
        return sorted(matches + tables, key=lambda line: line.at, reverse=True)[:RECENT]

    @property
    def club(self) -> Club:
        return self.access.club

    @property
    def asking(self) -> list[str]:
        """The usernames of those who ask to join."""
        return [one.user.username for one in self.requests]

    @property
    def match_ids(self) -> list[str]:
        return [match.id for match in self.matches]

    @property
    def heirs(self) -> list[Membership]:
        """The members who can become the founder in place of the present one."""
        return [one for one in self.members if one.role != Membership.Role.FOUNDER]


def page_of(access: ClubAccess, *, whole: bool = True) -> ClubPage:
    """Return a club's page for a visitor, with the whole list of members or its beginning."""
    club, user = access.club, access.user
    expelled = club.expulsions.none()
    if access.organises:
        expelled = club.expulsions.select_related("user")
    return ClubPage(
        access=access,
        members=list(members_of(club)[: None if whole else MEMBERS_SHOWN]),
        count=club.memberships.count(),
        # A user who may join without an answer need not wait for one.
        asked=user is not None
        and not (access.has_link or club.joining == Club.Joining.OPEN)
        and club.requests.filter(user=user).exists(),
        barred=access.membership is None
        and user is not None
        and club.expulsions.filter(user=user).exists(),
        requests=requests_to(access),
        expelled=list(expelled),
        ladders=[
            LadderTable(game_of(slug), rows)
            for slug, rows in ladders_of(club).items()
            if is_installed(slug)
        ],
        records=_records(club),
        matches=recent_matches(access),
        tables=recent_tables(access),
        moderating=user is not None and bool(may_moderate(user)),
    )


def requests_to(access: ClubAccess) -> list[JoinRequest]:
    """Return the requests to join a club, for an organiser; none for others."""
    return list(access.club.requests.select_related("user")) if access.organises else []


def _records(club: Club) -> list[ShownRecord]:
    records = records_of_club(club)
    users = User.objects.filter(memberships__club=club).in_bulk({one.user for one in records})
    return [
        ShownRecord(one, users[one.user], game_of(one.game) if one.game else None)
        for one in records
        if one.user in users and (not one.game or is_installed(one.game))
    ]


def recent_matches(access: ClubAccess, most: int = RECENT) -> list[Match]:
    """Return the newest public matches between members; a member's own private ones too."""
    found = Match.objects.filter(clubs__club=access.club)
    shown = found.filter(public=True)
    if access.user is not None:
        shown = shown | found.filter(players__user=access.user)
    newest = shown.distinct().order_by("-ended_at").prefetch_related("players__user")
    return [match for match in newest[:most] if is_installed(match.game)]


def recent_tables(access: ClubAccess, most: int = RECENT) -> list[TableRow]:
    """Return the newest results of real tables."""
    knows_guests = access.membership is not None
    found = results_in(access.club, most)
    return [TableRow(one, knows_guests) for one in found if is_installed(one.game)]


def chat_context(access: ClubAccess) -> dict[str, object]:
    """Return the context of a club's chat for a member."""
    allowed = ALLOWED if access.user is None else may_chat(access.user)
    shown = chat.lines(access)
    return {
        "club": access.club,
        "reader": access.user,
        "organising": access.organises,
        "chat_barred": allowed.reason,
        "chat_lines": lasting_lines(shown, access.user),
        "chat_hides": not shown and access.club.lines.filter(hidden=False).exists(),
    }


def chat_form_html(visitor: Visitor, slug: str) -> str:
    """Render the form below the lines, or why the visitor may not write; "" for no member."""
    access = open_club(visitor.user, slug, visitor.invited)
    if access.membership is None:
        return ""
    with written_for(visitor.user, visitor.language):
        return render_to_string("clubs/_say.html", {**chat_context(access), "oob": True})


def chat_html(visitor: Visitor, slug: str) -> str:
    """Render the newest lines for a member's socket; "" for users who are no members (any more).

    Organisers get the requests to join with them.
    """
    access = open_club(visitor.user, slug, visitor.invited)
    if access.membership is None:
        return ""
    with translation.override(visitor.language):
        html = render_to_string("clubs/_lines.html", {**chat_context(access), "oob": True})
        if access.organises:
            requests = requests_to(access)
            context = {"club": access.club, "requests": requests, "oob": True}
            html += render_to_string("clubs/_requests.html", context)
    return html
