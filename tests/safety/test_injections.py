"""Text of users cannot inject elements into pages, or lines into headers and mails."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from tests.helpers.backstage import appoint, describe
from tests.helpers.matches import committed, opened, person, signed_in

pytestmark = pytest.mark.django_db
SPLIT = "/\r\nSet-Cookie: stolen=1\r\n\r\n<script>"
HOSTILE = '<img src=x onerror=alert(1)>"><script>alert(2)</script>{{7*7}}{% now "Y" %}'
NAME = '"><script>alert(3)</script>'
ELSEWHERE = ("javascript:alert(1)", "//evil.example/", "https://evil.example", SPLIT)


def test_text_of_users_is_escaped_on_pages_of_staff_and_in_refused_addresses() -> None:
    anna = person("Anna")
    person("Mod")
    describe("Anna", NAME, HOSTILE)
    appoint("Mod")
    there = f"/matches/{opened(anna).id}/"
    with committed():
        signed_in(anna).post(f"{there}chat/", {"text": HOSTILE})
    staff = signed_in(User.objects.get(username="Mod"))
    staff.post("/players/Anna/report/", {"reason": "name", "note": HOSTILE})
    staff.post(f"/moderation{there}end/", {"why": HOSTILE})
    for path, shown in (
        ("/", ""),
        ("/players/Anna/against/Mod/", NAME),
        ("/moderation/players/Anna/", NAME),
        (f"/moderation{there}", NAME),
        ("/admin/accounts/user/", NAME),
        ("/admin/accounts/report/", ""),
        ("/admin/chat/chatline/", HOSTILE),
        ("/matches/?whose=all&player=<script>alert(4)</script>", ""),
    ):
        escaped(staff, path, shown)
    escaped(Client(), "/accounts/login/?next=javascript:alert(5)//", "")
    escaped(signed_in(anna), "/settings/profile/", NAME)


def escaped(client: Client, path: str, shown: str) -> None:
    """Assert that a page shows this text, and creates no element from text of users."""
    answer = client.get(path)
    page = answer.content.decode()
    assert answer.status_code == 200, path
    assert escape(shown) in page, path
    for made in ("<script>alert", "<img src=x"):
        assert made not in page, path


@pytest.mark.parametrize("there", ELSEWHERE)
@pytest.mark.parametrize("url", ["/i18n/setlang/", "/guests/", "/accounts/login/"])
def test_redirect_target_stays_on_site_and_adds_no_header(url: str, there: str) -> None:
    for client in (Client(), signed_in(person("Anna"))):
        answer = client.post(url, {"next": there, "language": "de"})
        assert "evil.example" not in answer.get("Location", "").replace("%5C", "\\").split("?")[0]
        assert not answer.get("Location", "").lower().startswith("javascript")
        assert "stolen" not in answer.cookies


def test_hostile_name_adds_no_header_to_download() -> None:
    anna = person("Anna")
    User.objects.filter(pk=anna.pk).update(display_name='"\r\nX-Evil: 1; filename="a.html')
    answer = signed_in(anna).get("/matches/records.zip")
    assert answer["Content-Disposition"] == 'attachment; filename="tavola-Anna.zip"'
    assert "X-Evil" not in answer.headers


def test_hostile_name_adds_no_header_to_mail() -> None:
    anna = person("Anna")
    User.objects.filter(pk=anna.pk).update(display_name="A\r\nBcc: all@example.org")
    Client().post("/accounts/password/reset/", {"email": "anna@example.org"})
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert sent.bcc == []
    assert "\n" not in sent.subject
    assert set(sent.extra_headers) <= {"Auto-Submitted"}


def test_plain_text_mail_does_not_escape_names() -> None:
    anna = person("Anna")
    User.objects.filter(pk=anna.pk).update(display_name="<b>Tom & Jerry</b>")
    Client().post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert "<b>Tom & Jerry</b>" in mail.outbox[0].body


def test_chat_line_loses_control_characters() -> None:
    anna: Any = person("Anna")
    match = opened(anna)
    client = signed_in(anna)
    client.post(f"/matches/{match.id}/chat/", {"text": "\u202egnp.\u2066x\r\nBcc: y\x1b[31m"})
    line = match.chat.get().text
    assert line.isprintable()
    assert "\u202e" not in line
