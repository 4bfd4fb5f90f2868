"""Match highlights for the gallery: banners and ends of games, side by side and in every state.

Banners come from effects in the prepared positions, and then in random games with fixed seeds,
until every kind of highlight has been found. So the gallery shows what tables show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice, product
from random import Random

from games.boards.highlights import Banner
from games.engine.bots import questions
from games.engine.contract import Effect
from games.matches.presenters.boards import game_board
from games.matches.presenters.table import Table
from games.matches.viewing import Access
from games.site.gallery import NAMES, access_to
from games.titles.positions import prepared_positions
from games.titles.registry import newest

MOST_GAMES = 200
"""The most random games; a highlight that none of them has is left out. A few dozen are usual."""


@dataclass(frozen=True)
class Highlight:
    """A kind of effect, and its banners for different viewers; none if it was not found."""

    kind: str
    banners: tuple[Banner, ...]


@dataclass(frozen=True)
class End:
    """The scene of a prepared position that is over, as a seat or the public sees it."""

    name: str
    seat: int | None
    access: Access
    table: Table


def highlights_of(slug: str) -> list[Highlight]:
    """Return every kind of highlight that the game's board names."""
    met = _met(slug)
    kinds = game_board(slug).board.banners
    return [Highlight(kind, _banners(slug, met.get(kind))) for kind in kinds]


def ends_of(slug: str) -> list[End]:
    """Return the ends among the prepared positions, for a winner, another player and the public."""
    ends = []
    for prepared in prepared_positions(slug):
        _access, table = access_to(prepared, None)
        if not table.over:
            continue
        placed = [player.seat for player in table.placed]
        for seat in (placed[0], placed[-1], None):
            access, table = access_to(prepared, seat)
            # A page can show only one rematch.
            ends.append(End(prepared.name, seat, access, replace(table, rematch=None)))
    return ends


@cache
def _met(slug: str) -> dict[str, tuple[Effect, int]]:
    """Return the first effect of each highlight by kind, and the number of players."""
    wanted = set(game_board(slug).board.banners)
    found: dict[str, tuple[Effect, int]] = {}
    for effect, seats in chain(_prepared(slug), _at_random(slug)):
        if effect.kind in wanted - found.keys():
            found[effect.kind] = effect, seats
        if found.keys() == wanted:
            break
    return found


def _prepared(slug: str) -> Iterator[tuple[Effect, int]]:
    for prepared in prepared_positions(slug):
        _access, table = access_to(prepared, None)
        for step in table.steps:
            yield from ((effect, len(table.players)) for effect in step.effects)


def _at_random(slug: str) -> Iterator[tuple[Effect, int]]:
    """Yield random games at every number of seats, with default and with other options."""
    rules = newest(slug)
    game, rng = rules.game, Random(slug)
    choices = [{}, *({option.name: value} for option in game.options for value in option.values)]
    for _n, seats, choice in islice(product(range(MOST_GAMES), game.seats, choices), MOST_GAMES):
        options = game.read_options(choice)
        for _position, question, play in questions(rules, seats, options, rng):
            yield from ((effect, seats) for effect in play(rng.choice(question.moves)))


def _banners(slug: str, met: tuple[Effect, int] | None) -> tuple[Banner, ...]:
    """Return the public's banner, and one for a player if it differs."""
    if met is None:
        return ()
    effect, seats = met
    board = game_board(slug).board
    seen = [
        board.banner([effect], NAMES[:seats], reader)
        for reader in (None, *range(seats))
        if effect.known_to(reader)
    ]
    return tuple(dict.fromkeys(banner for banner in seen if banner is not None))[:2]
