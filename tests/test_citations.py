"""Citations in the code name headings of the documents that they cite.

`(spec: Position)` is a heading of the `spec.md` of the game in whose folder the file stands,
`(records: Chance)` one of `docs/records.md`; several are parted by `; `.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("games", "tests", "tools")
READ = {".py", ".html", ".js", ".css", ".md"}
GAME = re.compile(r"^(?:tests/)?games/titles/(\w+)/")
CITATION = re.compile(r"\((spec|records): ([^()]+)\)")
# What code said before there was one form: a reader would look for these in vain.
OLD = re.compile(
    r"(?<!\w)\([Rr]ules?[:,] [A-Z]|\bRules, [A-Z]|\bRuling: |\(ruling\)"
    r"|\bSource: the |\bthe record format"
)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
WRAPPED = re.compile(r"\s*\n\s*(?:# |// )?")


def cited_in() -> list[Path]:
    """Return every file that may cite; the pages of rules for readers cite nothing."""
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*"))]
    own = Path(__file__)
    others = {"docs", "node_modules"}  # what others wrote cites nothing of ours
    return [p for p in files if p.suffix in READ and p != own and others.isdisjoint(p.parts)]


@cache
def headings(document: Path) -> frozenset[str]:
    """Return the headings without a remark after a colon or comma, or in brackets."""
    found = HEADING.findall(document.read_text("utf-8"))
    return frozenset(re.split(r"[:,]| \(", heading.replace("`", ""))[0] for heading in found)


def document(kind: str, name: str) -> Path | None:
    """Return the document that a citation in a file refers to, or None outside of games."""
    if kind == "records":
        return ROOT / "docs" / "records.md"
    game = GAME.match(name)
    return ROOT / "games" / "titles" / game[1] / "docs" / "spec.md" if game else None


def faults(name: str, text: str) -> list[str]:
    """Return the citations in a file that refer to no heading."""
    line = WRAPPED.sub(" ", text)
    wrong = [f"{name}: an old form, “{old[0]}”" for old in OLD.finditer(line)]
    for kind, cited in CITATION.findall(line):
        source = document(kind, name)
        known = headings(source) if source is not None and source.exists() else frozenset()
        wrong += [
            f"{name}: no heading for ({kind}: {one})"
            for one in cited.split("; ")
            if one not in known
        ]
    return wrong


def test_citations_name_existing_headings() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in cited_in()}
    assert sum(len(CITATION.findall(text)) for text in texts.values()) > 50
    assert [fault for name, text in texts.items() for fault in faults(name, text)] == []


KABALE = "games/titles/kabale/rules/award.py"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (KABALE, "(spec: Award; Play)"),
        (KABALE, "(records: Chance; Views)"),
        (KABALE, "(records: python manage.py referee)"),
        (KABALE, '"""The award (spec: The 25 influence\n    cards of every seat)."""'),
        (KABALE, "# The award (spec: The 25 influence\n    # cards of every seat)."),
        ("tests/games/titles/babel/test_board.py", "(spec: Turn)"),
    ],
)
def test_valid_citation_passes(name: str, text: str) -> None:
    assert faults(name, text) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (KABALE, "(spec: Award, step 3)"),
        (KABALE, "(spec: award)"),
        (KABALE, "(spec: Award;Play)"),
        (KABALE, "(spec: Chance)"),
        (KABALE, "(records: Award)"),
        ("games/matches/models.py", "(spec: Play)"),
        ("games/titles/registry.py", "(spec: Play)"),
        (KABALE, "(rules: Award)"),
        (KABALE, "Rules, End: more goals"),
        (KABALE, "# Ruling: nobody takes it"),
        (KABALE, "it is illegal (ruling)"),
        (KABALE, "Source: the record format"),
    ],
)
def test_invalid_citation_is_found(name: str, text: str) -> None:
    assert faults(name, text)
