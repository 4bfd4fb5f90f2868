"""A match rendered for one viewer, as HTML or JSON, once for all who see the same."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import blake2b

import orjson
from django.utils.translation import get_language

from fastpath.template_compiler import render
from games.engine.contract import Json, Move
from games.matches.access import Access
from games.matches.cache import VersionedCache
from games.matches.models import Match, Player
from games.matches.presenters.absence import absence_for
from games.matches.presenters.chairs import Chair
from games.matches.presenters.clocks import agreed
from games.matches.presenters.steps import table_at_step
from games.matches.presenters.table import Table, table_for
from games.matches.services import time_source

CACHED_VIEWS = 2048
TABLE = '<div id="table"'
DIGEST = re.compile(r' data-drawn="([0-9a-f]+)"')
AGO = re.compile(r"(?<=>)[^<]*</time>")
DIGEST_BYTES = 8
DIGEST_WITHIN = 200
"""Characters from the beginning of a fragment; what people write comes later."""
table_html_cache: VersionedCache[str] = VersionedCache("tables", CACHED_VIEWS)
state_json_cache: VersionedCache[bytes] = VersionedCache("states", CACHED_VIEWS)


def table_html(access: Access) -> str:
    """The fragment #table of a started match as its visitor may see it, at its newest event.

    It bears a digest of itself, `data-drawn`, by which a page tells what it has.
    """
    match = access.match
    viewer = f"{match.id} {access.seat} {get_language()}"
    html = table_html_cache.at(viewer, match.last_number)
    if html is None:
        context = {"match": match, "table": table_for(access)}
        html = render("matches/_table.html", context)
        html = html.replace(TABLE, f'{TABLE} data-drawn="{digest(html)}"', 1)
        # After the end no event announces that a rematch is offered, or a rating annulled.
        if match.status == Match.Status.RUNNING:
            table_html_cache.set_newer(viewer, match.last_number, html)
    return html


def digest(html: str) -> str:
    """A short name for what a page shows: its socket, which draws the same anew, compares it.

    How long ago something was changes with every second, and is no news.
    """
    return blake2b(AGO.sub("", html).encode(), digest_size=DIGEST_BYTES).hexdigest()


def digest_of(html: str) -> str:
    """The digest that a table bears; "" for one without."""
    found = DIGEST.search(html, 0, DIGEST_WITHIN)
    return found[1] if found else ""


def refused_table_html(access: Access, refusal: Json) -> str:
    """The same with a refusal above it, never cached."""
    table = table_for(access, time_source.now())
    table.refusal = refusal
    return render("matches/_table.html", {"match": access.match, "table": table})


def hinted_table_html(access: Access, hint: Move) -> str:
    """The same with what a strong bot would do, never cached."""
    table = table_for(access, time_source.now())
    table.hint = hint
    return render("matches/_table.html", {"match": access.match, "table": table})


def step_html(access: Access, step: int) -> str:
    """The fragment as it was after a step of the visitor's own story, to be swapped in as pushed.

    Never cached: who was away looks at what they missed once.
    """
    table = table_at_step(access, step)
    return pushed(render("matches/_table.html", {"match": access.match, "table": table}))


def pushed(html: str) -> str:
    """The same fragment as a socket sends it: htmx swaps it in place of #table."""
    return html.replace(TABLE, f'{TABLE} hx-swap-oob="morph"', 1)


def state_of(access: Access, at: datetime | None = None) -> Json:
    """A match in any status as JSON; `at` as for `table_for`."""
    match = access.match
    if match.status not in (Match.Status.OPEN, Match.Status.CLOSED):
        return {**_state_of_table(table_for(access, at)), "absent": _absent(access, at)}
    return {
        "match": match.id,
        "game": match.game,
        "status": match.status,
        "options": match.options,
        "seats": match.seats,
        "clock": agreed(match),
        "players": [_player_before_start(player) for player in access.players],
        "reveal_by": _iso(match.reveal_by),
        "awaited": _awaited(access),
    }


def moves_of(access: Access) -> Json:
    """What the visitor is asked at a match in any status, and what they may answer."""
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return {"game": access.match.game, "asked": None, "moves": []}
    table = table_for(access)
    moves = [move.dump() for move in table.moves]
    return {"game": access.match.game, "asked": table.asked, "moves": moves}


def _awaited(access: Access) -> bool:
    """Whether the visitor is to reveal a nonce now."""
    return (
        access.match.reveal_by is not None and access.player is not None and access.player.awaited
    )


def answered_state(access: Access) -> bytes:
    """The serialized state, with the clocks as they are now."""
    if access.match.pace:
        return serialize(state_of(access, time_source.now()))
    return pushed_state(access)


def timeless_state(access: Access) -> bytes:
    """The same without the moment at which it is answered: it changes when something happens."""
    absent = _absent(access, time_source.now()) if access.match.started_at else None
    return pushed_state(access) + serialize(absent)


def pushed_state(access: Access) -> bytes:
    """The serialized state for all who see the same; clocks by the moment they run out."""
    match = access.match
    viewer = f"{match.id} {access.seat}"
    state = state_json_cache.at(viewer, match.last_number)
    if state is None:
        state = serialize(state_of(access))
        if match.status == Match.Status.RUNNING:
            state_json_cache.set_newer(viewer, match.last_number, state)
    return state


def serialize(state: Json | None) -> bytes:
    return orjson.dumps(state)


def _state_of_table(table: Table) -> Json:
    match = table.match
    return {
        "match": match.id,
        "game": match.game,
        "status": match.status,
        "options": match.options,
        "seat": table.seat,
        "players": [_player(chair) for chair in table.chairs],
        "view": table.view,
        "moves": [move.dump() for move in table.moves],
        "asked": table.asked,
        "may_undo": table.may_undo,
        "may_abort": table.may_abort,
        "rated": match.rated,
        "uncounted": match.uncounted or None,
        "clock": agreed(match),
        "clocks": [_clock(chair) for chair in table.chairs],
        "answer_by": _iso(match.answer_by),
        "now": _iso(table.at),
        "until": _iso(table.until, "seconds"),
        "seen": table.seen,
        "outcome": match.outcome,
        "annulled": table.annulled,
    }


def _absent(access: Access, at: datetime | None) -> Json | None:
    """Who has not come to a live match; null in what is pushed, since no event tells of it."""
    absence = None if at is None else absence_for(access, at)
    return None if absence is None else {"seats": absence.seats, "until": _iso(absence.until)}


def _player(chair: Chair) -> Json:
    rating = {}
    if chair.rating is not None:
        rating = {"rating": {"before": chair.rating[0], "after": chair.rating[1]}}
    bot = bool(chair.bot)
    who = {"seat": chair.seat, "name": chair.name, "username": chair.username or None, "bot": bot}
    return {**who, "left": chair.left, **rating}


def _player_before_start(player: Player) -> Json:
    username = None if player.user is None else player.user.username
    return {"name": player.name, "username": username, "bot": bool(player.bot)}


def _clock(chair: Chair) -> Json | None:
    """Seconds left on a clock, and the moment it runs out while it runs."""
    clock = chair.clock
    if clock is None:
        return None
    out = None if clock.deadline is None else datetime.fromtimestamp(clock.deadline / 1000, UTC)
    return {"seat": chair.seat, "left": clock.left / 1000, "runs": clock.runs, "out": _iso(out)}


def _iso(at: datetime | None, precision: str = "milliseconds") -> str | None:
    return None if at is None else at.isoformat(timespec=precision)
