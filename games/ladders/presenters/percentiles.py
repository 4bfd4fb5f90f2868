"""How a rating compares with all others of its ladder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db.models import Count, Q

from games.ladders.models import Rating
from games.rating import PROVISIONAL

ENOUGH = 20
"""Against fewer other players a percentage says nothing."""


def percentiles_of(ratings: Iterable[Rating]) -> dict[int, int]:
    """Of a hundred other players of its ladder, how many each of these is ahead of, by its id.

    Only of people whose ratings are no longer provisional, among others like that, and where there
    are enough of them; in one query.
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
