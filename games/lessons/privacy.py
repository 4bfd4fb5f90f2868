"""What lessons store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.lessons.models import LessonProgress

PersonalData(
    exported=(
        Section("lessons", LessonProgress, "user", "game lesson done shown finished changed_at"),
    ),
    shown=lambda: {
        "account": [
            (
                _("Your progress in the lessons; without an account, by your session’s cookie."),
                _("Until you delete the account, or the cookie."),
            )
        ]
    },
).register()
