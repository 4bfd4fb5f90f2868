"""Admission to tables: rated tables, rating ranges, blocks and invitations."""

from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.services.blocks import block
from accounts.services.guests import new_guest
from games.lobby.models import Invitation
from games.lobby.presenters.lobby import lobby_for, waiting_room
from games.lobby.services import admission, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import (
    BadTable,
    CannotInvite,
    NoSuchMatch,
    NotAllowed,
    NotAPlayer,
    NotOpen,
    OutOfRange,
    PrivateTable,
    SignInFirst,
)
from tests.helpers.matches import people, person, started
from tests.helpers.seeking import rated_as

pytestmark = pytest.mark.django_db


def table(host: User, **wish: Any) -> Match:
    return lobby.open_table(host, TableRequest("condottiere", 3, **wish), sure=True)


# --- Rated tables.


def test_rated_table_needs_clock(anna: User) -> None:
    """Without a clock a losing player could stop moving, so that the match is never rated."""
    with pytest.raises(BadTable, match="needs a clock"):
        table(anna, rated=True)
    assert not Match.objects.exists()
    assert table(anna, rated=True, clock="turns-24").rated


def test_rated_table_refuses_bots_and_guests(anna: User) -> None:
    guest = new_guest()
    with pytest.raises(BadTable):
        table(anna, rated=True, clock="live-10", bots=("easy",))
    with pytest.raises(NotAllowed):
        table(guest, rated=True, clock="live-10")
    match = table(anna, rated=True, clock="live-10")
    with pytest.raises(NotAllowed):
        lobby.join(guest, match.id)
    with pytest.raises(BadTable):
        lobby.fill_with_bots(anna, match.id, "easy")
    assert match.players.count() == 1
    assert "registered players" in lobby_for(guest).open[0].why_not
    lobby.join(guest, table(anna).id)


# --- Ranges.


@pytest.mark.parametrize(
    ("least", "most", "rating", "fine"),
    [
        (1400, 1600, 1400, True),
        (1400, 1600, 1600, True),
        (1400, 1600, 1399, False),
        (1400, None, 2200, True),
        (1400, None, 1399, False),
        (None, 1600, 100, True),
        (None, 1600, 1601, False),
    ],
)
def test_player_with_rating_outside_range_cannot_join(
    anna: User, berta: User, least: int | None, most: int | None, rating: int, fine: bool
) -> None:
    match = table(anna, least=least, most=most)
    with rated_as({"Berta": rating}):
        room = waiting_room(open_match(berta, match.id))
        with patch("games.lobby.presenters.lobby.rating_of", lambda *_: rating):
            (listed,) = lobby_for(berta).open
        assert bool(room.why_not) == bool(listed.why_not) == (not fine)
        if fine:
            lobby.join(berta, match.id)
            return
        with pytest.raises(OutOfRange) as refusal:
            lobby.join(berta, match.id)
    assert str(rating) in refusal.value.reason
    assert room.why_not == listed.why_not == refusal.value.reason


def test_invited_player_may_join_with_any_rating(anna: User, berta: User) -> None:
    match = table(anna, least=1900)
    admission.invite_to(anna, match.id, "berta")
    lobby.join(berta, match.id)
    with pytest.raises(BadTable):
        table(anna, least=1900, most=1800)


def test_rating_range_is_shown_in_words(anna: User) -> None:
    ranges = [(None, None), (1400, None), (None, 1600), (1400, 1600)]
    tables = [table(anna, least=least, most=most) for least, most in ranges]
    words = [waiting_room(open_match(anna, match.id)).range for match in tables]
    assert words == ["", "from 1400", "up to 1600", "1400–1600"]


# --- Blocks.


@pytest.mark.parametrize(("way", "refused"), [(1, NotOpen), (-1, NotAllowed)])
def test_blocked_users_cannot_join_same_table(
    anna: User, berta: User, way: int, refused: type[Exception]
) -> None:
    match = table(anna)
    block(*(anna, berta)[::way])
    with pytest.raises(refused):
        lobby.join(berta, match.id)
    assert bool(lobby_for(berta).open) == (way == 1), (
        "only the blocking user does not see the table"
    )
    assert lobby_for(person("Carla")).open != []


# --- Invitations.


def test_invitation_lists_private_table_in_lobby(anna: User, berta: User) -> None:
    match = table(anna, public=False, invited=("berta", "@Berta"))
    assert Invitation.objects.count() == 1, "repeating it changes nothing"
    assert [one.match for one in lobby_for(berta).invited] == [match]
    assert open_match(berta, match.id).player is None
    for stranger in (person("Carla"), AnonymousUser()):
        assert lobby_for(stranger).invited == []
        with pytest.raises(PrivateTable):
            open_match(stranger, match.id)
    room = waiting_room(open_match(anna, match.id))
    assert [one.user for one in room.invitations] == [berta]
    lobby.join(berta, match.id)
    assert lobby_for(berta).invited == []
    assert waiting_room(open_match(anna, match.id)).invitations == ()


def test_declined_invitation_is_not_sent_again(anna: User, berta: User) -> None:
    match = table(anna, public=False, invited=("Berta",))
    for _ in range(2):
        admission.decline(berta, match.id)
    assert lobby_for(berta).invited == []
    (asked,) = waiting_room(open_match(anna, match.id)).invitations
    assert asked.declined_at
    with pytest.raises(CannotInvite):
        admission.invite_to(anna, match.id, "Berta")
    with pytest.raises(NoSuchMatch):
        admission.decline(person("Carla"), match.id)
    lobby.join(berta, match.id)


def test_invitation_does_not_reveal_block(anna: User, berta: User) -> None:
    """Unknown and closed: the same words. Blocked by them: as if they did not answer."""
    match = table(anna)
    carla, dora = people("Carla", "Dora")
    block(berta, anna)
    block(anna, carla)
    User.objects.filter(pk=dora.pk).update(is_active=False)
    answered = set()
    for name in ("Dora", "Nobody7", ""):
        with pytest.raises(CannotInvite) as refusal:
            admission.invite_to(anna, match.id, name)
        answered.add((refusal.value.template, refusal.value.status, refusal.value.code))
    assert len(answered) == 1
    with pytest.raises(CannotInvite) as refusal:
        admission.invite_to(anna, match.id, "Carla")
    assert refusal.value.template == "You have blocked {name}."
    assert not Invitation.objects.exists()
    with pytest.raises(CannotInvite):
        table(anna, invited=("Dora",))
    assert Match.objects.count() == 1, "no table was opened"
    assert admission.invite_to(anna, match.id, "Berta").declined_at is None
    assert lobby_for(berta).invited == []


def test_block_hides_invitation(anna: User, berta: User) -> None:
    match = table(anna, invited=("Berta",))
    block(berta, anna)
    assert lobby_for(berta).invited == []
    with pytest.raises(NotAllowed):
        lobby.join(berta, match.id)


def test_only_host_of_open_table_invites(anna: User, berta: User) -> None:
    match = table(anna)
    with pytest.raises(NotAPlayer):
        admission.invite_to(berta, match.id, "Anna")
    with pytest.raises(SignInFirst):
        admission.invite_to(AnonymousUser(), match.id, "Anna")
    with pytest.raises(CannotInvite):
        admission.invite_to(anna, match.id, "Anna")
    running = started(anna, berta)
    with pytest.raises(NotOpen):
        admission.invite_to(anna, running.id, "Berta")
    for name in [f"Friend{n}" for n in range(admission.INVITED_EACH)]:
        person(name)
        admission.invite_to(anna, match.id, name)
    with pytest.raises(CannotInvite):
        admission.invite_to(anna, match.id, "Berta")
