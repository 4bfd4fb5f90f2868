"""A site with data in every table, for tests that move, back up and replay it.

`play_all_games()` plays through the services. `fill_empty_tables()` then writes a row with odd
values into every table that is still empty, so that new tables are never forgotten.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.utils import timezone

from games.chat import services as chat
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.maintenance import sql_tables
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.services import commands, leaving, timeouts
from tests.helpers.matches import (
    act,
    committed,
    legal,
    mover,
    people,
    play_on,
    player_at,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared
from tests.helpers.tables import every_game_with

ODD = "Zoë “Ø” 아나 🂡\n\t'; --\\"
UNDONE = {
    "duty": [False, False],
    "hands": [["mede", "persian", "persian"], ["hittite", "hittite"]],
    "sites": {"mede": {"tribes": [["persian", "persian"], []], "temples": [[], []]}},
}


def play_all_games() -> Match:
    """Play all games, with chat, undo and a timeout; return a match that waits for a move."""
    anna, berta, carla = people("Anna", "Berta", "Carla")
    for game, seats in every_game_with(seats=2):
        running = started(*(anna, berta, carla)[:seats], game=game)
        act(running, seat := mover(running), legal(running, seat)[0])
    play_on(started(anna, berta, game="kharnage", seed=5))
    _resigned(anna, berta, carla)
    _timed_out(anna, berta)
    _called_off(anna, berta)
    _undone(berta, carla)
    with committed():
        play_on(lobby.open_for_bots(TableRequest("babel", 2, bots=("easy", "normal"))))
        lobby.open_table(carla, TableRequest("kabale", 3), sure=True)
    match = started(anna, berta, seed=9)
    with committed():
        chat.post_line(open_match(anna, match.id), ODD)
    return match


def _resigned(*three: Any) -> None:
    match = started(*three, game="kabale")
    with committed():
        commands.resign(three[0], match.id)
    play_on(match)


def _timed_out(*two: Any) -> None:
    match = started(*two, clock="live-10")
    for _ in range(20):
        act(match, seat := mover(match), legal(match, seat)[-1])
    player = player_at(match, seat)
    Player.objects.filter(pk=player.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    with committed():
        assert timeouts.expire(match.id) == 1


def _called_off(*two: Any) -> None:
    match = started(*two)
    with committed():
        leaving.abort(two[0], match.id)


def _undone(*two: Any) -> None:
    match = prepared("babel", UNDONE, *two)
    act(match, 0, {"type": "travel", "tribe": "mede"})
    with committed():
        commands.take_back(user_at(match, 0), match.id, turn_token(match, 0))
    act(match, 0, {"type": "travel", "tribe": "mede"})


def fill_empty_tables() -> None:
    """Write a row into every empty table, or two where one row of another table points at both.

    A table comes after those that its foreign keys need.
    """
    empty = [kind for kind in sql_tables.kinds() if not kind._base_manager.exists()]
    wanted = Counter[Any]()
    for kind in empty:
        wanted |= Counter(field.related_model for field in _foreign_keys(kind))
    while empty:
        kind = next(kind for kind in empty if not _waits(kind, empty))
        rows = [_row(kind, number) for number in range(min(2, max(1, wanted[kind])))]
        sql_tables.write(kind, "default", rows)
        empty.remove(kind)
    connection.check_constraints()


def _waits(kind: sql_tables.Kind, empty: list[sql_tables.Kind]) -> bool:
    """Return whether a row needs one of another table that is still empty."""
    needed = [field.related_model for field in _foreign_keys(kind) if not field.null]
    return any(other in empty and other is not kind for other in needed)


def _foreign_keys(kind: sql_tables.Kind) -> list[Any]:
    return [field for field in kind._meta.local_concrete_fields if field.remote_field]


def _row(kind: sql_tables.Kind, number: int) -> tuple[Any, ...]:
    """Return a row; the second one of a table, `number` 1, differs from the first."""
    pointed_at: Counter[Any] = Counter(
        {field.related_model: number for field in _foreign_keys(kind)}
    )
    row = []
    for field in kind._meta.local_concrete_fields:
        if field.remote_field:
            # Two foreign keys to one table point at two rows: a user cannot block themselves.
            other = field.related_model
            assert other is not None
            ids = list(other._base_manager.values_list("pk", flat=True)[:9])
            nth = pointed_at[other] % max(1, len(ids))
            pointed_at[other] += 1
            row.append(None if field.null and not ids else ids[nth] if ids else 1)
        else:
            value = _value(field)
            if number and isinstance(value, str) and not field.choices:
                value = value[::-1]
            elif number and isinstance(field, models.AutoField):
                value += number
            # A later column gets a later time.
            later = timedelta(days=len(row)) if isinstance(value, date) else None
            row.append(value + later if later else value)
    return tuple(row)


def _value(field: Any) -> Any:
    if field.choices:
        return field.choices[0][0]
    for known, value in _ODD_VALUES.items():
        if isinstance(field, known):
            return value[: field.max_length] if isinstance(value, str) else value
    raise TypeError(field)


_ODD_VALUES: dict[type[models.Field[Any, Any]], Any] = {
    models.AutoField: 41,
    models.BooleanField: True,
    models.IntegerField: 1,
    models.FloatField: 0.1,
    models.JSONField: {"ü": [1, None, True, 0.1, "\u2028"], "a": {}},
    models.DateTimeField: datetime(2026, 2, 3, 4, 5, 6, 789_012, UTC),
    models.DateField: date(2026, 2, 3),
    models.TimeField: time(4, 5, 6),
    models.GenericIPAddressField: "2001:db8::1",
    models.UUIDField: UUID(int=7),
    models.BinaryField: b"\x00\xff",
    models.TextField: ODD * 50,
    models.CharField: ODD,
}


def fill_site() -> Match:
    """Fill the whole site; return a match that waits for a move."""
    match = play_all_games()
    fill_empty_tables()
    return match
