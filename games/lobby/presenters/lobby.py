"""The lobby and the waiting room as one visitor sees them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch
from django.utils.translation import gettext as _

from accounts.services.blocks import all_apart_from
from games.boards.words import name_words
from games.engine.contract import Game, Option
from games.ladders.services.ratings import rating_of
from games.lobby.models import Invitation
from games.lobby.services.admission import beyond_terms, why_not
from games.matches.access import Access
from games.matches.models import Match, Player
from games.matches.presenters.boards import fan_of
from games.matches.presenters.clocks import clock_of
from games.matches.services.event_store import installed
from games.titles.registry import bot_levels, game_of, is_installed, title_of, titles
from refusals.words import refusal_text

OPEN_SHOWN = 50
RUNNING_SHOWN = 12

QUICK_SEATS = 3


@dataclass(frozen=True)
class OpenTable:
    """A match in a list: who sits there, and whether it is mine."""

    match: Match
    players: list[Player]
    mine: bool
    my_turn: bool = False
    why_not: str = ""
    invitations: tuple[Invitation, ...] = ()
    # Since when it waits for me.
    since: datetime | None = None

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def free(self) -> int:
        return self.match.seats - len(self.players)

    @property
    def running(self) -> bool:
        return self.match.status == Match.Status.RUNNING

    @property
    def chairs(self) -> list[Player | None]:
        """Who sits where: by seat once it has started, else by chair, the free ones empty."""
        if self.running:
            return [*sorted(self.players, key=lambda player: player.seat or 0)]
        taken = {player.joined: player for player in self.players}
        return [taken.get(chair) for chair in range(self.match.seats)]

    @property
    def host(self) -> Player | None:
        """The chair of who opened the table."""
        hosts = (p for p in self.players if p.user_id and p.user_id == self.match.host_id)
        return next(hosts, None)

    @property
    def options(self) -> list[str]:
        return option_words(self.match.game, self.match.options)

    @property
    def clock(self) -> str:
        return clock_of(self.match)

    @property
    def range(self) -> str:
        """Which ratings may sit down, where that is limited."""
        least, most = self.match.least, self.match.most
        if least is None and most is None:
            return ""
        if most is None:
            return _("from {least}").format(least=least)
        return _("up to {most}").format(most=most) if least is None else f"{least}–{most}"


@dataclass(frozen=True)
class Lobby:
    """What I am invited to, my tables, the open ones of others, and what can be watched."""

    invited: list[OpenTable]
    mine: list[OpenTable]
    open: list[OpenTable]
    running: list[OpenTable]


def offered(game: Game) -> list[Option]:
    """The options a host may choose from: those whose values can be listed."""
    return [option for option in game.options if option.read is None]


def option_words(slug: str, options: dict[str, Any]) -> list[str]:
    """What was agreed besides the plain rules."""
    known, said = title_of(slug).options if is_installed(slug) else {}, []
    for name, value in options.items():
        words = known.get(name)
        if words is not None and (words.values or words.agreed):
            said += [str(words.agreed[value])] if value in words.agreed else []
        elif value is True:
            said.append(str(words.name) if words is not None else name_words(name))
        elif type(value) is int and value:
            said.append(_("to {points} points").format(points=value))
    return said


def my_tables(user: Any) -> list[OpenTable]:
    """The tables somebody sits at, those that wait for them first."""
    if not user.is_authenticated:
        return []
    seated = Match.objects.filter(
        players__user=user,
        players__left_at=None,
        players__ended_at=None,
        status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    mine = listed(seated.order_by(F("moved_at").desc(nulls_last=True), "-opened_at"), user)
    return sorted(mine, key=lambda table: not table.my_turn)


def lobby_for(user: Any) -> Lobby:
    """The lobby for a visitor."""
    mine = my_tables(user)
    invited = _invited(user)
    ids = {table.match.id for table in (*mine, *invited)}
    public = Match.objects.filter(installed(), public=True).exclude(id__in=ids)
    waiting = public.filter(status=Match.Status.OPEN, former=None)
    if user.is_authenticated:
        waiting = waiting.exclude(players__user__in=all_apart_from(user.pk))
    return Lobby(
        invited=invited,
        mine=mine,
        open=_with_reasons(listed(waiting.order_by("-opened_at")[:OPEN_SHOWN], user), user),
        running=listed(
            public.filter(status=Match.Status.RUNNING).order_by("-moved_at")[:RUNNING_SHOWN], user
        ),
    )


def _invited(user: Any) -> list[OpenTable]:
    """The open tables somebody was asked to, and has not answered."""
    if not user.is_authenticated:
        return []
    asked = Match.objects.filter(
        installed(),
        status=Match.Status.OPEN,
        invitations__user=user,
        invitations__declined_at=None,
    )
    tables = listed(asked.order_by("-opened_at"), user)
    apart = all_apart_from(user.pk)
    return [
        table
        for table in tables
        if not table.mine and not any(player.user_id in apart for player in table.players)
    ]


def _with_reasons(tables: list[OpenTable], user: Any) -> list[OpenTable]:
    """Open tables, each with the reason why this visitor may not sit down there, if any."""
    if not user.is_authenticated:
        return tables
    known: dict[tuple[str, int], int] = {}

    def rating(match: Match) -> int:
        key = (match.game, match.seats)
        if key not in known:
            known[key] = rating_of(user, *key)
        return known[key]

    reasons = (beyond_terms(user, table.match, rating) for table in tables)
    return [
        table if reason is None else replace(table, why_not=refusal_text(reason))
        for table, reason in zip(tables, reasons, strict=True)
    ]


def listed(matches: Any, user: Any) -> list[OpenTable]:
    """These matches (a queryset) as a list shows them to a visitor."""
    players = Player.objects.select_related("user").order_by("joined")
    listed = []
    for match in matches.prefetch_related(Prefetch("players", players)):
        seated = list(match.players.all())
        own = [p for p in seated if p.user_id is not None and p.user_id == user.pk]
        asked = [p for p in own if p.asked_at is not None and p.left_at is None]
        since = asked[0].asked_since if asked else None
        listed.append(OpenTable(match, seated, bool(own), bool(asked), since=since))
    return listed


def waiting_room(access: Access) -> OpenTable:
    """A table that has not started."""
    match, mine = access.match, access.player is not None
    refusal = None
    if access.user is not None and not mine and match.status == Match.Status.OPEN:
        refusal = why_not(access.user, match)
    asked = tuple(match.invitations.select_related("user").order_by("at")) if mine else ()
    seated = {player.user_id for player in access.players}
    missing = tuple(one for one in asked if one.user_id not in seated)
    reason = refusal_text(refusal) if refusal else ""
    return OpenTable(match, access.players, mine, why_not=reason, invitations=missing)


def game_cards() -> list[dict[str, Any]]:
    """The games on the shelf, to open a table with."""
    return [
        {
            "game": title.game,
            "pitch": title.pitch,
            "minutes": title.minutes,
            "levels": bot_levels(title.slug),
            "fan": fan_of(title.slug),
            "quick": _quick_table(title.game),
        }
        for title in titles()
    ]


def _quick_table(game: Game) -> list[tuple[str, str]]:
    """The fields that open a table with bots in all other chairs, one of each level in turn."""
    levels = bot_levels(game.slug)
    if not levels:
        return []
    seats = min(max(QUICK_SEATS, game.seats[0]), game.seats[-1])
    chairs = [(f"chair_{n}", levels[(n - 1) % len(levels)]) for n in range(1, seats)]
    plain = [(f"option_{o.name}", str(o.default)) for o in offered(game) if o.default is not False]
    return [("seats", str(seats)), ("public", "yes"), *chairs, *plain]
