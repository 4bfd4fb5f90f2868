"""What achievements, habits and facts store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.achievements.models import Earned, HabitChoice, MatchFact
from games.achievements.services.assessments import forget_habits

PersonalData(
    exported=(
        Section("achievements", Earned, "user", "game achievement match=match_id at"),
        Section(
            "habits",
            HabitChoice,
            "player__user",
            "game=player__game match=player__match_id habit choice",
            covers=(),
        ),
        Section(
            "facts",
            MatchFact,
            "player__user",
            "game=player__game match=match_id fact value",
            covers=(),
        ),
    ),
    # Habits and facts belong to seats, which stay.
    erase=lambda user, name: forget_habits(user.pk),
    shown=lambda: {
        "tables": [
            (
                _("Your achievements, how you usually play, and what you did in a match."),
                _("Until you delete the account."),
            )
        ]
    },
).register()
