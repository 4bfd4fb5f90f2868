"""Fragments for sockets are written as their reader reads: language, time zone, dates."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts.models import Sanction
from games.matches.sockets.fragments import moderation_fragment
from games.matches.viewing import Visitor
from tests.helpers.matches import person


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
