"""A full table requests nonces on any page of its players, and becomes the match."""

from __future__ import annotations

import pytest

from games.lobby.services import dealing
from tests.helpers.matches import people, signed_in
from tests.helpers.nonces import full_table, hash_of, nonce_of
from tests.helpers.sockets import aside, close_connections, screen

pytestmark = pytest.mark.django_db(transaction=True)


async def test_full_table_requests_nonce_on_any_page_and_starts() -> None:
    anna, berta = users = await aside(lambda: people("Anna", "Berta"))
    clients = [await aside(signed_in, user) for user in users]
    async with screen("/ws/me/", clients[0]) as elsewhere:
        assert "data-reveal" not in await elsewhere.frame()
        match = await aside(lambda: full_table(anna, berta, clock="live-10"))
        assert f'data-hash="{hash_of(anna)}"' in await elsewhere.frame()
        async with screen(f"/ws/matches/{match.id}/", clients[1]) as waiting:
            assert "waiting for their number" in await waiting.frame()
            await aside(lambda: dealing.reveal(anna, match.id, nonce_of(anna)))
            assert 'id="waiting"' in await waiting.frame()
            await aside(lambda: dealing.reveal(berta, match.id, nonce_of(berta)))
            assert 'id="table"' in await waiting.frame()
    await close_connections()
