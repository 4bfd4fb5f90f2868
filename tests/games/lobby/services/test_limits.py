"""Limits on opening tables, taking them down, and inviting players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import blocks, guests
from games.lobby.models import Challenge, Ticket
from games.lobby.presenters.lobby import lobby_for
from games.lobby.services import (
    admission,
    bots_while_waiting,
    branching,
    challenges,
    limits,
    lobby,
    rematch,
)
from games.lobby.services.branching import BranchRequest
from games.lobby.services.lobby import TableRequest
from games.matches.access import seated_access
from games.matches.models import Match
from games.matches.refusals import CannotInvite, TooMany
from games.matches.services import commands
from games.notifications.models import Notification
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, opened, people, person, started
from tests.helpers.seeking import seek
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
HOUR = 3600
"""More seconds than a test takes: new rows have the real time, not that of the set clock."""


@pytest.fixture
def host(db: None) -> User:
    return person("Anna")


def take_down(host: User, match: Match) -> None:
    with committed():
        lobby.take_down(host, match.id)


def test_opened_and_closed_tables_are_limited(host: User, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    for _ in range(limits.CLOSED_WITHIN):
        take_down(host, opened(host))
        wall.wait(20)
    with pytest.raises(TooMany, match="ten minutes") as refused:
        opened(host)
    assert opened(person("Berta")).status == Match.Status.OPEN, "other hosts are not limited"
    wait = not_none(refused.value.wait)
    assert wait < limits.WINDOW.total_seconds() - 20 * limits.CLOSED_WITHIN + 1
    wall.wait(wait)
    take_down(host, opened(host))


def test_leaving_own_table_counts_as_closing_it(host: User) -> None:
    for _ in range(limits.CLOSED_WITHIN):
        lobby.leave(host, opened(host).id)
    with pytest.raises(TooMany):
        opened(host)


def test_matches_with_bots_are_limited(host: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play them, and every one of them is looked after by the worker."""
    monkeypatch.setattr(limits, "OPENED_WITHIN", 3)
    wall = Wall(monkeypatch)
    for _ in range(3):
        opened(host, bots=("easy",))
    with pytest.raises(TooMany, match="many tables"):
        opened(host, bots=("easy",))
    wall.wait(limits.WINDOW.total_seconds() + HOUR)
    opened(host, bots=("easy",))


def test_rematches_are_limited(host: User) -> None:
    guest = person("Berta")
    match = started(host, guest)
    with committed():
        commands.resign(guest, match.id)
    for _ in range(limits.CLOSED_WITHIN):
        lobby.leave(host, rematch.offer(host, match.id).id)
    with pytest.raises(TooMany):
        rematch.offer(host, match.id)


