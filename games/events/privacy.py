"""What events store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.events.models import Event, Registration
from games.events.services.planning import cancel_all

PersonalData(
    exported=(
        Section(
            *("events_planned", Event, "organiser"),
            "title text club=club__name starts_at zone status planned_at",
        ),
        Section("events_worded", Event, "worded_by", "title text"),
        Section(
            *("events_registered", Registration, "user"),
            "event=event__title starts_at=event__starts_at at waiting",
        ),
    ),
    withheld={
        "events.calendarkey.user": "The secret address of your calendar is on the page of"
        " events; who has it can read your calendar."
    },
    erase=lambda user, name: cancel_all(user),
    shown=lambda: {
        "tables": [
            (
                _("Events that you plan or register for."),
                _(
                    "Until you delete the account. Events you planned that haven’t begun are"
                    " then cancelled; others, and those of a club, stay without you."
                ),
            )
        ]
    },
).register()
