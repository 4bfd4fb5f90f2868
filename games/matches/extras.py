"""What other features add to matches, each when its app is ready.

Matches know nothing of the lobby, of ratings, talk or notifications: arrows go one way. Where the
table, its page or its socket shows something of theirs, they hang a function in here; without
them matches are played all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.dispatch import Signal

if TYPE_CHECKING:
    from accounts.models import User
    from games.matches.access import Access
    from games.matches.models import Match
    from games.matches.sockets.fragments import Visitor

    MayLook = Callable[[Match, User | None, Collection[str]], bool]
    """(match, who is signed in, keys of the links a visitor has opened)"""

SEEN_FOR = 45
"""Seconds for which a page's word holds that it is in view; it says so three times meanwhile."""
match_finished = Signal()
"""In the transaction that ends a match: `match`, and its `players` with places and scores."""
seats_asked = Signal()
"""In the transaction that puts questions: `players`, people who are newly asked."""


def _no_changes(match: Match) -> Mapping[int, tuple[int, int]]:
    return {}


def _nothing(*given: Any) -> str:
    return ""


@dataclass
class Extras:
    """The functions that were hung in; each has a plain one in its place."""

    may_look: list[MayLook] = field(default_factory=list)
    """Besides who plays, and who has the link: who may look at a private table."""
    rating_changes: Callable[[Match], Mapping[int, tuple[int, int]]] = _no_changes
    """What a finished match did to ratings, before and after, by seat."""
    rematch: Callable[[Access], Any] = lambda access: None
    """What a visitor may do towards a rematch of a finished match; None for nothing."""
    waiting_room: Callable[[Visitor, Access], str] = _nothing
    """The page of a match that has not started, as its socket sends it."""
    chat: Callable[[Access], dict[str, Any]] = lambda access: {}
    """What the talk beside a table is drawn from."""
    chat_lines: Callable[[Visitor, str, str | None, str], str] = _nothing
    """(visitor, match, room, last line shown) → the newest lines as a socket sends them."""
    bell: Callable[[Any, str | None], str] = _nothing
    """(user, match not to count) → how many tables wait for them, as a socket sends it."""
    looks: Callable[[int], None] = lambda user_id: None
    """Somebody has a page in view."""
    looks_away: Callable[[int], None] = lambda user_id: None
    """Somebody has one page less in view."""


extras = Extras()
