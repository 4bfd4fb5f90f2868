"""What the lobby adds to matches: the waiting room before, the rematch after."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from games.lobby.fragments import waiting_room_fragment
from games.lobby.models import Invitation
from games.lobby.presenters.rematch import rematch_for
from games.matches.hooks import hooks
from games.matches.models import Match

if TYPE_CHECKING:
    from accounts.models import User


def is_asked_by_name(match: Match, user: User | None, opened: Collection[str]) -> bool:
    """Whether somebody was invited to this table by name: then they may look at it."""
    return user is not None and Invitation.objects.filter(match=match, user=user).exists()


hooks.may_view.append(is_asked_by_name)
hooks.rematch = rematch_for
hooks.waiting_room = waiting_room_fragment
