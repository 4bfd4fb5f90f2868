"""A step of a match as its visitor saw it: what the table shows again on the way back to now."""

from __future__ import annotations

from dataclasses import replace

from games.matches.access import Access
from games.matches.presenters import replay
from games.matches.presenters.log import visible_steps
from games.matches.presenters.table import Table, table_at
from games.matches.services.event_store import match_state


def table_at_step(access: Access, number: int) -> Table:
    """The table after the first `number` steps that the visitor knows of, by their own view.

    All hands are shown nowhere here, not even of a match that is over: it is what they saw.
    """
    match, seat = access.match, access.seat
    story = match_state(match).story
    shown = tuple(visible_steps(story, seat)[:number])
    position = replay.position_after(match, story, shown[-1].number if shown else 0)
    return replace(table_at(access, seat, position.view(seat), shown), passing=True)
