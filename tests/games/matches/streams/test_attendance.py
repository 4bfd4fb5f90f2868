"""Players see when the last program of a bot's account has gone."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from games.matches.services import attendance
from games.matches.sockets import match_consumers
from tests.helpers.matches import people, signed_in, started
from tests.helpers.sockets import Screen, aside, screen
from tests.helpers.streams import reading
from tests.helpers.tokens import bearer, key_for, socket_bearer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
PATH = "/api/v1/stream/matches/"
LOST = "Deep [bot] has lost the connection."


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_consumers, "LOOK_AGAIN_SECONDS", 0.0)


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    anna, berta = people("Anna", "Berta")
    deep = User.objects.create_user("Deep", bot_since=timezone.now(), run_by=berta)
    return [anna, deep]


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users, seed=8)


async def until_news(page: Screen, *, lost: bool) -> None:
    """Wait until the page says that the bot is lost, or no longer says so."""
    while True:
        frame = await page.frame()
        if 'id="absent"' in frame and (LOST in frame) == lost:
            return


async def screen_of(user: User) -> Client:
    return await aside(lambda: signed_in(user))


@pytest.mark.parametrize("single", [True, False], ids=["stream of match", "stream of all"])
async def test_bot_is_away_while_it_has_no_stream(
    users: list[User], match: Match, single: bool
) -> None:
    path = f"{PATH}{match.id}/" if single else PATH
    client, key = await screen_of(users[0]), await aside(lambda: key_for(users[1]))
    async with screen(f"/ws/matches/{match.id}/?absent=yes", client) as page:
        async with reading(path, key) as program:
            await program.message()
        await until_news(page, lost=True)
        async with reading(path, key) as program:
            await until_news(page, lost=False)
            async with reading(path, key) as second:
                await second.message()
            # The stream that is still open answers.
            await until_news(page, lost=False)
        await until_news(page, lost=True)


async def test_bot_is_back_with_a_request_or_a_socket(users: list[User], match: Match) -> None:
    client, key = await screen_of(users[0]), await aside(lambda: key_for(users[1]))
    async with screen(f"/ws/matches/{match.id}/?absent=yes", client) as page:
        for address in (f"/ws{PATH}{match.id}/", f"/ws/api/v1/matches/{match.id}/"):
            program = Screen(address, headers=(socket_bearer(key),))
            assert await program.connect()
            await program.hears()
            await program.disconnect(1006)
            await until_news(page, lost=True)
            answer = await aside(
                lambda: Client().get(f"/api/v1/matches/{match.id}/", headers=bearer(key))
            )
            assert answer.status_code == 200
            await until_news(page, lost=False)


async def test_tool_that_follows_a_person_says_nothing_of_them(
    users: list[User], match: Match
) -> None:
    key = await aside(lambda: key_for(users[0]))
    async with reading(f"{PATH}{match.id}/", key) as tool:
        await tool.message()
    assert await aside(lambda: attendance.away(match.players.all())) == []
