"""`tavola-referee`: `manage.py referee` without a site (records: python manage.py referee)."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from games.engine.referee_command import HELP, CannotAnswer
from tavola_games.catalogue import referee


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer in JSON, one line for each record; return 1 if an answer is not ok, otherwise 0."""
    known = referee()
    parser = ArgumentParser("tavola-referee", description=HELP)
    known.add_arguments(parser)
    try:
        return 0 if known.run(vars(parser.parse_args(arguments)), sys.stdout) else 1
    except CannotAnswer as error:
        sys.stderr.write(f"tavola-referee: {error}\n")
        return 1
