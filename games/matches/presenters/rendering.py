"""A match rendered for one viewer, as HTML or JSON; cached for viewers who see the same."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b

import orjson
from django.utils.translation import get_language

from core.fastpath.template_compiler import render
from games.engine.contract import Json
from games.matches import hooks
from games.matches.cache import VersionedCache
from games.matches.models import Match, Player
from games.matches.presenters.absence import absence_for
from games.matches.presenters.clocks import agreed, face_of
from games.matches.presenters.log import cached_visible_steps
from games.matches.presenters.questions import question_for
from games.matches.presenters.standing_in import drawn
from games.matches.presenters.steps import table_at_step
from games.matches.presenters.table import Table, gone_words, is_annulled, table_for
from games.matches.services import time_source
from games.matches.services.event_store import match_state
from games.matches.viewing import Access

CACHED_VIEWS = 2048
TABLE = '<div id="table"'
AGO = "</time>"
DIGEST_BYTES = 8
table_html_cache: VersionedCache[str] = VersionedCache("tables", CACHED_VIEWS)
state_json_cache: VersionedCache[bytes] = VersionedCache("states", CACHED_VIEWS)


def table_html(access: Access) -> str:
    """Render the fragment #table of a started match as its visitor may see it."""
    match = access.match
    who = "nameless" if access.nameless else access.seat
    # A player who left has no seat, and reads more than spectators.
    viewer = f"{match.id} {who} {gone_words(access)} {get_language()}"
    html = table_html_cache.at(viewer, match.last_number)
    if html is None:
        html = rendered(table_for(access))
        # After the end the table can change without a new event: by a rematch, or annulled ratings.
        if match.status == Match.Status.RUNNING:
            table_html_cache.set_newer(viewer, match.last_number, html)
    return html


def digest(html: str) -> str:
    """Return a digest of a page's table, so that its socket can skip a table that is shown already.

    Relative times (“5 minutes ago”) are left out, because they change with every second.
    """
    *parts, rest = html.split(AGO)
    lasting = "".join(part.rpartition(">")[0] for part in parts) + rest
    return blake2b(lasting.encode(), digest_size=DIGEST_BYTES).hexdigest()


def refused_table_html(access: Access, refusal: Json) -> str:
    """Render the table with a refusal above it; never cached."""
    table = table_for(access, time_source.now())
    table.refusal = refusal
    return rendered(table)


def rendered(table: Table) -> str:
    """Render the fragment #table."""

    def draw(table: Table) -> str:
        return render("matches/_table.html", {"match": table.match, "table": table})

    return drawn(draw, table)


def step_html(access: Access, step: int) -> str:
    """Render the table after a step that the visitor knows of, as a socket would send it.

    Never cached: a player who was away looks at the missed steps only once.
    """
    return pushed(rendered(table_at_step(access, step)))


def pushed(html: str) -> str:
    """Return a table's HTML as a socket sends it: htmx replaces #table with it."""
    return html.replace(TABLE, f'{TABLE} hx-swap-oob="morph"', 1)


def state_of(access: Access, at: datetime | None = None) -> Json:
    """Return a match in any status as JSON; `at` as for `table_for`."""
    match = access.match
    if match.status not in (Match.Status.OPEN, Match.Status.CLOSED):
        return {**_state_of_started(access, at), "absent": _absent(access, at)}
    return {
        "match": match.id,
        "game": match.game,
        "rules": match.rules,
        "status": match.status,
        "options": match.options,
        "seats": match.seats,
        "clock": agreed(match),
        "players": [_player_before_start(player) for player in access.players],
        "reveal_by": _iso(match.reveal_by),
        "awaited": _awaited(access),
    }


def moves_of(access: Access) -> Json:
    """Return the visitor's question and legal moves, at a match in any status, as JSON."""
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return {"game": access.match.game, "turn_token": None, "moves": []}
    question = question_for(access, match_state(access.match))
    moves = [move.dump() for move in question.moves]
    return {"game": access.match.game, "turn_token": question.turn_token, "moves": moves}


