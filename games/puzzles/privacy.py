"""What puzzles store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, describe_duration
from games.puzzles.models import PuzzleAttempt, Solver, Storm
from games.puzzles.services import NETWORKS_KEPT, expired_networks

PersonalData(
    exported=(
        Section("puzzles", PuzzleAttempt, "user", "game puzzle solved move rating change at"),
        Section("puzzle_ratings", Solver, "user", "game rating tried solved"),
        Section("puzzle_storms", Storm, "user", "game answers solved started_at ended_at"),
    ),
    expired={"networks of answers": expired_networks},
    shown=lambda: {
        "account": [
            (
                _("Your answers to puzzles; without an account, by your session’s cookie."),
                _("Until you delete the account, or the cookie."),
            ),
            (
                _("Your runs through puzzles against time, and your best, which others see."),
                _("Until your next run on another day; the best until you delete the account."),
            ),
            (
                _("A code for your network with each puzzle answered from it, not for you."),
                describe_duration(NETWORKS_KEPT),
            ),
        ]
    },
).register()
