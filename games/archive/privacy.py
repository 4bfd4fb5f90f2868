"""What the archive stores about a user."""

from __future__ import annotations

from accounts.personal_data import PersonalData, Section, personal_data
from games.archive.models import Bookmark

personal_data.register(
    PersonalData(
        exported=(
            Section("bookmarks", Bookmark, "user", "match=match_id favourite note changed_at"),
        ),
    )
)
