"""Account deletion at the tables: what is withdrawn, what continues, and what remains."""

from datetime import timedelta
from random import Random
from unittest.mock import patch

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.permissions import may_play, may_play_rated, may_sit_down
from accounts.services import deletion
from accounts.services.bots import become, make_code
from games.achievements.models import Earned, HabitChoice
from games.chat.models import ChatLine
from games.ladders.models import Rating
from games.ladders.services import ratings
from games.lobby.models import Invitation, Ticket
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.refusals import NotAllowed
from games.matches.services import renaming
from games.matches.services.endings import SUBSTITUTE
from tests.helpers.matches import (
    change_rows,
    committed,
    fresh,
    opened,
    people,
    person,
    play_on,
    signed_in,
    started,
    under_way,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished, history, numbers, recomputed
from tests.helpers.seeking import SLOW, seek
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def asked(user: User) -> None:
    with committed():
        deletion.request_deletion(user)


def days_later(user: User) -> None:
    User.objects.filter(pk=user.pk).update(closes_at=timezone.now() - timedelta(seconds=1))


def delete_account(user: User) -> None:
    asked(user)
    days_later(user)
    with committed():
        assert deletion.delete_due_accounts() == 1


def test_closing_account_leaves_waiting_tables_and_searches() -> None:
    anna, berta = people("Anna", "Berta")
    hers, his, running = opened(anna), opened(berta, seats=3), started(anna, berta)
    lobby.join(anna, his.id, sure=True)
    wish = TableRequest("condottiere", 2, {}, False, invited=("Anna",))
    private = lobby.open_table(berta, wish, sure=True)
    seek(anna, SLOW)
    asked(anna)
    assert fresh(hers).status == Match.Status.CLOSED
    assert his.players.count() == 1
    assert not Ticket.objects.exists()
    assert not Invitation.objects.exists()
    assert fresh(private).status == Match.Status.OPEN
    assert fresh(running).status == Match.Status.RUNNING
    anna.refresh_from_db()
    for match in (his, private):
        with pytest.raises(NotAllowed):
            lobby.join(anna, match.id, sure=True)
    with committed():
        play_on(running)
    assert fresh(running).status == Match.Status.FINISHED, "running matches continue"


def bot_of(owner: User, name: str) -> User:
    user = person(name)
    become(user, make_code(owner))
    return user


def test_bots_leave_waiting_tables_and_start_nothing_once_owner_closes_account() -> None:
    olga, anna = people("Olga", "Anna")
    deep = bot_of(olga, "deep")
    waiting, running = opened(deep), started(deep, anna, seed=2)
    asked(olga)
    assert fresh(waiting).status == Match.Status.CLOSED
    assert fresh(running).status == Match.Status.RUNNING
    deep = User.objects.get(pk=deep.pk)
    assert may_sit_down(deep).code == may_play_rated(deep).code == "closing"
    assert may_play(deep)


def test_bots_resign_when_account_of_owner_is_deleted() -> None:
    """A match without a clock would otherwise wait for such a bot permanently."""
    olga, anna = people("Olga", "Anna")
    match = started(bot_of(olga, "deep"), anna)
    delete_account(olga)
    assert fresh(match).status == Match.Status.FINISHED
    assert match.players.get(user=anna).place == 1
    assert match.players.get(place=2).name == "deep [bot]"
    assert not may_play(User.objects.get(username="deep"))


def test_deletion_page_shows_running_matches() -> None:
    anna, berta = people("Anna", "Berta")
    started(anna, berta)
    client = signed_in(anna)
    with patch("allauth.account.internal.flows.reauthentication.did_recently_reauthenticate"):
        page = client.get("/settings/data/")
    assert_clean_page(page)
    assert "You’re playing 1 match." in page.content.decode()


def test_deletion_gives_up_running_seats() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    duel, three = started(anna, berta), started(berta, carla, anna, seed=2)
    delete_account(anna)
    assert not User.objects.filter(pk=anna.pk).exists()
    assert fresh(duel).status == Match.Status.FINISHED
    assert fresh(duel).words == "berta\ngone player"
    assert duel.players.get(user=berta).place == 1
    left = three.players.get(name="Gone player")
    assert (left.user, left.bot, left.left_by) == (None, SUBSTITUTE, "resign")
    with committed():
        play_on(three)
    assert fresh(three).status == Match.Status.FINISHED


def test_deleted_player_is_not_found_by_old_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renaming, "BATCH", 2)
    anna, berta = people("Anna", "Berta")
    matches = [finished([anna, berta], [1, 2], game=game) for game in ("babel", "kabale") * 2]
    ChatLine.objects.create(match=matches[0], room="players", author=anna, text="Well played")
    delete_account(anna)
    assert set(Player.objects.values_list("name", flat=True)) == {"Gone player", "Berta"}
    assert {match.words for match in Match.objects.all()} == {"berta\ngone player"}
    assert ChatLine.objects.get().author is None, "the line stays, its author is removed"
    found = Client().get("/matches/?whose=all&text=anna").content.decode()
    assert not any(match.id in found for match in matches)
    names = [player.name for player in matches[0].players.order_by("seat")]
    assert names == ["Gone player", "Berta"], "as in the record"
    assert Client().get("/players/Anna/").status_code == 404


