"""What is stored about a user: every app declares its part in its `privacy.py`.

    PersonalData(
        exported=(Section("puzzle_ratings", Solver, "user", "game rating tried solved"),),
        shown=lambda: {"account": [(_("Your rating."), _("Until you delete the account."))]},
    ).register()

`accounts.services.export`, `deletion` and `retention` collect these, and so does the page about
what is stored. A test compares them with the models, so that no table is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from django.db.models import Model, Q, QuerySet
from django.utils.translation import ngettext

from accounts.models import User
from core.registry import Registry

CHUNK = 500
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
YEAR = 365
Topic = Literal["account", "tables", "moderation", "browser"]
"""A part of the page about what is stored."""
Lines = list[tuple[str, str]]
"""What is stored, and until when."""


@dataclass(frozen=True)
class Section:
    """A list in the export: the rows of `model` that belong to a user, with some of their columns.

    `owner`: the lookup that leads from a row to its user. `columns`: "name" or "name=lookup" each,
    separated by spaces. `only`: a filter for the rows. `covers`: the columns that point at a user
    and are exported by this section, as "app.model.field"; the owner's if none are given.
    """

    name: str
    model: type[Model]
    owner: str
    columns: str
    only: Q | None = None
    covers: tuple[str, ...] | None = None

    @property
    def covered(self) -> tuple[str, ...]:
        default = (f"{self.model._meta.label_lower}.{self.owner}",)
        return default if self.covers is None else self.covers

    def rows(self, user: User) -> Iterator[dict[str, object]]:
        """Yield the user's rows by column name; the table is never read whole."""
        named = [column.partition("=") for column in self.columns.split()]
        found = self.model._default_manager.filter(self.only or Q(), **{self.owner: user.pk})
        values = found.order_by("pk").values_list(*(lookup or name for name, _, lookup in named))
        for row in values.iterator(chunk_size=CHUNK):
            yield dict(zip((name for name, _, _ in named), row, strict=True))


@dataclass(frozen=True)
class PersonalData:
    """What one app stores about a user.

    When an account is deleted, rows that point at it are deleted with it, or lose the user where
    the column says SET_NULL.

    Attributes:
        exported: What the user's export contains.
        withheld: Columns that point at a user but are not exported, with the reason for the user.
        retained: Columns, as "app.model.field", whose rows outlive the account for a time.
        erase: Called first with the user and the name to show in place of theirs, for what else
            goes with an account. It may be called again after a failure.
        expired: Functions by kind of row. Each returns the rows that were stored long enough, or
            deletes them and returns their number.
        shown: Returns the lines of the page about what is stored, by its parts.
    """

    exported: tuple[Section, ...] = ()
    withheld: Mapping[str, str] = field(default_factory=dict)
    retained: tuple[str, ...] = ()
    erase: Callable[[User, str], None] | None = None
    expired: Mapping[str, Callable[[], QuerySet[Model] | int]] = field(default_factory=dict)
    shown: Callable[[], dict[Topic, Lines]] = dict

    def register(self) -> None:
        """Add this to what the site stores."""
        personal_data.register(self)


personal_data: Registry[PersonalData] = Registry("personal data")


def describe_duration(time: timedelta) -> str:
    """Return a duration in words: hours, days, or whole years."""
    if time < 2 * DAY:
        hours = time // HOUR
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    days = time // DAY
    if days % YEAR == 0:
        years = days // YEAR
        return ngettext("{n} year", "{n} years", years).format(n=years)
    return ngettext("{n} day", "{n} days", days).format(n=days)
