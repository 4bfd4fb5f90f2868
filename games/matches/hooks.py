"""What packages above `matches` add to its tables, pages and sockets.

`matches` imports nothing from the lobby, ratings, chat or notifications. If a table needs a value
from one of these, that package registers a function here in its `receivers.py`; the defaults make
every one optional. Anything that needs no return value is a signal (`signals`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from core.registry import Registry, Slot
from games.matches.viewing import Access, Visitor

if TYPE_CHECKING:
    from accounts.models import User
    from games.engine.contract import Json
    from games.matches.models import Match, Player
    from games.rating import RatingPreview

may_view: Registry[Callable[[Match, User | None, Collection[str]], bool]] = Registry("may view")
"""(match, user, keys of opened links) → whether the user may view a private table.

One that returns True is enough; players and visitors with the link may view it anyway.
"""


@Slot
def by_the_site() -> Q:
    """Return a filter for the matches that the site plays by itself, which nothing counts."""
    return Q(pk__in=())


@Slot
def rating_changes(match: Match) -> Mapping[int, tuple[int, int]]:
    """Return, by seat, the ratings before and after a finished match."""
    return {}


@Slot
def rating_previews(match: Match, players: Sequence[Player]) -> Mapping[int, RatingPreview]:
    """Return, by seat, the ratings at a running rated match and how they may change.

    Empty if the match changes no ratings.
    """
    return {}


@Slot
def is_annulled(match: Match) -> bool:
    """Return whether a moderator excluded a finished match from the ratings."""
    return False


@Slot
def was_for_some(match: Match) -> bool:
    """Return whether the table was only for players invited by name, or for guests."""
    return False


@dataclass(frozen=True)
class Home:
    """What a match is a part of: its name and page, and whether its matches have rematches."""

    name: str
    url: str
    emblem: str = "trophy"
    rematches: bool = False


homes: Registry[Callable[[Access], Home | None]] = Registry("homes")
"""(match for a visitor) → what it is a part of, if the visitor may know; None for most."""


def home_of(access: Access) -> Home | None:
    """Return what a match is a part of; None for most, or if the visitor may not know."""
    found = (find(access) for find in homes)
    return next((home for home in found if home is not None), None)


given_seats: Registry[Callable[[], Q]] = Registry("given seats")
"""→ a filter of players at tables where others give the seats, such as the organisers of a club.

Such a player did not promise to come.
"""


@Slot
def in_contest(match: Match) -> bool:
    """Return whether a player who calls the match off gives away points, as in a tournament."""
    return False


@Slot
def rematch(access: Access) -> Any:
    """Return the visitor's options for a rematch of a finished match; None for none."""
    return None


@Slot
def may_keep_talking(access: Access) -> bool:
    """Return whether the visitor may begin a conversation of the players of a finished match."""
    return False


@Slot
def same_cards(access: Access) -> Any:
    """Return what a player of a finished match sees of other tables with its cards; or None."""
    return None


@Slot
def may_hint(access: Access) -> bool:
    """Return whether the visitor may ask for a hint at a running match."""
    return False


@Slot
def may_analyse(match: Match) -> bool:
    """Return whether the players of a match may use analysis boards while it is running."""
    return False


@Slot
def waiting_room(visitor: Visitor, access: Access) -> str:
    """Return the page of a match that has not started, as its socket sends it."""
    return ""


@Slot
def chat_context(access: Access) -> dict[str, Any]:
    """Return the template context of the chat next to a table."""
    return {}


@Slot
def chat_lines(visitor: Visitor, match_id: str, room: str | None, last: str) -> str:
    """Return the lines of a room after the last one shown, as a socket sends them."""
    return ""


@Slot
def chat_form(visitor: Visitor, match_id: str) -> str:
    """Return the form of the chat, or why the visitor may not write, as a socket sends it."""
    return ""


@Slot
def chat_data(access: Access) -> list[Json]:
    """Return the newest lines of the visitor's room as data, each with its `id`."""
    return []


@Slot
def bell(user: Any, but: str | None) -> str:
    """Return the count of waiting tables, except match `but`, as a socket sends it."""
    return ""
