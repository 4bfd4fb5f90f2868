"""Deletion of expired guests: seats, names and accounts, and what remains of their matches."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion, guests
from accounts.services.guests import convert, new_guest
from games.lobby.models import Ticket
from games.lobby.services import lobby
from games.matches.models import Match
from games.matches.refusals import NotAllowed
from games.matches.services.endings import SUBSTITUTE
from games.workers.worker import Seldom
from tests.helpers.matches import committed, fresh, opened, person, play_on, started
from tests.helpers.seeking import SLOW, seek

pytestmark = pytest.mark.django_db


def a_day_later(*people: User) -> None:
    User.objects.filter(pk__in=[one.pk for one in people]).update(guest_until=timezone.now())
    for one in people:
        one.refresh_from_db()


def test_guest_is_deleted_and_match_is_kept() -> None:
    guest, anna = new_guest(), person("Anna")
    with committed():
        match = play_on(started(anna, guest))
    a_day_later(guest)
    assert deletion.delete_expired_guests() == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    player = match.players.exclude(user=anna).get()
    assert (player.name, player.user, player.place is not None) == ("Guest", None, True)
    assert fresh(match).outcome == match.outcome
    assert fresh(match).words == "anna\nguest"


def test_many_expired_guests_are_deleted_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "BATCH", 2)
    a_day_later(*(new_guest() for _number in range(3)))
    assert [deletion.delete_expired_guests() for _round in range(3)] == [2, 1, 0]


def test_expired_guest_gives_up_seats_and_searches() -> None:
    guest, anna, berta = new_guest(), person("Anna"), person("Berta")
    with committed():
        duel, three = started(anna, guest), started(anna, berta, guest, seed=2)
        hers, his = opened(anna, seats=3), opened(guest, seats=3)
        lobby.join(guest, hers.id, sure=True)
    seek(guest, SLOW)
    a_day_later(guest)
    with committed():
        assert deletion.delete_expired_guests() == 1
    assert fresh(duel).status == Match.Status.FINISHED
    assert duel.players.get(user=anna).place == 1
    assert fresh(three).status == Match.Status.RUNNING
    assert three.players.get(name="Guest").bot == SUBSTITUTE
    assert hers.players.count() == 1
    assert fresh(his).status == Match.Status.CLOSED
    assert not Ticket.objects.exists()
    with committed():
        play_on(three)


def test_guest_is_not_deleted_before_expiry() -> None:
    guest, kept, anna = new_guest(), new_guest(), person("Anna")
    convert(kept, "Carla", "carla@example.org", "quiet-harbour-42")
    assert deletion.delete_expired_guests() == 0
    assert set(User.objects.all()) == {guest, kept, anna}
    User.objects.filter(pk=guest.pk).update(guest_until=timezone.now() + timedelta(minutes=1))
    assert deletion.delete_expired_guests() == 0


def test_expired_guest_cannot_join() -> None:
    guest, anna = new_guest(), person("Anna")
    match = opened(anna, seats=3)
    a_day_later(guest)
    with pytest.raises(NotAllowed):
        lobby.join(guest, match.id)


def test_failed_guest_deletion_blocks_no_other(caplog: pytest.LogCaptureFixture) -> None:
    one, other = new_guest(), new_guest()
    a_day_later(one, other)
    delete = deletion.delete_guest

    def sometimes(guest: User) -> bool:
        if guest.pk == one.pk:
            raise RuntimeError("no")
        return delete(guest)

    with patch("accounts.services.deletion.delete_guest", sometimes):
        assert deletion.delete_expired_guests() == 1
    assert "could not be deleted" in caplog.text
    assert list(User.objects.all()) == [one]


def test_rare_work_is_done_rarely() -> None:
    done: list[str] = []

    def do() -> int:
        done.append("done")
        return 1

    seldom = Seldom(do, 3600)
    assert [seldom(), seldom(), seldom()] == [1, 0, 0]
    assert done == ["done"]
