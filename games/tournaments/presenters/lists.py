"""The lists of tournaments that a visitor sees."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.http import Visitor
from games.events.models import Event
from games.events.presenters import EventRow, rows_of
from games.events.services import finding
from games.tournaments.presenters.data import tournaments_of


@dataclass(frozen=True)
class TournamentLists:
    """Tournaments that run, those ahead with the next one first, and the newest that are over."""

    running: list[EventRow]
    upcoming: list[EventRow]
    past: list[EventRow]

    @property
    def empty(self) -> bool:
        return not (self.running or self.upcoming or self.past)


def lists_for(visitor: Visitor) -> TournamentLists:
    """Return the tournaments that a visitor may see."""
    ahead, past = list(finding.upcoming(visitor)), list(finding.past(visitor))
    known = tournaments_of([*ahead, *past])
    rows = {row.event.pk: row for row in rows_of([*ahead, *past], visitor) if row.event.pk in known}

    def shown(events: list[Event], *, running: bool = False) -> list[EventRow]:
        return [
            rows[one.pk]
            for one in events
            if one.pk in rows and (one.status == Event.Status.RUNNING) is running
        ]

    return TournamentLists(shown(ahead, running=True), shown(ahead), shown(past))
