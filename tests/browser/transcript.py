"""What a screen reader says in a match: announcements, the focus, and what changes at the table.

`TRANSCRIPTS=folder pytest` with the whole matches of the games writes one file for each match, to
be read from beginning to end. The checks here are for what a program can notice.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page

TRANSCRIPTS = os.environ.get("TRANSCRIPTS")
"""The folder for transcripts; without it none are written."""
PARTS = "#board, #my-side, #players, section#armies, .flank, #result"
"""The parts of a table that change; the log is announced."""
VISIBLE = """(parts) => parts.map((part) =>
  part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length > 0)"""
FOCUS = """() => {
  const now = document.activeElement;
  const told = (now.getAttribute("aria-describedby") ?? "").split(" ")
    .map((id) => document.getElementById(id)?.textContent.replace(/\\s+/g, " ").trim());
  return told.filter(Boolean).join(" ");
}"""
RUN_TOGETHER = re.compile(r"\d½?[.,]?[A-Z][a-z]|[a-z][.!?]?[A-Z][a-z]|\d½?[A-Z]\b")
"""Words of two parts without a space between them: “13.4B Trade”."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


class Transcript:
    """What a screen reader says at one page, in lines."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: list[str] = []
        self.faults: list[str] = []
        self._announced = 0
        self._shown: Counter[str] = Counter()

    def note(self) -> None:
        """Add what was announced and what has changed since the last time, and the focus."""
        said: list[str] = self.page.evaluate("window.said")
        for line in said[self._announced :]:
            self._add("  says", line)
        self._announced = len(said)
        shown: list[str] = []
        parts = self.page.locator(PARTS)
        for place, visible in enumerate(parts.evaluate_all(VISIBLE)):
            if visible:
                part = parts.nth(place)
                shown += [line.strip() for line in part.aria_snapshot().splitlines()]
        rest = Counter(self._shown)
        for line in shown:
            if rest[line] > 0:
                rest[line] -= 1
            elif not line.startswith("- /url"):
                self._add("    new", line)
        self._shown = Counter(shown)

    def focus(self) -> None:
        """Add the element with the focus and its description."""
        name = self.page.locator("*:focus").first.aria_snapshot().splitlines()
        told = self.page.evaluate(FOCUS)
        self._add("focus on", f"{name[0] if name else ''} {f'({told})' if told else ''}")

    def _add(self, kind: str, text: str) -> None:
        self.lines.append(f"{kind}: {text}")
        if SOFT_HYPHEN in text or RUN_TOGETHER.search(text):
            self.faults.append(self.lines[-1])

    def write(self, name: str) -> None:
        """Write the transcript to a file, if that is wanted."""
        if TRANSCRIPTS:
            folder = Path(TRANSCRIPTS)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_text("\n".join(self.lines) + "\n", "utf-8")
