"""Fragments for sockets are written as their reader reads: language, time zone, dates."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.exceptions import SynchronousOnlyOperation

from accounts.models import Sanction
from core.monitoring.metrics import BOARD_FAILED
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.rendering import table_html_cache
from games.matches.sockets.fragments import fragment_of, moderation_fragment
from games.matches.threads import at_once_or_in_thread
from games.matches.viewing import Visitor
from games.tournaments.presenters import links
from tests.helpers.matches import fresh, person, user_at
from tests.helpers.sockets import aside


@pytest.mark.django_db
def test_pushed_sanction_ends_at_the_readers_hour() -> None:
    user = person("Anna")
    user.time_zone, user.british_dates, user.sanctioned = "Asia/Seoul", True, True
    user.save()
    until = datetime(2099, 12, 1, 13, 23, tzinfo=UTC)
    Sanction.objects.create(user=user, kind=Sanction.Kind.SUSPENSION, reason="Spam", until=until)
    _visitor, html, stays = moderation_fragment(Visitor(user, (), "en"))
    assert "Your account is suspended until 1 Dec 2099, 10:23 p.m." in html
    assert "UTC" not in html
    assert not stays


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("connections_closed")
async def test_table_that_needs_store_is_drawn_in_thread_and_counts_as_no_failure(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    """A quick match has no host, so its table asks whether it belongs to a tournament."""
    await Match.objects.filter(pk=match.pk).aupdate(host=None)
    user = await aside(lambda: user_at(fresh(match), 0))
    access = await aside(open_match, user, match.pk, ())
    visitor = Visitor(user, (), "en")
    before = BOARD_FAILED.labels(match.game)._value.get()
    await aside(fragment_of, visitor, access)
    table_html_cache.clear()
    links._in_contest.clear()
    with pytest.raises(SynchronousOnlyOperation):
        fragment_of(visitor, access)
    fragment = await at_once_or_in_thread(fragment_of, visitor, access)
    assert "board can’t be drawn" not in fragment.html
    assert BOARD_FAILED.labels(match.game)._value.get() == before
    assert "cannot be drawn" not in caplog.text
