"""Moderators hide reported lines of clubs and conversations on the page of the case."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import AuditEntry, Report, User
from accounts.refusals import NoReason
from games.clubs.services import chat
from games.conversations.services import writing
from games.moderation.services import reported_lines
from tests.games.clubs.conftest import at as at_club
from tests.games.clubs.conftest import club_of
from tests.games.conversations.conftest import at as at_talk
from tests.games.conversations.conftest import befriend
from tests.helpers.matches import person, signed_in
from tests.helpers.moderation import moderator

pytestmark = pytest.mark.django_db
Texts = Callable[[], list[str]]


def client_of(user: User) -> Client:
    """Return the browser of a moderator with two-factor sign-in."""
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return signed_in(user)


def in_club(anna: User, berta: User) -> Texts:
    club = club_of(anna, berta)
    chat.post_line(at_club(club, anna), "Hello")
    line = chat.post_line(at_club(club, berta), "Rude words")
    chat.report_line(at_club(club, anna), line.pk, Report.Reason.ABUSE, "")
    return lambda: [line.text for line in chat.lines(at_club(club, anna))]


def in_conversation(anna: User, berta: User) -> Texts:
    befriend(anna, berta)
    talk = writing.write_to(anna, "Berta", "Hello").conversation
    message = writing.post(at_talk(talk, berta), "Rude words")
    writing.report_line(at_talk(talk, anna), message.pk, Report.Reason.ABUSE, "")
    return lambda: [line.text for line in writing.lines(at_talk(talk, anna))]


@pytest.mark.parametrize("place", [in_club, in_conversation])
def test_moderator_hides_reported_line_in_its_case(place: Callable[[User, User], Texts]) -> None:
    texts = place(person("Anna"), person("Berta"))
    report = Report.objects.get()
    client, case = client_of(moderator()), f"/moderation/cases/{report.case_id}/"
    address = f"{case}reports/{report.pk}/hide/"
    assert address in client.get(case).content.decode()
    shown = client.post(address, {"why": "Rude."}, follow=True).content.decode()
    assert texts() == ["Hello"]
    assert "Rude words" in shown, "the report keeps its copy"
    assert address not in shown
    entry = AuditEntry.objects.get(act="hide-line")
    assert (entry.about, entry.why) == ("Berta", "Rude.")


def test_line_is_hidden_with_reason_and_by_uninvolved_moderator() -> None:
    anna, berta = moderator("Anna"), person("Berta")
    texts = in_club(anna, berta)
    report = Report.objects.get()
    address = f"/moderation/cases/{report.case_id}/reports/{report.pk}/hide/"
    answer = client_of(anna).post(address, {"why": "Rude."})
    assert answer.status_code == 403
    with pytest.raises(NoReason):
        reported_lines.hide(moderator(), report.case_id, report.pk, " ")
    assert texts() == ["Hello", "Rude words"]
