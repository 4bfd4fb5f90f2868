"""Races at the end of a deal: each result counts once, and no table stays sealed."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.duplicates.models import DuplicateDeal
from games.duplicates.services import end_all_due, end_early, end_if_over, open_deal
from games.ladders.models import RatingEntry
from games.lobby.services import rematch
from games.matches.models import Match
from games.matches.services import commands
from games.notifications.models import Notification
from tests.games.duplicates.conftest import both_sides, group_of, matches_of
from tests.games.matches.test_races import at_once
from tests.helpers.matches import fresh, people, play_on, under_way, user_at

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def test_simultaneous_ends_count_each_result_once(users: list[User]) -> None:
    deal = group_of((users[0], users[1]), (users[2], users[3]), rated=True)
    tables = [under_way(match) for match in matches_of(deal)]
    resigned = [partial(commands.resign, user_at(match, 0), match.id) for match in tables]
    at_once([*resigned, *[end_all_due] * 3])
    at_once([partial(end_if_over, deal.pk)] * 4)
    assert {match.deal for match in matches_of(deal)} == {Match.Deal.SHARED}
    assert RatingEntry.objects.count() == 4
    assert Notification.objects.filter(kind=Notification.Kind.DEAL).count() == 4
    assert DuplicateDeal.objects.get().ended_at is not None


def test_second_side_begins_while_a_player_ends_the_deal() -> None:
    anna, berta = people("Anna", "Berta")
    first = play_on(both_sides(anna, berta))
    deal = DuplicateDeal.objects.get()
    rematch.offer(anna, first.id)
    at_once(
        [
            lambda: rematch.offer(berta, first.id).id,
            lambda: end_early(anna, open_deal(anna, deal.pk)),
        ]
    )
    deal.refresh_from_db()
    second = first.rematches.order_by("-opened_at")[0]
    if deal.ended_at is None:
        assert second.status == Match.Status.RUNNING
        assert [second.deal, fresh(first).deal] == [Match.Deal.SEALED] * 2
    else:
        assert fresh(first).deal == Match.Deal.SHARED
        assert second.status != Match.Status.RUNNING or not second.sealed
