"""What the pages store in a browser."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData

PersonalData(
    shown=lambda: {
        "browser": [
            (
                _("Your choice of light or dark and of sound, only in your browser."),
                _("Until you clear it there."),
            )
        ]
    }
).register()
