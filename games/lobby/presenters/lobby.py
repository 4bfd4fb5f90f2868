"""The lobby and a waiting room as one visitor sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from itertools import chain
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q, prefetch_related_objects
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import ids_blocked_by
from accounts.services.guests import name_in_words
from accounts.services.privacy import presence_shown
from core.refusals.words import refusal_text
from games.engine.contract import Game, Json, Option
from games.ladders.services import fair_play
from games.ladders.services.ratings import Place, ShownRating, rating_of, shown_ratings
from games.lobby.models import Challenge, Decline, Invitation, TableTerms, terms_of
from games.lobby.presenters import often
from games.lobby.presenters.opponents import opponent_groups
from games.lobby.presenters.reveals import RevealRequest, reveal_request
from games.lobby.services.absence import may_search_again
from games.lobby.services.admission import beyond_terms, why_not
from games.lobby.services.vacancies import vacant, why_vacant
from games.matches.models import Match, Player
from games.matches.presenters.boards import card_preview_of
from games.matches.presenters.clocks import agreed, clock_of, time_left_words
from games.matches.presenters.options import ChangedOption, changed_options, listed_options
from games.matches.services import presence, spectators, time_source
from games.matches.services.event_store import installed
from games.matches.services.fairness import Published, published_of
from games.matches.services.turns import by_deadline, deadline_of
from games.matches.viewing import Access
from games.titles.registry import bot_levels, game_of, is_installed, title_of, titles

OPEN_SHOWN = 50
RUNNING_SHOWN = 12
FINISHED_SHOWN = 3
INVITED_SHOWN = 30


@dataclass(frozen=True)
class OpenTable:
    """A match in a list, or in its waiting room.

    `mine`: the visitor sits there; `why_not`: why the visitor may not sit down; `invitations`:
    those of users who have not come; `since`: when the visitor's turn began; `deadline`: when
    their time is up; `reveal`: the table's request to the visitor's browser once it is full;
    `challenge`: its terms, if it is one; `called`: whether the visitor is challenged, and has not
    answered; `searches_again`: whether a search led the visitor to it, and may go on since others
    left it; `often`: a sentence if a rated match with these players would not count, since the
    visitor has met them today; `watching`: the number of spectators of a running one; `ratings`:
    those of its players that the visitor may see, by user id; `vacant`: whether its host has left
    the site; `here`: the ids of the users at it who look at the site now, as far as the visitor may
    see.
    """

    match: Match
    players: Sequence[Player]
    mine: bool
    my_turn: bool = False
    why_not: str = ""
    invitations: tuple[Invitation, ...] = ()
    since: datetime | None = None
    deadline: datetime | None = None
    reveal: RevealRequest | None = None
    challenge: Challenge | None = None
    called: bool = False
    searches_again: bool = False
    often: str = ""
    watching: int = 0
    ratings: Mapping[int, ShownRating] = field(default_factory=dict)
    vacant: bool = False
    here: frozenset[int] = frozenset()

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def dealing(self) -> str:
        """What happens once all seats are taken, in a sentence."""
        return str(title_of(self.match.game).dealing) if is_installed(self.match.game) else ""

    @property
    def free(self) -> int:
        return self.match.seats - len(self.players)

    @property
    def full(self) -> bool:
        """Whether all seats are taken, and nonces are being revealed."""
        return self.match.reveal_by is not None

    @property
    def published(self) -> Published:
        return published_of(self.match, self.players)

    @property
    def called_off_by(self) -> list[str]:
        """The names of the players who closed it once it was full."""
        return [name_in_words(player.name) for player in self.players if player.left_by]

    @property
    def running(self) -> bool:
        return self.match.status == Match.Status.RUNNING

    @property
    def seats(self) -> list[Player | None]:
        """The players by seat once it has started; before that as they sat down, None if free."""
        if self.running:
            return [*sorted(self.players, key=lambda player: player.seat or 0)]
        taken = {player.joined: player for player in self.players}
        return [taken.get(joined) for joined in range(self.match.seats)]

    @property
    def host(self) -> Player | None:
        """The player who opened the table."""
        hosts = (p for p in self.players if p.user_id and p.user_id == self.match.host_id)
        return next(hosts, None)

    @property
    def people(self) -> dict[int, str]:
        """The names of the players with an account, by its id."""
        return {one.user_id: name_in_words(one.name) for one in self.players if one.user_id}

    @property
    def options(self) -> list[ChangedOption]:
        return changed_options(self.match)

    @property
    def unratable(self) -> list[str]:
        """The options, in words, for which a rated table is closed instead of started."""
        return [one.words for one in self.options if self.match.rated and not one.ratable]

    @property
    def listed(self) -> Json:
        """The options as lists of the API show them."""
        return listed_options(self.match)

    @property
    def clock(self) -> str:
        return clock_of(self.match)

    @property
    def agreed(self) -> Json | None:
        """The clock as the API shows it."""
        return agreed(self.match)

    @property
    def time_left(self) -> str:
        """The visitor's time left in words; empty if it is not their turn, or without a clock."""
        if self.deadline is None:
            return ""
        return time_left_words(self.deadline, time_source.now())

    @property
    def waited(self) -> str:
        """The time since the visitor's turn began, in words; empty in the first minute."""
        now = time_source.now()
        if self.since is None or now - self.since < timedelta(minutes=1):
            return ""
        return timesince(self.since, now)

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """The visitor's possible reasons to decline."""
        return decline_reasons(self.match)

    @property
    def terms(self) -> TableTerms:
        return terms_of(self.match)

    @property
    def range(self) -> str:
        """The ratings that may sit down, in words; empty if any may."""
        least, most = self.terms.least, self.terms.most
        if least is None:
            return "" if most is None else _("up to {most}").format(most=most)
        return _("from {least}").format(least=least) if most is None else f"{least}–{most}"


