"""What clubs store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, personal_data
from games.clubs.models import ClubLine, ClubRating, JoinRequest, Membership
from games.clubs.services.members import leave_all

personal_data.register(
    PersonalData(
        exported=(
            Section("clubs", Membership, "user", "club=club__name role joined_at"),
            Section("clubs_asked", JoinRequest, "user", "club=club__name at"),
            Section("said_in_clubs", ClubLine, "author", "club=club__name text at"),
            Section("club_ratings", ClubRating, "user", "club=club__name game value matches wins"),
        ),
        withheld={
            "clubs.expulsion.user": "Who was expelled from a club is for its organisers only."
        },
        erase=lambda user, name: leave_all(user),
        shown=lambda: {
            "tables": [
                (
                    _("Chat of a club."),
                    _(
                        "While the club exists, its newest 2,000 messages; without your name once "
                        "your account is deleted."
                    ),
                ),
            ],
        },
    )
)
