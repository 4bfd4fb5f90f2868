"""What moves decided beforehand store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.premoves import plans
from games.premoves.models import OnlyMoves, Plan

PersonalData(
    exported=(
        Section("only_moves", OnlyMoves, "user", "since"),
        Section(
            "planned_moves", Plan, "player__user", "match=player__match_id moves made_at", covers=()
        ),
    ),
    erase=lambda user, _name: plans.forget_plans(user),
    expired={"plans for matches that are over": plans.ended_plans},
    shown=lambda: {
        "tables": [
            (
                _("Moves that you planned. Only you can see them."),
                _("Until your next turn there, at most an hour after the match."),
            )
        ],
        "account": [
            (
                _("That your only move is played by itself, if you chose so."),
                _("Until you choose otherwise, or delete the account."),
            )
        ],
    },
).register()
