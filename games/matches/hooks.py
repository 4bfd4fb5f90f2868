"""Functions by which packages above `matches` add to its tables, pages and sockets.

Matches import nothing of the lobby, of ratings, chat or notifications. Where they need a value of
theirs at once, a package sets a function here in its `receivers.py`, which `accounts.apps` imports
as it does those of all apps. Without it matches are played all the same. What needs no answer is a
signal (`signals`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User
    from games.engine.contract import Json
    from games.matches.access import Access
    from games.matches.models import Match, Player
    from games.matches.sockets.fragments import Visitor
    from games.rating import Stake

IN_VIEW_SECONDS = 45
"""How long a page counts as being in view after it said so; it does so three times meanwhile."""


@dataclass
class Hooks:
    """The functions that packages have set, or their plain defaults."""

    may_view: list[Callable[[Match, User | None, Collection[str]], bool]] = field(
        default_factory=list
    )
    """(match, user, keys of links opened) → whether they may look at a private table; any of these,
    besides players and whoever has the link."""
    rating_changes: Callable[[Match], Mapping[int, tuple[int, int]]] = lambda match: {}
    """What a finished match did to ratings, before and after, by seat."""
    stakes: Callable[[Match, Sequence[Player]], Mapping[int, Stake]] = lambda *args: {}
    """(match, its players) → the ratings at a rated match that goes on, and what it may do to them,
    by seat; empty where it counts for nobody."""
    is_annulled: Callable[[Match], bool] = lambda match: False
    """Whether a moderator let a finished match count for no rating."""
    was_by_name: Callable[[Match], bool] = lambda match: False
    """Whether nobody had a seat at a match who was not called to it by name."""
    rematch: Callable[[Access], Any] = lambda access: None
    """What a visitor may do towards a rematch of a finished match; None for nothing."""
    waiting_room: Callable[[Visitor, Access], str] = lambda *args: ""
    """The page of a match that has not started, as its socket sends it."""
    chat_context: Callable[[Access], dict[str, Any]] = lambda access: {}
    """The context of the chat beside a table."""
    chat_lines: Callable[[Visitor, str, str | None, str], str] = lambda *args: ""
    """(visitor, match id, room, last line shown) → the newest lines as a socket sends them."""
    chat_data: Callable[[Access], list[Json]] = lambda access: []
    """The newest lines of the visitor's room as data, each with its `id`."""
    bell: Callable[[Any, str | None], str] = lambda *args: ""
    """(user, id of a match not to count) → the count of waiting tables as a socket sends it."""
    page_in_view: Callable[[int, str], None] = lambda *args: None
    """(user id, id of the match it shows, or "") → a user has a page in view."""
    page_left_view: Callable[[int], None] = lambda user_id: None
    """A user has one page less in view."""


hooks = Hooks()
