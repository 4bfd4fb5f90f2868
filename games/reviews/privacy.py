"""What reviews store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.reviews.models import AutomaticReview

PersonalData(
    exported=(Section("automatic_reviews", AutomaticReview, "user", "since"),),
    shown=lambda: {
        "account": [
            (
                _("That your matches are reviewed by themselves, if you chose so."),
                _("Until you choose otherwise, or delete the account."),
            )
        ]
    },
).register()