@dataclass(frozen=True)
class Lobby:
    """A visitor's invitations and own tables, open tables of others, and running ones."""

    invited: list[OpenTable]
    mine: list[OpenTable]
    open: list[OpenTable]
    running: list[OpenTable]


def decline_reasons(match: Match) -> list[tuple[str, str]]:
    """Return the possible reasons to decline this table, with their words.

    A reason that already holds is left out, and so is a counter-challenge, which has a form of its
    own.
    """
    senseless = {Decline.COUNTER, Decline.RATED if match.rated else Decline.UNRATED}
    if not match.pace:
        senseless.add(Decline.SLOWER)
    return [(one.value, str(one.label)) for one in Decline if one not in senseless]


def listable_options(game: Game) -> list[Option]:
    """Return the options a host may choose from: those whose values can be listed."""
    return [option for option in game.options if option.read is None]


def my_tables(user: Visitor) -> list[OpenTable]:
    """Return the tables a user sits at; first those that wait for the user, by deadline."""
    return _in_my_order(_rows_of_lists([_my_matches(user)], user)[0])


def _my_matches(user: Visitor) -> list[Match]:
    if not user.is_authenticated:
        return []
    seated = Match.objects.filter(
        players__user=user,
        players__left_at=None,
        players__ended_at=None,
        status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    return _listed(seated.order_by(F("last_public_event_at").desc(nulls_last=True), "-opened_at"))


def _in_my_order(mine: list[OpenTable]) -> list[OpenTable]:
    return sorted(_with_challenges(mine), key=_first_what_waits)


def _first_what_waits(table: OpenTable) -> tuple[bool, datetime, datetime]:
    since = table.since if table.my_turn else None
    return not table.my_turn, *by_deadline(table.deadline, since)


def _with_challenges(tables: list[OpenTable]) -> list[OpenTable]:
    """Return the tables with their challenges; only private ones can have one."""
    asked = [one.match.id for one in tables if not (one.match.public or one.running)]
    challenges = Challenge.objects.in_bulk(asked) if asked else {}
    return [replace(one, challenge=challenges.get(one.match.id)) for one in tables]


def lobby_for(user: Visitor) -> Lobby:
    """Return the lobby for a visitor."""
    blocked = ids_blocked_by(user.pk) if user.is_authenticated else set()
    my_matches, calling = _my_matches(user), _matches_invited_to(user, blocked)
    ids = {match.id for match in (*my_matches, *calling)}
    public = Match.objects.filter(installed(), public=True).exclude(id__in=ids)
    waiting = public.filter(status=Match.Status.OPEN, reveal_by=None, former=None)
    if blocked:
        waiting = waiting.exclude(players__user__in=blocked)
    running = public.filter(status=Match.Status.RUNNING).order_by("-last_public_event_at")
    mine, invited, open_tables, under_way = _rows_of_lists(
        [
            my_matches,
            calling,
            _listed(waiting.order_by("-opened_at")[:OPEN_SHOWN]),
            _listed(running[:RUNNING_SHOWN]),
        ],
        user,
    )
    hidden = vacant(table.match for table in open_tables)
    open_tables = [table for table in open_tables if table.match.id not in hidden]
    lobby = Lobby(
        invited=_as_invited(invited, user),
        mine=_in_my_order(mine),
        open=_with_often(_with_reasons(open_tables, user), user),
        running=_with_spectators(under_way),
    )
    return _with_ratings(_with_presence(lobby, user), user)


def _with_presence(lobby: Lobby, user: Visitor) -> Lobby:
    """Return the tables that wait for players, each with those at it who are here."""
    waiting = [*lobby.invited, *lobby.open]
    here = presence.here({one for table in waiting for one in table.people})
    shown = presence_shown(user, here) if here else {}
    seen = {one for one in here if shown[one].online}

    def marked(tables: list[OpenTable]) -> list[OpenTable]:
        return [replace(one, here=frozenset(seen & one.people.keys())) for one in tables]

    return replace(lobby, invited=marked(lobby.invited), open=marked(lobby.open))


def _with_ratings(lobby: Lobby, user: Visitor) -> Lobby:
    """Return the tables of others with the ratings of their players, read at once."""
    tables = [*lobby.invited, *lobby.open, *lobby.running]
    places = {(one, t.match.game, t.match.seats) for t in tables for one in t.people}
    ratings = shown_ratings(user, places)

    def rated(tables: list[OpenTable]) -> list[OpenTable]:
        return [replace(one, ratings=_ratings_at(one, ratings)) for one in tables]

    others = {name: rated(getattr(lobby, name)) for name in ("invited", "open", "running")}
    return replace(lobby, **others)


def _ratings_at(table: OpenTable, ratings: Mapping[Place, ShownRating]) -> dict[int, ShownRating]:
    """Return the ratings that count at a table, by user id."""
    match = table.match
    at = {one: ratings.get((one, match.game, match.seats)) for one in table.people}
    return {one: rating for one, rating in at.items() if rating is not None}


def _with_spectators(tables: list[OpenTable]) -> list[OpenTable]:
    counts = spectators.watching(table.match.id for table in tables)
    return [replace(table, watching=counts[table.match.id]) for table in tables]


def _matches_invited_to(user: Visitor, blocked: Set[int]) -> list[Match]:
    """Return the newest open tables that the user was invited to, and has not declined."""
    if not user.is_authenticated:
        return []
    asked = Match.objects.filter(
        installed(),
        status=Match.Status.OPEN,
        reveal_by=None,
        invitations__user=user,
        invitations__declined_at=None,
    )
    seen = asked.exclude(players__user__in=blocked).exclude(players__user=user)
    return _listed(seen.order_by("-opened_at")[:INVITED_SHOWN])


def _as_invited(tables: list[OpenTable], user: Visitor) -> list[OpenTable]:
    """Return tables that invite the user, each with what the user should know before joining."""
    if not user.is_authenticated:
        return tables
    allowed = may_sit_down(user)
    return [
        table if allowed else replace(table, why_not=allowed.reason)
        for table in _with_often(_with_challenges(tables), user)
    ]


def _with_often(tables: list[OpenTable], user: Visitor) -> list[OpenTable]:
    """Return tables, each with what the visitor should know before joining a rated one."""
    rated = {user: name for one in tables if one.match.rated for user, name in one.people.items()}
    if not user.is_authenticated or not rated:
        return tables
    met = fair_play.met_often(user.pk, rated)
    return [
        replace(one, often=often.named([one.people[each] for each in met & one.people.keys()]))
        if one.match.rated
        else one
        for one in tables
    ]


def _with_reasons(tables: list[OpenTable], user: Visitor) -> list[OpenTable]:
    """Return open tables, each with the reason why the visitor may not sit down there, if any."""
    if not user.is_authenticated:
        return tables
    allowed = may_sit_down(user)
    if not allowed:
        return [replace(table, why_not=allowed.reason) for table in tables]
    rating = cache(lambda game, seats: rating_of(user, game, seats))
    may_rated = cache(lambda: may_play_rated(user))
    reasons = (
        beyond_terms(table.match, lambda match: rating(match.game, match.seats), may_rated)
        for table in tables
    )
    return [
        table if reason is None else replace(table, why_not=refusal_text(reason))
        for table, reason in zip(tables, reasons, strict=True)
    ]


def table_rows(matches: Any, user: Visitor) -> list[OpenTable]:
    """Return matches (a queryset) as a list shows them to a visitor."""
    return _rows_of_lists([_listed(matches)], user)[0]


def _listed(matches: Any) -> list[Match]:
    """Return the matches of a queryset, with what a list needs of each but its players."""
    return list(matches.select_related("terms"))


def _rows_of_lists(lists: Sequence[list[Match]], user: Visitor) -> list[list[OpenTable]]:
    """Return several lists of matches as a visitor sees them; their players are read at once."""
    players = Player.objects.select_related("user").order_by("joined")
    prefetch_related_objects(list(chain(*lists)), Prefetch("players", players))
    return [[_row(match, user) for match in matches] for matches in lists]


def _row(match: Match, user: Visitor) -> OpenTable:
    """Return a match with its players as a list shows it to a visitor."""
    seated = list(match.players.all())
    own = [p for p in seated if p.user_id is not None and p.user_id == user.pk]
    asked = [p for p in own if p.asked_at is not None and p.left_at is None]
    since = asked[0].asked_since if asked else None
    # Without its game the clocks of a match stand still.
    runs = asked and is_installed(match.game)
    deadline = deadline_of(match, asked[0]) if runs else None
    return OpenTable(match, seated, bool(own), bool(asked), since=since, deadline=deadline)


def waiting_room(access: Access) -> OpenTable:
    """Return a table that has not started."""
    match, mine = access.match, access.player is not None
    joinable = not mine and match.status == Match.Status.OPEN and match.reveal_by is None
    reason = _why_no_seat(access.user, match) if joinable and access.user is not None else ""
    asked = tuple(match.invitations.select_related("user").order_by("at")) if mine else ()
    seated = {player.user_id for player in access.players}
    missing = tuple(one for one in asked if one.user_id not in seated)
    called = None if match.public else Challenge.objects.filter(match=match).first()
    own = Q(declined_at=None, user=None if access.user is None else access.user.pk)
    is_free = joinable and not reason
    others = {
        user.pk: name_in_words(user.name)
        for user in (*(one.user for one in access.players), *(one.user for one in missing))
        if user is not None and user != access.user
    }
    room = OpenTable(
        *(match, access.players, mine),
        challenge=called,
        called=called is not None and is_free and match.invitations.filter(own).exists(),
        why_not=reason,
        often=often.often_words(access.user, others) if match.rated and access.user else "",
        invitations=missing,
        searches_again=access.user is not None and mine and may_search_again(access.user, match),
        reveal=None if access.player is None else reveal_request(access.player, access.players),
        vacant=why_vacant(match) is not None,
    )
    viewer: Visitor = access.user or AnonymousUser()
    places = {(one, match.game, match.seats) for one in room.people}
    return replace(room, ratings=_ratings_at(room, shown_ratings(viewer, places)))


def _why_no_seat(user: User, match: Match) -> str:
    """Return why a user may not sit down at an open table; empty if they may."""
    refusal = why_not(user, match) or why_vacant(match)
    return refusal_text(refusal) if refusal else may_sit_down(user).reason


def game_cards(last: str = "") -> list[dict[str, Any]]:
    """Return the contents of the games' cards; `last`: the bots the visitor played last."""
    return [
        {
            "game": title.game,
            "pitch": title.pitch,
            "minutes": title.minutes,
            "levels": bot_levels(title.slug),
            "card_preview": card_preview_of(title.slug),
            "opponents": opponent_groups(title.slug, last),
            "lessons": title.lessons,
        }
        for title in titles()
    ]


def finished_matches(user: Visitor) -> list[OpenTable]:
    """Return the user's latest finished matches."""
    if not user.is_authenticated:
        return []
    own = Match.objects.filter(players__user=user, status=Match.Status.FINISHED)
    return table_rows(own.order_by("-players__ended_at")[:FINISHED_SHOWN], user)
