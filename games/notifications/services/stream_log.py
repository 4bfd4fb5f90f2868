"""The numbered messages of a user's streams, so that each stream can resume from its number.

Nothing is written when something happens, which would be for each question of each match: the next
stream that reads compares the stored state with the current one, and writes the differences.
Matches and notifications that came and went in between are found by their own rows. A question has
no lasting row: one that came and went between two reads is not sent, since nothing is left to
answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, QuerySet

from games.engine.contract import Json
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.turns import past_matches, running_matches, waiting_matches
from games.notifications.models import Notification, PersonStream, StreamMessage

OVERLAP = timedelta(minutes=1)
"""The longest transaction: a read before its end does not see rows with an earlier time."""
NOTED_EVERY = timedelta(minutes=10)
"""How often `looked_at` is written if nothing is new."""
MOST_STORED = 5000
"""At least this number of messages is stored for a user, and at most twice that number."""
STORED_FOR = timedelta(days=7)
FORGOTTEN_AFTER = timedelta(days=30)
"""How long the messages of a user who opens no streams are stored."""
Kind = StreamMessage.Kind


@dataclass
class Now:
    """A user's state at one moment, and the new messages."""

    at: datetime
    playing: Json = field(default_factory=dict)
    asked: Json = field(default_factory=dict)
    new: list[StreamMessage] = field(default_factory=list)


def catch_up(user_id: int) -> PersonStream:
    """Write what is new since the user's streams last read, and return the updated state."""
    stream = PersonStream.objects.filter(user=user_id).first() or _begin(user_id)
    now = _look(stream)
    if not now.new and now.at - stream.looked_at < NOTED_EVERY:
        return stream
    with transaction.atomic():
        # Another stream of the user may have written it since.
        stream = PersonStream.objects.select_for_update().get(user=user_id)
        now = _look(stream)
        for message in now.new:
            stream.number += 1
            message.number = stream.number
        StreamMessage.objects.bulk_create(now.new)
        stream.playing, stream.asked, stream.looked_at = now.playing, now.asked, now.at
        stream.save()
        if stream.number - stream.forgotten > 2 * MOST_STORED:
            _forget(stream, _old(StreamMessage.objects.all()), stream.number - MOST_STORED)
            stream.save(update_fields=["forgotten"])
    return stream


def messages_after(stream: PersonStream, number: int, most: int) -> list[StreamMessage]:
    """Return the messages after a number, in order."""
    rows = StreamMessage.objects.filter(stream=stream, number__gt=number).order_by("number")
    return list(rows.select_related("match", "notification__actor", "notification__person")[:most])


def delete_old() -> int:
    """Delete old messages and unused streams, and return the number of rows."""
    now = time_source.now()
    deleted, _rows = PersonStream.objects.filter(looked_at__lt=now - FORGOTTEN_AFTER).delete()
    old = _old(StreamMessage.objects.filter(at__lt=now - STORED_FOR))
    for user_id in set(old.values_list("stream", flat=True)):
        with transaction.atomic():
            stream = PersonStream.objects.select_for_update().get(user=user_id)
            deleted += _forget(stream, old, stream.number)
            stream.save(update_fields=["forgotten"])
    return deleted


def _old(messages: QuerySet[StreamMessage]) -> QuerySet[StreamMessage]:
    """Return those of these messages that no later read is compared with."""
    return messages.filter(at__lt=F("stream__looked_at") - 2 * OVERLAP)


def _forget(stream: PersonStream, old: QuerySet[StreamMessage], most: int) -> int:
    """Delete a user's old messages up to this number, and return how many."""
    own = old.filter(stream=stream, number__lte=most)
    newest = own.aggregate(newest=Max("number"))["newest"]
    if newest is None:
        return 0
    stream.forgotten = newest
    return own.delete()[0]


def _begin(user_id: int) -> PersonStream:
    """Create the user's stream; it starts now, and earlier events are not sent."""
    now = time_source.now()
    defaults = {
        "playing": running_matches(user_id),
        "asked": _asked(user_id),
        "began_at": now,
        "looked_at": now,
    }
    return PersonStream.objects.get_or_create(user_id=user_id, defaults=defaults)[0]


def _look(stream: PersonStream) -> Now:
    user_id = stream.user_id
    now = Now(time_source.now(), asked=_asked(user_id), playing=running_matches(user_id))
    since = max(stream.began_at, stream.looked_at - OVERLAP)
    past = _not_written(stream, past_matches(user_id, since), Kind.ENDED)
    left = Match.objects.in_bulk([match for match in stream.playing if match not in now.playing])
    before = [
        *((Kind.BEGAN, match) for match in now.playing if match not in stream.playing),
        *((Kind.BEGAN, match) for match in past if match not in stream.playing),
        *((Kind.ANSWERED, match) for match in _freed(stream, now.asked)),
    ]
    ended = [(Kind.ENDED, match) for match in dict.fromkeys([*left, *past])]
    now.new = [
        *(StreamMessage(kind=kind, match_id=match) for kind, match in before),
        *_questions(stream, now.asked),
        *(StreamMessage(kind=kind, match_id=match) for kind, match in ended),
        *(StreamMessage(kind=Kind.NEWS, notification_id=notice) for notice in _news(stream, since)),
    ]
    for message in now.new:
        message.stream, message.at = stream, now.at
    return now


def _asked(user_id: int) -> Json:
    return {
        one.id: {"game": one.game, "since": None if one.since is None else one.since.isoformat()}
        for one in waiting_matches(user_id)
    }


def _freed(stream: PersonStream, asked: Json) -> list[str]:
    """Return the existing matches that no longer wait."""
    return list(Match.objects.in_bulk([match for match in stream.asked if match not in asked]))


def _questions(stream: PersonStream, asked: Json) -> Iterator[StreamMessage]:
    """Yield the questions put since, also if the one before was answered between two reads."""
    for match, question in asked.items():
        if stream.asked.get(match) != question:
            since = question["since"]
            at = None if since is None else datetime.fromisoformat(since)
            yield StreamMessage(kind=Kind.ASKED, match_id=match, since=at)


def _not_written(stream: PersonStream, matches: Sequence[str], kind: Kind) -> list[str]:
    """Return those of these matches without a message of this kind."""
    if not matches:
        return []
    written = StreamMessage.objects.filter(stream=stream, kind=kind, match__in=matches)
    known = set(written.values_list("match", flat=True))
    return [match for match in matches if match not in known]


def _news(stream: PersonStream, since: datetime) -> list[int]:
    """Return the ids of the notifications written since, and not sent yet."""
    rows = Notification.objects.filter(user=stream.user_id, made_at__gte=since)
    found = list(rows.order_by("made_at", "pk").values_list("pk", flat=True))
    if not found:
        return []
    written = StreamMessage.objects.filter(stream=stream, notification__in=found)
    known = set(written.values_list("notification", flat=True))
    return [number for number in found if number not in known]
