"""Renamings at running matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.matches.models import Event, Match
from games.matches.services.append import Change, next_event
from games.matches.services.execute import Command, Table, execute


def note_renaming(match_id: str) -> None:
    """Append an event to a running match after a player's name was changed.

    What a process caches of a match is true at the number of its newest event, names included.
    With a new number every process reads the names again, and every open page is sent its table.

    Raises:
        NoSuchMatch: There is no such match.
        NotInstalled: Its game is not installed.
    """
    execute(Rename(match_id))


@dataclass(frozen=True)
class Rename(Command):
    """Give a running match a new number after a player's name was changed."""

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change | None:
        if table.access.match.status != Match.Status.RUNNING:
            return None
        event = next_event(table.access.match, Event.Kind.RENAME, None, {})
        return Change(table.access, event, table.state.after_event(event))
