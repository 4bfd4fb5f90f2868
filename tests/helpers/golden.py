"""Golden records: whole games with the end they led to when they were written down.

    python -m tests.helpers.golden condottiere-4-final-tie --seats 4 --reason final-tie
    python -m tests.helpers.golden condottiere-6-points --seats 6 --options '{"points": 20}'

plays random games from the seed on until one ends for the reason, and writes it to
tests/rules/golden/. The game is the first word of the name. See the README there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from games.engine.contract import Json, Options, Position
from games.engine.record import Record, read_record
from games.engine.replay import replay
from games.rules import SHELF, newest
from tests.helpers.records import finish
from tests.helpers.tables import seed_bytes

SEEDS = 10_000
"""So many games are tried for the reason asked for; some reasons cannot be at all."""
FOLDER = Path(__file__).resolve().parents[1] / "rules" / "golden"


def digest(position: Position) -> str:
    """SHA-256 of the position's dump as JSON with sorted keys and no spaces."""
    text = json.dumps(position.dump(), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def led_to(record: Record) -> Json:
    """What is expected of a record: how many moves go in, the end and the outcome."""
    reached = replay(record)
    outcome = reached.position.outcome()
    return {
        "applied": reached.applied,
        "digest": digest(reached.position),
        "outcome": None if outcome is None else outcome.dump(),
    }


def random_records(slug: str, seats: int, options: Options, first_seed: int) -> Iterator[Json]:
    """Records of random games to the end, for one seed after the other."""
    for number in range(first_seed, first_seed + SEEDS):
        seed = seed_bytes(number)
        head = {"format": 1, "game": slug, "seats": seats, "options": options, "seed": seed.hex()}
        record = read_record(head, SHELF)
        yield {**record.dump(), "moves": finish(record.start(), seed)}


def write(name: str, data: Json) -> Path:
    """One key a line and one move a line, so that changes can be read."""
    moves = ",\n".join(f"  {json.dumps(move)}" for move in data["moves"])
    lines = [f" {json.dumps(key)}: {json.dumps(data[key])}" for key in data if key != "moves"]
    lines.append(f' "moves": [\n{moves}\n ]')
    path = FOLDER / f"{name}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return path


def add(name: str, seats: int, options: Options, first_seed: int, reason: str | None) -> Path:
    slug = name.split("-")[0]
    agreed = newest(slug).game.read_options(options)
    for data in random_records(slug, seats, agreed, first_seed):
        expected = led_to(read_record(data, SHELF))
        if reason in (None, expected["outcome"]["reason"]):
            return write(name, {"expect": expected, **data})
    raise SystemExit(f"No game out of {SEEDS} ended for that reason.")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a golden record of a random game.")
    parser.add_argument("name", help="the file's name; its first word is the game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--options", type=json.loads, default={}, help="a JSON object")
    parser.add_argument("--seed", type=int, default=1, help="the first seed to try")
    parser.add_argument("--reason", help="play on until a game ends for this reason")
    asked = parser.parse_args()
    print(add(asked.name, asked.seats, asked.options, asked.seed, asked.reason))


if __name__ == "__main__":
    main()
