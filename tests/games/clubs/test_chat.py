"""The chat of a club."""

from __future__ import annotations

import pytest

from accounts.models import AuditEntry, Report, User
from accounts.services import blocks
from games.chat.models import Muted
from games.clubs.models import Club, ClubLine
from games.clubs.services import chat, members
from games.matches.refusals import BadChatLine, NotAllowed, TooMany
from tests.games.clubs.conftest import at
from tests.helpers.moderation import moderator, sanctioned

pytestmark = pytest.mark.django_db


def texts(club: Club, user: User) -> list[str]:
    return [line.text for line in chat.lines(at(club, user))]


def test_members_write_and_read(anna: User, berta: User, carla: User, club: Club) -> None:
    chat.post_line(at(club, anna), "  Hello\nall ")
    chat.post_line(at(club, berta), "Hi")
    assert texts(club, anna) == texts(club, berta) == ["Hello all", "Hi"]
    assert texts(club, carla) == []
    with pytest.raises(NotAllowed):
        chat.post_line(at(club, carla), "Hello")
    with pytest.raises(BadChatLine):
        chat.post_line(at(club, anna), " ")


def test_muted_and_blocked_authors_are_left_out(anna: User, berta: User, club: Club) -> None:
    chat.post_line(at(club, berta), "Hi")
    Muted.objects.create(reader=anna, author=berta)
    assert texts(club, anna) == []
    Muted.objects.all().delete()
    blocks.block(anna, berta)
    assert texts(club, anna) == []
    assert texts(club, berta) == ["Hi"]


def test_muted_user_and_spammer_are_refused(
    berta: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.chat.services.LINES_PER_MINUTE", 1)
    chat.post_line(at(club, berta), "Hi")
    with pytest.raises(TooMany):
        chat.post_line(at(club, berta), "Hi")
    with pytest.raises(NotAllowed):
        chat.post_line(at(club, sanctioned(berta, "mute")), "Hi")


def test_organiser_and_moderator_hide_lines(anna: User, berta: User, club: Club) -> None:
    one, two = (chat.post_line(at(club, berta), text) for text in ("one", "two"))
    with pytest.raises(NotAllowed):
        chat.hide(at(club, berta), one.pk)
    chat.hide(at(club, anna), one.pk)
    assert not AuditEntry.objects.exists()
    chat.hide(at(club, moderator()), two.pk)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.about) == ("Mod", "hide-line", "Berta")
    assert entry.subject == f"line {two.pk} of club {club.slug}"
    assert texts(club, berta) == []
    with pytest.raises(BadChatLine):
        chat.hide(at(club, anna), two.pk + 1)


def test_line_is_reported_with_lines_before(anna: User, berta: User, club: Club) -> None:
    chat.post_line(at(club, anna), "Hello")
    line = chat.post_line(at(club, berta), "Rude words")
    chat.post_line(at(club, anna), "Later")
    chat.report_line(at(club, anna), line.pk, Report.Reason.ABUSE, "")
    report = Report.objects.get()
    assert (report.case.about, report.evidence["line"]) == (berta, "Rude words")
    assert [one.split(" ", 2)[2] for one in report.evidence["lines"]] == [
        "UTC Anna: Hello",
        "UTC Berta: Rude words",
    ]
    with pytest.raises(BadChatLine):
        chat.report_line(at(club, anna), line.pk + 9, Report.Reason.ABUSE, "")


def test_reporter_is_member(anna: User, carla: User, club: Club) -> None:
    line = chat.post_line(at(club, anna), "Hello")
    with pytest.raises(NotAllowed):
        chat.report_line(at(club, carla), line.pk, Report.Reason.ABUSE, "")


def test_oldest_lines_are_deleted(anna: User, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "STORED", 2)
    for text in ("one", "two", "three"):
        chat.post_line(at(club, anna), text)
    assert list(ClubLine.objects.values_list("text", flat=True)) == ["two", "three"]


def test_former_member_does_not_read(berta: User, club: Club) -> None:
    chat.post_line(at(club, berta), "Hi")
    members.leave(at(club, berta))
    assert texts(club, berta) == []
