"""Without a tap the host's device has nothing of any hand; with it, only one person's."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.local_tables.presenters import holder_of
from games.local_tables.services import open_local
from games.matches.models import Match
from games.matches.presenters.rendering import pushed, table_html
from games.titles.registry import slugs
from tests.games.local_tables.conftest import opened, until_person_is_asked
from tests.games.matches.test_secrecy import as_if_long_ago, resampled
from tests.helpers.effort import examples
from tests.helpers.endpoints import without_tokens
from tests.helpers.matches import at_random, person, play_on, position_of, signed_in
from tests.helpers.sockets import aside, screen

GAMES = pytest.mark.parametrize("game", slugs())


def begun(hannah: User, game: str, moves: int = 12) -> tuple[Match, int]:
    """Return a table some way on, and the seat of the person whose hand is covered."""
    match = opened(hannah, game, () if game == "babel" else ("easy",))
    steps = iter(range(moves))

    def is_covered(_position: object) -> bool:
        if next(steps, None) is not None:
            return False
        holder = holder_of(open_local(hannah, match.id))
        return holder is not None and holder.covered

    match = play_on(match, at_random(5), until=is_covered)
    assert match.status == Match.Status.RUNNING
    return match, until_person_is_asked(match, hannah)


def without_a_tap(match: Match, client: Client) -> dict[str, str]:
    table, device = f"/matches/{match.id}/", f"/one-device/{match.id}/"
    read = [device, table, f"{table}replay/", f"{table}replay/?view=0", f"{table}steps/9999/"]
    read += [f"/api/v1{table}", f"{table}record.json", "/one-device/", "/"]
    found = {address: client.get(address).content.decode() for address in read}
    found["poll"] = client.get(device, headers={"HX-Request": "true"}).content.decode()
    for act in ("move", "undo", "show-cards", "resign"):
        answer = client.post(f"{device}do/{act}/", {"type": "pass", "turn_token": "x"})
        found[act] = answer.content.decode()
    return {address: without_tokens(text) for address, text in found.items()}


@pytest.mark.django_db
@GAMES
def test_nothing_depends_on_hands_without_tap(client: Client, hannah: User, game: str) -> None:
    match, _ = begun(hannah, game)
    as_if_long_ago(match)
    truth, before = position_of(match).dump(), without_a_tap(match, client)
    for number in range(examples(1)):
        with resampled(match, None, number):
            assert position_of(match).dump() != truth
            assert without_a_tap(match, client) == before


@pytest.mark.django_db
@GAMES
def test_hand_shows_only_what_its_seat_knows(client: Client, hannah: User, game: str) -> None:
    match, seat = begun(hannah, game)
    as_if_long_ago(match)
    tap, device = f"/one-device/{match.id}/do/show/", f"/one-device/{match.id}/"

    def hand() -> str:
        return without_tokens(client.post(tap, {"seat": seat}, follow=True).content.decode())

    before = hand()
    assert "data-hand" in before
    for number in range(examples(1)):
        with resampled(match, seat, number):
            assert hand() == before
    assert "data-hand" not in client.get(device).content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_socket_of_host_sends_public_table_even_while_hand_is_shown() -> None:
    def prepare() -> tuple[Match, Client, str]:
        hannah = person("Hannah")
        match, seat = begun(hannah, "condottiere")
        client = signed_in(hannah)
        client.post(f"/one-device/{match.id}/do/show/", {"seat": seat}, follow=True)
        return match, client, pushed(table_html(open_local(hannah, match.id).access))

    match, client, public = await aside(prepare)
    async with screen(f"/ws/matches/{match.id}/?lang=en", client) as socket:
        assert public in await socket.frame()
    async with screen(f"/ws/api/v1/matches/{match.id}/", client) as socket:
        frame = await socket.frame()
        assert '"seat":null' in frame
        assert '"turn_token":null' in frame
