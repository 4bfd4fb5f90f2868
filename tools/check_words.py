"""Count the words that plain English does without: `python -m tools.check_words`.

`make lint` fails where they occur more often than `MOST` in the code, or in what people read (docs,
templates, English strings).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
MOST = 40
WORDS = (
    *("somebody", "nobody", "whoever", "whom", "anew", "meanwhile", "beside", "so many", "told"),
    "for ever",
)
FOUND = re.compile(rf"\b({'|'.join(WORDS)})\b", re.IGNORECASE)
NOT_SEARCHED = {"tests", "migrations", "node_modules", "var"}


def files(pattern: str) -> list[Path]:
    """Return the project's files that match, also where neither git nor a repository is."""
    return sorted(
        path
        for top in ROOT.iterdir()
        if top.name not in NOT_SEARCHED and not top.name.startswith(".")
        for path in (top.rglob(pattern) if top.is_dir() else [top] if top.match(pattern) else [])
        if NOT_SEARCHED.isdisjoint(path.relative_to(ROOT).parts) and path != Path(__file__)
    )


def texts_of_code() -> Iterable[tuple[Path, str]]:
    """Yield each Python file with its text."""
    for path in files("*.py"):
        yield path, path.read_text("utf-8")


def texts_for_people() -> Iterable[tuple[Path, str]]:
    """Yield each document and template, and the English strings of each catalogue."""
    for path in (*files("*.md"), *files("*.html")):
        if not path.stem.endswith((".de", ".ko")):
            yield path, path.read_text("utf-8")
    for path in files("de/LC_MESSAGES/*.po"):
        entries = polib.pofile(str(path))
        yield path, "\n".join(f"{entry.msgid}\n{entry.msgid_plural}" for entry in entries)


def count(texts: Iterable[tuple[Path, str]]) -> Counter[tuple[str, str]]:
    """Return how often each word occurs in each file."""
    return Counter(
        (str(path.relative_to(ROOT)), word.lower())
        for path, text in texts
        for word in FOUND.findall(text)
    )


def main() -> int:
    failed = False
    for name, texts in (("Python", texts_of_code()), ("what people read", texts_for_people())):
        counted = count(texts)
        if counted.total() > MOST:
            failed = True
            sys.stdout.write(f"{counted.total()} discouraged words in {name}, {MOST} allowed:\n")
            for (path, word), times in counted.most_common():
                sys.stdout.write(f"  {times:3} {word:<10} {path}\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
