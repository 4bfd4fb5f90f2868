"""What moves decided beforehand store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, personal_data
from games.premoves.models import OnlyMoves

personal_data.register(
    PersonalData(
        exported=(Section("only_moves", OnlyMoves, "user", "since"),),
        shown=lambda: {
            "account": [
                (
                    _("That your only move is played by itself, if you chose so."),
                    _("Until you choose otherwise, or delete the account."),
                ),
            ],
        },
    )
)