def test_match_ends_once_when_all_its_players_are_due_at_once() -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(started(anna, berta))
    change_rows(match, rated=True)
    for user in (anna, berta):
        asked(user)
        days_later(user)
    with committed():
        assert deletion.delete_due_accounts() == 2
    assert fresh(match).status == Match.Status.FINISHED
    shown = match.players.filter(user=None).order_by("place").values_list("name", "left_by")
    assert list(shown) == [("Gone player", ""), ("Gone player", "resign")]
    assert recomputed()[0] == 0


def test_deletion_keeps_ledger_valid_and_empties_ladder() -> None:
    users = people("Anna", "Berta", "Carla", "Dora", "Emma", "Fina")
    played = history(users, 25, Random(7))
    before = {match.id: numbers(match) for match in played}
    for user in users[:2]:
        delete_account(user)
    assert recomputed() == (0, recomputed()[1])
    assert {match.id: numbers(match) for match in played} == before
    assert not Rating.objects.filter(user__username__in=("Anna", "Berta")).exists()
    page = Client().get("/ladders/condottiere/2/?part=provisional").content.decode()
    assert "Anna" not in page
    annulled = next(match for match in played if match.players.filter(user=None).exists())
    ratings.annul(annulled.id, "A mistake.")
    assert recomputed()[0] == 0
    again = finished(users[2:4], [1, 2])
    assert numbers(again)
    assert recomputed()[0] == 0


def test_rated_match_that_ends_after_deletion_counts() -> None:
    users = people("Anna", "Berta", "Carla", "Dora", "Emma", "Fina")
    history(users, 6, Random(3))
    match = under_way(started(*users[:3], seed=4))
    Match.objects.filter(id=match.id).update(rated=True)
    delete_account(users[0])
    with committed():
        play_on(match)
    assert len(numbers(match)) == 3
    assert recomputed()[0] == 0


def test_deleted_user_with_sanctions_leaves_tables() -> None:
    from accounts.models import Sanction

    anna, berta = people("Anna", "Berta")
    match = finished([anna, berta], [1, 2])
    Sanction.objects.create(user=anna, kind="ban", reason="…")
    delete_account(anna)
    kept = User.objects.get(pk=anna.pk)
    assert kept.username == f"deleted-{anna.pk}"
    assert match.players.get(name="Gone player").user is None
    assert not Rating.objects.filter(user=kept).exists()
    assert recomputed()[0] == 0


def test_failed_deletion_is_retried_and_blocks_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    anna, berta = people("Anna", "Berta")
    match = finished([anna, berta], [1, 2])
    for user in (anna, berta):
        asked(user)
        days_later(user)
    erase = deletion.erase

    def sometimes(user: User) -> None:
        if user.pk == anna.pk:
            raise RuntimeError("no")
        erase(user)

    with patch("accounts.services.deletion.erase", sometimes), committed():
        assert deletion.delete_due_accounts() == 1
    assert "could not be deleted" in caplog.text
    anna.refresh_from_db()
    assert not anna.is_active, "a failed deletion leaves the account closed"
    with committed():
        assert deletion.delete_due_accounts() == 1
    assert not User.objects.exists()
    assert fresh(match).words == "gone player"


def test_account_is_not_deleted_before_its_date() -> None:
    anna = person("Anna")
    asked(anna)
    assert deletion.delete_due_accounts() == 0
    assert User.objects.get() == anna


def test_thousands_of_matches_take_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    anna, berta = people("Anna", "Berta")
    for _match in range(30):
        finished([anna, berta], [1, 2], rated=False)
    asked(anna)
    days_later(anna)
    # A process reads this only once.
    ContentType.objects.get_for_model(User)
    with django_assert_max_num_queries(137), committed():
        deletion.delete_due_accounts()


def test_deletion_removes_achievements_and_habits() -> None:
    anna, berta = people("Anna", "Berta")
    match = finished([anna, berta], [1, 2])
    for player in Player.objects.filter(match=match):
        Earned.objects.create(
            user=not_none(player.user),
            achievement="won",
            match=match,
            game=match.game,
            at=not_none(match.ended_at),
        )
        HabitChoice.objects.create(player=player, habit="first", choice=player.name)
    delete_account(anna)
    assert list(Earned.objects.values_list("user", flat=True)) == [berta.pk]
    assert list(HabitChoice.objects.values_list("choice", flat=True)) == ["Berta"]
    with committed():
        deletion.erase_elsewhere(berta, "Guest")
    assert not HabitChoice.objects.exists()
