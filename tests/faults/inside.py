"""Functions that tests call in the site's own processes: open tables, and read the store."""

from __future__ import annotations

import os
import signal
import threading
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.utils import timezone

from accounts.models import StoredAnswer, User
from config import asgi
from games.chat.models import TEXT_LENGTH, ChatLine
from games.engine.contract import Json
from games.matches import publish
from games.matches.access import lock_match
from games.matches.models import Event, Match, Player
from games.matches.services.commands import turn_token_of
from games.matches.services.event_store import dealt, match_state
from games.matches.services.group_commit import group_commit
from games.site import warmup
from tests.faults.cluster import PATIENCE
from tests.helpers.tokens import key_for

PASSWORD = "quiet-harbour-42"


def warm_up() -> None:
    """Load everything that the site loads once, such as URLs and templates, so that forks have it.

    No connection may stay open, because forks would share it, and no thread, because it could have
    a connection. So this waits for the end of the warm-up, unlike a server.
    """
    if settings.STATIC_HASHED:
        # Only the files that players' pages use. Compressing the others takes most of the time.
        others = ["admin", "rest_framework", "*.ttf", "swagger-ui.*"]
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=others)
    warmup._rules = list  # Hardly a test opens pages of rules.
    warmup.warm_up(asgi.pages)
    MigrationLoader(None)  # A server looks whether its database lacks a migration.
    _wait_for_threads("warm")
    table = _table("condottiere", 0)
    for person in table["people"]:
        known = {"authorization": f"Bearer {person['token']}", "host": "localhost"}
        browser, address = Client(headers=known), f"/api/v1/matches/{table['id']}/"
        state = browser.get(address, secure=True).json()
        while state["turn_token"]:
            move = {**state["moves"][0], "turn_token": state["turn_token"]}
            moved = browser.post(f"{address}moves/", move, "application/json", secure=True)
            state = moved.json()
        browser.cookies[settings.SESSION_COOKIE_NAME] = person["session"]
        page = f"/matches/{table['id']}/"
        assert browser.get(page, headers={"host": "localhost"}, secure=True).status_code == 200
    group_commit.close()
    connections.close_all()
    getattr(connection, "close_pool", lambda: None)()
    caches.close_all()
    _wait_for_threads()  # The pool of connections had some.


def _wait_for_threads(prefix: str = "") -> None:
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.name.startswith(prefix):
            thread.join(PATIENCE)


def die_before_publishing() -> None:
    """Make this process kill itself where it would publish a move."""
    deliver = publish.deliver

    async def die(outbox: publish.Outbox) -> None:
        if any(message["type"] == "match.moved" for message, _groups in outbox):
            os.kill(os.getpid(), signal.SIGKILL)
        await deliver(outbox)

    publish.deliver = die


def tables(how_many: int = 1, game: str = "condottiere", **wish: Any) -> list[Json]:
    """Start matches of two users each; return their ids, and the users with their credentials."""
    return [_table(game, number, **wish) for number in range(how_many)]


def _table(game: str, number: int, clock: tuple[str, int, int] | None = None) -> Json:
    from games.matches.services.clocks import Clock
    from tests.helpers.prepared import prepared

    first = User.objects.count()
    people = [
        User.objects.create_user(f"p{first + seat}", f"p{first + seat}@example.org")
        for seat in range(2)
    ]
    agreed = Clock("", *clock) if clock else None
    with transaction.atomic():
        match = prepared(game, None, *people, clock=agreed)
    return {"id": match.id, "people": [_known(person) for person in people]}


def let_sign_in(username: str) -> str:
    """Give this user a password, and return it."""
    person = User.objects.get(username=username)
    person.set_password(PASSWORD)
    person.save(update_fields=["password"])
    return PASSWORD


def of_bots(how_many: int, game: str = "condottiere") -> list[str]:
    from tests.helpers.prepared import prepared

    with transaction.atomic():
        return [prepared(game, None, "easy", "easy").id for _ in range(how_many)]


def _known(person: User) -> Json:
    browser = Client()
    browser.force_login(person)
    return {
        "name": person.username,
        "token": key_for(person),
        "session": browser.cookies[settings.SESSION_COOKIE_NAME].value,
    }


def stored(match_id: str) -> Json:
    """Return everything that is stored of a match, replayed by a process without caches.

    Fails if anything is inconsistent, such as a gap in the events, or a question to the wrong seat.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        return _stored(match)


def _stored(match: Match) -> Json:
    events = list(match.events.order_by("number"))
    assert [event.number for event in events] == list(range(1, match.last_number + 1))
    standing = match_state(match)
    assert standing.number == match.last_number
    assert dealt(match).position.seats == match.seats
    players = list(match.players.order_by("seat"))
    running = match.status == Match.Status.RUNNING
    asked = standing.position.to_move() if running else ()
    assert [p.seat for p in players if p.asked_at is not None] == sorted(asked)
    for player in players:
        assert player.asked_at is None or 0 <= player.asked_at <= match.last_number
        runs = running and bool(match.pace) and player.person and player.seat in asked
        assert (player.deadline is not None) == runs, "clocks run for those who have to move"
    assert (match.outcome is not None) == (match.status == Match.Status.FINISHED)
    return {
        "status": match.status,
        "moves": [[event.seat, event.data] for event in events if event.kind == "move"],
        "kinds": [event.kind for event in events],
        "turn_token": [turn_token_of(player) for player in players],
    }


def all_stored(match_ids: list[str]) -> list[Json]:
    return [stored(match_id) for match_id in match_ids]


def chat(match_id: str, many: int = 1, text: str = "&" * TEXT_LENGTH) -> bool:
    """Write long chat lines of a table into the store, without notifying any page."""
    match = Match.objects.get(id=match_id)
    room = ChatLine.Room.PLAYERS
    ChatLine.objects.bulk_create(
        ChatLine(match=match, room=room, author=match.host, text=text) for _ in range(many)
    )
    return True


def publish_chat(match_id: str, times: int) -> bool:
    """Notify the players' pages a number of times of new chat lines."""
    for _ in range(times):
        publish.chat_moved(match_id, ChatLine.Room.PLAYERS)
    return True


def stored_answers(username: str, fill: int = 0) -> int:
    """Store one more answer of `fill` bytes, if given; return the bytes of all of a user's."""
    user = User.objects.get(username=username)
    if fill:
        StoredAnswer.objects.create(user=user, key="fill", status=200, body="", size=fill)
    return sum(user.stored_answers.values_list("size", flat=True))


def running(match_ids: list[str]) -> int:
    return Match.objects.filter(id__in=match_ids, status=Match.Status.RUNNING).count()


def events(match_ids: list[str]) -> int:
    return Event.objects.filter(match__in=match_ids).count()


def let_time_pass(match_id: str, seconds: float) -> int:
    """Let the running clocks of a match have run out that long ago; return how many run."""
    earlier = timezone.now() - timedelta(seconds=seconds)
    late = Player.objects.filter(match=match_id, deadline__isnull=False)
    return late.update(deadline=earlier, asked_since=earlier)
