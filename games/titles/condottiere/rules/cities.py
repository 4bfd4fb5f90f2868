"""The 17 cities and their 34 borders (spec: Map)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.engine.contract import Options

_BORDERS = """
torino: milano genova
milano: genova parma modena mantova venezia
genova: parma
venezia: mantova ferrara
mantova: modena ferrara
ferrara: modena bologna
parma: modena lucca
modena: bologna lucca firenze
bologna: firenze urbino
lucca: firenze
firenze: siena urbino spoleto roma
siena: roma
urbino: spoleto ancona
ancona: spoleto napoli
spoleto: roma napoli
roma: napoli
"""


def _read_borders(text: str) -> frozenset[frozenset[str]]:
    pairs: set[frozenset[str]] = set()
    for line in text.split("\n"):
        city, _, others = line.partition(":")
        pairs.update(frozenset((city, other)) for other in others.split())
    return frozenset(pairs)


BORDERS = _read_borders(_BORDERS)
CITIES: tuple[str, ...] = (
    *("torino", "milano", "genova", "venezia", "mantova", "ferrara", "parma", "modena"),
    *("bologna", "lucca", "firenze", "siena", "urbino", "ancona", "spoleto", "roma", "napoli"),
)
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    city: tuple(other for other in CITIES if frozenset((city, other)) in BORDERS) for city in CITIES
}


def group_of(city: str, held: Collection[str]) -> set[str]:
    """Return the connected group of held cities that a city belongs to."""
    group = {city}
    border = [city]
    while border:
        for other in NEIGHBOURS[border.pop()]:
            if other in held and other not in group:
                group.add(other)
                border.append(other)
    return group


def largest_group(held: Collection[str]) -> int:
    """Return the size of the largest connected group of held cities."""
    return max((len(group_of(city, held)) for city in held), default=0)


def group_needed(seats: int, options: Options) -> int:
    """Return how many connected cities win: 4 with two or three seats, else 3.

    The option `bigger_kingdom` adds one.
    """
    return (4 if seats <= 3 else 3) + bool(options["bigger_kingdom"])
