"""A banned user reads the reason on every page, and sees no button that would be refused."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import resolve

from tests.safety.test_access import ROWS
from tests.safety.world import ROLES, World

pytestmark = pytest.mark.django_db
BANNED, STRANGER = ROLES.index("banned"), ROLES.index("stranger")
REFUSED = {
    row.partition("~")[0]
    for (row, method), cells in ROWS.items()
    if method == "POST" and cells[BANNED] == "403" and cells[STRANGER] in ("go", "200", "409")
}
"""Addresses that are refused to banned users only because of the ban."""


class Buttons(HTMLParser):
    """The addresses to which the buttons of a page send their forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, str] = {}
        self.inside: list[str] = []
        self.named: list[str] = []
        self.addresses: set[str] = set()
        self.feed(html)
        self.addresses |= {self.forms[name] for name in self.named if name in self.forms}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = given.get("action", "") if given.get("method", "").lower() == "post" else ""
            self.inside.append(action)
            self.forms[given.get("id", "")] = action
        elif tag == "button" and given.get("type", "submit") == "submit":
            if "formaction" in given:
                self.addresses.add(given["formaction"])
            elif "form" in given:
                self.named.append(given["form"])
            elif self.inside:
                self.addresses.add(self.inside[-1])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside.pop()


def dead_buttons(html: str) -> set[str]:
    names = {resolve(address).view_name for address in Buttons(html).addresses if address}
    return names & REFUSED


def pages(world: World) -> list[str]:
    matches = (world.running, world.waiting, world.finished)
    return [
        *(
            "/",
            "/quick/",
            "/games/",
            "/games/condottiere/",
            "/games/condottiere/open/",
            "/ladders/",
        ),
        *("/matches/", "/players/opponent/", "/settings/", "/settings/profile/", "/notices/"),
        *(f"/matches/{match.id}/" for match in matches),
        *(f"/matches/{match.id}/replay/" for match in (world.running, world.finished)),
        *(
            "/players/banned/",
            "/settings/notifications/",
            "/settings/data/",
            "/game-nights/",
            "/nowhere/",
        ),
    ]


def test_refused_addresses_include_main_buttons() -> None:
    assert {"open_table", "quick", "join", "chat"} <= REFUSED


def test_banned_user_sees_reason_end_and_appeal_and_no_dead_button(
    world: World, clients: dict[str, Client]
) -> None:
    offered: set[str] = set()
    for address in pages(world):
        answer = clients["banned"].get(address, follow=True)
        html = answer.content.decode()
        if answer.status_code == 404:
            continue
        assert 'data-code="ban"' in html, address
        banner = html.split('data-code="ban"')[1].split("</p>")[0]
        assert "Your account is banned until" in banner
        assert "Insults." in banner, "why"
        assert "#sanction-" in banner, "how to appeal"
        assert dead_buttons(html) == set(), address
        offered |= dead_buttons(clients["stranger"].get(address, follow=True).content.decode())
    assert {"open_table", "quick", "join", "chat"} <= offered, "others have these buttons"


def test_suspended_player_sees_no_dead_button_after_match(
    world: World, clients: dict[str, Client]
) -> None:
    from datetime import timedelta

    from django.db import transaction
    from django.utils import timezone

    from accounts.services import sanctions

    senior, player = world.people["senior"], world.people["player"]
    assert senior is not None
    assert player is not None
    address = f"/matches/{world.finished.id}/"
    assert "Offer a rematch" in clients["player"].get(address).content.decode()
    with transaction.atomic():
        until = timezone.now() + timedelta(days=2)
        sanctions.give(senior, player, "suspension", "Insults.", until=until)
        html = clients["player"].get(address).content.decode()
        profile = clients["player"].get("/settings/profile/").content.decode()
        transaction.set_rollback(True)
    assert dead_buttons(html) == set()
    assert "Offer a rematch" not in html
    assert profile.count("readonly") == 2
