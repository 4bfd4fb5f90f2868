"""Opening tables on one device, playing at them, and their end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import personal_data
from accounts.services import guests
from accounts.services.deletion import erase_elsewhere
from games.achievements.models import Earned
from games.ladders.models import Rating
from games.local_tables import services
from games.local_tables.models import LocalTable
from games.local_tables.presenters import holder_of
from games.local_tables.services import LocalRequest, open_local
from games.matches.models import Match, Player
from games.matches.refusals import BadTable, NoSuchMatch, NotAPlayer, NotOver, NotRunning, TooMany
from games.matches.services.commands import MakeMove, Resign
from games.notifications.models import Notification
from games.titles.registry import slugs
from tests.games.local_tables.conftest import (
    act,
    opened,
    until_person_is_asked,
    with_secret_question,
)
from tests.helpers.matches import (
    committed,
    fresh,
    legal,
    person,
    play_on,
    player_at,
    turn_token,
)

pytestmark = pytest.mark.django_db


def test_table_starts_private_unrated_and_without_clock(hannah: User) -> None:
    match = opened(hannah)
    assert match.status == Match.Status.RUNNING
    assert (match.public, match.rated, match.pace) == (False, False, Match.Pace.FREE)
    people = match.players.filter(bot="", user=None)
    assert sorted(people.values_list("name", flat=True)) == ["Leo", "Mia"]


@pytest.mark.parametrize(
    ("names", "bots"),
    [
        (("Mia", ""), ("easy",)),
        (("Mia", "M1a"), ()),
        (("Mia", "Leo" * 7), ()),
        (("Mia", "\u202eLeo"), ()),
        (("Mia", "Leo"), ("easy",) * 5),
        (("Mia", "Leo"), ("unheard-of",)),
        (("Mia",) * 7, ()),
    ],
)
def test_impossible_table_is_refused(
    hannah: User, names: tuple[str, ...], bots: tuple[str, ...]
) -> None:
    with pytest.raises(BadTable):
        services.open_table(hannah, LocalRequest("condottiere", names, bots))
    assert not Match.objects.exists()


def test_host_has_few_running_tables(hannah: User) -> None:
    for _ in range(services.RUNNING_EACH):
        opened(hannah)
    with pytest.raises(TooMany):
        opened(hannah)
    services.put_away(hannah, LocalTable.objects.all()[0].match_id)
    opened(hannah)
    guest = guests.new_guest()
    opened(guest)
    with pytest.raises(TooMany):
        opened(guest)


def test_only_host_plays_for_people(hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    player, move = player_at(match, seat), legal(match, seat)[0]
    stranger = person("Stranger")
    with pytest.raises(NotAPlayer):
        services.act(player, MakeMove(match.id, stranger, move, turn_token(match, seat)))
    with pytest.raises(NoSuchMatch):
        open_local(stranger, match.id)
    bot = match.players.exclude(bot="").get()
    with pytest.raises(NotAPlayer):
        services.act(bot, Resign(match.id, hannah))


def test_move_sent_again_changes_nothing(hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    player, token, move = player_at(match, seat), turn_token(match, seat), legal(match, seat)[0]
    with committed():
        services.act(player, MakeMove(match.id, hannah, move, token, again=True))
        before = fresh(match).last_number
        services.act(player, MakeMove(match.id, hannah, move, token, again=True))
    assert fresh(match).last_number == before


@pytest.mark.parametrize("game", slugs())
def test_match_is_played_to_its_end_and_counts_nowhere(hannah: User, game: str) -> None:
    bots = () if game == "babel" else ("easy",)
    match = play_on(opened(hannah, game, bots))
    assert match.status == Match.Status.FINISHED
    assert holder_of(open_local(hannah, match.id)) is None
    assert match.listed_at is None
    for model in (Rating, Earned, Notification):
        assert not model.objects.exists()
    assert not Player.objects.filter(user__isnull=False).exists()
    assert User.objects.count() == 1


def test_play_again_turns_seats_and_keeps_people(hannah: User) -> None:
    match = opened(hannah)
    with pytest.raises(NotOver):
        services.play_again(hannah, match.id)
    match = play_on(match)
    with committed():
        rematch = services.play_again(hannah, match.id)
    assert services.play_again(hannah, match.id) == rematch
    names = [player_at(match, seat).name for seat in range(3) if not player_at(match, seat).bot]
    again = [player.name for player in rematch.players.order_by("seat") if not player.bot]
    assert sorted(names) == sorted(again)
    seats = dict(match.players.filter(bot="").values_list("name", "seat"))
    for player in rematch.players.filter(bot=""):
        before = seats[player.name]
        assert before is not None
        assert player.seat == (before - 1) % 3
    with pytest.raises(NotRunning):
        services.put_away(hannah, match.id)


def test_secret_question_lets_each_person_have_device_once(hannah: User) -> None:
    """The cover must not reveal who is asked, so it goes to all in the order of their seats."""
    match = with_secret_question(hannah)
    seen = []
    for _ in range(3):
        local = open_local(hannah, match.id)
        holder = holder_of(local)
        assert holder is not None
        assert holder.covered
        seen.append(holder.seat)
        assert holder.asked == (holder.seat in {p.seat for p in local.people if p.asked_at})
        services.note_holder(local, holder.seat)
    assert seen == [0, 1, 2]
    holder = holder_of(open_local(hannah, match.id))
    assert holder is not None
    assert holder.asked


def test_expired_tables_are_deleted_from_last_rematch_on(hannah: User) -> None:
    match = play_on(opened(hannah))
    with committed():
        rematch = play_on(services.play_again(hannah, match.id))
    idle = opened(hannah)
    young = opened(hannah)
    past = timezone.now() - services.KEPT - timedelta(hours=1)
    Match.objects.filter(pk__in=[match.pk, rematch.pk]).update(ended_at=past)
    Match.objects.filter(pk=idle.pk).update(last_public_event_at=past)
    assert set(services.expired()) == {rematch, idle}
    services.expired().delete()
    assert set(services.expired()) == {match}
    services.expired().delete()
    assert list(Match.objects.all()) == [young]


def test_deleted_host_takes_tables_along(hannah: User) -> None:
    match = play_on(opened(hannah))
    with committed():
        services.play_again(hannah, match.id)
        erase_elsewhere(hannah, "Gone player")
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_export_names_the_people(hannah: User) -> None:
    opened(hannah)
    sections = {one.name: one for data in personal_data for one in data.exported}
    rows = list(sections["people_at_your_device"].rows(hannah))
    assert {"Mia", "Leo"} < {row["name"] for row in rows}
    assert [row["game"] for row in sections["tables_on_one_device"].rows(hannah)] == ["condottiere"]


def test_person_who_resigns_leaves_device_to_others(hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    with committed():
        services.act(player_at(match, seat), Resign(match.id, hannah))
    local = open_local(hannah, match.id)
    assert [player.seat for player in local.people] != []
    assert seat not in [player.seat for player in local.people]
    act(match, hannah, until_person_is_asked(match, hannah))
