"""Neither a player nor the site can choose the cards: all are committed before any reveal."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest
from django.test import Client

from accounts.models import User
from games.engine.fairness import derived_nonce, joint_secret
from games.lobby.models import Ticket
from games.matches.models import Match, MatchSecret, Player
from games.matches.services.event_store import record_of
from games.moderation.services import moderation
from tests.accounts.test_moderation import moderator
from tests.helpers.matches import (
    committed,
    fresh,
    opened,
    people,
    person,
    play_on,
    signed_in,
    started,
)
from tests.helpers.nonces import fairness_of, full_table, hash_of, nonce_of, reveal
from tests.helpers.seeking import seek
from tests.helpers.sockets import aside, close_connections, screen

pytestmark = pytest.mark.django_db


def onlookers(pair: list[User]) -> Iterator[tuple[str, Client]]:
    """Return clients of the players, a stranger, a moderator and an anonymous visitor."""
    yield from ((user.name, signed_in(user)) for user in pair)
    yield "stranger", signed_in(person("Stranger"))
    yield "moderator", signed_in(moderator("Mod"))
    yield "anonymous", Client()


def shown_to(match: Match, client: Client) -> str:
    """Return all answers about a table, from every address that shows it."""
    table, api = f"/matches/{match.id}/", f"/api/v1/matches/{match.id}/"
    pages = ("/", "/matches/", "/notices/", "/players/Anna/", table, f"{table}fairness/")
    data = (api, f"{api}fairness/", f"{table}record.json", f"{table}replay/", "/api/v1/tickets/")
    answers = [client.get(address) for address in (*pages, *data)]
    return "".join(answer.content.decode() + str(answer.headers) for answer in answers).lower()


def hidden_values(match: Match) -> list[str]:
    own = MatchSecret.objects.get(match=match)
    secrets = [*own.secrets, joint_secret([bytes.fromhex(one) for one in own.secrets]).hex()]
    return [*secrets, *filter(None, [own.seed])]


def test_nonces_and_secret_are_hidden_before_deal(pair: list[User]) -> None:
    anna, berta = pair
    match = reveal(full_table(anna, berta, bots=("easy",), clock="live-10"), anna)
    for name, client in onlookers(pair):
        answered = shown_to(match, client)
        for secret in (*hidden_values(match), nonce_of(anna), nonce_of(berta)):
            assert secret not in answered, name
        for shown in (*match.commitments, hash_of(anna), hash_of(berta)):
            assert shown in answered, name


def test_running_match_shows_only_revealed_nonces(pair: list[User]) -> None:
    anna, berta = pair
    match = reveal(full_table(anna, berta, bots=("easy",), clock="live-10"), anna, berta)
    derived = match.players.get(user=None).nonce
    for name, client in onlookers(pair):
        answered = shown_to(match, client)
        for secret in (*hidden_values(match), derived):
            assert secret not in answered, name
        assert nonce_of(anna) in answered, name
    client = signed_in(anna)
    play_on(match)
    assert {nonce_of(berta), derived} <= set(shown_to(match, client).replace('"', " ").split())


def test_bot_nonce_is_derived_from_committed_secret(pair: list[User]) -> None:
    """The site cannot try several nonces of a bot."""
    anna, berta = pair
    match = full_table(anna, berta, bots=("easy",))
    before = MatchSecret.objects.get(match=match).secrets
    assert match.commitments == [sha256(bytes.fromhex(one)).hexdigest() for one in before]
    reveal(match, anna, berta)
    assert MatchSecret.objects.get(match=match).secrets == before
    bot = match.players.get(user=None)
    secret = joint_secret([bytes.fromhex(one) for one in before])
    assert bot.nonce == derived_nonce(secret, bot.joined).hex()
    assert fresh(match).commitments == match.commitments


def test_quick_match_players_see_commitment_before_pairing(pair: list[User]) -> None:
    clients = [signed_in(user) for user in pair]
    shown = []
    for user, client in zip(pair, clients, strict=True):
        ticket = seek(user)
        shown.append(client.get(f"/api/v1/tickets/{ticket.id}/").json()["commitment"])
    match = Match.objects.get()
    assert shown == match.commitments
    assert len(set(Ticket.objects.values_list("secret", flat=True))) == 2


@pytest.mark.parametrize("given", ["zz" * 32, "ab" * 31, "☃" * 64, "\x00"])
def test_malformed_nonce_is_refused_at_every_endpoint(pair: list[User], given: str) -> None:
    """If the site ignored a malformed nonce, it would draw one itself."""
    anna = signed_in(pair[0])
    over = play_on(started(*pair))
    waiting = opened(person("Host"))
    table = {"seats": "2", "public": "yes", "clock": "live-10", "nonce_hash": given}
    wish = {"games": ["condottiere"], "seats": ["2"], "clock": "live-10", "nonce_hash": given}
    doors = [
        ("/games/condottiere/open/", table),
        ("/quick/", wish),
        (f"/matches/{over.id}/rematch/", {"nonce_hash": given}),
        (f"/matches/{waiting.id}/join/", {"nonce_hash": given}),
    ]
    players = Player.objects.count()
    for address, data in doors:
        assert anna.post(address, data).status_code == 400, address
    assert anna.post("/api/v1/tickets/", wish, "application/json").status_code == 400
    assert Player.objects.count() == players
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("body", [{}, {"nonce": 7}, {"nonce": None}, {"nonce": "ab" * 32}, [], "{"])
def test_wrong_nonce_is_refused_with_sentence(pair: list[User], body: object) -> None:
    match = full_table(*pair)
    address = f"/api/v1/matches/{match.id}/reveal/"
    answer = signed_in(pair[0]).post(address, body, "application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["reason"]
    assert fresh(match).status == Match.Status.OPEN


def test_program_reveals_nonce_by_api(pair: list[User]) -> None:
    match = full_table(*pair)
    for user, status in zip(pair, ("open", "running"), strict=True):
        client = signed_in(user)
        assert client.get(f"/api/v1/matches/{match.id}/").json()["awaited"] is True
        address = f"/api/v1/matches/{match.id}/reveal/"
        answer = client.post(address, {"nonce": nonce_of(user)}, "application/json")
        assert (answer.status_code, answer.json()["status"]) == (200, status)
        assert answer.json().get("awaited", False) is False


def test_table_closed_before_deal_keeps_secret(pair: list[User]) -> None:
    match = full_table(*pair)
    with committed():
        moderation.take_down(moderator("Mod"), match.id, "A test.")
    assert fresh(match).status == Match.Status.CLOSED
    for name, client in [(user.name, signed_in(user)) for user in pair]:
        answered = shown_to(match, client)
        assert not any(secret in answered for secret in hidden_values(match)), name


def test_secret_is_first_shown_in_finished_record(pair: list[User]) -> None:
    match = play_on(reveal(full_table(*pair), *pair))
    own = MatchSecret.objects.get(match=match)
    fairness = fairness_of(match)
    assert fairness["secrets"] == own.secrets
    assert record_of(match)["seed"] == own.seed


@pytest.mark.django_db(transaction=True)
async def test_full_table_push_contains_only_own_reveal_request() -> None:
    """Each player gets their own request; the secret and other nonces are not sent."""
    pair = await aside(lambda: people("Anna", "Berta"))
    match = await aside(lambda: full_table(*pair, clock="live-10"))
    secrets = await aside(lambda: hidden_values(match))
    clients = [await aside(signed_in, user) for user in pair]
    for user, client in [*zip(pair, clients, strict=True), (None, None)]:
        async with screen(f"/ws/matches/{match.id}/", client) as heard:
            frame = await heard.frame()
            assert not any(secret in frame for secret in (*secrets, *map(nonce_of, pair)))
            assert frame.count("data-reveal") == (user is not None)
            if user is not None:
                assert f'data-hash="{hash_of(user)}"' in frame
    for user, client in zip(pair, clients, strict=True):
        async with screen("/ws/me/", client) as heard:
            assert f'data-hash="{hash_of(user)}"' in await heard.frame()
    await close_connections()
