"""What the archive stores about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import Lines, PersonalData, Section, Topic
from games.archive.models import Bookmark


def _shown() -> dict[Topic, Lines]:
    notes = _("Your favourites and your notes on matches. Only you can read them.")
    return {"tables": [(notes, _("Until you remove them or delete the account."))]}


PersonalData(
    exported=(Section("bookmarks", Bookmark, "user", "match=match_id favourite note changed_at"),),
    shown=_shown,
).register()
