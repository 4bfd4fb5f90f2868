"""What the streams of a person have told, numbered, so that each can be resumed from its number.

Nothing is written for it where something happens, which would be for each question of each match:
whichever stream looks next compares what was told with how it is, and writes what is new. What
came and went meanwhile is found by its own rows: matches, and notices. A question has none that
stays: of those that came and went between two looks nothing is told, for nothing is left to answer.
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
"""So long a transaction may take from its moment to its end: a look before saw nothing of it."""
NOTED_EVERY = timedelta(minutes=10)
"""How often it is noted that somebody looked, where nothing was new."""
MOST_STORED = 5000
"""At least so many messages are stored, and at most twice as many."""
STORED_FOR = timedelta(days=7)
FORGOTTEN_AFTER = timedelta(days=30)
"""How long it is stored what was told to somebody who opens no stream any more."""
Kind = StreamMessage.Kind


@dataclass
class Now:
    """How it is at one moment, and what is new of it."""

    at: datetime
    playing: Json = field(default_factory=dict)
    asked: Json = field(default_factory=dict)
    new: list[StreamMessage] = field(default_factory=list)


def catch_up(user_id: int) -> PersonStream:
    """Note what is new since somebody's streams last looked; as of then they are equal to now."""
    stream = PersonStream.objects.filter(user=user_id).first() or _begin(user_id)
    now = _look(stream)
    if not now.new and now.at - stream.looked_at < NOTED_EVERY:
        return stream
    with transaction.atomic():
        # Another stream of theirs may have noted it meanwhile.
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
    """What was told beyond a number, in order."""
    rows = StreamMessage.objects.filter(stream=stream, number__gt=number).order_by("number")
    return list(rows.select_related("match", "notification__actor")[:most])


def delete_old() -> int:
    """Delete what was told long ago; how much."""
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
    """Those of these messages that no look is compared with any more."""
    return messages.filter(at__lt=F("stream__looked_at") - 2 * OVERLAP)


def _forget(stream: PersonStream, old: QuerySet[StreamMessage], most: int) -> int:
    """Delete the old messages of somebody up to this number; how many."""
    own = old.filter(stream=stream, number__lte=most)
    newest = own.aggregate(newest=Max("number"))["newest"]
    if newest is None:
        return 0
    stream.forgotten = newest
    return own.delete()[0]


def _begin(user_id: int) -> PersonStream:
    """Of what was before somebody first opens a stream nothing is told."""
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
    """The matches that wait no more, and are there still."""
    return list(Match.objects.in_bulk([match for match in stream.asked if match not in asked]))


def _questions(stream: PersonStream, asked: Json) -> Iterator[StreamMessage]:
    """The questions that were put since, also where the one before was answered unseen."""
    for match, question in asked.items():
        if stream.asked.get(match) != question:
            since = question["since"]
            at = None if since is None else datetime.fromisoformat(since)
            yield StreamMessage(kind=Kind.ASKED, match_id=match, since=at)


def _not_written(stream: PersonStream, matches: Sequence[str], kind: Kind) -> list[str]:
    """Those of these matches of which this was not told yet."""
    if not matches:
        return []
    written = StreamMessage.objects.filter(stream=stream, kind=kind, match__in=matches)
    known = set(written.values_list("match", flat=True))
    return [match for match in matches if match not in known]


def _news(stream: PersonStream, since: datetime) -> list[int]:
    """The numbers of the notices that were written since, and not told yet."""
    rows = Notification.objects.filter(user=stream.user_id, made_at__gte=since)
    found = list(rows.order_by("made_at", "pk").values_list("pk", flat=True))
    if not found:
        return []
    written = StreamMessage.objects.filter(stream=stream, notification__in=found)
    known = set(written.values_list("notification", flat=True))
    return [number for number in found if number not in known]
