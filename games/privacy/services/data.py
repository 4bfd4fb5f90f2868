"""All that is stored of somebody in one file: written while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.services import export as people
from games.archive.services import finished_match_ids, zip_records
from games.matches.refusals import TooMany
from games.privacy.services import export

if TYPE_CHECKING:
    from accounts.models import User

DATA_PAUSE = 300
"""So many seconds lie between two files for the same person: each takes the house some work."""
SECTIONS = (*people.SECTIONS, *export.SECTIONS)
KEPT_BACK = {**people.KEPT_BACK, **export.KEPT_BACK}


def data_of(user: User) -> Iterator[bytes]:
    """A zip of all that is stored of somebody, data.json, and the records beside it; TooMany."""
    if not cache.add(f"data:{user.pk}", True, DATA_PAUSE):
        raise TooMany(_("Your data is on its way. Try again in some minutes."))
    data = people.written(user, SECTIONS, KEPT_BACK.values())
    return zip_records(finished_match_ids(user), "records/", data)
