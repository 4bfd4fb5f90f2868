"""What local tables store about a user, and about the people at the user's device."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, describe_duration
from games.local_tables import services
from games.local_tables.models import LocalTable
from games.matches.models import Player

PersonalData(
    exported=(
        Section(
            *("tables_on_one_device", LocalTable, "host"),
            "match=match_id game=match__game opened_at status=match__status",
        ),
        Section(
            *("people_at_your_device", Player, "match__local_table__host"),
            "match=match_id name bot seat place score",
            covers=(),
        ),
    ),
    erase=lambda user, name: services.delete_all(user),
    expired={"tables on one device": services.expired},
    shown=lambda: {
        "tables": [
            (
                _("Games on one device: the names that you gave, and the moves."),
                _(
                    "{days} after the end or the last move, or until you put the game away or"
                    " delete the account."
                ).format(days=describe_duration(services.KEPT)),
            )
        ]
    },
).register()
