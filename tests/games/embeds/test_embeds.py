"""Embedded pages and pictures are the same for every viewer and show nothing private."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands
from tests.helpers.matches import move_on, people, signed_in, started
from tests.helpers.sockets import Screen, aside, close_connections

GERMAN = {"Accept-Language": "de"}
META = re.compile(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">')


@pytest.fixture
def over(pair: list[User]) -> Match:
    match = started(*pair)
    commands.resign(pair[1], match.id)
    return match


@pytest.fixture(autouse=True)
def _pictures_are_their_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing them is looked at in test_rasterizer.py."""
    monkeypatch.setattr("games.embeds.rasterizer.draw", lambda svg: svg.encode())


NAMES = ("now.svg", "now.png", "0.svg", "board.svg")


def addresses(match: Match) -> list[str]:
    root = f"/embed/matches/{match.id}/"
    return [root, f"{root}?step=0", *(f"{root}{name}" for name in NAMES)]


def head_of(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.items() if name != "X-Request-ID"}


def preview(client: Client, path: str) -> dict[str, str]:
    found = META.findall(client.get(path).content.decode())
    return {name: unescape(value) for name, value in found}


@pytest.mark.django_db
class TestTheSameForEverybody:
    def test_embeds_neither_send_nor_depend_on_cookies(self, pair: list[User]) -> None:
        match = started(*pair)
        chose = signed_in(pair[0])
        chose.cookies["django_language"] = "de"
        for address in addresses(match):
            anonymous, player = Client().get(address), chose.get(address)
            assert anonymous.status_code == 200, address
            assert player.content == anonymous.content
            assert head_of(player) == head_of(anonymous)
            assert not player.cookies
            assert "Cookie" not in anonymous.get("Vary", "")

    def test_only_embedded_page_may_be_framed(self, over: Match) -> None:
        framed = Client().get(f"/embed/matches/{over.id}/")
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        for address in (f"/matches/{over.id}/", f"/matches/{over.id}/replay/", "/"):
            page = Client().get(address)
            assert page["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in page["Content-Security-Policy"]

    def test_embed_language_follows_query_or_header(self, over: Match) -> None:
        address = f"/embed/matches/{over.id}/"
        german = Client().get(address, headers=GERMAN)
        assert german["Content-Language"] == "de"
        assert 'lang="de"' in german.content.decode()
        assert Client().get(address, {"lang": "ko"}, headers=GERMAN)["Content-Language"] == "ko"
        pictures = [Client().get(f"{address}now.svg", headers=more) for more in ({}, GERMAN)]
        assert pictures[0].content == pictures[1].content, (
            "one address always gives the same picture"
        )

    def test_embedded_links_open_outside_frame_except_steps(self, over: Match) -> None:
        page = Client().get(f"/embed/matches/{over.id}/").content.decode()
        assert '<base target="_top">' in page
        assert f'href="/matches/{over.id}/"' in page
        steps = re.findall(r'<a [^>]*href="\?step=[^>]*>', page)
        assert len(steps) == 4
        assert all('target="_self"' in link for link in steps)
        assert "<form" not in page


@pytest.mark.django_db
class TestRefusals:
    def test_private_match_is_not_embedded(self, pair: list[User]) -> None:
        match = started(*pair, public=False)
        for client in (Client(), signed_in(pair[0])):
            for address in addresses(match):
                answer = client.get(address)
                assert answer.status_code == 403
                assert 'data-code="private-table"' in answer.content.decode()
                assert not answer.cookies
        assert signed_in(pair[0]).get(f"/matches/{match.id}/embed/").status_code == 403

    @pytest.mark.parametrize("step", ["1000000", "9" * 30, "9" * 5000])
    def test_invalid_step_is_refused(self, over: Match, step: str) -> None:
        assert Client().get(f"/embed/matches/{over.id}/{step}.svg").status_code == 404

    def test_unknown_step_refusal_names_latest_step(self, over: Match) -> None:
        answer = Client().get(f"/embed/matches/{over.id}/7.png", HTTP_ACCEPT="application/json")
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "unknown-step"

    def test_pictures_per_minute_are_limited(self, over: Match, settings: Any) -> None:
        settings.PICTURES_A_MINUTE = 0
        answer = Client().get(f"/embed/matches/{over.id}/now.png")
        assert answer.status_code == 429
        assert answer["Retry-After"]
        assert Client().get(f"/embed/matches/{over.id}/now.svg").status_code == 200


@pytest.mark.django_db
class TestCaching:
    def test_known_picture_is_not_sent_again(self, over: Match) -> None:
        address = f"/embed/matches/{over.id}/now.png"
        first = Client().get(address)
        again = Client().get(address, HTTP_IF_NONE_MATCH=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert "max-age=86400" in first["Cache-Control"]

    def test_running_match_picture_is_revalidated(self, pair: list[User]) -> None:
        match = started(*pair)
        answer = Client().get(f"/embed/matches/{match.id}/0.svg")
        assert answer["Cache-Control"] == "public, no-cache"


@pytest.mark.django_db
class TestPreviews:
    def test_match_preview_contains_names_state_and_picture(self, pair: list[User]) -> None:
        match = started(*pair)
        tags = preview(Client(), f"/matches/{match.id}/")
        first, second = match.players.order_by("seat")
        assert tags["og:title"] == f"Condottiere: {first.name} and {second.name}"
        assert tags["og:image"] == f"http://testserver/embed/matches/{match.id}/now.png?lang=en"
        assert tags["og:url"] == f"http://testserver/matches/{match.id}/"
        assert tags["twitter:card"] == "summary_large_image"
        commands.resign(pair[1], match.id)
        assert "Anna wins" in preview(Client(), f"/matches/{match.id}/")["og:description"]

    def test_private_match_has_no_preview(self, pair: list[User]) -> None:
        match = started(*pair, public=False)
        guest = Client()
        guest.get(f"/join/{match.key}/")
        for client in (Client(), guest):
            tags = preview(client, f"/matches/{match.id}/")
            assert tags["og:title"] == "Tavola"
            assert match.id not in tags["og:image"]
            assert "Anna" not in "".join(tags.values())

    def test_profile_and_front_page_preview_use_site_card(self, pair: list[User]) -> None:
        tags = preview(Client(), f"/players/{pair[0].username}/")
        assert tags["og:title"] == "Anna"
        card = "http://testserver/embed/tavola.png?lang=en"
        assert tags["og:image"] == preview(Client(), "/")["og:image"] == card
        assert Client().get("/embed/tavola.png").status_code == 200

    def test_signed_in_user_gets_no_preview_tags(self, over: Match, pair: list[User]) -> None:
        assert preview(signed_in(pair[0]), f"/matches/{over.id}/") == {}


@pytest.mark.django_db
def test_replay_offers_embed_code(over: Match) -> None:
    replay = Client().get(f"/matches/{over.id}/replay/").content.decode()
    assert f'formaction="/matches/{over.id}/embed/"' in replay
    page = Client().get(f"/matches/{over.id}/embed/", {"step": "1"})
    code = page.context["frame_code"]
    assert f'src="http://testserver/embed/matches/{over.id}/?lang=en&amp;step=1"' in code
    assert f"/embed/matches/{over.id}/1.png?lang=en" in page.context["picture_code"]
    assert code in unescape(page.content.decode())


@pytest.mark.django_db(transaction=True)
async def test_embedded_frame_follows_match_as_public_viewer() -> None:
    pair = await aside(lambda: people("Anna", "Berta"))
    match = await aside(lambda: started(*pair))
    player = await aside(lambda: signed_in(pair[0]))
    anonymous, seated = (
        Screen(f"/ws/embed/matches/{match.id}/?lang=de", client) for client in (None, player)
    )
    for screen in (anonymous, seated):
        assert await screen.connect()
    drawn = [await screen.frame() for screen in (anonymous, seated)]
    assert drawn[0] == drawn[1], "a player sees what an anonymous viewer sees"
    await seated.say('{"move": {"type": "pass"}, "id": 1}')
    await seated.say("ping")
    assert await seated.frame() == "pong", "an embedded page accepts no moves"
    await aside(move_on, match)
    moved = [await screen.frame() for screen in (anonymous, seated)]
    assert moved[0] == moved[1] != drawn[0]
    for screen in (anonymous, seated):
        await screen.disconnect()
    await close_connections()
