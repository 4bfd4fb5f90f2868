"""What tournaments store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.tournaments.models import Entrant, Ruling

PersonalData(
    exported=(
        Section(
            *("tournaments", Entrant, "user"),
            "tournament=tournament__event__title format=tournament__format rating first_round"
            " withdrawn_after removed here_at",
        ),
        Section(
            *("tournaments_directed", Ruling, "by"),
            "tournament=tournament__event__title reason before after at",
        ),
    ),
    shown=lambda: {
        "tables": [
            (
                _("Your results in tournaments."),
                _(
                    "Without your name once you delete the account: the results of the others"
                    " depend on them."
                ),
            )
        ]
    },
).register()
