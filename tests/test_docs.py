"""Examples in documents print what the pages show, and links lead to existing targets."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
RUN = ("docs/package.md", "docs/glossary.md")
"""Pages whose Python is run from the first line to the last."""
EXAMPLE = re.compile(
    r"^```python\n(.*?)^```\n(?:\n?```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
CODE = re.compile(r"^( *)```.*?^\1```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ITALIC = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
MESSAGE = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
LINKING = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "deploy/README.md"])


@pytest.mark.parametrize("page", RUN)
def test_examples_print_what_page_shows(page: str) -> None:
    examples = EXAMPLE.findall((ROOT / page).read_text("utf-8"))
    assert examples
    names: dict[str, Any] = {"__name__": "page"}
    for code, expected in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        assert printed.getvalue() == expected


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a page, as GitHub makes them of its headings."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    words = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return frozenset(each.replace(" ", "-") for each in words)


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_page_lead_to_existing_targets(page: Path) -> None:
    dead = []
    for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        if link.startswith(("https://", "http://", "mailto:")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_page_for_moderators_names_everything_as_on_screen() -> None:
    catalogue = (ROOT / "locale/de/LC_MESSAGES/django.po").read_text("utf-8")
    shown = {PLACEHOLDER.sub("…", message).lower() for message in MESSAGE.findall(catalogue)}
    page = CODE.sub("", (ROOT / "docs/moderation.md").read_text("utf-8"))
    named = {" ".join(words.split()) for words in ITALIC.findall(page)}
    assert len(named) > 40
    assert {words for words in named if words.lower() not in shown} == {"like these"}
