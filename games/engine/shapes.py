"""The JSON of records and of the referee's answers (records: Records and the referee).

Each is a plain dict at run time. The JSON of positions, views and moves is in each game's
`rules/shapes.py`. Seats count from 0, clockwise.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from games.engine.values import Dump, Json, Options


class Start(TypedDict):
    """The position a record starts from."""

    position: NotRequired[Dump | None]
    """The position before the first move; if left out or null, the deal from the seed."""


class Record(Start):
    """The record of one game."""

    format: int
    """The version of this format: 1."""
    game: str
    """The slug of the game."""
    rules: NotRequired[int]
    """The version of the game's rules; 1 if left out."""
    seats: int
    """The number of seats."""
    options: NotRequired[Options]
    """Values by option name; options that are left out have their defaults."""
    seed: NotRequired[str]
    """The 32 bytes that all chance follows from, as 64 hexadecimal digits; zeros if left out."""
    moves: NotRequired[list[Json]]
    """The moves in order, each with its fields, its `seat`, and optionally the time it was made."""


class Outcome(TypedDict):
    """How a game ended."""

    scores: list[int]
    """By seat, counted by the rules of the game."""
    places: list[int]
    """By seat, from 1; ties share the better place (1, 1, 3)."""
    reason: str
    """What ended the game, as a word that the game defines."""


class Player(TypedDict):
    """A player at the table."""

    name: str
    """The player's name."""
    bot: str | None
    """The level of a bot; null for a person."""
    program: NotRequired[Literal[True]]
    """True for the account of a program; otherwise left out."""


class Kept(TypedDict):
    """Where the draw was taken from."""

    kept: NotRequired[str]
    """The id of the called-off match whose draw was taken over; otherwise left out."""


class Turned(TypedDict):
    """How the seats were assigned if they were not drawn."""

    turned: NotRequired[str]
    """The id of the previous match if its seats were turned by one; otherwise left out."""
    agreed: NotRequired[Literal[True]]
    """True if the players agreed on the seats beforehand; otherwise left out."""


class Joined(Turned):
    """The order in which the seats were taken."""

    joined: list[int]
    """The seats in the order in which they were taken.

    In a rematch: for each seat of the previous match, the new seat of its player.
    """


class Fairness1(Joined):
    """What anyone needs to verify the chance of a match of version 1 (records: Fairness)."""

    commitment: str
    """SHA-256 of the secret as 64 hexadecimal digits, published before any player joined."""
    secret: str
    """The server's secret, in hexadecimal digits."""
    nonces: list[str]
    """By seat: what its player added when joining, in hexadecimal digits."""


class Fairness2(Joined, Kept):
    """What anyone needs to verify the chance of a match of version 2; bytes are in hexadecimal."""

    version: Literal[2]
    """Always 2; version 1 leaves it out."""
    commitments: list[str]
    """SHA-256 of each secret, published before any player sat down or was paired."""
    secrets: list[str]
    """The site's secrets: one of the table, or one of each ticket in the order of seats taken."""
    hashes: list[str | None]
    """By seat: SHA-256 of the nonce its player committed to; null if none was sent."""
    nonces: list[str]
    """By seat."""
    origins: list[Literal["revealed", "derived", "replaced"]]
    """By seat: how the nonce was made."""


class Committed(TypedDict):
    """What a transcript says about one player."""

    name: str
    """SHA-256 of the player's salt and name (UTF-8), as 64 hexadecimal digits."""
    bot: str | None
    """The level of a bot; null for a person."""
    program: bool
    """Whether this is the account of a program."""
    hash: str | None
    """SHA-256 of the nonce that the player committed to; null if none was sent."""


class Transcript(TypedDict):
    """What is published about a match of version 3 before any nonce is revealed."""

    match: str
    """The id of the match."""
    game: str
    rules: int
    options: Options
    """As in the record."""
    rated: bool
    """Whether the match is rated."""
    seated: list[int] | None
    """By seat, the index of its player; null if the seats are to be drawn."""
    former: str | None
    """The id of the previous match if the seats are turned by one from it; otherwise null."""
    commitments: list[str]
    """SHA-256 of each secret, published before any player sat down or was paired."""
    players: list[Committed]
    """In the order in which they sat down."""


class Fairness3(Kept):
    """What anyone needs to verify the chance of a match of version 3; bytes are in hexadecimal."""

    version: Literal[3]
    """Always 3."""
    transcript: str
    """The text of the `Transcript` in JSON, exactly as it was published and hashed."""
    joined: list[int]
    """The seat of each player, in the order in which they sat down, as all other lists."""
    secrets: list[str]
    """The site's secrets, in the order of their commitments."""
    nonces: list[str]
    origins: list[Literal["revealed", "derived", "replaced"]]
    """How each nonce was made."""
    salts: list[str | None]
    """The salt of each name; null if the player's name was changed or removed since."""


class Exported(Record):
    """The record of a finished match, with everything needed to verify it."""

    match: str
    """The id of the match."""
    players: list[Player]
    """By seat."""
    left: list[int]
    """The seats whose players left before the end, in the order of leaving."""
    outcome: Outcome | None
    """How the match ended; players who left rank behind all others."""
    rated: bool
    """Whether the match was rated."""
    fairness: Fairness1 | Fairness2 | Fairness3
    """The proof that the chance was fair."""


class Error(TypedDict):
    """Why a record or a move was refused."""

    move: int | None
    """The index of the refused move, from 0; null if the record itself was refused."""
    code: str
    """The kind of refusal."""
    reason: str
    """The reason in one sentence."""


class Answer(TypedDict):
    """The referee's answer for a record (records: python manage.py referee)."""

    ok: bool
    """Whether all moves were accepted."""
    applied: int
    """The number of accepted moves."""
    error: Error | None
    """The refusal; null if there is none."""
    position: Dump | None
    """The final position, or a view of it; null for a refused record."""
    to_move: list[int]
    """The seats that have to decide, in rising order; empty if the game is over."""
    outcome: Outcome | None
    """How the game ended; null while it goes on."""
    legal: NotRequired[list[Json]]
    """With `--legal`: every legal move in the final position, each with its seat."""
    trace: NotRequired[list[Dump]]
    """With `--trace`: the position after every move."""
    verified: NotRequired[list[str]]
    """With `--verify`: what was verified."""
