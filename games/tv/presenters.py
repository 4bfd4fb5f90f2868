"""The pages of TV: a channel with its table, and the small live picture of the front page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.services.guests import name_in_words
from games.boards.words import list_words
from games.embeds.public import public_access
from games.engine.contract import Game, Json
from games.engine.refusals import Refusal
from games.matches.access import without_names
from games.matches.models import Match, Player
from games.matches.presenters.clocks import clock_context
from games.matches.presenters.log import result_of
from games.matches.presenters.rendering import digest, pushed, table_html
from games.matches.presenters.table import table_for
from games.matches.services import spectators, time_source
from games.matches.viewing import Access
from games.rating import size_of
from games.titles.registry import game_of, titles
from games.tv.channels import ALL, Candidate, Showing, public_ratings, running, showing

OTHERS = 12
"""The most other running matches that a channel lists."""


@dataclass(frozen=True)
class Seated:
    """A player in a list: the public rating of a person, None for bots and hidden ratings."""

    name: str
    bot: bool
    rating: int | None


@dataclass(frozen=True)
class LiveMatch:
    """A running match as a list shows it: its players by seat, and the number of spectators."""

    match: Match
    players: list[Seated]
    spectators: int
    exhibition: bool = False

    @property
    def game(self) -> Game:
        return game_of(self.match.game)

    @property
    def names(self) -> str:
        return list_words([name_in_words(player.name) for player in self.players])

    @property
    def stamp(self) -> str:
        """A part of the address of its picture that changes with each public move."""
        at = self.match.last_public_event_at
        return "" if at is None else f"{at.timestamp():.2f}"


def channel_page(channel: str, *, plain: bool) -> Json:
    """Return the context of a channel's page.

    Args:
        channel: A game, or `ALL`.
        plain: Whether to show no names of players.
    """
    shown = showing(channel)
    access = _access_to(shown.match)
    page: Json = {
        "channel": channel,
        "channels": [(ALL, _("All games")), *((one.slug, one.game.name) for one in titles())],
        "plain": plain,
        "others": _others(shown),
        "result": _result_of(shown.before, plain=plain),
    }
    if access is None:
        return page
    (live,) = live_matches([access.match.id], exhibition=shown.exhibition)
    access = without_names(access) if plain else access
    page_digest = digest(pushed(table_html(access)))
    table = table_for(access, time_source.now())
    table.page_digest = page_digest
    return {
        **page,
        "match": access.match,
        "live": live,
        "table": table,
        "clock_words": clock_context(),
    }


def live_now() -> LiveMatch | None:
    """Return the match that the channel of all games shows; None if there is none."""
    shown = showing(ALL)
    found = live_matches([shown.match], exhibition=shown.exhibition) if shown.match else []
    return found[0] if found else None


def live_matches(ids: Sequence[str], *, exhibition: bool = False) -> list[LiveMatch]:
    """Return those of these matches that run, in this order."""
    matches = Match.objects.filter(pk__in=ids, status=Match.Status.RUNNING).in_bulk()
    seated: dict[str, list[Player]] = {}
    for player in Player.objects.filter(match__in=matches).order_by("seat"):
        seated.setdefault(player.match_id, []).append(player)
    ratings = public_ratings({one.user_id for players in seated.values() for one in players})
    counts = spectators.watching(matches)
    found = []
    for match in (matches[one] for one in ids if one in matches):
        kind = match.game, size_of(match.seats)
        players = [
            Seated(name_in_words(one.name), bool(one.bot), ratings.get((one.user_id, *kind)))
            for one in seated.get(match.id, ())
        ]
        found.append(LiveMatch(match, players, counts[match.id], exhibition))
    return found


def describe_channel(channel: str) -> Json:
    """Return what a channel shows, as data."""
    shown = showing(channel, on_screen=False)
    return {
        "channel": channel,
        "match": shown.match or None,
        "exhibition": bool(shown.match) and shown.exhibition,
        "spectators": spectators.watching([shown.match])[shown.match] if shown.match else 0,
    }


def _access_to(match_id: str) -> Access | None:
    """Return the public's access to a match that runs, or None."""
    with suppress(Refusal):
        access = public_access(match_id)
        if access.match.status == Match.Status.RUNNING:
            return access
    return None


def _others(shown: Showing) -> list[LiveMatch]:
    """Return the other matches that people play live, people against people first."""
    found = [one for one in running() if one.match != shown.match]
    found.sort(key=_place)
    return live_matches([one.match for one in found[:OTHERS]])


def _place(one: Candidate) -> tuple[bool, float, float]:
    return one.people < 2, -one.rating, -one.started


def _result_of(match_id: str, *, plain: bool) -> Json | None:
    """Return the result of the match before, if it is over and the public may see it."""
    with suppress(Refusal):
        access = public_access(match_id)
        if access.match.status == Match.Status.FINISHED:
            shown = without_names(access) if plain else access
            words = result_of(access.match, shown.players)
            return {"match": access.match, "words": words}
    return None
