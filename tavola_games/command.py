"""`tavola-referee`: `manage.py referee` without a site (records: python manage.py referee)."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from games.engine.referee_command import HELP, CannotAnswer, is_good
from tavola_games.catalogue import referee


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer in JSON, a line for each record; the exit status is 1 where any is not ok."""
    known = referee()
    parser = ArgumentParser("tavola-referee", description=HELP)
    known.add_arguments(parser)
    asked = vars(parser.parse_args(arguments))
    all_ok = True
    try:
        for answer in known.answers(asked):
            all_ok = all_ok and is_good(answer)
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
    except CannotAnswer as error:
        sys.stderr.write(f"tavola-referee: {error}\n")
        return 1
    return 0 if all_ok else 1
