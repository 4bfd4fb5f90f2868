"""The lobby and the waiting room as one visitor sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import bots
from games.access import Access
from games.engine.contract import Game, Option
from games.models import Match, Player
from games.presenters.boards import playable
from games.presenters.sheet import fan
from games.rules import newest

OPEN_SHOWN = 50
RUNNING_SHOWN = 12

PITCHES = {
    "condottiere": gettext_lazy(
        "Hire mercenaries, bluff with scarecrows and unite a kingdom of Italian cities."
    ),
    "babel": gettext_lazy(
        "Settle five peoples, raise temples with them, and send them against your rival’s."
    ),
    "kharnage": gettext_lazy(
        "Four armies, one worthless hill: plan in secret, strike fast and leave rubble behind."
    ),
    "kabale": gettext_lazy(
        "Send your 25 allies out face down, and be there when somebody turns them over."
    ),
}
# Minutes a match takes, people at the table.
LENGTHS = {"condottiere": "30–60", "babel": "30–45", "kabale": "45–60", "kharnage": "25–40"}
QUICK_SEATS = 3
OPTION_NAMES = {
    "bigger_kingdom": gettext_lazy("Bigger kingdom"),
    "taking_cities": gettext_lazy("Taking cities"),
    "points": gettext_lazy("Series of games"),
    "cheer": gettext_lazy("Cheering"),
}
OPTION_HELP = {
    "bigger_kingdom": gettext_lazy("One more connected city is needed to win."),
    "taking_cities": gettext_lazy("Cities that others hold may be fought for too."),
    "points": gettext_lazy(
        "Several games are played, until somebody has that many points. Not with “Taking cities”."
    ),
    "cheer": gettext_lazy(
        "At a Kharnage all others must cheer. By hand, who stays silent loses a kharnage token."
    ),
}
# Values that are words, as the form calls them; and what a table says of one that is not plain.
OPTION_VALUES = {
    "cheer": {"auto": gettext_lazy("taken for granted"), "manual": gettext_lazy("by hand")},
}
AGREED = {("cheer", "manual"): gettext_lazy("cheering by hand")}


@dataclass(frozen=True)
class OpenTable:
    """A match in a list: who sits there, and whether it is mine."""

    match: Match
    players: list[Player]
    mine: bool
    my_turn: bool = False

    @property
    def game(self) -> Game:
        return newest(self.match.game).game

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
            return sorted(self.players, key=lambda player: player.seat or 0)
        taken = {player.joined: player for player in self.players}
        return [taken.get(chair) for chair in range(self.match.seats)]

    @property
    def host(self) -> Player | None:
        """The chair of who opened the table."""
        hosts = (p for p in self.players if p.user_id and p.user_id == self.match.host_id)
        return next(hosts, None)

    @property
    def options(self) -> list[str]:
        return option_words(self.match.options)


@dataclass(frozen=True)
class Lobby:
    """My tables, the open ones of others, and what can be watched."""

    mine: list[OpenTable]
    open: list[OpenTable]
    running: list[OpenTable]

    @property
    def playing(self) -> bool:
        """Whether I sit at a running match: whose turn it is there moves without announcement."""
        return any(table.running for table in self.mine)


def offered(game: Game) -> list[Option]:
    """The options a host may choose from: those whose values can be listed."""
    return [option for option in game.options if option.read is None]


def option_words(options: dict[str, Any]) -> list[str]:
    """What was agreed besides the plain rules."""
    words = []
    for name, value in options.items():
        if value is True:
            words.append(str(OPTION_NAMES[name]))
        elif name in OPTION_VALUES:
            words += [str(AGREED[name, value])] if (name, value) in AGREED else []
        elif type(value) is int and value:
            words.append(_("to {points} points").format(points=value))
    return words


def my_tables(user: Any) -> list[OpenTable]:
    """The tables somebody sits at, those that wait for them first."""
    if not user.is_authenticated:
        return []
    seated = Match.objects.filter(
        players__user=user,
        players__left_at=None,
        status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    mine = _listed(seated.order_by(F("moved_at").desc(nulls_last=True), "-opened_at"), user)
    return sorted(mine, key=lambda table: not table.my_turn)


def lobby_for(user: Any) -> Lobby:
    """The lobby for a visitor."""
    mine = my_tables(user)
    ids = {table.match.id for table in mine}
    public = Match.objects.filter(public=True).exclude(id__in=ids)
    return Lobby(
        mine=mine,
        open=_listed(
            public.filter(status=Match.Status.OPEN).order_by("-opened_at")[:OPEN_SHOWN], user
        ),
        running=_listed(
            public.filter(status=Match.Status.RUNNING).order_by("-moved_at")[:RUNNING_SHOWN], user
        ),
    )


def _listed(matches: Any, user: Any) -> list[OpenTable]:
    players = Player.objects.select_related("user").order_by("joined")
    listed = []
    for match in matches.prefetch_related(Prefetch("players", players)):
        seated = list(match.players.all())
        own = [p for p in seated if p.user_id is not None and p.user_id == user.pk]
        my_turn = any(p.asked_at is not None and p.left_at is None for p in own)
        listed.append(OpenTable(match, seated, bool(own), my_turn))
    return listed


def waiting_room(access: Access) -> OpenTable:
    """A table that has not started."""
    return OpenTable(access.match, access.players, access.player is not None)


def game_cards() -> list[dict[str, Any]]:
    """The games on the shelf, to open a table with."""
    return [
        {
            "game": game,
            "pitch": PITCHES[game.slug],
            "minutes": LENGTHS[game.slug],
            "levels": bots.levels(game.slug),
            "fan": fan(game.slug),
            "quick": _quick_table(game),
        }
        for game in playable()
    ]


def _quick_table(game: Game) -> list[tuple[str, str]]:
    """The fields that open a table with bots in all other chairs, one of each level in turn."""
    levels = bots.levels(game.slug)
    if not levels:
        return []
    seats = min(max(QUICK_SEATS, game.seats[0]), game.seats[-1])
    chairs = [(f"chair_{n}", levels[(n - 1) % len(levels)]) for n in range(1, seats)]
    plain = [(f"option_{o.name}", str(o.default)) for o in offered(game) if o.default is not False]
    return [("seats", str(seats)), ("public", "yes"), *chairs, *plain]
