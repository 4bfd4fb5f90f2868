"""What puzzles store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, describe_duration, personal_data
from games.puzzles.models import PuzzleAttempt, Solver
from games.puzzles.services import NETWORKS_KEPT, expired_networks

personal_data.register(
    PersonalData(
        exported=(
            Section("puzzles", PuzzleAttempt, "user", "game puzzle solved move rating change at"),
            Section("puzzle_ratings", Solver, "user", "game rating tried solved"),
        ),
        expired={"networks of answers": expired_networks},
        shown=lambda: {
            "account": [
                (
                    _("Your answers to puzzles; without an account, by your session’s cookie."),
                    _("Until you delete the account, or the cookie."),
                ),
                (
                    _("A code for your network with each puzzle answered from it, not for you."),
                    describe_duration(NETWORKS_KEPT),
                ),
            ],
        },
    )
)
