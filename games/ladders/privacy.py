"""What ratings store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section
from games.ladders.models import Annulment, Established, Newcomer, Rating, RatingEntry, SeasonRating

COUNTED = "value matches wins last=at"


PersonalData(
    exported=(
        Section("ratings", Rating, "user", f"game=ladder__game size=ladder__size {COUNTED}"),
        Section(
            "ratings_by_season",
            SeasonRating,
            "rating__user",
            f"game=ladder__game size=ladder__size season {COUNTED}",
            covers=(),
        ),
        Section(
            "rating_ledger",
            RatingEntry,
            "rating__user",
            "match=match_id place before after k number at reverses=reverses__match_id"
            " from_newcomers written_at",
            covers=(),
        ),
        Section("established", Established, "user", "since=at"),
        Section("newcomer_in", Newcomer, "player__user", "match=player__match_id", covers=()),
        Section("matches_annulled", Annulment, "by", "match=match_id reason at"),
    ),
    shown=lambda: {
        "tables": [
            (
                _("Ratings: the change from each rated match."),
                _("Permanently; without your account they belong to no one and are on no ladder."),
            )
        ]
    },
).register()
