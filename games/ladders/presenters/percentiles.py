"""The comparison of a rating with all others of its ladder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Count, Q

from games.ladders.models import Rating
from games.rating import PROVISIONAL

ENOUGH = 20
"""The fewest other players for a meaningful percentage."""


def percentiles_of(ratings: Iterable[Rating]) -> dict[int, int]:
    """Return the percentage of other players in the ladder with a lower rating, by rating id.

    Only non-provisional ratings of people count, on both sides, and only with at least `ENOUGH`
    others; in one query.
    """
    own = {r.ladder_id: r for r in ratings if r.career >= PROVISIONAL and not r.bot}
    if not own:
        return {}
    others = Rating.objects.filter(
        ladder__in=own, user__is_active=True, career__gte=PROVISIONAL, matches__gt=0
    ).exclude(pk__in=[rating.pk for rating in own.values()])
    behind = reduce(or_, (Q(ladder=pk, value__lt=rating.value) for pk, rating in own.items()))
    rows = others.order_by().values_list("ladder")
    counted = rows.annotate(all=Count("id"), behind=Count("id", filter=behind))
    return {
        own[ladder].pk: 100 * behind // count
        for ladder, count, behind in counted
        if count >= ENOUGH
    }
