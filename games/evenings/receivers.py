"""What evenings add: who has an evening's link may look, and its host may hide what is said."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from games.chat.services import hide_checks
from games.evenings.models import Evening
from games.evenings.services import is_host_of
from games.matches.hooks import hooks
from games.matches.models import Match

if TYPE_CHECKING:
    from accounts.models import User


def has_the_link(match: Match, user: User | None, opened: Collection[str]) -> bool:
    """Whether this is a table of an evening whose link the visitor has opened."""
    evening = match.evening_id
    return evening is not None and Evening.objects.filter(pk=evening, key__in=opened).exists()


hide_checks.append(is_host_of)
hooks.may_view.append(has_the_link)
