"""The shapes of records and of the referee's answers, as JSON (records: Records and the referee).

Each is a plain dict at run time. What a position, a view and the moves of a game hold, that
game's own `rules/shapes.py` says. Seats count from 0, clockwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict


class Start(TypedDict):
    """Where the moves of a record start."""

    position: NotRequired[Mapping[str, Any] | None]
    """The position before the first move; left out or null: the game's own deal from the seed."""


class Record(Start):
    """One game written down."""

    format: int
    """The number of this format: 1."""
    game: str
    """The slug of the game."""
    rules: NotRequired[int]
    """The version of the game's rules; left out: 1."""
    seats: int
    """How many seats the table has."""
    options: NotRequired[Mapping[str, Any]]
    """What was agreed, by the option's name; left out: every default."""
    seed: NotRequired[str]
    """The 32 bytes that all chance follows from, as 64 hexadecimal digits; left out: zeros."""
    moves: NotRequired[list[Any]]
    """The moves in their order: each one's fields, its `seat`, and perhaps when it was made."""


class Outcome(TypedDict):
    """How a game ended."""

    scores: list[int]
    """By seat, as the game counts them."""
    places: list[int]
    """By seat, from 1; ties share the better place (1, 1, 3)."""
    reason: str
    """What ended the game: one of its own words."""


class Player(TypedDict):
    """Who sat at a table."""

    name: str
    """What the player is called."""
    bot: str | None
    """The level of a bot; null for a person."""


class Turned(TypedDict):
    """How the seats came about where they were not drawn."""

    turned: NotRequired[str]
    """The id of the former match, whose seats were turned by one; left out: seats were drawn."""
    agreed: NotRequired[Literal[True]]
    """The seats were agreed before anybody sat down; left out: they were not."""


class Joined(Turned):
    """Who came to sit where."""

    joined: list[int]
    """The seats in the order in which they were taken.

    In a rematch: for each seat of the former match, where who sat there sits now.
    """


class Fairness1(Joined):
    """What anyone needs to check the chance of a match dealt by version 1 (records: Fairness)."""

    commitment: str
    """SHA-256 of the secret, published before anyone joined: 64 hexadecimal digits."""
    secret: str
    """The server's secret, in hexadecimal digits."""
    nonces: list[str]
    """What each seat added when it joined, by seat, in hexadecimal digits."""


class Fairness2(Joined):
    """The same of a match dealt by version 2; all bytes in hexadecimal digits."""

    version: Literal[2]
    """2; version 1 leaves it out."""
    commitments: list[str]
    """SHA-256 of each secret, published before anyone sat down or was paired."""
    secrets: list[str]
    """The site's secrets: one of the table, or one of each ticket in the order of the chairs."""
    hashes: list[str | None]
    """By seat: SHA-256 of the nonce its player committed to; null where none was sent."""
    nonces: list[str]
    """By seat."""
    origins: list[Literal["revealed", "derived", "replaced"]]
    """By seat: how the nonce came to be."""


class Exported(Record):
    """The record of a finished match, with all that proves it."""

    match: str
    """The id of the match."""
    players: list[Player]
    """By seat."""
    left: list[int]
    """The seats that were left before the end, in the order of leaving."""
    outcome: Outcome | None
    """How the match ended, those who left behind all others."""
    fairness: Fairness1 | Fairness2
    """The proof of the chance."""


class Error(TypedDict):
    """Why a record or a move was refused."""

    move: int | None
    """The place of the refused move, from 0; null where the record itself was refused."""
    code: str
    """The kind of refusal."""
    reason: str
    """The same in one clear sentence."""


class Answer(TypedDict):
    """What the referee says of a record (records: python manage.py referee)."""

    ok: bool
    """Whether every move went in."""
    applied: int
    """How many moves went in."""
    error: Error | None
    """The refusal; null when all is well."""
    position: Mapping[str, Any] | None
    """The position reached, or a view of it; null for a refused record."""
    to_move: list[int]
    """The seats that owe a decision, rising; none when the game is over."""
    outcome: Outcome | None
    """How it ended; null while it goes on."""
    legal: NotRequired[list[dict[str, Any]]]
    """With `--legal`: every legal move now, each with its seat."""
    trace: NotRequired[list[Mapping[str, Any]]]
    """With `--trace`: the position after every move."""
    verified: NotRequired[list[str]]
    """With `--verify`: what was found true."""
