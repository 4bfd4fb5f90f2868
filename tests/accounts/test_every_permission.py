"""The answer of each permission to each kind of user, as one table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser, Group
from django.utils import timezone
from pytest_django import Settings

from accounts import permissions
from accounts.http import Visitor
from accounts.models import Sanction, User
from accounts.services import guests, sanctions
from tests.helpers.matches import person

pytestmark = pytest.mark.django_db

Refused = dict[str, tuple[str, str]]
"""The kinds of users that a permission refuses, with code and sentence."""

SANCTIONS = {
    "banned": Sanction.Kind.BAN,
    "suspended": Sanction.Kind.SUSPENSION,
    "warned": Sanction.Kind.WARNING,
    "muted": Sanction.Kind.MUTE,
    "unrated": Sanction.Kind.UNRATED,
}
BOTS = {"bot": "", "bot of a banned user": "banned", "bot of a closing user": "closing"}
STAFF = {"moderator": "moderator", "senior": "senior moderator", "administrator": ""}
VISITORS = (
    *("anonymous", "player", "unconfirmed", "guest", "guest of yesterday", "closed", "closing"),
    *(*SANCTIONS, *BOTS, *STAFF),
)

ANYONE: Refused = {
    "anonymous": ("signed-out", "Sign in first."),
    "closed": ("closed", "This account is closed."),
    "guest of yesterday": ("guest-over", "Your day as a guest is over."),
}
BARRED: Refused = {
    **ANYONE,
    "banned": ("ban", "Your account is banned permanently."),
    "bot of a banned user": ("ban", "Your account is banned permanently."),
    "suspended": ("suspension", "Your account is suspended permanently."),
}
WARNED: Refused = {
    "warned": (
        "warning",
        "You have a message from the moderators. Read it first, then continue.",
    )
}
MUTED: Refused = {"muted": ("mute", "You are muted permanently.")}
UNRATED: Refused = {"unrated": ("unrated", "You are banned from rated play permanently.")}
CLOSING: Refused = {
    "closing": ("closing", "Your account will be deleted. Choose to keep it first."),
    "bot of a closing user": ("closing", "The account that runs this bot will be deleted."),
}
CONFIRM = "Confirm your email address first. Open the link in the email we sent."


def guest(words: str) -> Refused:
    return {"guest": ("guest", f"{words} Keep your account first.")}


def bots(words: str) -> Refused:
    return dict.fromkeys(BOTS, ("not-allowed", words))


def unconfirmed(words: str) -> Refused:
    return {"unconfirmed": ("unconfirmed", words)}


def all_but(words: str, *allowed: str) -> Refused:
    return {name: ("not-allowed", words) for name in VISITORS if name not in allowed}


REFUSED: dict[str, Refused] = {
    "may_play": BARRED | WARNED,
    "may_sit_down": BARRED | WARNED | CLOSING,
    "may_open_table": BARRED | WARNED | CLOSING,
    "may_play_rated": (
        (BARRED | WARNED | UNRATED | CLOSING | guest("Rated tables are for registered players."))
        | unconfirmed(
            "Rated play needs a confirmed email address. Open the link in the email we sent."
        )
    ),
    "may_follow": {name: refused for name, refused in BARRED.items() if name != "anonymous"},
    "may_follow_people": BARRED | guest("Only registered players can follow others."),
    "may_join_club": (
        (
            guest("Clubs and events are for registered players.")
            | bots("Clubs and events are for people.")
        )
        | (BARRED | WARNED | CLOSING)
    ),
    "may_found_club": (
        (
            guest("Clubs and events are for registered players.")
            | bots("Clubs and events are for people.")
        )
        | (BARRED | WARNED | MUTED | CLOSING | unconfirmed(CONFIRM))
    ),
    "may_edit_profile": BARRED | MUTED,
    "may_chat": BARRED | WARNED | MUTED,
    "may_write_messages": (
        (guest("Messages are for registered players.") | bots("Messages are for people."))
        | (BARRED | WARNED | MUTED)
    ),
    "may_report": ANYONE,
    "may_be_met": BARRED,
    "may_moderate": all_but("Only moderators can do this.", *STAFF) | BARRED,
    "may_moderate_all": (
        all_but("Only senior moderators can do this.", "senior", "administrator") | BARRED
    ),
    "may_administer": all_but("Only administrators can do this.", "administrator") | BARRED,
    "may_host": (
        guest("Game nights are hosted by registered players.")
        | bots("Game nights are for people.")
        | (BARRED | CLOSING | unconfirmed(CONFIRM))
    ),
}


@pytest.fixture
def visitors(settings: Settings) -> dict[str, Visitor]:
    """Return a user of each kind, on a site that sends email."""
    settings.MAIL_IS_SET_UP = True
    made = {name: person(name.title().replace(" ", "")) for name in VISITORS}
    for name in ("guest", "guest of yesterday"):
        made[name] = guests.new_guest()
    made["guest of yesterday"].guest_until = timezone.now()
    made["closed"].is_active = False
    made["closing"].closes_at = timezone.now() + timedelta(days=1)
    for name, owner in BOTS.items():
        made[name].bot_since, made[name].run_by = timezone.now(), made[owner or "player"]
    made["administrator"].is_staff = made["administrator"].is_superuser = True
    for name, user in made.items():
        user.save()
        if STAFF.get(name):
            user.groups.add(Group.objects.get(name=STAFF[name]))
        if name in SANCTIONS:
            Sanction.objects.create(user=user, kind=SANCTIONS[name], reason="Rude")
            sanctions.refresh(user)
        if name != "unconfirmed":
            EmailAddress.objects.create(user=user, email=f"{user.pk}@x.org", verified=True)
    return {
        name: User.objects.get(pk=user.pk) if name != "anonymous" else AnonymousUser()
        for name, user in made.items()
    }


def refused_by(name: str, visitors: dict[str, Visitor]) -> Refused:
    answers = {kind: getattr(permissions, name)(user) for kind, user in visitors.items()}
    return {kind: (one.code, one.reason) for kind, one in answers.items() if not one}


def test_every_permission_answers_every_kind_of_user(visitors: dict[str, Visitor]) -> None:
    assert {name: refused_by(name, visitors) for name in REFUSED} == REFUSED


def test_table_has_every_permission() -> None:
    assert set(REFUSED) == {name for name in vars(permissions) if name.startswith("may_")}


def test_only_hosts_host_where_site_says_so(
    visitors: dict[str, Visitor], settings: Settings
) -> None:
    settings.HOSTS_NEED_ROLE = True
    host = person("Host")
    host.groups.add(Group.objects.get(name="host"))
    refused = refused_by("may_host", {**visitors, "host": host})
    assert refused == all_but("Only hosts can do this.", "administrator") | BARRED
