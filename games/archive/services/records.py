"""All records of a user as one zip file, generated while it is sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from core.monitoring.rate_limit import limit_use
from games.matches.models import Match, Player
from games.matches.refusals import SignInFirst, TooMany
from games.matches.services.event_store import record_of

PAUSE = 60
"""Seconds between two files for the same user: each is expensive for the server."""


class _ZipBuffer(RawIOBase):
    """The target of a zip file, drained while it is written."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting += data
        return len(data)

    def drain(self) -> bytes:
        data = bytes(self._waiting)
        self._waiting.clear()
        return data


def archive_of(user: Visitor) -> Iterator[bytes]:
    """Return a zip with the record of each finished match, newest first.

    Raises:
        SignInFirst: the visitor is not signed in.
        TooMany: the last file was requested less than `PAUSE` seconds ago.
    """
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to download your records."))
    _begin_file(user)
    return zip_records(finished_match_ids(user))


def own_records(user: User, seats: QuerySet[Player]) -> Iterator[bytes]:
    """Return the records of these seats of a user, a line of JSON each; raise TooMany."""
    _begin_file(user)
    return record_lines(list(seats.values_list("match_id", flat=True)))


def record_lines(match_ids: Iterable[str]) -> Iterator[bytes]:
    """Yield the records of these matches, a line of JSON each."""
    for match_id in match_ids:
        record = record_of(Match.objects.get(id=match_id))
        yield json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _begin_file(user: User) -> None:
    """Count a new file of a user; raise TooMany."""
    refusal = TooMany(_("Your records are being prepared. Try again in a minute."))
    limit_use(f"archive:{user.pk}", 1, PAUSE, refusal)


def finished_match_ids(user: User) -> list[str]:
    """Return the ids of a user's finished matches, newest first."""
    seats = Player.objects.filter(user=user.pk, ended_at__isnull=False)
    return list(seats.order_by("-ended_at", "-id").values_list("match_id", flat=True))


def zip_records(
    match_ids: list[str], folder: str = "", data: Iterable[str] = ()
) -> Iterator[bytes]:
    """Yield a zip of the records of these matches in a folder, and of data.json if there is any."""
    buffer = _ZipBuffer()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        if data:
            with archive.open("data.json", "w") as file:
                for part in data:
                    file.write(part.encode())
                    yield buffer.drain()
        for match_id in match_ids:
            match = Match.objects.get(id=match_id)
            assert match.ended_at is not None
            name = f"{folder}{match.ended_at:%Y-%m-%d}-{match.game}-{match.id}.json"
            archive.writestr(name, json.dumps(record_of(match), indent=1))
            yield buffer.drain()
    yield buffer.drain()
