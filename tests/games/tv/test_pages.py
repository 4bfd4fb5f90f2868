"""The pages of TV, their socket, and the streamers' mode, which shows no names."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands, spectators
from tests.helpers.matches import act, legal, move_on, mover, people, signed_in, started
from tests.helpers.sockets import Screen, aside, close_connections


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Giovanna", "Bartholomew")


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users, clock="live-5")


def page(client: Client, path: str = "/tv/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


class TestPages:
    def test_channel_shows_the_public_table_even_to_its_players(
        self, match: Match, users: list[User]
    ) -> None:
        for client in (Client(), signed_in(users[0])):
            shown = page(client)
            assert f"/ws/tv/all/{match.id}/" in shown
            assert "Giovanna" in shown
            assert "turn_token" not in shown
            assert 'id="chat"' not in shown

    def test_channel_without_a_match_waits_for_one(self, match: Match) -> None:
        shown = page(Client(), "/tv/babel/")
        assert "data-tv-waits" in shown
        assert f'href="/matches/{match.id}/"' in shown, "the other running match"
        assert Client().get("/tv/chess/").status_code == 404

    def test_page_names_the_result_of_the_match_before(
        self, match: Match, users: list[User]
    ) -> None:
        page(Client())
        commands.resign(users[0], match.id)
        caches["site"].delete("tv:running")
        assert f"/matches/{match.id}/replay/" in page(Client())

    def test_private_match_is_on_no_channel(self, users: list[User]) -> None:
        hidden = started(*users, clock="live-5", public=False)
        for path in ("/tv/", "/tv/condottiere/", "/", "/tv/now/", "/api/v1/tv/"):
            assert hidden.id not in page(Client(), path)

    def test_front_page_shows_the_live_match(self, match: Match) -> None:
        assert f"/embed/matches/{match.id}/board.svg" in page(Client(), "/")
        assert f"/embed/matches/{match.id}/board.svg" in page(Client(), "/tv/now/")

    def test_api_names_the_match_of_each_channel(self, match: Match) -> None:
        rows = {row["channel"]: row for row in Client().get("/api/v1/tv/").json()}
        assert rows["condottiere"]["match"] == rows["all"]["match"] == match.id
        assert rows["babel"]["match"] is None
        assert Client().get("/api/v1/tv/chess/").status_code == 404


class TestWithoutNames:
    def test_streamers_mode_shows_no_name_and_is_remembered(
        self, match: Match, users: list[User]
    ) -> None:
        client = signed_in(users[0])
        move_on(match)
        for path in ("/tv/?plain=yes", "/tv/", "/tv/condottiere/", "/tv/babel/"):
            shown = page(client, path)
            assert "Giovanna" not in shown
            assert "Bartholomew" not in shown
        assert "Player A" in page(client)
        assert "Giovanna" in page(client, "/tv/?plain=no")
        assert "Giovanna" in page(client)

    def test_names_are_not_left_out_for_others(self, match: Match) -> None:
        page(Client(), "/tv/?plain=yes")
        assert "Giovanna" in page(Client(), f"/matches/{match.id}/")


@pytest.mark.django_db(transaction=True)
class TestSocket:
    async def test_socket_shows_the_public_table_live(self, transactional_db: None) -> None:
        users = await aside(people, "Giovanna", "Bartholomew")
        match = await aside(lambda: started(*users, clock="live-5"))
        client = await aside(signed_in, users[0])
        screen = Screen(f"/ws/tv/all/{match.id}/", client)
        plain = Screen(f"/ws/tv/all/{match.id}/?plain=yes", client)
        for one in (screen, plain):
            assert await one.connect()
        assert "Giovanna" in await screen.frame()
        assert "Giovanna" not in await plain.frame()
        seat = await aside(mover, match)
        move = (await aside(legal, match, seat))[0]
        await aside(act, match, seat, move)
        frame, nameless = await screen.frame(), await plain.frame()
        assert "turn_token" not in frame
        assert "Giovanna" in frame
        assert "Player A" in nameless
        assert "Giovanna" not in nameless
        await screen.say('{"move": {"type": "pass"}, "turn_token": "1"}')
        assert await screen.silent(), "it only watches"
        assert (await aside(spectators.watching, [match.id]))[match.id] == 2
        await screen.disconnect()
        await plain.disconnect()
        await close_connections()

    async def test_page_is_told_of_the_next_match(self, transactional_db: None) -> None:
        users = await aside(people, "Giovanna", "Bartholomew")
        match = await aside(lambda: started(*users, clock="live-5"))
        screen = Screen(f"/ws/tv/all/{match.id}/")
        assert await screen.connect()
        await screen.frame()
        await screen.say("ping")
        assert await screen.frame() == "pong"
        assert await screen.silent()
        await aside(commands.resign, users[0], match.id)
        assert "is-over" in await screen.frame()
        later = await aside(lambda: started(*users, clock="live-5", seed=2))
        await aside(caches["site"].delete, "tv:running")
        await screen.say("ping")
        assert f'data-next="{later.id}"' in await screen.frame()
        assert await screen.frame() == "pong"
        await screen.disconnect()
        await close_connections()
