"""The matches between the accounts of one case, which may be annulled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Report, User
from accounts.permissions import may_moderate_all
from accounts.refusals import require
from accounts.services import reports
from games.ladders.models import RatingEntry
from games.ladders.services import ratings
from games.matches.models import Match, Player
from games.matches.refusals import BadTable
from games.moderation.services import moderation

LISTED = 50


@dataclass(frozen=True)
class CaseMatch:
    """A rated match between accounts of a case."""

    match: Match
    players: list[str]
    counts: bool
    """Whether it changes ratings, so that it can be annulled."""
    annulled: bool


def matches_of_case(case: Case) -> list[CaseMatch]:
    """Return the latest rated matches in which two accounts of a case met, or that a pattern names.

    Without further accounts these are only the matches of patterns.
    """
    accounts = [case.about_id, *case.others.values_list("pk", flat=True)]
    patterns = case.reports.filter(subject=Report.Subject.PATTERN)
    named = [str(id) for one in patterns for id in one.evidence.get("matches", ())]
    met = Player.objects.filter(user__in=accounts).values("match")
    met = met.annotate(those=Count("user", distinct=True)).filter(those__gt=1).values("match")
    rated = Match.objects.filter(rated=True, status=Match.Status.FINISHED)
    found = list(rated.filter(Q(id__in=met) | Q(id__in=named)).order_by("-ended_at")[:LISTED])
    entries = RatingEntry.objects.in_force().filter(match__in=found)
    counting = set(entries.values_list("match_id", flat=True))
    annulled = ratings.annulled_among(found)
    names: dict[str, list[str]] = {}
    for match_id, name in Player.objects.filter(match__in=found).values_list("match_id", "name"):
        names.setdefault(match_id, []).append(name)
    return [
        CaseMatch(one, names.get(one.id, []), one.id in counting, one.id in annulled)
        for one in found
    ]


def annul_together(user: User, case_id: int, matches: Sequence[str], why: str) -> int:
    """Annul these matches of a case that the moderator has claimed; return their number.

    Either all are annulled, or none.

    Raises:
        NotAllowed: If the user is not a senior moderator, or is involved in a match.
        NotClaimed: If the moderator has not claimed the case.
        BadTable: If no match is chosen, one is not of this case, or the reason is missing.
    """
    require(may_moderate_all(user))
    with transaction.atomic():
        case = reports.claimed(user, case_id)
        possible = {one.match.id for one in matches_of_case(case) if one.counts}
        chosen = list(dict.fromkeys(matches))
        if not chosen or not possible.issuperset(chosen):
            raise BadTable(_("Choose matches of this case that count for ratings."))
        for match_id in chosen:
            moderation.annul(user, match_id, why)
    return len(chosen)
