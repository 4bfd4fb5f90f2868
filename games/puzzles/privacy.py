"""What puzzles store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, personal_data
from games.puzzles.models import PuzzleAttempt, Solver

personal_data.register(
    PersonalData(
        exported=(
            Section("puzzles", PuzzleAttempt, "user", "game puzzle solved move rating change at"),
            Section("puzzle_ratings", Solver, "user", "game rating tried solved"),
        ),
        shown=lambda: {
            "account": [
                (
                    _("Your answers to puzzles; without an account, by your session’s cookie."),
                    _("Until you delete the account, or the cookie."),
                ),
            ],
        },
    )
)
