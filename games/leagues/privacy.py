"""What leagues store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, personal_data
from games.leagues.models import League, LeaguePlayer
from games.leagues.services.seasons import withdraw_all

personal_data.register(
    PersonalData(
        exported=(
            Section("leagues", League, "organiser", "title game clock founded_at closed_at"),
            Section(
                *("league_places", LeaguePlayer, "user"),
                "league=season__league__title season=season__number division place registered_at",
            ),
        ),
        erase=withdraw_all,
        shown=lambda: {
            "tables": [
                (
                    _("Leagues that you found or play in."),
                    _("Your places stay, without your name once your account is deleted."),
                ),
            ],
        },
    )
)
