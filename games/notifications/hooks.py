"""What packages above `notifications` add to the daily mail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from core.registry import Registry

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class Date:
    """Something that a user has agreed to come to: when, its name, and the path of its page."""

    at: datetime
    name: str
    path: str


dates: Registry[Callable[[User, datetime, datetime], list[Date]]] = Registry("dates of a user")
"""(user, from, before) → the dates of the user in this time."""


def dates_of(user: User, since: datetime, before: datetime) -> list[Date]:
    """Return all dates of a user in this time, the next first."""
    found = [date for ask in dates for date in ask(user, since, before)]
    return sorted(found, key=lambda date: (date.at, date.name))
