"""Races between moderators and players end in one consistent order."""

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import Group

from accounts.models import AuditEntry, Case, User
from accounts.services import reports, sanctions
from games.ladders.models import RatingEntry
from games.ladders.services.ratings import annul
from games.lobby.models import Ticket
from games.lobby.services import lobby, quick
from games.matches.models import Match, Player
from games.matches.services import commands
from games.matches.services.endings import SUBSTITUTE
from games.moderation.services import moderation
from tests.games.matches.test_races import as_stored, at_once, submissions
from tests.helpers.matches import (
    act,
    change_rows,
    events,
    fresh,
    legal,
    move_on,
    mover,
    opened,
    people,
    person,
    position_of,
    seat_of,
    started,
    under_way,
)
from tests.helpers.ratings import recomputed
from tests.helpers.seeking import DUEL, seek

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def senior(transactional_db: None) -> User:
    from accounts.apps import create_roles

    create_roles()
    user = person("Senior")
    user.groups.add(Group.objects.get(name="senior moderator"))
    return User.objects.get(pk=user.pk)


def ban(senior: User, user: User) -> Callable[[], object]:
    return lambda: sanctions.give(senior, user, "ban", "Insults.").kind


def test_same_warning_sent_twice_at_once_is_given_once(senior: User) -> None:
    rude = person("Rude")
    results = at_once([lambda: sanctions.give(senior, rude, "warning", "Be kind.").kind] * 4)
    assert sorted(results) == ["done warning", *["in-force"] * 3]
    assert rude.sanctions.count() == 1


def after_all_moved(match: Match) -> None:
    """Move once at each seat, so that a leaver has played."""
    while len({seat for _, kind, seat, _ in events(match) if kind == "move"}) < match.seats:
        act(match, mover(match), {"type": "decline"})


def test_simultaneous_ban_and_moves_are_consistent(senior: User) -> None:
    rude, *others = people("Rude", "Anna", "Berta")
    match = started(rude, *others)
    after_all_moved(match)
    seat = seat_of(match, rude)
    while mover(match) != seat:
        move_on(match)
    before = len(events(match))
    moves = submissions(match, seat, [legal(match, seat)[0]] * 6)
    results = at_once([*moves, ban(senior, rude)])
    assert results[-1] == "done ban"
    kinds = [kind for _, kind, _, _ in events(match)[before:]]
    assert kinds in (["expel"], ["move", "expel"])
    player = Player.objects.get(match=match, user=rude)
    assert (player.left_by, player.bot) == ("expel", SUBSTITUTE)
    assert position_of(match).dump() == as_stored(match)
    assert fresh(match).status == Match.Status.RUNNING


def test_simultaneous_ban_and_joins_leave_no_seat(senior: User) -> None:
    rude, *hosts = people("Rude", "Anna", "Berta", "Carla", "Dora")
    tables = [opened(host, seats=seats) for host, seats in zip(hosts, (2, 3, 2, 3), strict=True)]
    joins = [partial(lobby.join, rude, table.id, sure=True) for table in tables]
    joins.append(partial(lobby.open_table, rude, lobby.TableRequest("condottiere", 2), sure=True))
    assert at_once([*joins, ban(senior, rude)])[-1] == "done ban"
    seats = Player.objects.filter(user=rude, left_at=None)
    assert not seats.filter(match__status__in=("open", "running")).exists()


def test_simultaneous_ban_and_pairing_leave_no_seat(senior: User) -> None:
    rude, anna = people("Rude", "Anna")
    seek(rude)
    results = at_once([lambda: quick.seek(anna, DUEL).pk, ban(senior, rude)])
    assert results[-1] == "done ban"
    seats = Player.objects.filter(user=rude, left_at=None)
    assert not seats.filter(match__status="running").exists()
    assert not Ticket.objects.filter(user=rude, match=None).exists()


def test_simultaneous_moderator_end_and_moves_are_consistent(senior: User) -> None:
    match = started(*people("Anna", "Berta"))
    change_rows(match, rated=True)
    after_all_moved(match)
    moderation.look_into(senior, match.id, "Report 7.")
    before = len(events(match))
    moves = submissions(match, mover(match), [{"type": "decline"}] * 6)
    ends = [lambda: moderation.end(senior, match.id, "Collusion.")] * 3
    results = at_once([*moves, *ends])
    assert sorted(results[-3:]) == ["done None", "not-running", "not-running"]
    kinds = [kind for _, kind, _, _ in events(match)[before:]]
    assert kinds in (["abort"], ["move", "abort"])
    assert fresh(match).status == Match.Status.ABORTED
    assert not RatingEntry.objects.exists()
    assert not Player.objects.filter(match=match).exclude(asked_at=None).exists()
    assert AuditEntry.objects.filter(act="end-match").count() == 1


def test_simultaneous_annulment_and_match_end_are_consistent() -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(started(anna, berta))
    change_rows(match, rated=True)
    annulments = [lambda: annul(match.id, "Collusion.").pk] * 4
    results = at_once([lambda: commands.resign(anna, match.id), *annulments])
    assert results[0].startswith("done")
    assert set(results[1:]) <= {"cannot-annul", f"done {match.id}"}
    assert results.count(f"done {match.id}") <= 1
    assert fresh(match).status == Match.Status.FINISHED
    assert recomputed()[0] == 0


def test_simultaneous_mutual_reports_are_all_stored(senior: User) -> None:
    anna, berta = people("Anna", "Berta")

    def report(by: User, about: User, line: int) -> str:
        made = reports.report(by, about, reason="abuse", subject="chat", subject_id=str(line))
        return made.subject

    acts = [
        partial(report, by, about, n)
        for n in range(5)
        for by, about in ((anna, berta), (berta, anna))
    ]
    assert at_once(acts) == ["done chat"] * 10
    assert {case.weight for case in Case.objects.all()} == {25}
