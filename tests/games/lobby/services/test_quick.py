"""Quick match: tickets are filed, paired as windows widen, withdrawn and swept."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.blocks import block
from accounts.services.guests import new_guest
from core.refusals import Refusal
from games.engine.fairness import hash_of
from games.engine.refusals import BadRecord
from games.lobby.models import Pool, Ticket
from games.lobby.services import dealing, lobby, quick, tickets
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import LIVE, TicketRequest
from games.lobby.services.quick import Rounds
from games.matches.models import Match, MatchSecret
from games.matches.refusals import (
    BadNonce,
    BadTicket,
    NoSuchTicket,
    NotAllowed,
    SeatedElsewhere,
    SignInFirst,
)
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, opened, people, person, started
from tests.helpers.nonces import hash_of as hash_of_user
from tests.helpers.nonces import reveal
from tests.helpers.seeking import GAME, OTHER, SLOW, left_over, rated_as, seek, waited
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def waiting() -> set[str]:
    return set(Ticket.objects.filter(match=None).values_list("user__username", flat=True))


# --- Matched.


def test_two_matching_tickets_start_match(anna: User, berta: User) -> None:
    first = seek(anna)
    assert first.match is None
    second = seek(berta)
    first.refresh_from_db()
    match = second.match
    assert match is not None
    assert first.match == match
    assert (match.status, match.public, match.rated, match.host) == ("running", True, False, None)
    assert (match.pace, match.bank, match.increment) == ("live", 600, 15)
    assert {p.user for p in match.players.all()} == {anna, berta}


def test_match_secrets_are_those_of_its_tickets(anna: User, berta: User) -> None:
    """Each was committed to when its ticket was filed, so everybody has seen one of them."""
    tickets = seek(anna), seek(berta)
    match = not_none(tickets[1].match)
    secrets = [ticket.secret for ticket in tickets]
    assert MatchSecret.objects.get(match=match).secrets == secrets
    assert match.commitments == [hash_of(bytes.fromhex(secret)) for secret in secrets]


@pytest.mark.parametrize(
    "other",
    [
        TicketRequest((GAME,), (3,), "live-10"),
        TicketRequest((OTHER,), (2,), "live-10"),
        TicketRequest((GAME,), (2,), "live-5"),
        SLOW,
        TicketRequest((GAME,), (2,), "live-10", rated=True),
    ],
)
def test_tickets_for_different_tables_are_not_paired(
    anna: User, berta: User, other: TicketRequest
) -> None:
    seek(anna)
    assert seek(berta, other).match is None


def test_tickets_are_paired_by_common_game_and_size(anna: User, berta: User) -> None:
    seek(anna, TicketRequest((GAME, OTHER), (2, 3), "live-10"))
    match = not_none(seek(berta, TicketRequest((OTHER,), (2, 4), "live-10")).match)
    assert (match.game, match.seats) == (OTHER, 2)


def test_larger_table_is_awaited_for_limited_time(
    anna: User, berta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    both = TicketRequest((GAME,), (2, 3), "live-10")
    first, second = seek(anna, both), seek(berta, both)
    assert second.match is None
    assert quick.patience_left(first) == 20
    wall.wait(12)
    tickets.mark_seen(anna, first.id)
    tickets.mark_seen(berta, second.id)
    assert quick.patience_left(first) == 8
    third = seek(person("Carla"), both)
    assert (not_none(third.match).seats, waiting()) == (3, set())


def test_smaller_table_is_paired_after_patience_ends(
    anna: User, berta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    both, rounds = TicketRequest((GAME,), (2, 3), "live-10"), Rounds()
    searches = (anna, seek(anna, both)), (berta, seek(berta, both))
    assert rounds.work() == 0
    wall.wait(LIVE.patient)
    for user, ticket in searches:
        tickets.mark_seen(user, ticket.id)
    assert quick.patience_left(searches[0][1]) == 0
    assert rounds.work() == 1
    assert Match.objects.get().seats == 2


def test_priority_ticket_is_paired_first(anna: User, berta: User) -> None:
    with patch("games.lobby.services.quick.pair"):
        searches = [seek(user) for user in (anna, berta, person("Carla"))]
    waited(searches[0], 9)
    Ticket.objects.filter(id=searches[2].id).update(first=True)
    (match,) = quick.pair(searches[0].pool_id)
    assert not_none(match.players.get(joined=0).user).username == "Carla"
    assert waiting() < {"Anna", "Berta"}


def test_match_of_four_starts_with_fourth_ticket() -> None:
    four = TicketRequest((GAME,), (4,), "live-10", rated=True)
    found = [seek(user, four).match for user in people("Anna", "Berta", "Carla", "Dora")]
    assert found[:3] == [None] * 3
    last = not_none(found[3])
    assert (last.seats, last.rated) == (4, True)
    assert waiting() == set()


def test_rating_window_widens_with_waiting_time(anna: User, berta: User) -> None:
    with rated_as({"Berta": 1700}):
        first, second = seek(anna), seek(berta)
    assert quick.pair(first.pool_id) == []
    waited(first, 20)
    assert quick.pair(first.pool_id) == [], "Berta's window is still narrow"
    waited(second, 10)
    (match,) = quick.pair(first.pool_id)
    assert match.players.count() == 2


def test_worker_pairs_tickets_after_window_widens(anna: User, berta: User) -> None:
    with rated_as({"Berta": 1650}):
        first, second = seek(anna), seek(berta)
    rounds = Rounds()
    assert rounds.work() == 0
    with patch("games.lobby.services.quick.pair") as pair:
        assert rounds.work() == 0
    assert not pair.called, "nothing has changed since"
    waited(first, 6)
    waited(second, 6)
    assert rounds.work() == 1
    assert waiting() == set()


def test_failing_pool_does_not_block_others(
    anna: User, berta: User, caplog: pytest.LogCaptureFixture
) -> None:
    four = people("Carla", "Dora")
    with patch("games.lobby.services.quick.pair", side_effect=RuntimeError("no")):
        broken = seek(anna, SLOW)
        for user in four:
            seek(user)
    assert caplog.text.count("could not be paired") == 3
    pair = quick.pair

    def sometimes(pool: int) -> list[Match]:
        if pool == broken.pool_id:
            raise RuntimeError("again")
        return pair(pool)

    with patch("games.lobby.services.quick.pair", sometimes):
        assert Rounds().work() == 1


def test_blocked_users_are_never_matched(anna: User, berta: User) -> None:
    carla, dora = people("Carla", "Dora")
    block(anna, berta)
    block(dora, anna)
    seek(anna)
    for other in (berta, dora):
        assert seek(other).match is None or other == dora
    # Berta and Dora found each other; Anna still waits.
    assert waiting() == {"Anna"}
    assert {p.user for p in not_none(seek(carla).match).players.all()} == {anna, carla}


def test_ticket_of_closed_account_is_skipped(anna: User, berta: User) -> None:
    seek(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert seek(berta).match is None


# --- One ticket, taken back.


def test_second_ticket_replaces_first_of_same_pace(anna: User) -> None:
    first = seek(anna)
    second = seek(anna, TicketRequest((GAME,), (3,), "live-5"))
    slow = seek(anna, SLOW)
    assert set(Ticket.objects.all()) == {second, slow}
    with pytest.raises(NoSuchTicket):
        tickets.ticket_of(anna, first.id)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ticket.objects.create(user=anna, pool=second.pool, pace="live", nonce_hash="", secret="")
    assert [ticket.id for ticket in tickets.waiting_tickets(anna)] == [second.id, slow.id]


def test_only_owner_withdraws_ticket(anna: User, berta: User) -> None:
    ticket = seek(anna)
    tickets.withdraw(berta, ticket.id)
    with pytest.raises(NoSuchTicket):
        tickets.ticket_of(berta, ticket.id)
    assert waiting() == {"Anna"}
    tickets.withdraw(anna, ticket.id)
    tickets.withdraw(anna, ticket.id)
    assert waiting() == set()
    assert seek(berta).match is None


def test_matched_ticket_cannot_be_withdrawn(anna: User, berta: User) -> None:
    ticket = seek(anna)
    match = seek(berta).match
    tickets.withdraw(anna, ticket.id)
    assert tickets.ticket_of(anna, ticket.id).match == match


def test_starting_elsewhere_takes_live_tickets_back(anna: User, berta: User) -> None:
    seek(anna)
    seek(anna, SLOW)
    started(anna, berta)
    assert list(Ticket.objects.values_list("pace", flat=True)) == ["turns"]


def test_turn_based_match_keeps_live_search(anna: User, berta: User) -> None:
    seek(anna)
    match = lobby.open_table(berta, TableRequest(GAME, 2, clock="turns-24"))
    lobby.join(anna, match.id)
    assert waiting() == {"Anna"}


def test_live_ticket_is_deleted_after_page_is_left(anna: User, berta: User) -> None:
    live, slow = seek(anna), seek(anna, SLOW)
    tickets.mark_left(anna, live.id)
    tickets.mark_left(anna, slow.id)
    assert seek(berta).match is None, "absent players are not matched"
    assert tickets.sweep() == 0, "the page may be reloading"
    tickets.mark_seen(anna, live.id)
    Ticket.objects.filter(user=berta).delete()
    assert seek(berta).match is not None
    other = seek(anna, sure=True)
    tickets.mark_left(anna, other.id)
    Ticket.objects.filter(id=other.id).update(seen_until=timezone.now() - tickets.GRACE * 2)
    assert tickets.sweep() == 1
    assert waiting() == {"Anna"}, "the turn-based ticket stays"


def test_clock_jump_neither_ends_search_nor_widens_window(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    ticket = seek(anna)
    window = quick._seeker(ticket).window
    wall.jump(timedelta(hours=1))
    assert tickets.sweep() == 0
    assert tickets.waiting_tickets(anna) == [ticket]
    assert quick._seeker(ticket).window == window
    wall.wait(minutes=2)
    assert tickets.sweep() == 1


def test_other_users_cannot_mark_ticket_as_seen(anna: User, berta: User) -> None:
    ticket = seek(anna)
    tickets.mark_left(anna, ticket.id)
    tickets.mark_seen(berta, ticket.id)
    tickets.mark_seen(AnonymousUser(), ticket.id)
    assert seek(berta).match is None


def test_ticket_with_match_is_deleted_in_time(anna: User, berta: User) -> None:
    seek(anna)
    match = not_none(seek(berta).match)
    assert tickets.sweep() == 0
    Match.objects.filter(id=match.id).update(started_at=timezone.now() - timedelta(hours=2))
    assert tickets.sweep() == 2
    assert Match.objects.filter(id=match.id).exists()


def test_ticket_to_table_closed_before_deal_is_deleted_in_time(
    anna: User, berta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    for user in (anna, berta):
        ticket = seek(user, nonce_hash=hash_of_user(user))
    wall.wait(minutes=5)
    with committed():
        assert dealing.expire_all_due() == 1
    match = not_none(Ticket.objects.select_related("match").get(id=ticket.id).match)
    assert (match.status, match.started_at) == (Match.Status.CLOSED, None)
    wall.wait(minutes=59)
    assert tickets.sweep() == 0
    wall.wait(minutes=2)
    assert tickets.sweep() == 2


def test_pages_are_notified_after_commit(anna: User, berta: User) -> None:
    first = seek(anna)
    sent: list[object] = []
    with patch(
        "games.matches.publish._send",
        lambda message, *groups: sent.extend((group, message["type"]) for group in groups),
    ):
        second = seek(berta)
    assert (f"ticket.{first.id}", "ticket.moved") in sent
    assert (f"ticket.{second.id}", "ticket.moved") in sent
    sent.clear()
    third = seek(anna, SLOW)
    with (
        patch("games.matches.publish._send", lambda message, *groups: sent.extend(groups)),
        committed(),
    ):
        tickets.withdraw(anna, third.id)
    assert sent == [f"ticket.{third.id}"]


# --- Refused.


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (TicketRequest((), (2,), "live-10"), BadTicket),
        (TicketRequest((GAME,), (99,), "live-10"), BadTicket),
        (TicketRequest((GAME,), (), "live-10"), BadTicket),
        (TicketRequest((GAME,), (2,), "free"), BadTicket),
        (TicketRequest((GAME,), (2,), "never"), BadTicket),
        (TicketRequest(("chess",), (2,), "live-10"), BadRecord),
    ],
)
def test_ticket_for_impossible_table_is_refused(
    anna: User, wanted: TicketRequest, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        seek(anna, wanted)
    assert not Ticket.objects.exists()


def test_live_search_while_seated_needs_confirmation(anna: User, berta: User) -> None:
    match = opened(berta, seats=3)
    lobby.join(anna, match.id)
    with pytest.raises(SeatedElsewhere):
        seek(anna)
    assert seek(anna, SLOW).match is None
    assert seek(anna, sure=True).match is None
    slow = lobby.open_table(berta, TableRequest(GAME, 3, clock="turns-24"), sure=True)
    carla = person("Carla")
    lobby.join(carla, slow.id)
    assert seek(carla).user == carla, "turn-based tables need no presence"


def test_anonymous_or_closed_account_cannot_search(anna: User) -> None:
    with pytest.raises(SignInFirst):
        seek(AnonymousUser())
    anna.is_active = False
    with pytest.raises(NotAllowed):
        seek(anna)
    guest = new_guest()
    with pytest.raises(NotAllowed):
        seek(guest, TicketRequest((GAME,), (2,), "live-10", rated=True))
    assert seek(guest).match is None


@pytest.mark.parametrize("given", ["zz" * 32, "ab", "\x00" * 64, "☃" * 500])
def test_malformed_hash_is_refused(anna: User, given: str) -> None:
    with pytest.raises(BadNonce):
        seek(anna, nonce_hash=given)
    assert not Ticket.objects.exists()


def test_paired_players_reveal_nonces(anna: User, berta: User) -> None:
    seek(anna, nonce_hash=hash_of_user(anna))
    match = seek(berta, nonce_hash=hash_of_user(berta).upper()).match
    assert match is not None
    assert (match.status, match.reveal_by is not None) == (Match.Status.OPEN, True)
    assert reveal(match, anna, berta).status == Match.Status.RUNNING


def test_tickets_of_same_kind_share_pool(anna: User, berta: User) -> None:
    for user in (anna, berta):
        seek(user)
        seek(user, SLOW)
    assert Pool.objects.count() == 2
    assert left_over() == []
