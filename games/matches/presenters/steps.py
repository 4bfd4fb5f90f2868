"""Earlier steps of a match that the table plays again for a visitor who missed them."""

from __future__ import annotations

from dataclasses import replace

from games.engine.history import visible_steps
from games.matches.presenters import replay
from games.matches.presenters.table import Table, table_at
from games.matches.services.event_store import match_state
from games.matches.viewing import Access


def table_at_step(access: Access, number: int) -> Table:
    """Return the table after the first `number` steps that the visitor knows of.

    It shows the visitor's own view, even if the match is over and all hands are public.
    """
    match, seat = access.match, access.seat
    state = match_state(match)
    shown = tuple(visible_steps(state.history, seat)[:number])
    position = replay.position_after(state, state.history, shown[-1].number if shown else 0)
    return replace(table_at(access, seat, position.view(seat), shown), passing=True)
