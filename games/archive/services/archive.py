"""All records of somebody in one file, written while it is read."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from games.matches.models import Match, Player
from games.matches.refusals import SignInFirst, TooMany
from games.matches.services.event_store import record_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

PAUSE = 60
"""So many seconds lie between two files for the same person: each takes the house some work."""


class _Outlet(RawIOBase):
    """What a zip file is written to; it is taken away as it comes."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        data = bytes(self._waiting)
        self._waiting.clear()
        return data


def archive_of(user: User | AnonymousUser) -> Iterator[bytes]:
    """A zip of one record a finished match, the newest first; SignInFirst, TooMany."""
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to take your records with you."))
    if not cache.add(f"archive:{user.pk}", True, PAUSE):
        raise TooMany(_("Your records are on their way. Try again in a minute."))
    return written(played_by(user))


def played_by(user: User) -> list[str]:
    """The matches somebody has finished, the newest first, by their ids."""
    chairs = Player.objects.filter(user=user.pk, ended_at__isnull=False)
    return list(chairs.order_by("-ended_at", "-id").values_list("match_id", flat=True))


def written(match_ids: list[str], folder: str = "", data: Iterable[str] = ()) -> Iterator[bytes]:
    """A zip of the records of these matches in a folder, and of data.json if there is any."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:
        if data:
            with archive.open("data.json", "w") as file:
                for part in data:
                    file.write(part.encode())
                    yield outlet.taken()
        for match_id in match_ids:
            match = Match.objects.get(id=match_id)
            assert match.ended_at is not None
            name = f"{folder}{match.ended_at:%Y-%m-%d}-{match.game}-{match.id}.json"
            archive.writestr(name, json.dumps(record_of(match), indent=1))
            yield outlet.taken()
    yield outlet.taken()
