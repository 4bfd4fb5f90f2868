"""A block is invisible to the blocked user: every byte they get stays the same."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import blocks, follows
from games.chat import services as chat
from games.chat.models import ChatLine
from games.lobby.models import Challenge, Invitation
from games.lobby.services import admission, challenges
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.refusals import NotOpen
from games.notifications.models import Notification
from tests.helpers.endpoints import without_tokens
from tests.helpers.matches import committed, opened, people, play_on, signed_in, started
from tests.helpers.seeking import SLOW, seek

pytestmark = pytest.mark.django_db


def long_ago() -> None:
    """Stop the clock, so that times on pages do not change."""
    then = timezone.now() - timedelta(days=3, hours=1)
    Match.objects.update(opened_at=then)
    for column in ("started_at", "ended_at", "last_public_event_at", "listed_at"):
        Match.objects.exclude(**{column: None}).update(**{column: then})
    Player.objects.exclude(asked_since=None).update(asked_since=then)
    ChatLine.objects.update(at=then)
    Invitation.objects.update(at=then)
    Notification.objects.update(made_at=then)
    Notification.objects.exclude(read_at=None).update(read_at=then)
    Challenge.objects.update(expires_at=timezone.now() + timedelta(days=2, hours=1))


def seen_by(berta: User, addresses: list[str]) -> dict[str, str]:
    """Return the answers to Berta by address, without headers and cookies that always differ."""
    client = signed_in(berta)
    return {address: without_tokens(client.get(address).content.decode()) for address in addresses}


def test_block_changes_no_byte_for_blocked_user(pair: list[User]) -> None:
    anna, berta = pair
    (carla,) = people("Carla")
    running = started(anna, berta, seed=3)
    watched = started(anna, carla, seed=4)
    over = play_on(started(anna, berta, seed=5))
    hers = opened(anna, seed=6)
    private = opened(anna, public=False, seed=7)
    admission.invite_to(anna, private.id, "Berta")
    own = opened(berta, seed=8, seats=3)
    admission.invite_to(berta, own.id, "Anna")
    wanted = TableRequest("condottiere", 2, invited=("Anna",))
    called = challenges.challenge(berta, wanted, Terms(), sure=True)
    for match in (running, watched, over):
        for user in (anna, berta):
            chat.post_line(open_match(user, match.id), f"{user.name} speaks.")
    for one, other in ((anna, berta), (berta, anna), (anna, carla)):
        follows.follow(one, other)
    seek(berta, SLOW, sure=True)
    seek(anna, SLOW, sure=True)
    # The first visit of the bell's page marks its entries as read, which changes the page.
    signed_in(berta).get("/notices/")
    long_ago()
    matches = (running, watched, over, hers, private, own, called)
    addresses = [
        *("/", "/matches/?whose=all", "/matches/?whose=mine", "/matches/?text=Anna", "/notices/"),
        *("/players/Anna/", "/players/Berta/", "/players/Anna/against/Berta/", "/ladders/"),
        *(
            "/players/Berta/against/Anna/",
            "/settings/",
            "/settings/standing/",
            "/quick/",
            "/friendly/",
        ),
        *(f"/matches/{match.id}/" for match in matches),
        *(f"/matches/{match.id}/replay/" for match in (running, watched, over)),
        *(f"/api/v1/matches/{match.id}/" for match in matches),
        *("/people/", "/people/following/", "/people/followers/", "/people/find/?name=Anna"),
        *(f"/matches/{running.id}/players/{seat}/" for seat in (0, 1)),
        *("/api/v1/tickets/", "/api/v1/ladders/", "/players/Anna/report/", "/game-nights/"),
    ]
    before = seen_by(berta, addresses)
    with committed():
        blocks.block(anna, berta)
    after = seen_by(berta, addresses)
    changed = [address for address in addresses if before[address] != after[address]]
    assert not changed


def answers(client: Client, address: str, **form: str) -> tuple[int, str, str]:
    answer = client.post(address, form)
    location = answer.get("Location", "")
    page = client.get(location) if location else answer
    return answer.status_code, location, without_tokens(page.content.decode())


def test_blocked_user_joining_gets_same_answer_as_late_user(pair: list[User]) -> None:
    anna, berta = pair
    with committed():
        blocks.block(anna, berta)
    table = opened(anna, seed=2)
    full = started(*people("Carla", "Dora"))
    client, replies = signed_in(berta), []
    for match in (table, full):
        status, location, page = answers(client, f"/matches/{match.id}/join/")
        replies.append((status, location, page.replace(match.id, "TABLE")))
    assert replies[0][0] == NotOpen.status
    assert replies[0] == replies[1]


def test_inviting_blocking_user_looks_like_any_invitation(pair: list[User]) -> None:
    """The host sees the same whether the invited user blocks them or does not answer."""
    anna, berta = pair
    (carl,) = people("Carl")
    with committed():
        blocks.block(anna, berta)
    replies = []
    for guest, seed in ((anna, 2), (carl, 3)):
        table = opened(berta, seed=seed)
        Match.objects.update(commitments=["0" * 64], key=str(seed))
        client = signed_in(berta)
        status, _there, page = answers(client, f"/matches/{table.id}/invite/", username=guest.name)
        page = page.replace(guest.name, "GUEST").replace(table.id, "TABLE")
        replies.append((status, page.replace(f"/{seed}/", "/KEY/")))
        Match.objects.filter(id=table.id).delete()
    assert replies[0] == replies[1]
