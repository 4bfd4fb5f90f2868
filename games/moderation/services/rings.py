"""The matches between the accounts of one case, which may be annulled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Report, User
from accounts.permissions import ids_with_bots, may_moderate_all
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
    """Whether it changes ratings."""
    annulled: bool
    may_annul: bool
    """Whether the reader may annul it."""


def matches_of_case(case: Case, reader: User) -> list[CaseMatch]:
    """Return the latest rated matches in which two accounts met, or that a pattern names.

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
    # A bot's part is its owner's.
    own, played = ids_with_bots(reader), set()
    seats = Player.objects.filter(match__in=found)
    for match_id, name, player in seats.values_list("match_id", "name", "user_id"):
        names.setdefault(match_id, []).append(name)
        if player in own:
            played.add(match_id)
    mine = case.status == Case.Status.OPEN and case.claimed_by_id == reader.pk
    decides = mine and bool(may_moderate_all(reader))
    return [
        CaseMatch(
            match=one,
            players=names.get(one.id, []),
            counts=one.id in counting,
            annulled=one.id in annulled,
            may_annul=decides and one.id in counting and one.id not in played,
        )
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
        possible = {one.match.id for one in matches_of_case(case, user) if one.may_annul}
        chosen = list(dict.fromkeys(matches))
        if not chosen or not possible.issuperset(chosen):
            raise BadTable(_("Choose matches of this case that count for ratings."))
        for match_id in chosen:
            moderation.annul(user, match_id, why, about=case.about)
    return len(chosen)
