"""The stream of all matches that a user plays: the messages of each, with the match's id."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic

from django.db import DatabaseError
from django.utils.translation import gettext_noop as _

from accounts.models import User
from core.asgi import Message
from core.refusals import Refusal
from games.matches.decorators import describe_refusal
from games.matches.models import Match
from games.matches.presenters.rendering import serialize
from games.matches.publish import group_of
from games.matches.refusals import BadBody, NotAPlayer, SeatChanged
from games.matches.services.turns import running_matches
from games.matches.streams.match_source import MatchSource
from games.matches.streams.stream import ALIVE_EVERY, Source

logger = logging.getLogger(__name__)
MOST = 100
"""The most matches of a stream. A player with more of them opens the streams of single ones."""
AFTER = re.compile(r"([-\w]{1,40}):([0-9]{1,16})", re.ASCII)
LONGEST = MOST * 60
"""Characters of the numbers from which a stream continues."""


def read_numbers(text: str) -> dict[str, int]:
    """Return the numbers by match that a reader has: `k7wq3mh2xa:12,m2cd8rt5ze:3`.

    Raises:
        BadBody: The text is not written like that, or names too many matches.
    """
    found = [AFTER.fullmatch(one) for one in text.split(",")] if text else []
    if len(found) > MOST or not all(found):
        raise BadBody(_("Write “from” like this: {example}"), example="k7wq3mh2xa:12,m2cd8rt5ze:3")
    return {one[1]: int(one[2]) for one in found if one is not None}


class AllMatchesSource(Source):
    """The matches that a user plays, those that begin later too.

    Only matches that moved are read, all of them as often as a stream gives a sign of life.

    Args:
        user: The reader.
        after: The number of the event after which each match starts. The others start with their
            newest state. Matches that have ended are sent to their end.
    """

    def __init__(self, user: User, after: dict[str, int]) -> None:
        self.more = False
        self.end: Refusal | None = None
        self._user = user
        self._own = (group_of("turns", user.pk), group_of("playing", user.pk))
        self._sources: dict[str, MatchSource] = {}
        self._moved: set[str] = set()
        """The matches that moved since the last read; read and written by different threads."""
        self._stale = True
        """Whether a match may have begun or ended."""
        self._left: set[str] = set()
        """The matches that the user no longer plays."""
        self._all_read_at = 0.0
        played = Match.objects.filter(id__in=after, players__user=user)
        self._open(played.values_list("id", flat=True), after)

    @property
    def groups(self) -> tuple[str, ...]:
        return (*self._own, *(group_of("match", match_id) for match_id in list(self._sources)))

    def note(self, message: Message) -> None:
        if "match" in message and message["type"] != "turns.moved":
            self._moved.add(str(message["match"]))
        else:
            self._stale = True

    def read(self) -> list[bytes]:
        moved, self._moved = self._moved, set()
        everything = monotonic() - self._all_read_at >= ALIVE_EVERY
        if everything:
            self._all_read_at = monotonic()
        new = self._update() if self._stale or everything else set()
        messages = []
        self.more = False
        for match_id, source in list(self._sources.items()):
            if everything or source.more or match_id in moved or match_id in new:
                messages += self._messages(match_id, source)
        return messages

    def close(self) -> None:
        for source in self._sources.values():
            source.close()

    def _update(self) -> set[str]:
        """Read which matches the user plays, and return those that are new or have ended."""
        self._stale = False
        running = list(running_matches(self._user.pk))[:MOST]
        self._left = {match_id for match_id in self._sources if match_id not in running}
        return self._left | set(
            self._open([one for one in running if one not in self._sources], {})
        )

    def _open(self, matches: Iterable[str], after: dict[str, int]) -> list[str]:
        opened = []
        for match_id in matches:
            with suppress(Refusal):  # It was deleted since.
                source = MatchSource(self._user, match_id, after=after.get(match_id))
                self._sources[match_id] = source
                opened.append(match_id)
        return opened

    def _messages(self, match_id: str, source: MatchSource) -> list[bytes]:
        """Return the new messages of a match; the last one says that it has ended."""
        try:
            messages = source.read()
            end = source.end
        except Refusal as refusal:
            messages, end = [], refusal
        except DatabaseError:
            raise
        except Exception:
            # A match that cannot be replayed must not hold up the others.
            logger.exception("Match %s could not be read for a stream.", match_id)
            messages, end = [], None
        self.more = self.more or source.more
        if isinstance(end, SeatChanged):
            self._open([match_id], {})
            self.more, end = True, None
        elif end is None and match_id in self._left and not source.more:
            end = NotAPlayer(_("You have left this match."))
        name = b'"%b"' % match_id.encode()
        named = [b'{"match":%b,%b' % (name, message[1:]) for message in messages]
        if end is not None:
            del self._sources[match_id]
            ended = {"match": match_id, "type": "ended", **describe_refusal(end)}
            named.append(serialize(ended))
        return named
