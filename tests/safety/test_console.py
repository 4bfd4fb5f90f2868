"""Every link of the operators' console works."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.helpers.effort import examples
from tests.helpers.responses import Response
from tests.safety.world import World

pytestmark = pytest.mark.django_db
CONSOLE = ("/moderation/", "/administration/", "/admin/", "/friendly/", "/settings/standing/")
PAGES_AT_MOST = 250
ALIKE = examples(1)
"""The number of pages to visit, and of those of one kind, which differ only in their numbers."""


class Links(HTMLParser):
    """Collects the links of a page, the targets of its GET forms, and what it loads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pages: list[str] = []
        self.files: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in given:
            self.pages.append(given["href"])
        elif tag == "form" and given.get("method", "get").lower() == "get" and given.get("action"):
            self.pages.append(given["action"])
        elif tag == "link" and given.get("rel") not in ("alternate", "canonical"):
            self.files.append(given.get("href", ""))
        elif tag in ("script", "img") and "src" in given:
            self.files.append(given["src"])


def kind_of(path: str) -> str:
    """Return the kind of a page: names and numbers do not matter, because the template is one."""
    parts = path.split("?")[0].split("/")
    return "/".join("*" if any(sign.isdigit() for sign in part) else part for part in parts)


def walk(client: Client, start: str) -> dict[str, Response]:
    """Visit the pages of the console that are linked from here, and collect all other links."""
    found: dict[str, Response] = {}
    waiting = [start]
    seen: dict[str, int] = {}
    while waiting and len(found) < PAGES_AT_MOST:
        address = waiting.pop(0)
        if address in found:
            continue
        found[address] = response = client.get(address)
        html = response.get("Content-Type", "").startswith("text/html")
        if not html or not address.startswith(CONSOLE):
            continue
        links = Links(response.content.decode())
        for file in links.files:
            path = urlsplit(file).path
            if path.startswith("/static/"):
                assert finders.find(path.removeprefix("/static/")), f"{address} loads {file}"
        for link in (*links.pages, *links.files):
            there = urlsplit(urljoin(address, link))
            if there.netloc or there.path.startswith("/static/") or "/logout/" in there.path:
                continue
            page = there.path + (f"?{there.query}" if there.query else "")
            kind = kind_of(page)
            if page not in found and seen.get(kind, 0) < ALIKE:
                seen[kind] = seen.get(kind, 0) + 1
                waiting.append(page)
    return found


@pytest.mark.parametrize(
    ("role", "start", "must"),
    [
        ("moderator", "/moderation/", {"/moderation/cases/*/", "/moderation/matches/*/"}),
        ("senior", "/moderation/", {"/moderation/book/", "/moderation/matches/*/"}),
        (
            "admin",
            "/administration/",
            {
                *("/administration/announcements/", "/administration/reasons/*/", "/admin/"),
                *("/admin/accounts/user/", "/admin/matches/match/"),
            },
        ),
    ],
)
def test_every_console_link_works(
    world: World, clients: dict[str, Client], role: str, start: str, must: set[str]
) -> None:
    found = walk(clients[role], start)
    broken = {
        address: response.status_code
        for address, response in found.items()
        if response.status_code not in (200, 301, 302)
    }
    assert not broken
    assert must <= {kind_of(address) for address in found}


def test_case_of_deleted_table_has_no_link(world: World, clients: dict[str, Client]) -> None:
    from accounts.models import Report

    report = Report.objects.get(case=world.names["case_id"])
    before = report.evidence
    Report.objects.filter(pk=report.pk).update(evidence={"match": "abcdefghjk", "game": "babel"})
    try:
        page = clients["moderator"].get(f"/moderation/cases/{report.case_id}/").content.decode()
    finally:
        Report.objects.filter(pk=report.pk).update(evidence=before)
    assert "abcdefghjk" in page
    assert "/matches/abcdefghjk" not in page
