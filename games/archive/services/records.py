"""All records of somebody as one zip file, generated while it is sent."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from io import RawIOBase
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from games.matches.models import Match, Player
from games.matches.refusals import SignInFirst, TooMany
from games.matches.services.event_store import record_of

PAUSE = 60
"""Seconds between two files for the same person: each is expensive for the server."""


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
    """A zip with the record of each finished match, the newest first; SignInFirst, TooMany."""
    return zip_records(_taken_along(user))


def own_records(user: Visitor) -> Iterator[bytes]:
    """The same, a line of JSON each."""
    return _lines(_taken_along(user))


def _lines(match_ids: list[str]) -> Iterator[bytes]:
    for match_id in match_ids:
        yield as_line(record_of(Match.objects.get(id=match_id)))


def as_line(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _taken_along(user: Visitor) -> list[str]:
    """The matches of a file that is begun; SignInFirst, TooMany."""
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to take your records with you."))
    if not cache.add(f"archive:{user.pk}", True, PAUSE):
        raise TooMany(_("Your records are on their way. Try again in a minute."))
    return finished_match_ids(user)


def finished_match_ids(user: User) -> list[str]:
    """The ids of the matches somebody has finished, the newest first."""
    chairs = Player.objects.filter(user=user.pk, ended_at__isnull=False)
    return list(chairs.order_by("-ended_at", "-id").values_list("match_id", flat=True))


def zip_records(
    match_ids: list[str], folder: str = "", data: Iterable[str] = ()
) -> Iterator[bytes]:
    """A zip of the records of these matches in a folder, and of data.json if there is any."""
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
