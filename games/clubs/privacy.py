"""What clubs store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.personal_data import PersonalData, Section
from games.clubs.models import (
    Club,
    ClubLine,
    ClubRating,
    JoinRequest,
    Membership,
    TableResult,
    TableSeat,
)
from games.clubs.services.members import leave_all
from games.clubs.services.table_results import forget_person


def _erase(user: User, name: str) -> None:
    leave_all(user)
    forget_person(user, name)


PersonalData(
    exported=(
        Section("clubs", Membership, "user", "club=club__name role joined_at"),
        Section("clubs_worded", Club, "worded_by", "club=name about"),
        Section("clubs_asked", JoinRequest, "user", "club=club__name at"),
        Section("said_in_clubs", ClubLine, "author", "club=club__name text at"),
        Section("club_ratings", ClubRating, "user", "club=club__name game value matches wins"),
        Section(
            *("real_tables", TableSeat, "user"),
            "club=result__club__name game=result__game played_on=result__played_on place score"
            " objected",
        ),
        Section(
            *("real_tables_entered", TableResult, "entered_by"),
            "club=club__name game played_on entered_at",
        ),
    ),
    withheld={"clubs.expulsion.user": "Who was expelled from a club is for its organisers only."},
    erase=_erase,
    shown=lambda: {
        "tables": [
            (
                _("Chat of a club."),
                _(
                    "While the club exists, its newest 2,000 messages; without your name once "
                    "your account is deleted."
                ),
            ),
            (
                _("Results of real tables that organisers enter with your name."),
                _(
                    "While the club exists; without your name if you object, or once your "
                    "account is deleted."
                ),
            ),
        ]
    },
).register()
