"""Data about tables is deleted after its retention period."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Report
from accounts.services import retention
from games.chat import services as chat
from games.chat.models import ChatLine
from games.lobby.models import Invitation
from games.lobby.services.lobby import take_down
from games.matches.models import Match
from games.moderation.services import reporting
from tests.helpers.matches import opened, people, started
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=settings.CHAT_DAYS + 1)
LATELY = timezone.now() - timedelta(days=settings.CHAT_DAYS - 1)


def said(match: Match, at: datetime = LONG_AGO) -> ChatLine:
    return ChatLine.objects.create(match=match, room="players", text="Hello", at=at)


def test_chat_of_ended_tables_is_deleted_after_period() -> None:
    anna, berta = people("Anna", "Berta")
    old, new = finished([anna, berta], [1, 2], at=LONG_AGO), finished([anna, berta], [1, 2])
    running, aborted = started(anna, berta), started(anna, berta, seed=2)
    Match.objects.filter(id=aborted.id).update(status="aborted", ended_at=LONG_AGO)
    said(old)
    said(aborted)
    stays = {said(new), said(running), said(old, LATELY)}
    assert retention.sweep()["chat"] == 2
    assert set(ChatLine.objects.all()) == stays


def test_reported_line_stays_in_case() -> None:
    from games.matches.access import open_match

    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    line = chat.post_line(open_match(anna, match.id), "You fool")
    reporting.report_line(open_match(berta, match.id), line.id, "abuse", "")
    Match.objects.filter(id=match.id).update(status="aborted", ended_at=LONG_AGO)
    ChatLine.objects.update(at=LONG_AGO)
    assert retention.sweep()["chat"] == 1
    assert Report.objects.get().evidence["line"] == "You fool"


def test_unplayed_tables_are_deleted_with_invitations() -> None:
    anna, berta = people("Anna", "Berta")
    old, lately, still_open = opened(anna), opened(anna, seed=2), opened(anna, seed=3)
    for match in (old, lately, still_open):
        Invitation.objects.create(match=match, user=berta, at=LONG_AGO)
    for match, at in ((old, LONG_AGO), (lately, LATELY)):
        take_down(anna, match.id)
        Match.objects.filter(id=match.id).update(ended_at=at)
    counts = retention.sweep()
    assert (counts["invitations"], counts["tables taken down"]) == (2, 1)
    assert set(Match.objects.all()) == {lately, still_open}
    assert Invitation.objects.get().match == still_open


def test_unplayed_rematch_is_deleted_and_former_match_kept() -> None:
    from games.lobby.services.lobby import TableRequest, create_table

    anna, berta = people("Anna", "Berta")
    former = finished([anna, berta], [1, 2], at=LONG_AGO)
    again = create_table(TableRequest("condottiere", 2), host=anna, former=former)
    Match.objects.filter(id=again.id).update(status="closed", ended_at=LONG_AGO)
    retention.sweep()
    assert Match.objects.get() == former


def test_retention_command_reports_batches_until_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    monkeypatch.setattr(retention, "BATCH", 1)
    monkeypatch.setattr(retention, "MOST", 2)
    anna, berta = people("Anna", "Berta")
    old = finished([anna, berta], [1, 2], at=LONG_AGO)
    for _line in range(3):
        said(old)
    out = StringIO()
    call_command("retention", stdout=out)
    lines = [line for line in out.getvalue().splitlines() if line.startswith("chat")]
    assert lines == ["chat: 2", "chat: 1", "chat: 0"]
