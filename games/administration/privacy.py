"""What announcements store in a browser."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import DAY, PersonalData, describe_duration

PersonalData(
    shown=lambda: {
        "browser": [
            (
                _(
                    "Cookie “announcements_closed”: the numbers of the announcements you have"
                    " closed."
                ),
                describe_duration(31 * DAY),
            )
        ]
    }
).register()
