"""The file with all that is stored about a user, and the records of their matches."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.export import json_parts
from core.monitoring.rate_limit import limit_use
from games.archive.services.records import finished_match_ids, zip_records
from games.matches.refusals import TooMany

EXPORT_PAUSE = 300
"""Minimum seconds between two exports for the same user, as each is much work for the site."""


def export_zip(user: User) -> Iterator[bytes]:
    """Return a zip of data.json, all that is stored about a user, and the records of their matches.

    Raises:
        TooMany: If the last export was less than `EXPORT_PAUSE` seconds ago.
    """
    refusal = TooMany(_("Your data is being prepared. Try again in a few minutes."))
    limit_use(f"data:{user.pk}", 1, EXPORT_PAUSE, refusal)
    return zip_records(finished_match_ids(user), "records/", json_parts(user))
