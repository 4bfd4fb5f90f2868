"""The powers that would have an effect at a site, and why others would not, by a view only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.panels import size_of
from games.titles.babel.rules.cards import RUN, TEMPLE_COPIES
from games.titles.babel.rules.moves import HALVE, POWER_OF

if TYPE_CHECKING:
    from games.engine.contract import View

HIGHEST_LEVEL = max(TEMPLE_COPIES)


def powers_of(tribe: str) -> tuple[str, str]:
    """Return the powers of a run of a tribe: its own, and the one that any tribe gives."""
    return POWER_OF[tribe], HALVE


def works(view: View, seat: int, site: str, power: str) -> bool:
    """Return whether a power would work if the seat were on turn with its stone at the site."""
    return not why_idle(view, seat, site, power, "")


def gives_power(view: View, seat: int, site: str, row: list[str], powers: Iterable[str]) -> bool:
    """Return whether one of these powers would work once the seat's row at the site is this one.

    A power may be illegal while the seat owes its first build, so then none counts.
    """
    place = view["sites"][site]
    tribes = [row if other == seat else cards for other, cards in enumerate(place["tribes"])]
    then = {**view, "sites": {**view["sites"], site: {**place, "tribes": tribes}}}
    return not view["duty"][seat] and any(works(then, seat, site, power) for power in powers)


def why_idle(view: View, seat: int, site: str, power: str, rival_name: str) -> str:
    """Return why a power of the seat would do nothing at a site; empty if it works."""
    rival = 1 - seat
    place = view["sites"][site]
    if power == HALVE:
        hand = size_of(view["hands"][rival])
        text = "" if hand >= 2 else _("{name} has fewer than two cards in hand.")
    elif power in ("expel", "bribe"):
        text = "" if place["tribes"][rival] else _("{name} has no tribe cards here.")
    elif power == "raze":
        text = "" if place["temples"][rival] else _("{name} has no temple here.")
    elif power == "steal":
        return _why_no_theft(view, seat, site, rival_name)
    else:
        return _why_no_skip(view, seat, site)
    return text.format(name=rival_name)


def _why_no_theft(view: View, seat: int, site: str, rival_name: str) -> str:
    place = view["sites"][site]
    level = _height(place["temples"][1 - seat])
    if not level:
        return _("{name} has no temple here.").format(name=rival_name)
    if level <= _height(place["temples"][seat]):
        return _("{name}’s temple here isn’t higher than yours.").format(name=rival_name)
    return _why_too_few(level, place["tribes"][seat])


def _why_no_skip(view: View, seat: int, site: str) -> str:
    place = view["sites"][site]
    level = _height(place["temples"][seat]) + 2
    if level > HIGHEST_LEVEL:
        return _("No temple rises above level {level}.").format(level=HIGHEST_LEVEL)
    if level not in _tops(view, seat):
        return _("You need a level {level} on top of a temple row.").format(level=level)
    return _why_too_few(level, place["tribes"][seat])


def buildable_level(view: View, seat: int, site: str) -> int:
    """Return the level that a seat with enough cards could build at a site; 0 if there is none.

    While the seat owes its first build, only that one counts, which starts a temple.
    """
    level = _height(view["sites"][site]["temples"][seat]) + 1
    may = level == 1 or not view["duty"][seat]
    return level if may and level in _tops(view, seat) else 0


def _tops(view: View, seat: int) -> list[int]:
    """Return the levels that a seat may take from the tops of the temple rows.

    It can't take the opponent's starting card while the opponent owes its build.
    """
    rows = enumerate(view["rows"])
    return [cards[-1] for row, cards in rows if cards and (row == seat or not view["duty"][row])]


def _why_too_few(level: int, row: list[str]) -> str:
    if len(row) >= level:
        return ""
    return _("Level {level} takes {level} of your cards here: you have {n}.").format(
        level=level, n=len(row)
    )


def height_at(view: View, seat: int, site: str) -> int:
    """Return the height of a seat's temple at a site."""
    return _height(view["sites"][site]["temples"][seat])


def _height(temple: list[int]) -> int:
    return temple[-1] if temple else 0


def uses_of(size: int) -> int:
    """Return how often a run of this size can be used, since each use costs one of its cards."""
    return max(0, size - RUN + 1)
