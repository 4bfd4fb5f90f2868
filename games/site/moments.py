"""Great moments and ends for the gallery: what a page stays with, side by side and in every state.

Banners are made of what happened: in the prepared positions, and then in random games, the same
each time, until every kind of great moment has been met. So the gallery shows what tables show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice, product
from random import Random

from games.boards.beats import Banner
from games.engine.bots import questions
from games.engine.contract import Happening
from games.matches.access import Access
from games.matches.presenters.boards import game_board
from games.matches.presenters.table import Table
from games.site.gallery import NAMES, access_to
from games.titles.positions import prepared_positions
from games.titles.registry import newest

MOST_GAMES = 200
"""After so many a moment that was not met is left out; a few dozen are usual."""


@dataclass(frozen=True)
class Moment:
    """A kind of happening, and its banners as different people see it; none if it was not met."""

    kind: str
    banners: tuple[Banner, ...]


@dataclass(frozen=True)
class End:
    """The scene of a prepared position that is over, through the eyes of a seat or the public's."""

    name: str
    seat: int | None
    access: Access
    table: Table


def moments_of(slug: str) -> list[Moment]:
    """Every kind of great moment that the game's board names."""
    met = _met(slug)
    return [Moment(kind, _banners(slug, met.get(kind))) for kind in game_board(slug).board.banners]


def ends_of(slug: str) -> list[End]:
    """The ends among the prepared positions: as a winner, another player and the public see it."""
    ends = []
    for prepared in prepared_positions(slug):
        _access, table = access_to(prepared, None)
        if not table.over:
            continue
        placed = [chair.seat for chair in table.placed]
        for seat in (placed[0], placed[-1], None):
            access, table = access_to(prepared, seat)
            # One page has one rematch.
            ends.append(End(prepared.name, seat, access, replace(table, rematch=None)))
    return ends


@cache
def _met(slug: str) -> dict[str, tuple[Happening, int]]:
    """By its kind the first happening of each great moment, and how many played."""
    wanted = set(game_board(slug).board.banners)
    found: dict[str, tuple[Happening, int]] = {}
    for happening, seats in chain(_prepared(slug), _at_random(slug)):
        if happening.kind in wanted - found.keys():
            found[happening.kind] = happening, seats
        if found.keys() == wanted:
            break
    return found


def _prepared(slug: str) -> Iterator[tuple[Happening, int]]:
    for prepared in prepared_positions(slug):
        _access, table = access_to(prepared, None)
        for step in table.steps:
            yield from ((happening, len(table.chairs)) for happening in step.happenings)


def _at_random(slug: str) -> Iterator[tuple[Happening, int]]:
    """Random games at every number of seats, with the usual options and with each other choice."""
    rules = newest(slug)
    game, rng = rules.game, Random(slug)
    choices = [{}, *({option.name: value} for option in game.options for value in option.values)]
    for _n, seats, choice in islice(product(range(MOST_GAMES), game.seats, choices), MOST_GAMES):
        options = game.read_options(choice)
        for _position, question, play in questions(rules, seats, options, rng):
            yield from ((happening, seats) for happening in play(rng.choice(question.moves)))


def _banners(slug: str, met: tuple[Happening, int] | None) -> tuple[Banner, ...]:
    """What the public is shown, and what a player to whom it says something else."""
    if met is None:
        return ()
    happening, seats = met
    board = game_board(slug).board
    seen = [
        board.banner([happening], NAMES[:seats], reader)
        for reader in (None, *range(seats))
        if happening.known_to(reader)
    ]
    return tuple(dict.fromkeys(banner for banner in seen if banner is not None))[:2]
