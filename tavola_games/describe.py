"""`python -m tavola_games.describe SLUG [--seats N] [--options JSON]`: what the numbers mean.

It prints every action, then every entry of an observation: its index, its maximum and its meaning.
Programs get the same from `encoder(SLUG)`.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence

from games.engine.arrays import Encoder
from games.engine.record import parse_json
from games.engine.refusals import Refusal
from tavola_games.numbers import encoder


def lines_of(known: Encoder) -> Iterator[str]:
    yield f"{len(known.moves)} actions"
    for number, move in enumerate(known.moves):
        yield f"{number:>5}  {json.dumps(move.dump())}"
    yield f"{len(known.highs)} entries of an observation, each from 0"
    begin = 0
    for number, entries in enumerate(known.entries + known.remembered):
        if number == len(known.entries):
            yield f"{len(known.remembered_highs)} more with recall, each from 0"
        end = begin + len(entries.highs)
        place = str(begin) if end - begin == 1 else f"{begin}–{end - 1}"
        least, most = min(entries.highs), max(entries.highs)
        highs = str(most) if least == most else f"{least}–{most}"
        yield f"{place:>9}  {entries.name} (to {highs}): {entries.meaning}"
        begin = end


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser("python -m tavola_games.describe", description="What the numbers mean.")
    parser.add_argument("game", help="its slug")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--options", default="{}", help="a JSON object")
    asked = parser.parse_args(arguments)
    try:
        known = encoder(asked.game, asked.seats, parse_json(asked.options))
    except Refusal as refusal:
        sys.stderr.write(f"{refusal.reason}\n")
        return 1
    for line in lines_of(known):
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
