"""Finished matches as rows of a list: players, result, and rating change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.http import Visitor
from accounts.models import User
from accounts.services.guests import name_in_words
from games.archive.models import Bookmark
from games.archive.search import with_players
from games.archive.services.bookmarks import bookmarks_among
from games.boards.words import signed
from games.engine.contract import Game, Json
from games.ladders.services.ratings import annulled_among, changes_among
from games.lobby.presenters.lobby import OpenTable, my_tables
from games.matches.models import Match, Player
from games.matches.presenters.clocks import clock_of, lasted_words
from games.matches.presenters.log import called_off_words, result_of
from games.matches.presenters.options import listed_options
from games.matches.services import time_source
from games.matches.services.event_store import causes_among, moves_among
from games.titles.registry import game_of, is_installed

CALLED_OFF_SHOWN = 10
CALLED_OFF_SHOWN_FOR = timedelta(days=30)


@dataclass(frozen=True)
class MatchRow:
    """A finished match in a list: its players by place, and the seat of one of them, if any."""

    match: Match
    players: list[Player]
    mine: Player | None
    annulled: bool = False
    rating: tuple[int, int] | None = None
    """The rating of `mine` before and after."""
    bookmark: Bookmark | None = None
    """The visitor's bookmark of it."""
    moves: int = 0
    """The number of its moves, without those that were taken back."""

    @property
    def has_picture(self) -> bool:
        """Whether everyone may see its last position, and the site can draw it."""
        return self.match.public and is_installed(self.match.game)

    @property
    def change(self) -> str:
        """The rating won or lost, signed: “+12”."""
        before, after = self.rating or (0, 0)
        return signed(after - before)

    @property
    def lasted(self) -> str:
        """The time from its start to its end, in the two greatest units."""
        return lasted_words(self.match, 2)

    @property
    def clock(self) -> str:
        """The clock in words; empty without one."""
        return clock_of(self.match)

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def with_people(self) -> bool:
        """Whether another player has an account, and can be challenged again."""
        own = None if self.mine is None else self.mine.user_id
        return any(player.user_id not in (None, own) for player in self.players)

    @property
    def result(self) -> str:
        """The winner and the reason, in one sentence."""
        return result_of(self.match, self.players)


@dataclass(frozen=True)
class CalledOff:
    """A match that one of its players called off, or did not come to.

    Attributes:
        by: The others who did; empty if they agreed to it, or a moderator did.
        by_me: Whether the visitor was one of them.
        words: How it was called off, if one player did; "" otherwise.
    """

    match: Match
    by: list[str]
    by_me: bool
    words: str = ""

    @property
    def game(self) -> Game:
        return game_of(self.match.game)


def going_on(user: Visitor) -> list[tuple[OpenTable, list[str]]]:
    """Return the tables a user sits at, each with the names of the other players."""
    return [
        (
            table,
            [name_in_words(one.name) for one in table.players if one.user_id != user.pk],
        )
        for table in my_tables(user)
    ]


def called_off_lately(user: Visitor) -> list[CalledOff]:
    """Return a user's matches of the last weeks that were called off, newest first."""
    since = time_source.now() - CALLED_OFF_SHOWN_FOR
    aborted = Q(status=Match.Status.ABORTED)
    undealt = Q(status=Match.Status.CLOSED, players__called_off_at__isnull=False)
    own = Match.objects.filter(players__user=user.pk, ended_at__gt=since)
    ids = own.filter(aborted | undealt).values("pk")
    matches = Match.objects.filter(pk__in=ids).order_by("-ended_at", "-pk")
    listed = with_players(list(matches[:CALLED_OFF_SHOWN]))
    causes = causes_among(listed)
    rows = []
    for match in listed:
        by = [player for player in match.players.all() if player.called_off_at is not None]
        mine = [player for player in by if player.user_id == user.pk]
        others = [name_in_words(player.name) for player in by if player not in mine]
        words = ""
        if by and match.id in causes:
            words = called_off_words(causes[match.id], others, you=bool(mine))
        rows.append(CalledOff(match, others, bool(mine), words))
    return rows


def match_rows(
    matches: Iterable[Match], user: Visitor, viewer: Visitor | None = None
) -> list[MatchRow]:
    """Return matches as rows of a list; `mine` is the seat of `user`.

    Bookmarks are those of `viewer`.
    """
    rows, listed = [], list(matches)
    annulled, changes = annulled_among(listed), changes_among(listed)
    bookmarks = bookmarks_among(listed, viewer) if viewer is not None else {}
    moves = moves_among(listed)
    for match in listed:
        players = list(match.players.all())
        mine = next((p for p in players if p.user_id and p.user_id == user.pk), None)
        rating = changes.get((match.id, mine.seat)) if mine is not None else None
        bookmark = bookmarks.get(match.id)
        more = (match.id in annulled, rating, bookmark, moves.get(match.id, 0))
        rows.append(MatchRow(match, players, mine, *more))
    return rows


def describe_match(row: MatchRow) -> Json:
    """Return a row as data, without the viewer's own parts."""
    match = row.match
    names = ("game", "seats", "rated", "public", "started_at", "ended_at")
    players = [
        {
            "seat": player.seat,
            "name": player.name,
            "username": None if player.user is None else player.user.username,
            "bot": bool(player.bot),
            "place": player.place,
            "left": player.left_at is not None,
        }
        for player in row.players
    ]
    facts = {name: getattr(match, name) for name in names}
    facts |= listed_options(match)
    return {"match": match.id, **facts, "annulled": row.annulled, "players": players}


def visible_seats(person: User, viewer: Visitor) -> QuerySet[Player]:
    """Return a user's seats in finished matches that the viewer may see.

    These are all of the viewer's own; of another user, those in public and common matches.
    """
    seats = Player.objects.filter(user=person.pk, ended_at__isnull=False)
    if viewer.pk == person.pk:
        return seats
    seen = Q(public=True)
    if viewer.pk:
        seen |= Q(Exists(Player.objects.filter(match=OuterRef("match"), user=viewer.pk)))
    return seats.filter(seen)


def latest(seats: QuerySet[Player], count: int) -> list[Match]:
    """Return the newest matches in which a user had these seats."""
    rows = seats.select_related("match").order_by("-ended_at", "-id")[:count]
    return with_players([row.match for row in rows])
