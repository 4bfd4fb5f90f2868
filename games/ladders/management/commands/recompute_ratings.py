"""`manage.py recompute_ratings`: recompute all ratings from the finished matches."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand, CommandParser

from games.ladders.services.rebuild import Audit, audit_all, rebuild_all


class Command(BaseCommand):
    help = "Compare the rating ledger with the finished matches; exit status 1 if they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--write", action="store_true", help="correct differences by adding lines to the ledger"
        )

    def handle(self, *, write: bool, **_: object) -> None:
        if write:
            for found in rebuild_all("recomputed"):
                self.stdout.write(f"{describe(found)}{'' if found.equal else ': put right'}")
        audits = audit_all()
        if not write:
            for audit in audits:
                self.stdout.write(describe(audit))
        if all(audit.equal for audit in audits):
            self.stdout.write("The ledger equals the matches.")
            return
        self.stdout.write("The ledger does not equal the matches.")
        sys.exit(1)


def describe(audit: Audit) -> str:
    """Return the audit of one ladder as a line of output."""
    game, size, bots = audit.key
    faults = {
        "missing": len(audit.missing),
        "wrong": len(audit.wrong),
        "miscounted": audit.miscounted,
    }
    found = ", ".join(f"{number} {fault}" for fault, number in faults.items() if number) or "equal"
    name = f"{game} {size}{' (bots)' if bots else ''}"
    return f"{name}: {audit.matches} matches, {audit.lines} lines, {found}"
