"""The socket of a conversation's page."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.conversations.models import Conversation
from games.conversations.services import writing
from games.matches.sockets.consumers import REFUSED
from tests.games.conversations.conftest import at, befriend
from tests.helpers.matches import person, signed_in
from tests.helpers.sockets import aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


async def test_new_message_is_pushed_to_participants_only(transactional_db: None) -> None:
    anna, berta, carla = [await aside(person, name) for name in ("Anna", "Berta", "Carla")]
    await aside(befriend, anna, berta)
    talk = await aside(first, anna)
    address = f"/ws/messages/{talk.key}/"
    async with screen(address, await aside(signed_in, carla)) as page:
        assert await page.closed_with() == REFUSED
    async with screen(address, await aside(signed_in, berta)) as page:
        assert "Hello" in await page.frame()
        await aside(say, talk, anna, "Are you there?")
        while "Are you there?" not in await page.frame():
            pass


def first(anna: User) -> Conversation:
    return writing.write_to(anna, "Berta", "Hello").conversation


def say(talk: Conversation, user: User, text: str) -> None:
    writing.post(at(talk, user), text)
