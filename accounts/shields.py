"""Shields: every player has one, drawn from the username until the player chooses another.

A shield is a division, a charge and a tincture, as in heraldry: the field in the tincture, its
division in a darker shade, the charge on top.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TINCTURES = {
    "red": pgettext_lazy("on a shield", "red"),
    "blue": pgettext_lazy("on a shield", "blue"),
    "green": pgettext_lazy("on a shield", "green"),
    "purple": pgettext_lazy("on a shield", "purple"),
    "black": pgettext_lazy("on a shield", "black"),
    "gold": pgettext_lazy("on a shield", "gold"),
}
DIVISIONS = {
    "plain": (pgettext_lazy("on a shield", "plain"), ""),
    "pale": (pgettext_lazy("on a shield", "left and right half"), "M24 0h24v56H24z"),
    "fess": (pgettext_lazy("on a shield", "upper and lower half"), "M0 26h48v30H0z"),
    "bend": (pgettext_lazy("on a shield", "diagonal"), "M0 0l48 56H0z"),
    "chevron": (pgettext_lazy("on a shield", "chevron"), "M24 16l24 24v16L24 32 0 56V40z"),
    "quarters": (pgettext_lazy("on a shield", "quarters"), "M24 0h24v26H24zM0 26h24v30H0z"),
    "chief": (pgettext_lazy("on a shield", "band at the top"), "M0 0h48v13H0z"),
    "bars": (pgettext_lazy("on a shield", "stripes"), "M0 8h48v8H0zM0 24h48v8H0zM0 40h48v8H0z"),
}
"""The divisions by name: what they are called, and the path of the darker part on 48 × 56 units."""
CHARGES = {
    "crescent": (
        pgettext_lazy("on a shield", "crescent"),
        "M17 2.4a10.5 10.5 0 1 0 0 19.2a8.3 8.3 0 1 1 0-19.2z",
    ),
    "cross": (pgettext_lazy("on a shield", "cross"), "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"),
    "lozenge": (
        pgettext_lazy("on a shield", "lozenge"),
        "M12 1l8 11-8 11-8-11zM12 7.5L8.7 12l3.3 4.5 3.3-4.5z",
    ),
    "tower": (
        pgettext_lazy("on a shield", "tower"),
        "M5 2h3v3h2.5V2h3v3H16V2h3v7.5h-2V22h-3v-4.5a2 2 0 0 0-4 0V22H7V9.5H5z",
    ),
    "crown": (
        pgettext_lazy("on a shield", "crown"),
        "M3 17.5L2 6l5 4.5L12 3l5 7.5L22 6l-1 11.5zM3 19.5h18v2.5H3z",
    ),
    "anchor": (
        pgettext_lazy("on a shield", "anchor"),
        "M12 1.5a3 3 0 0 1 1.5 5.6V9H17v3h-3.5v7.3c2.6-.4 4.6-2 5.3-4.3l-1.8.5"
        " 3-4.5 2.5 4.8-1.4-.4C20 20 16.5 22.5 12 22.5S4 20 2.9 15.4l-1.4.4"
        " 2.5-4.8 3 4.5-1.8-.5c.7 2.3 2.7 3.9 5.3 4.3V12H7V9h3.5V7.1A3 3 0 0 1"
        " 12 1.5zM12 3.3a1.2 1.2 0 1 0 0 2.4a1.2 1.2 0 0 0 0-2.4z",
    ),
    "tree": (
        pgettext_lazy("on a shield", "fir tree"),
        "M12 1l5 7h-2.5l4 5.5H16l4.5 5.5h-7v4h-3v-4h-7L8 13.5H5.5l4-5.5H7z",
    ),
    "heart": (
        pgettext_lazy("on a shield", "heart"),
        "M12 22C5 16.5 2 13 2 8.5C2 5 4.5 3 7 3c2 0 4 1.2 5 3.2C13 4.2 15 3 17 3"
        "c2.5 0 5 2 5 5.5C22 13 19 16.5 12 22z",
    ),
    "sword": (
        pgettext_lazy("on a shield", "sword"),
        "M12 0l2 3v10h5.5v3h-5.5v3a2.5 2.5 0 1 1-4 0v-3H4.5v-3H10V3z",
    ),
    "ship": (
        pgettext_lazy("on a shield", "ship"),
        "M2 15.5h20L18.5 22h-13zM11 1v12.5H3.5C7.5 11 10.5 7 11 1zM13 1c3.5 3.5 6.5 7.5 7 12.5h-7z",
    ),
    "flame": (
        pgettext_lazy("on a shield", "flame"),
        "M13 1c1 5 6 7 6 13.5a7 7.5 0 0 1-14 0c0-3 1.5-5.5 3-7 0 2 .8 4 2 4.5C9.5 8 11 4 13 1z",
    ),
    "lily": (
        pgettext_lazy("on a shield", "lily"),
        "M12 1c2.5 3 3.5 5.5 3.5 8 0 1.5-.5 3-1.2 4.3c1.5-2.8 3.2-4.8 5.2-4.8"
        " 2 0 3.5 1.5 3.5 3.5s-1.5 3-3 3c-.8 0-1.5-.3-2-.8-.3 1.5-1.3 2.3-2.5 2.8"
        "H18v2h-3.5c0 1.5-1 3-2.5 4-1.5-1-2.5-2.5-2.5-4H6v-2h2.5c-1.2-.5-2.2-1.3"
        "-2.5-2.8-.5.5-1.2.8-2 .8-1.5 0-3-1-3-3s1.5-3.5 3.5-3.5c2 0 3.7 2 5.2 4.8"
        "C9 12 8.5 10.5 8.5 9c0-2.5 1-5 3.5-8z",
    ),
}
"""The charges by name: what they are called, and their paths on 24 × 24 units."""

PARTS = {
    "division": (
        pgettext_lazy("on a shield", "Division"),
        [(name, words) for name, (words, _path) in DIVISIONS.items()],
    ),
    "charge": (
        pgettext_lazy("on a shield", "Charge"),
        [(name, words) for name, (words, _path) in CHARGES.items()],
    ),
    "tincture": (pgettext_lazy("on a shield", "Colour"), list(TINCTURES.items())),
}
"""What can be chosen for each part of a shield: its title, then values and their words."""


class Shield(NamedTuple):
    """The parts of a shield, by name."""

    division: str
    charge: str
    tincture: str

    def dump(self) -> str:
        """Return the text that an account stores, such as `bend-anchor-red`."""
        return "-".join(self)

    @classmethod
    def load(cls, text: str) -> Shield | None:
        """Return the shield of a stored text; None if it names no shield."""
        division, charge, tincture = (*text.split("-"), "", "", "")[:3]
        known = division in DIVISIONS and charge in CHARGES and tincture in TINCTURES
        return cls(division, charge, tincture) if known else None

    @classmethod
    def seeded(cls, name: str) -> Shield:
        """Return the shield that belongs to a name, the same in any case of its letters."""
        digest = sha256(name.casefold().encode()).digest()
        named = [list(part) for part in (DIVISIONS, CHARGES, TINCTURES)]
        return cls(*(part[digest[at] % len(part)] for at, part in enumerate(named)))

    def svg(self, css: str = "") -> SafeString:
        """Return the picture of the shield; it is next to a name, so it is hidden from readers."""
        return _drawn(self, css)


@lru_cache(maxsize=4096)
def _drawn(shield: Shield, css: str) -> SafeString:
    darker = DIVISIONS[shield.division][1]
    return format_html(
        '<svg class="{}" viewBox="0 0 48 56" aria-hidden="true">{}'
        '<path d="{}" transform="translate(12 13)" fill-rule="evenodd"/></svg>',
        f"shield is-{shield.tincture} {css}".strip(),
        format_html('<path class="division" d="{}"/>', darker) if darker else "",
        CHARGES[shield.charge][1],
    )


@lru_cache(maxsize=4096)
def shield_of(chosen: str, name: str) -> Shield:
    """Return the chosen shield of a player, or the one that belongs to the name.

    Args:
        chosen: What the account stores; empty until its owner chooses.
        name: The username, or the name of a bot of the site.
    """
    return Shield.load(chosen) or Shield.seeded(name)


class Variation(NamedTuple):
    """A shield that differs from the current one in one part, as a choice in the form."""

    value: str
    words: StrOrPromise
    shield: Shield
    chosen: bool


def variations(now: Shield) -> list[tuple[str, StrOrPromise, list[Variation]]]:
    """Return the choices for each part: its form field, its title, and a shield for every value."""
    return [
        (
            part,
            title,
            [
                Variation(value, words, now._replace(**{part: value}), getattr(now, part) == value)
                for value, words in choices
            ],
        )
        for part, (title, choices) in PARTS.items()
    ]
