"""A process that prepares data in the database of a running site.

`python -m tests.helpers.backstage` reads a JSON object `{"do": …}` per line, and answers each with
one line of JSON:

    arrive   {"name", "staff"}: create a user and sign them in; answers the session's key
    appoint  {"name"}: make this user a moderator and administrator with two-factor sign-in
    describe {"name", "display_name", "about"}: give this user a profile, without a check
    warn     {"name", "words"}: give this user a warning of a moderator
    prepare  {"game", "position", "seats": [{"user": name} or {"bot": level}], "options", "clock"}:
             start a table in this position; answers its id. A clock is ["live", 600, 15].
    opened   {"game", "name"}: open a table of this user
    played   {"game", "names"}: play a match of these users to its end; answers its id
    reviewed {"match_id", "name"}: store a review of a match, with a mistake of this user
    past     {"names"}: give these users some finished matches
    let_time_pass  {"match_id", "seconds"}: let the clocks of a match run that much longer; answers
             how many run
    let_search_wait  {"ticket_id", "seconds"}: let a search be that much older
    looked_for     {"ticket_id"}: answers whether the search of this ticket still runs
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).resolve().parents[2]


class Backstage:
    """The test's end of the pipe to the process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, do: str, **wish: Any) -> Any:
        """Send one request, and return the answer; fails with the process's error."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"do": do, **wish}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer
        return answer["given"]


@contextmanager
def backstage(environment: dict[str, str]) -> Iterator[Backstage]:
    """Run the process for the site with this environment."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.backstage"],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Backstage(process)
    finally:
        process.communicate(timeout=180)


def arrive(name: str, staff: bool = False) -> str:
    """Create a user, sign them in, and return the session's key."""
    from allauth.account.models import EmailAddress
    from django.conf import settings
    from django.test import Client

    from accounts.models import User

    email = f"{name}@example.org"
    user = User(username=name, email=email, password=password())
    user.is_staff = staff
    user.save()
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@cache
def password() -> str:
    """Hash the password that all these users share once, because hashing is slow on purpose."""
    from django.contrib.auth.hashers import make_password

    return make_password(os.environ["PASSWORD"])


def appoint(name: str) -> None:
    """Make a user a moderator and an administrator, with the two-factor sign-in that staff need."""
    from allauth.mfa.models import Authenticator
    from django.contrib.auth.models import Group

    from accounts.models import User

    user = User.objects.get(username=name)
    user.groups.add(Group.objects.get(name="senior moderator"))
    user.is_staff = user.is_superuser = True
    user.save()
    Authenticator.objects.create(user=user, type="totp", data={"secret": ""})


def describe(name: str, display_name: str, about: str) -> None:
    """Give a user a profile, even one that no form would accept."""
    from accounts.models import User

    User.objects.filter(username=name).update(display_name=display_name, about=about)


def warn(name: str, words: str) -> None:
    """Give a user a warning, which open pages learn only when they are loaded again."""
    from accounts.models import Sanction, User

    user = User.objects.get(username=name)
    Sanction.objects.create(user=user, kind=Sanction.Kind.WARNING, reason=words)
    User.objects.filter(pk=user.pk).update(sanctioned=True)


def prepare(game: str, position: Any, seats: list[dict[str, str]], options: Any, clock: Any) -> str:
    """Start a table in this position, and return its id."""
    from accounts.models import User
    from games.matches.services.clocks import Clock
    from tests.helpers.prepared import prepared

    seated = [
        one["bot"] if "bot" in one else User.objects.get(username=one["user"]) for one in seats
    ]
    clocked = Clock("", *(clock or []))
    return str(prepared(game, position, *seated, options=options, clock=clocked).id)


def opened(game: str, name: str) -> None:
    """Open a table of a user for two."""
    from accounts.models import User
    from tests.helpers.matches import opened

    opened(User.objects.get(username=name), game=game, clock="live-10")


def played(game: str, names: list[str]) -> str:
    """Play a match of these users at random to its end, and return its id."""
    from accounts.models import User
    from tests.helpers.matches import play_on, started

    return str(play_on(started(*(User.objects.get(username=name) for name in names), game=game)).id)


def reviewed(match_id: str, name: str) -> None:
    """Store a review of a match, with a mistake of this user."""
    from accounts.models import User
    from games.matches.models import Match
    from tests.helpers.past_reviews import reviewed

    reviewed(Match.objects.get(id=match_id), User.objects.get(username=name), 0.2, given=0.1)


def past(names: list[str]) -> None:
    """Give these users some finished matches."""
    from accounts.models import User
    from tests.helpers.pasts import past

    past(*(User.objects.get(username=name) for name in names))


def clear_tv() -> None:
    """Leave no match on TV: those that other tests have not finished are called off."""
    from games.matches.models import Match
    from games.matches.refusals import NotRunning
    from games.matches.services.leaving import call_off

    for match in Match.objects.filter(public=True, status=Match.Status.RUNNING):
        with suppress(NotRunning):  # bots still play, and may just have ended it
            call_off(match.id)


def let_time_pass(match_id: str, seconds: float) -> int:
    """Let the running clocks of a match run that much longer; return how many run."""
    from tests.helpers.clocks import let_time_pass

    return let_time_pass(match_id, seconds)


def let_search_wait(ticket_id: str, seconds: float) -> None:
    """Let a search be that many seconds older."""
    from datetime import timedelta

    from django.db.models import F

    from games.lobby.models import Ticket

    earlier = timedelta(seconds=seconds)
    Ticket.objects.filter(id=ticket_id).update(filed_at=F("filed_at") - earlier)


def looked_for(ticket_id: str) -> bool:
    """Return whether the search of this ticket still runs."""
    from games.lobby.models import Ticket

    return Ticket.objects.filter(id=ticket_id, match=None).exists()


WISHES: dict[str, Callable[..., Any]] = {
    "arrive": arrive,
    "appoint": appoint,
    "describe": describe,
    "warn": warn,
    "prepare": prepare,
    "opened": opened,
    "played": played,
    "reviewed": reviewed,
    "past": past,
    "clear_tv": clear_tv,
    "let_time_pass": let_time_pass,
    "let_search_wait": let_search_wait,
    "looked_for": looked_for,
}


def main() -> None:
    django.setup()
    for line in sys.stdin:
        wish = json.loads(line)
        try:
            answer = {"given": WISHES[wish.pop("do")](**wish)}
        except Exception as error:  # the test's end reports it
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
