"""Whose turn it is at a device, whether the others may look on, and the tables of a host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import User
from core.labels import name_words
from games.boards.lines import Line
from games.engine.contract import Move
from games.engine.history import Step, visible_steps
from games.lobby.front_page import Part, Place
from games.local_tables.models import LocalTable
from games.local_tables.services import LocalAccess
from games.matches.models import Match, Player
from games.matches.presenters.rendered_log import render_lines
from games.matches.presenters.table import Table, table_for
from games.matches.services import time_source
from games.matches.services.event_store import MatchState, match_state
from games.matches.viewing import Access
from games.titles.registry import game_of, is_installed

AGAIN = "again-form"
TOOLS = "local_tables/_tools.html"
LINES = 5
"""The lines of the log on the cover."""


@dataclass(frozen=True)
class Holder:
    """The person who takes the device next.

    Attributes:
        asked: Whether the person has a question. While the rules keep secret who is asked, people
            without one take the device too.
        covered: Whether the others must not look on.
    """

    player: Player
    asked: bool
    covered: bool

    @property
    def seat(self) -> int:
        assert self.player.seat is not None
        return self.player.seat


def holder_of(local: LocalAccess) -> Holder | None:
    """Return who takes the device next; None while only bots are asked, and after the end."""
    match = local.access.match
    if match.status != Match.Status.RUNNING:
        return None
    state, people = match_state(match), local.people
    asked = [one for one in people if one.asked_at is not None]
    if state.position.silence is not None:
        waiting = [one for one in people if one.seat not in local.table.had_it] or asked
        return Holder(waiting[0], waiting[0] in asked, covered=True) if waiting else None
    if not asked:
        return None
    player = asked[0]
    assert player.seat is not None
    return Holder(player, True, has_secrets(state, player.seat))


def has_secrets(state: MatchState, seat: int) -> bool:
    """Return whether a seat knows, or may now do, something that others at the device may not see.

    The answer comes from the rules: it compares the seat's view, now and after its moves, with that
    of the public, and what both know of the match. A move with an effect that only some may know
    of is a secret too.
    """
    position = state.position
    if position.view(seat) != position.view(None):
        return True
    if visible_steps(state.history, seat) != visible_steps(state.history, None):
        return True
    for move in _one_of_each_kind(position.moves(seat)):
        after = position.clone()
        effects = after.play(seat, move, state.chance())
        if after.view(seat) != after.view(None) or any(one.to is not None for one in effects):
            return True
    return False


def _one_of_each_kind(moves: Sequence[Move]) -> list[Move]:
    return list({move.type: move for move in moves}.values())


@dataclass(kw_only=True)
class OpenTable(Table):
    """A table at which the others look on: one person's question, and the public's past."""

    @property
    def log(self) -> SafeString:
        """The log as HTML; the cached one of this seat has more."""
        return render_lines(self.lines)


def hand_of(local: LocalAccess, holder: Holder) -> Table:
    """Return the table of the person who has the device."""
    table = table_for(local.as_seen_by(holder.player), time_source.now())
    if not holder.covered:
        own = {one.name: getattr(table, one.name) for one in fields(table)}
        table = OpenTable(**{**own, "steps": _public(table.steps)})
    table.tools, table.may_hint = TOOLS, False
    table.turn_words = gettext("{name}’s turn").format(name=holder.player.name)
    return table


def public_table(access: Access) -> Table:
    """Return the table that everyone around the device may see."""
    table = table_for(access, time_source.now())
    table.tools = TOOLS
    if table.ended:
        table.again_form = AGAIN
        winner = table.scene.winner
        won = winner is not None and not table.players[winner].bot
        table.scene = replace(table.scene, won=won)
    return table


def _public(steps: Sequence[Step]) -> list[Step]:
    """Return what the public knows of these steps."""
    known = visible_steps(steps, None)
    return [
        replace(step, effects=tuple(one for one in step.effects if one.known_to(None)))
        for step in known
    ]


def newest_lines(table: Table) -> list[Line]:
    """Return the newest lines of the log, oldest first."""
    return [line for line in table.lines if not line.undone][-LINES:]


@dataclass(frozen=True)
class Row:
    """A local table in the host's list."""

    match: Match
    game: str
    names: Sequence[str]


def tables_of(host: User) -> list[Row]:
    """Return the running local tables of a host, the newest first."""
    own = LocalTable.objects.filter(host=host, match__status=Match.Status.RUNNING)
    found = own.select_related("match").prefetch_related("match__players").order_by("-opened_at")
    return [
        Row(
            table.match,
            _name_of(table.match.game),
            [one.name for one in table.match.players.all() if one.person],
        )
        for table in found
    ]


def _name_of(game: str) -> str:
    return game_of(game).name if is_installed(game) else name_words(game)


def part_of_front_page(request: HttpRequest) -> Part | None:
    """Return the running local tables for the front page."""
    user = request.user
    rows = tables_of(user) if user.is_authenticated else []
    return Part(Place.MINE, "local_tables/_mine.html", {"rows": rows}, order=0) if rows else None
