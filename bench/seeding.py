"""A house full of running matches, each between two people of its own who are signed in."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from bench.crowd import CSRF
from bench.pure import long_title
from games.lobby.services import lobby

Seated = tuple[str, list[str]]
"""A match, and the cookies of those who play."""


def seed(matches: int) -> list[Seated]:
    """So many matches for two, that last longer than any run."""
    names = [f"load{n}" for n in range(2 * matches)]
    User.objects.bulk_create(
        User(username=name, email=f"{name}@example.org", password="!")  # noqa: S106
        for name in names
    )
    people = list(User.objects.filter(username__in=names).order_by("id"))
    cookies = _cookies(people)
    with transaction.atomic():
        return [(_start(people[n : n + 2]), cookies[n : n + 2]) for n in range(0, len(people), 2)]


def long_table() -> lobby.TableRequest:
    """A table for two whose match lasts long."""
    title = long_title()
    return lobby.TableRequest(title.slug, title.game.seats[0], dict(title.budget.long_options))


def _start(people: list[User]) -> str:
    match = lobby.open_table(people[0], long_table(), sure=True)
    return str(lobby.join(people[1], match.id, sure=True).id)


def _cookies(people: list[User]) -> list[str]:
    """Sessions as signing in makes them, without hashing a password a thousand times."""
    until = timezone.now() + timedelta(days=1)
    sessions = [
        Session(
            session_key=secrets.token_hex(16),
            session_data=SessionStore().encode(
                {
                    SESSION_KEY: str(person.pk),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: person.get_session_auth_hash(),
                }
            ),
            expire_date=until,
        )
        for person in people
    ]
    Session.objects.bulk_create(sessions, batch_size=500)
    names = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
    return [f"{names[0]}={session.session_key}; {names[1]}={CSRF}" for session in sessions]
