"""Golden records: whole games, each with the end that its moves led to when it was recorded.

    python -m tests.helpers.golden condottiere-4-final-tie --seats 4 --reason final-tie
    python -m tests.helpers.golden condottiere-6-points --seats 6 --options '{"points": 20}'

plays random games from the seed on until one ends for the reason, and writes it to
tests/games/titles/golden/. The game is the first word of the name. See the README there.

    python -m tests.helpers.golden --tables

plays one game at every table of the site that has none yet, and adds it to the file of its game.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import django

from games.engine.contract import Json, Options, Position
from games.engine.record import Record, read_record
from games.engine.replay import replay
from games.engine.testing.tables import tables_of

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from games.titles.registry import ALL_RULES, newest
from tests.helpers.records import finish
from tests.helpers.tables import Table, seed_bytes

SEEDS = 10_000
"""The number of games that are tried for a reason, which may be impossible."""
FOLDER = Path(__file__).resolve().parents[1] / "games" / "titles" / "golden"
ARMIES = ("orc", "human", "dwarf", "goblin")
UNLISTED: dict[str, list[tuple[int, Options]]] = {
    "kharnage": [(seats, {"armies": list(ARMIES[:seats])}) for seats in (2, 3, 4)]
}
"""Tables with values that no option lists, by game: seats and non-default options."""


def digest(position: Position) -> str:
    """Return the SHA-256 of a position's dump as JSON with sorted keys and no spaces."""
    text = json.dumps(position.dump(), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def led_to(record: Record) -> Json:
    """Return what a record leads to: the number of applied moves, the end and the outcome."""
    reached = replay(record)
    outcome = reached.position.outcome()
    return {
        "applied": reached.applied,
        "digest": digest(reached.position),
        "outcome": None if outcome is None else outcome.dump(),
    }


def random_records(slug: str, seats: int, options: Options, first_seed: int) -> Iterator[Json]:
    """Yield records of random games to the end, for one seed after the other."""
    for number in range(first_seed, first_seed + SEEDS):
        seed = seed_bytes(number)
        head = {"format": 1, "game": slug, "seats": seats, "options": options, "seed": seed.hex()}
        record = read_record(head, ALL_RULES)
        yield {**record.dump(), "moves": finish(record.start(), seed)}


def write(name: str, data: Json) -> Path:
    """Write a record with one key or move per line, so that diffs are readable."""
    moves = ",\n".join(f"  {json.dumps(move)}" for move in data["moves"])
    lines = [f" {json.dumps(key)}: {json.dumps(data[key])}" for key in data if key != "moves"]
    lines.append(f' "moves": [\n{moves}\n ]')
    path = FOLDER / f"{name}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return path


def at_every_table() -> list[Table]:
    """Return tables that cover every rules version, number of seats and value of each option."""
    known = {rules.game.slug: rules for rules in ALL_RULES.values()}
    unlisted = [
        Table(known[slug], seats, tuple(known[slug].game.read_options(options, seats).items()))
        for slug, tables in UNLISTED.items()
        for seats, options in tables
    ]
    chosen: list[Table] = []
    covered: set[tuple[str, str, int, str]] = set()
    for table in [*tables_of(*ALL_RULES.values()), *unlisted]:
        if new := covers(table) - covered:
            chosen.append(table)
            covered |= new
    return chosen


def covers(table: Table) -> set[tuple[str, str, int, str]]:
    """Return what a table covers: rules version, seats, and each option's value."""
    game = table.rules.game
    values = ["", *(f"{name}={value!r}" for name, value in table.options)]
    return {(game.slug, str(game.rules), table.seats, value) for value in values}


def file_of(table: Table) -> Path:
    """Return the file with the games of one rules version, one per line."""
    game = table.rules.game
    return FOLDER / "tables" / f"{game.slug}.{game.rules}.jsonl"


def lines_of(path: Path) -> list[Json]:
    """Read the games of such a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def add_missing_tables() -> list[str]:
    """Add a game for every table that has none yet; existing ones are never changed."""
    added = []
    for number, table in enumerate(at_every_table()):
        path = file_of(table)
        if path.exists() and any(data["name"] == table.name for data in lines_of(path)):
            continue
        seed = seed_bytes(number)
        played = table.record(seed, finish(table.deal(seed), seed))
        line = {"name": table.name, "expect": led_to(played), **played.dump()}
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
        added.append(table.name)
    return added


def add(name: str, seats: int, options: Options, first_seed: int, reason: str | None) -> Path:
    slug = name.split("-")[0]
    agreed = newest(slug).game.read_options(options)
    for data in random_records(slug, seats, agreed, first_seed):
        expected = led_to(read_record(data, ALL_RULES))
        if reason in (None, expected["outcome"]["reason"]):
            return write(name, {"expect": expected, **data})
    raise SystemExit(f"No game out of {SEEDS} ended for that reason.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a golden record of a random game.")
    parser.add_argument("name", nargs="?", help="the file's name; its first word is the game")
    parser.add_argument("--tables", action="store_true", help="one game at every table instead")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, help="a JSON object")
    parser.add_argument("--seed", type=int, default=1, help="the first seed to try")
    parser.add_argument("--reason", help="play on until a game ends for this reason")
    asked = parser.parse_args()
    if asked.tables:
        print("\n".join(add_missing_tables()))
    elif asked.name is None:
        parser.error("name a file, or ask for --tables")
    else:
        print(add(asked.name, asked.seats, asked.options, asked.seed, asked.reason))


if __name__ == "__main__":
    main()
