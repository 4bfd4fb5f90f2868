"""Search for users by any part of a name, in any letters that look alike, also with typos.

Every query reads a bounded number of rows, in the order of an index that all databases sort alike:
the result depends neither on the database nor, in its cost, on the number of accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from django.db import connection
from django.db.models import Count
from django.utils.translation import gettext_noop as _

from accounts.models import NameClaim, NamePart, User
from accounts.models.names import OLDER
from accounts.refusals import NameTooShort, TooManySearches
from accounts.services.blocks import ids_blocked_by
from accounts.services.name_parts import (
    EDGE,
    edits_between,
    numbers_beginning,
    parts_of,
    spellings,
    units_of,
)
from core.monitoring.rate_limit import limit_use

NAMES = ("user__username", "user__display_name")
SHORTEST = 2
LONGEST = 60
FOUND = 30
"""The most users shown; a longer part finds others."""
SEARCHES = 30
WITHIN = 60
"""At most `SEARCHES` in `WITHIN` seconds, so that no user can list all names letter by letter."""
READ = 100
"""The most names that are compared with what was typed, for each way to find them."""
COMMON = 3000
"""A part of more names than this leads to too many; rarer parts are read first."""
PARTS = 12
"""The most parts of the typed name that are looked up."""
TOGETHER = 3
"""The most parts that are looked for in one name; comparing the names does the rest."""
ROWS = 10_000
"""The most rows of parts that are counted to find names with typos."""
SPOILT = 4
"""The most parts of a name that a typo changes: two swapped letters are part of four."""
TYPOS = ((8, 2), (4, 1))
"""The typos that a name may have, by its fewest letters."""


class Match(IntEnum):
    """How a name fits what was typed, the best first."""

    WHOLE = 0
    BEGINNING = 1
    PART = 2
    SIMILAR = 3


def people_called(viewer: User, typed: str) -> list[User]:
    """Return the open, permanent accounts with such a name, the best fits first.

    Users that the viewer has blocked are left out. Only names are searched.

    Raises:
        NameTooShort: fewer than `SHORTEST` letters count.
        TooManySearches: the viewer has searched too often in the last minute.
    """
    forms = [form for form in spellings(typed[:LONGEST]) if len(form) >= SHORTEST]
    if not forms:
        raise NameTooShort(_("Type at least two letters of the name."))
    refusal = TooManySearches(_("You have searched for many names. Wait a minute, then try again."))
    limit_use(f"searches:{viewer.pk}", SEARCHES, WITHIN, refusal)
    unwanted = set(ids_blocked_by(viewer.pk))
    found: dict[int, Match] = {}
    compared: set[int] = set()
    for ids in _ways(forms):
        new = [pk for pk in ids if pk not in compared]
        compared.update(new)
        # Filtered here: SQLite would read all accounts that are no guests, by their index.
        claims = NameClaim.objects.filter(pk__in=new)
        facts = ("user", "user__is_active", "user__guest_until", "skeleton", *NAMES)
        for user, active, guest, skeleton, *names in claims.values_list(*facts) if new else ():
            if not active or guest is not None or user in unwanted:
                continue
            match = _how_it_fits(skeleton.partition(OLDER)[0], names, forms)
            if match is not None and match < found.get(user, len(Match)):
                found[user] = match
        if len(found) >= FOUND:
            break
    users = User.objects.in_bulk(found)
    ordered = sorted(users.values(), key=lambda one: (found[one.pk], one.name.casefold(), one.pk))
    return ordered[:FOUND]


def _ways(forms: Sequence[str]) -> Iterator[list[int]]:
    """Yield the claims to compare, in the order of `Match`."""
    yield list(NameClaim.objects.filter(skeleton__in=forms).values_list("pk", flat=True))
    counts: dict[int, int] = {}
    for edge in (EDGE, ""):
        for form in forms:
            yield _with_parts(edge + form, counts)
    for form in forms:
        typos = _typos_allowed(form)
        if typos:
            yield _alike(form, typos, counts)


def _with_parts(letters: str, counts: dict[int, int]) -> list[int]:
    """Return claims whose names have all parts of these letters, the oldest first."""
    if len(letters) == SHORTEST:
        found = NamePart.objects.filter(part__range=numbers_beginning(letters))
        found = found.order_by("part", "length", "claim")
        return list(dict.fromkeys(found.values_list("claim", flat=True)[:READ]))
    ordered = _rarest_first(parts_of(letters), counts)
    rare = [part for part in ordered if counts[part] < COMMON][:TOGETHER]
    if not rare:
        found = NamePart.objects.filter(part=ordered[0]).order_by("length", "claim")
        return list(dict.fromkeys(found.values_list("claim", flat=True)[:READ]))
    with_all = NamePart.objects.filter(part__in=rare).values("claim")
    with_all = with_all.annotate(n=Count("part", distinct=True)).filter(n=len(rare))
    return list(with_all.order_by("claim").values_list("claim", flat=True)[:READ])


def _alike(form: str, typos: int, counts: dict[int, int]) -> list[int]:
    """Return claims with the most parts in common with a name, and of about its length."""
    chosen: list[int] = []
    rows = 0
    for part in _rarest_first(parts_of(f"{EDGE}{form}{EDGE}"), counts):
        rows += counts[part]
        if counts[part] >= COMMON or rows > ROWS:
            break
        chosen.append(part)
    length = (len(form) - typos, len(form) + typos)
    shared = NamePart.objects.filter(part__in=chosen, length__range=length).values("claim")
    least = max(1, len(chosen) - SPOILT * typos)
    most = shared.annotate(n=Count("part", distinct=True)).filter(n__gte=least)
    return list(most.order_by("-n", "claim").values_list("claim", flat=True)[:READ])


def _rarest_first(parts: Sequence[int], counts: dict[int, int]) -> list[int]:
    """Return some of the parts, those of few names first; `counts` learns their rows."""
    some = parts[:PARTS]
    new = [part for part in some if part not in counts]
    if new:
        counts.update(zip(new, _counted(new), strict=True))
    return sorted(some, key=lambda part: (counts[part], part))


def _counted(parts: Sequence[int]) -> Sequence[int]:
    """Return the number of rows of each part, at most `COMMON`, by one statement."""
    table = connection.ops.quote_name(NamePart._meta.db_table)
    # Django has no union of limited queries on SQLite. Nothing here but the parameters is typed.
    rows = f"SELECT 1 FROM {table} WHERE part = %s LIMIT {COMMON}"  # noqa: S608
    counts = ", ".join([f"(SELECT COUNT(*) FROM ({rows}) AS few)"] * len(parts))  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}", list(parts))
        counted: Sequence[int] = cursor.fetchone()
    return counted


def _how_it_fits(skeleton: str, names: Sequence[str], forms: Sequence[str]) -> Match | None:
    """Return how a user's names fit; None if they only share parts with what was typed."""
    if skeleton in forms:
        return Match.WHOLE
    units = {unit for name in names for unit in units_of(name)}
    if any(unit.startswith(form) for unit in units for form in forms):
        return Match.BEGINNING
    if any(form in unit for unit in units for form in forms):
        return Match.PART
    allowed = [(form, _typos_allowed(form)) for form in forms]
    if any(edits_between(form, unit, most) <= most for form, most in allowed for unit in units):
        return Match.SIMILAR
    return None


def _typos_allowed(form: str) -> int:
    return next((typos for letters, typos in TYPOS if len(form) >= letters), 0)