def _awaited(access: Access) -> bool:
    """Return whether the visitor must reveal a nonce now."""
    return (
        access.match.reveal_by is not None and access.player is not None and access.player.awaited
    )


def answered_state(access: Access) -> bytes:
    """Return the serialized state, with the clocks read now."""
    if access.match.pace:
        return serialize(state_of(access, time_source.now()))
    return pushed_state(access)


def timeless_state(access: Access) -> bytes:
    """Return the serialized state without the current time: it changes only with new events."""
    absent = _absent(access, time_source.now()) if access.match.started_at else None
    return pushed_state(access) + serialize(absent)


def pushed_state(access: Access) -> bytes:
    """Return the serialized state, cached for viewers who see the same; clocks as for `at` None."""
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


def _state_of_started(access: Access, at: datetime | None) -> Json:
    """Return a started match as JSON; without a `Table`, most of which only pages need."""
    match, seat = access.match, access.seat
    state = match_state(match)
    question = question_for(access, state)
    players = sorted(access.players, key=lambda player: player.seat or 0)
    return {
        "match": match.id,
        "game": match.game,
        "rules": match.rules,
        "status": match.status,
        "options": match.options,
        "seat": seat,
        "players": _players(match, players),
        "view": state.position.view(seat),
        "moves": [move.dump() for move in question.moves],
        "turn_token": question.turn_token,
        "may_undo": question.may_undo,
        "may_abort": question.may_abort,
        "agreed": sorted(state.agreed),
        "rated": match.rated,
        "uncounted": match.uncounted or None,
        "clock": agreed(match),
        "clocks": [_clock(match, player, at) for player in players],
        "answer_by": _iso(match.answer_by),
        "now": _iso(at) if match.pace else None,
        "until": _iso(question.until, "seconds"),
        "seen": len(cached_visible_steps(match.id, state.history, seat)),
        "outcome": match.outcome,
        "annulled": is_annulled(match),
    }


def _absent(access: Access, at: datetime | None) -> Json | None:
    """Return the absent players as JSON; None in pushed states, since no event publishes them."""
    absence = None if at is None else absence_for(access, at)
    return None if absence is None else {"seats": absence.seats, "until": _iso(absence.until)}


def _players(match: Match, players: list[Player]) -> list[Json]:
    """Return the players as JSON; with rating changes, if a rated match has ended."""
    ended = match.rated and match.status == Match.Status.FINISHED
    changes = hooks.rating_changes(match) if ended else {}
    return [_player(player, changes.get(player.seat or 0)) for player in players]


def _player(player: Player, change: tuple[int, int] | None) -> Json:
    user = player.user
    described: Json = {
        "seat": player.seat,
        "name": player.name,
        "username": None if user is None else user.username,
        "bot": bool(player.bot),
        "left": player.left_at is not None,
    }
    if player.named_character:
        described["character"] = player.named_character
    if change is not None:
        described["rating"] = {"before": change[0], "after": change[1]}
    return described


def _player_before_start(player: Player) -> Json:
    username = None if player.user is None else player.user.username
    character = {"character": player.named_character} if player.named_character else {}
    return {"name": player.name, "username": username, "bot": bool(player.bot), **character}


def _clock(match: Match, player: Player, at: datetime | None) -> Json | None:
    """Return a clock as JSON: the seconds left and, while it runs, when it runs out."""
    clock = face_of(match, player, False, at)
    if clock is None:
        return None
    out = None if clock.deadline is None else datetime.fromtimestamp(clock.deadline / 1000, UTC)
    return {"seat": player.seat, "left": clock.left / 1000, "runs": clock.runs, "out": _iso(out)}


def _iso(at: datetime | None, precision: str = "milliseconds") -> str | None:
    return None if at is None else at.isoformat(timespec=precision)
