"""Examples in documents print what the pages show, and links lead to existing targets."""

from __future__ import annotations

import io
import json
import re
import secrets
import shlex
from argparse import ArgumentParser, Namespace
from contextlib import redirect_stdout
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match, Player
from tests.helpers.matches import people, person
from tests.helpers.tokens import bearer, key_for

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


def blocks(page: str, language: str) -> list[str]:
    """Return the code of a page in a language."""
    text = (ROOT / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("connections_closed")
def test_first_lines_of_api_guide_are_answered() -> None:
    """The test client asks what curl would: -H is a header, --json a body, -N a stream."""
    anna = person("Anna")
    text, *commands = blocks("docs/api.md", "sh")[0].split("\ncurl ")
    names = dict(re.findall(r"^(\w+)=(\S+)", text, re.MULTILINE))
    assert names == {"KEY": "tavola_…", "SITE": "https://tavola.example/api/v1"}
    names["KEY"] = key_for(anna, "play", "challenge")
    answers = []
    for command in commands:
        words = shlex.split(Template(command).substitute(names))
        *given, address = words
        sent = parse(given)
        path = address.removeprefix("https://tavola.example")
        response = Client().generic(
            "GET" if sent.json is None else "POST",
            path,
            sent.json or "",
            "application/json",
            headers=dict([sent.header.split(": ")]),
        )
        answers.append((path, response.status_code))
        response.close()
    assert answers == [
        ("/api/v1/me/", 200),
        ("/api/v1/tables/", 201),
        ("/api/v1/stream/matches/", 200),
    ]
    assert Match.objects.get().players.filter(user=anna).exists()


def parse(given: list[str]) -> Namespace:
    curl = ArgumentParser()
    curl.add_argument("-H", dest="header", required=True)
    curl.add_argument("--json")
    curl.add_argument("-N", action="store_true")
    return curl.parse_args(given)


@pytest.mark.django_db
def test_program_of_bot_guide_reveals_its_nonce() -> None:
    anna, berta = people("Anna", "Berta")

    def sends(user: User, path: str, **body: object) -> Any:
        return ask(user, "POST", path, body)

    def ask(user: User, method: str, path: str, body: object = "") -> Any:
        text = json.dumps(body) if body else ""
        header = bearer(keys[user])
        answer = Client().generic(method, path, text, "application/json", headers=header)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    keys = {user: key_for(user) for user in (anna, berta)}
    (code,) = (code for code in blocks("docs/bots.md", "python") if "nonce" in code)
    before, waits, after = re.split(r"^(\.\.\..*\n)", code, flags=re.MULTILINE)
    assert "until it names a match" in waits
    names: dict[str, Any] = {
        "secrets": secrets,
        "sha256": sha256,
        "post": partial(sends, anna),
        "get": partial(ask, anna, "GET"),
    }
    exec(before, names)
    sends(berta, "/api/v1/tickets/", games=["babel"], seats=[2], clock="live-10")
    names["match"] = ask(anna, "GET", f"/api/v1/tickets/{names['ticket']['id']}/")["match"]
    exec(after, names)
    assert names["shown"]["transcript"]
    player = Player.objects.get(match=names["match"], user=anna)
    assert (player.nonce, names["state"].get("awaited")) == (names["nonce"].hex(), None)