def test_unanswered_invitations_by_one_host_are_limited(
    host: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    guest = person("Berta")
    for _ in range(limits.UNANSWERED_BY_ONE):
        match = opened(host)
        admission.invite_to(host, match.id, "Berta")
        take_down(host, match)
    match = opened(host)
    with pytest.raises(CannotInvite, match="often enough for today"):
        admission.invite_to(host, match.id, "Berta")
    person("Carla")
    assert admission.invite_to(host, match.id, "Carla").user.username == "Carla"
    other = opened(person("Dora"))
    assert admission.invite_to(not_none(other.host), other.id, "Berta").user == guest
    take_down(host, match)
    wall.wait(limits.INVITED_WITHIN.total_seconds() + HOUR)
    match = opened(host)
    assert admission.invite_to(host, match.id, "Berta").user == guest


def test_answered_invitations_are_not_limited(host: User) -> None:
    guest = person("Berta")
    for _ in range(limits.UNANSWERED_BY_ONE + 2):
        match = opened(host)
        admission.invite_to(host, match.id, "Berta")
        lobby.join(guest, match.id, sure=True)


def test_table_is_not_opened_if_invitation_is_refused(host: User) -> None:
    person("Berta")
    for _ in range(limits.UNANSWERED_BY_ONE):
        match = opened(host)
        admission.invite_to(host, match.id, "Berta")
        take_down(host, match)
    before = Match.objects.count()
    with pytest.raises(CannotInvite):
        lobby.open_table(host, TableRequest(match.game, 2, invited=("Berta",)), sure=True)
    assert Match.objects.count() == before


@pytest.mark.parametrize("blocking", [False, True])
def test_guest_is_not_notified_of_many_invitations(
    host: User, monkeypatch: pytest.MonkeyPatch, blocking: bool
) -> None:
    """No host sees a difference, also not whether another one is blocked."""
    monkeypatch.setattr(limits, "NOTIFIED", 3)
    victim, *pests = people("Victim", "Berta", "Carla", "Dora")
    if blocking:
        blocks.block(victim, pests[0])
    for other in (*pests, host):
        with committed():
            assert admission.invite_to(other, opened(other).id, "Victim").user == victim
    notices = victim.notifications.filter(kind=Notification.Kind.INVITATION)
    seen = ["Anna", "Carla", "Dora"] if blocking else ["Berta", "Carla", "Dora"]
    assert sorted(notices.values_list("actor__username", flat=True)) == seen
    shown = {table.match.host.username for table in lobby_for(victim).invited if table.match.host}
    assert shown == {"Carla", "Dora", "Anna", *([] if blocking else ["Berta"])}


def test_table_limit_ignores_older_tables(host: User) -> None:
    for _ in range(limits.CLOSED_WITHIN):
        take_down(host, opened(host))
    long_ago = limits.WINDOW + timedelta(seconds=1)
    for match in Match.objects.filter(host=host):
        assert match.ended_at is not None
        match.ended_at -= long_ago
        match.opened_at -= long_ago
        match.save()
    assert opened(host).status == Match.Status.OPEN


# --- Slow bots, which think in a few processes for all users.

HARD = ("hard",)


def challenge(user: User) -> Match:
    request = TableRequest("condottiere", 3, invited=("Dora", "Eva"))
    return challenges.challenge(user, request, challenges.Terms(fill="hard"), sure=True)


def fill(user: User) -> Match:
    return lobby.fill_with_bots(user, opened(user).id, "hard")


def join(user: User) -> Match:
    host = User.objects.get(username="Dora")
    return lobby.join(user, opened(host, seats=3, bots=HARD).id, sure=True)


def offer_rematch(user: User) -> Match:
    match = Match.objects.filter(host=user).earliest("opened_at")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    opened(user, bots=HARD)
    return rematch.offer(user, match.pk)


def branch(user: User) -> Match:
    match = started(user, User.objects.get(username="Eva"))
    with committed():
        commands.resign(user, match.pk)
    request = BranchRequest(0, 0, "hard")
    return branching.play_on(user, seated_access(user, match.pk), request, sure=True)


def search(user: User) -> Match:
    ticket = seek(user, sure=True)
    Ticket.objects.update(filed_at=timezone.now() - timedelta(minutes=2))
    return bots_while_waiting.play_bots(user, ticket.pk, "condottiere", HARD)


WAYS_IN = [
    lambda user: opened(user, bots=HARD),
    fill,
    join,
    challenge,
    offer_rematch,
    branch,
    search,
]


@pytest.mark.parametrize("way_in", WAYS_IN)
def test_tables_with_slow_bots_are_limited_in_every_way_in(
    host: User, way_in: Callable[[User], Match]
) -> None:
    people("Dora", "Eva")
    for _ in range(limits.SLOW_EACH):
        opened(host, bots=HARD)
    with pytest.raises(TooMany, match=r"Finish a match there first, or choose a weaker bot\."):
        way_in(host)
    opened(host, bots=("normal",))


def test_guest_plays_one_match_with_slow_bots(db: None) -> None:
    guest = guests.new_guest()
    opened(guest, bots=HARD)
    with pytest.raises(TooMany, match="create an account"):
        opened(guest, bots=HARD)


def test_left_and_ended_matches_with_slow_bots_do_not_count(host: User) -> None:
    for _ in range(limits.SLOW_EACH + 1):
        match = opened(host, bots=HARD)
        with committed():
            commands.resign(host, match.pk)


def test_challenge_fails_when_its_bots_would_be_too_many(
    host: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a challenge can be older than the limit."""
    dora, _eva = people("Dora", "Eva")
    match = challenge(host)
    lobby.join(dora, match.pk, sure=True)
    monkeypatch.setattr(limits, "SLOW_EACH", 0)
    Challenge.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert challenges.expire_all_due() == 1
    assert fresh(match).status == Match.Status.CLOSED
