"""Enters matches of both sides into their deal; at its end, shows players the other tables."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import receiver

from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.duplicates.presenters import result_at_table
from games.duplicates.services import end_deal_of, enter_both_sides, may_view_table, notify_players
from games.duplicates.signals import deal_ended
from games.lobby.signals import table_settled
from games.matches import hooks
from games.matches.models import Match
from games.matches.signals import sealed_match_ended

hooks.may_view.register(may_view_table)
hooks.same_cards.register(result_at_table)


@receiver(table_settled)
def enter_deal(match: Match, **kwargs: object) -> None:
    begins = match.sealed and match.status == Match.Status.RUNNING
    if begins and not DuplicateTable.objects.filter(match=match).exists():
        enter_both_sides(match)


@receiver(sealed_match_ended)
def end_deal(match: Match, **kwargs: object) -> None:
    """End the deal of a match, if it was the last one, once its end is committed."""
    transaction.on_commit(partial(end_deal_of, match.pk), robust=True)


@receiver(deal_ended)
def ring_for_results(deal: DuplicateDeal, **kwargs: object) -> None:
    notify_players(deal)
