"""The lobby and the waiting room as one visitor sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import bots
from games.access import Access
from games.engine.contract import Game
from games.models import Match, Player
from games.rules import games, newest

OPEN_SHOWN = 50
RUNNING_SHOWN = 12

PITCHES = {
    "condottiere": gettext_lazy(
        "Hire mercenaries, bluff with scarecrows and unite a kingdom of Italian cities."
    ),
}
OPTION_NAMES = {
    "bigger_kingdom": gettext_lazy("Bigger kingdom"),
    "taking_cities": gettext_lazy("Taking cities"),
    "points": gettext_lazy("Series of games"),
}
OPTION_HELP = {
    "bigger_kingdom": gettext_lazy("One more connected city is needed to win."),
    "taking_cities": gettext_lazy("Cities that others hold may be fought for too."),
    "points": gettext_lazy("Several games are played, until somebody has that many points."),
}


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
    def empty_chairs(self) -> range:
        return range(self.free)

    @property
    def options(self) -> list[str]:
        return option_words(self.match.options)


@dataclass(frozen=True)
class Lobby:
    """My tables, the open ones of others, and what can be watched."""

    mine: list[OpenTable]
    open: list[OpenTable]
    running: list[OpenTable]


def option_words(options: dict[str, Any]) -> list[str]:
    """What was agreed besides the plain rules."""
    words = []
    for name, value in options.items():
        if value is True:
            words.append(str(OPTION_NAMES[name]))
        elif value:
            words.append(_("to {points} points").format(points=value))
    return words


def lobby_for(user: Any) -> Lobby:
    """The lobby for a visitor."""
    seated = Match.objects.none()
    if user.is_authenticated:
        seated = Match.objects.filter(
            players__user=user,
            players__left_at=None,
            status__in=(Match.Status.OPEN, Match.Status.RUNNING),
        )
    mine = _listed(seated.order_by("-moved_at", "-opened_at"), user)
    ids = {table.match.id for table in mine}
    public = Match.objects.filter(public=True).exclude(id__in=ids)
    return Lobby(
        mine=sorted(mine, key=lambda table: not table.my_turn),
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
    players = list(access.match.players.select_related("user").order_by("joined"))
    return OpenTable(access.match, players, access.player is not None)


def game_cards() -> list[dict[str, Any]]:
    """The games on the shelf, to open a table with."""
    return [
        {"game": game, "pitch": PITCHES[game.slug], "levels": bots.levels(game.slug)}
        for game in games()
    ]
