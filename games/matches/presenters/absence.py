"""Absent players of a match, as the other players see them: not come yet, or gone for now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.template.loader import render_to_string

from games.boards.words import list_words
from games.matches.models import Match, Player
from games.matches.services import arrivals, attendance
from games.matches.viewing import Access

MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


@dataclass(frozen=True)
class Absence:
    """The absent players of a live match.

    Attributes:
        players: The other players who have not come.
        until: From when on the viewer may call the match off.
        due: Whether that moment has passed.
        searches: Whether the site then searches for other opponents.
    """

    players: list[Player]
    until: datetime
    due: bool
    searches: bool

    @property
    def names(self) -> str:
        return list_words([player.name for player in self.players])

    @property
    def seats(self) -> list[int]:
        return [player.seat for player in self.players if player.seat is not None]

    @property
    def milliseconds(self) -> int:
        """`until` in milliseconds since 1970, as JavaScript counts."""
        return (self.until - EPOCH) // MILLISECOND


@dataclass(frozen=True)
class Away:
    """A player who is away from the table for now.

    Attributes:
        seconds: How long they have been away.
        lost: Whether their connection broke; otherwise they closed the page.
        on_clock: Whether their time runs while they are to move.
    """

    name: str
    seat: int | None
    seconds: int
    lost: bool
    on_clock: bool


def away_from(access: Access, at: datetime) -> list[Away]:
    """Return the other players who are away, as a player may see them."""
    if not attendance.is_followed(access):
        return []
    others = [player for player in access.players if player is not access.player]
    on_clock = access.match.pace == Match.Pace.LIVE
    return [
        Away(
            name=one.player.name,
            seat=one.player.seat,
            seconds=max(0, int((at - one.since).total_seconds())),
            lost=one.lost,
            on_clock=on_clock,
        )
        for one in attendance.away(others)
    ]


def absence_for(access: Access, at: datetime) -> Absence | None:
    """Return the absence that a player may act on now or soon; None for spectators."""
    if access.seat is None:
        return None
    others = arrivals.absent(access.match, access.players)
    others = [player for player in others if player is not access.player]
    if not others:
        return None
    until = arrivals.awaited_until(access.match)
    return Absence(others, until, at >= until, arrivals.was_for_anybody(access.match))


def absence_html(access: Access, at: datetime) -> str:
    """Render the fragment #absent as a socket sends it; empty if all players are there."""
    context = {"absence": absence_for(access, at), "away": away_from(access, at), "oob": True}
    return render_to_string("matches/_absent.html", context)
