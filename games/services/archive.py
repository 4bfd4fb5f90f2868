"""All records of somebody in one file, and all else that is stored of them: written while read."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.services import export as people
from games.models import Match, Player
from games.services import export
from games.services.record import record_of
from games.services.refusals import SignInFirst, TooMany

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

PAUSE = 60
DATA_PAUSE = 300
"""So many seconds lie between two files for the same person: each takes the house some work."""
SECTIONS = (*people.SECTIONS, *export.SECTIONS)
KEPT_BACK = {**people.KEPT_BACK, **export.KEPT_BACK}


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
    return _written(_played(user))


def data_of(user: User) -> Iterator[bytes]:
    """A zip of all that is stored of somebody, data.json, and the records beside it; TooMany."""
    if not cache.add(f"data:{user.pk}", True, DATA_PAUSE):
        raise TooMany(_("Your data is on its way. Try again in some minutes."))
    return _written(_played(user), "records/", people.written(user, SECTIONS, KEPT_BACK.values()))


def _played(user: User) -> list[str]:
    chairs = Player.objects.filter(user=user.pk, ended_at__isnull=False)
    return list(chairs.order_by("-ended_at", "-id").values_list("match_id", flat=True))


def _written(match_ids: list[str], folder: str = "", data: Iterable[str] = ()) -> Iterator[bytes]:
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
