"""Refusals about users have one type, with a code and a sentence in the reader's language."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts import refusals
from accounts.models import Report, Sanction, User
from accounts.permissions import ALLOWED, Answer, may_play, uninvolved
from accounts.refusals import NotAllowed, WarningUnread, require
from accounts.services import reports, sanctions
from core.refusals import Refusal
from tests.helpers.matches import person, signed_in
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db
REFUSALS = [
    kind
    for kind in vars(refusals).values()
    if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Refusal
]


def moderator(name: str, role: str = "moderator") -> User:
    user = person(name)
    user.groups.add(Group.objects.get(name=role))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user


def refusal_of(response: Response) -> tuple[int, str, str]:
    """Return the status, code and sentence of a page with a refusal."""
    page = response.content.decode()
    found = re.search(r'data-code="([\w-]+)">(?:(?!</p>).)*</svg>([^<]*)</p>', page, re.S)
    assert found, "no refusal on the page"
    return response.status_code, found[1], found[2]


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_every_refusal_has_code_and_status(kind: type[Refusal]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.code)
    assert kind.status in (400, 401, 403, 404, 409, 429)


# --- Permissions.


def test_allowed_action_is_not_refused() -> None:
    require(ALLOWED)


def test_refusal_names_code_of_cause() -> None:
    with pytest.raises(NotAllowed, match=r"^No more\.$") as refused:
        require(Answer(False, "suspension", "No more."))
    assert (refused.value.code, refused.value.cause) == ("not-allowed", "suspension")


def test_unread_warning_has_own_refusal() -> None:
    rude = person("Rude")
    sanctions.give(moderator("Clara"), rude, Sanction.Kind.WARNING, "Be kind.")
    with pytest.raises(WarningUnread) as refused:
        require(may_play(rude))
    assert (refused.value.code, refused.value.cause) == ("warning-unread", "warning")


def test_involved_user_cannot_decide_case() -> None:
    anna, rude, clara = person("Anna"), person("Rude"), person("Clara")
    made = reports.report(anna, rude, reason="abuse", subject="profile")
    about = made.case.reports
    assert uninvolved(clara)
    assert uninvolved(clara, anna.pk, None, rude.pk, reports=about)
    assert uninvolved(rude, anna.pk)
    assert not uninvolved(rude, None, rude.pk)
    assert not uninvolved(anna, rude.pk, reports=about)
    assert not uninvolved(anna, reports=Report.objects.filter(case__about=rude))
    assert uninvolved(anna, rude.pk).code == ""
    assert uninvolved(rude, rude.pk).code == "own-case"


# --- On the page.


def report(client: Client, about: User, language: str = "en", **data: str) -> Response:
    address = f"{about.get_absolute_url()}report/"
    return client.post(address, data, headers={"Accept-Language": language})


def test_page_shows_refusal_in_language_of_reader() -> None:
    client, rude = signed_in(person("Anna")), person("Rude")
    given = {"reason": "abuse", "note": "x" * 1001}
    assert refusal_of(report(client, rude, "de", **given)) == (
        400,
        "too-long",
        "Verwende höchstens 1000 Zeichen.",
    )
    assert refusal_of(report(client, rude, **given))[2] == "Use at most 1000 characters."


def test_page_names_sanction_that_caused_refusal() -> None:
    clara, until = moderator("Clara"), timezone.now() + timedelta(days=1)
    kind = Sanction.Kind.SUSPENSION
    sanctions.give(moderator("Dora", "senior moderator"), clara, kind, "Rest a while.", until=until)
    status, code, sentence = refusal_of(signed_in(clara).get("/moderation/"))
    assert (status, code) == (403, "suspension")
    assert sentence.startswith("Your account is suspended until ")


def test_moderator_cannot_read_own_record() -> None:
    clara = moderator("Clara")
    own = signed_in(clara).get("/moderation/players/Clara/")
    assert refusal_of(own) == (403, "own-case", "You can’t decide your own case.")
