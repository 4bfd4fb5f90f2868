"""Game nights under players, hosts and visitors who try to gain by them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.permissions import may_host
from accounts.services import blocks, deletion
from games.chat import services as chat
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.game_nights.presenters import scores_of
from games.ladders.services import ratings
from games.lobby.services import lobby, rematch
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match, MatchSecret
from games.matches.refusals import BadTable, NotAllowed, NotOpen
from games.matches.services import commands
from games.matches.services.leaving import call_off_absent, called_off_by
from games.notifications.models import Notification
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, people, person, signed_in, under_way
from tests.helpers.nonces import hash_of, reveal
from tests.helpers.ratings import recomputed

pytestmark = pytest.mark.django_db
WISH = TableRequest("condottiere", 2, public=False, rated=True, clock="live-10")
UNRATED = replace(WISH, rated=False)


def full(host: User, game_night: GameNight, *users: User) -> Match:
    """Fill a rated table of the game night; the players have revealed no nonce yet."""
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    for user in users:
        lobby.join(user, match.id, sure=True, nonce_hash=hash_of(user))
    return fresh(match)


def played(host: User, game_night: GameNight, winner: User, loser: User) -> Match:
    match = under_way(reveal(full(host, game_night, winner, loser), winner, loser))
    with committed():
        commands.resign(loser, match.id)
    return fresh(match)


# --- Signing up.


def test_attending_again_changes_nothing_also_when_full(
    game_night: GameNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_nights, "PEOPLE", 1)
    anna, berta = people("Anna", "Berta")
    game_nights.attend(anna, game_night)
    game_nights.attend(anna, game_night)
    with pytest.raises(BadTable, match="full"):
        game_nights.attend(berta, game_night)
    assert game_night.attendances.count() == 1
    game_nights.leave(anna, game_night)
    game_nights.attend(berta, game_night)


def test_bot_neither_attends_nor_sits_down(host: User, game_night: GameNight) -> None:
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=host)
    free = TableRequest("condottiere", 2, public=False)
    (match,) = game_nights.create_tables(host, game_night, free, 1)
    with pytest.raises(NotAllowed, match="for people"):
        game_nights.attend(bot, game_night)
    with pytest.raises(NotAllowed, match="for people"):
        lobby.join(bot, match.id)


def test_tables_can_be_joined_when_list_of_people_is_full(
    host: User, game_night: GameNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flood of sign-ups keeps no player from the tables."""
    monkeypatch.setattr(game_nights, "PEOPLE", 0)
    assert full(host, game_night, *people("Anna", "Berta")).reveal_by is not None


def test_user_blocked_by_host_gets_same_answers_as_late_user(
    host: User, game_night: GameNight
) -> None:
    rude, anna = people("Rude", "Anna")
    (match,) = game_nights.create_tables(host, game_night, UNRATED, 1)
    game_nights.attend(rude, game_night)
    lobby.join(rude, match.id)
    blocks.block(host, rude)
    game_nights.put_out(host, game_night, match.id, "Rude")
    with pytest.raises(NotOpen, match="started without you"):
        lobby.join(rude, match.id)
    with pytest.raises(NotAllowed, match="can’t sit down"):
        game_nights.seat(host, game_night, match.id, "Rude")
    game_nights.leave(rude, game_night)
    with pytest.raises(BadTable, match="full"):
        game_nights.attend(rude, game_night)
    lobby.join(anna, match.id)
    assert match.players.get().user == anna


# --- Hosts who play.

ENDINGS: list[Callable[[User, GameNight, Match], object]] = [
    lambda host, night, match: game_nights.put_out(host, night, match.id, host.username),
    lambda host, night, match: game_nights.put_out(host, night, match.id, "Anna"),
    lambda host, night, match: game_nights.take_down(host, night, match.id),
    lambda host, night, match: game_nights.close(host, night),
    lambda host, night, match: game_nights.close_all(host),
]


@pytest.mark.parametrize("end", ENDINGS, ids=["self", "other", "table", "night", "all nights"])
def test_host_who_closes_own_full_table_has_called_off(
    host: User, game_night: GameNight, end: Callable[[User, GameNight, Match], object]
) -> None:
    anna = person("Anna")
    match = full(host, game_night, anna, host)
    end(host, game_night, match)
    assert fresh(match).status == Match.Status.CLOSED
    assert called_off_by(host) == [fresh(match).ended_at]
    assert called_off_by(anna) == []


@pytest.mark.parametrize("end", ENDINGS[1:], ids=["other", "table", "night", "all nights"])
def test_host_who_only_hosts_has_called_off_nothing(
    host: User, game_night: GameNight, end: Callable[[User, GameNight, Match], object]
) -> None:
    users = people("Anna", "Berta")
    match = full(host, game_night, *users)
    end(host, game_night, match)
    assert fresh(match).status == Match.Status.CLOSED
    assert [called_off_by(user) for user in (host, *users)] == [[], [], []]


def test_host_cannot_seat_player_who_has_left(host: User, game_night: GameNight) -> None:
    anna = person("Anna")
    (match,) = game_nights.create_tables(host, game_night, UNRATED, 1)
    game_nights.attend(anna, game_night)
    game_nights.leave(anna, game_night)
    with pytest.raises(BadTable, match="no longer here"):
        game_nights.seat(host, game_night, match.id, "Anna")


def test_host_gives_no_second_live_seat(host: User, game_night: GameNight) -> None:
    """The player was not asked, and would be absent at one of the tables."""
    anna = person("Anna")
    one, other = game_nights.create_tables(host, game_night, UNRATED, 2)
    slow = replace(UNRATED, clock="turns-24")
    (third,) = game_nights.create_tables(host, game_night, slow, 1)
    game_nights.attend(anna, game_night)
    for match in (third, one):
        game_nights.seat(host, game_night, match.id, "Anna")
    with pytest.raises(BadTable, match="another live table"):
        game_nights.seat(host, game_night, other.id, "Anna")
    assert not other.players.exists()


# --- Hosts who go.


def test_player_whom_host_has_seated_need_not_come(
    host: User, game_night: GameNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host who seats players that are gone must not keep them from rated play."""
    anna, berta = people("Anna", "Berta")
    game_nights.attend(anna, game_night)
    game_nights.attend(berta, game_night)
    with committed():
        (match,) = game_nights.create_tables(host, game_night, UNRATED, 1)
        for user in (anna, berta):
            game_nights.seat(host, game_night, match.id, user.username)
    wall = Wall(monkeypatch)
    wall.wait(minutes=2)
    with committed():
        call_off_absent(anna, match.id)
    assert called_off_by(berta) == []


def test_announced_deletion_of_host_ends_game_nights(host: User, game_night: GameNight) -> None:
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    lobby.join(person("Anna"), match.id)
    with committed():
        deletion.request_deletion(host)
    assert fresh(match).status == Match.Status.CLOSED
    assert GameNight.objects.get().closed_at is not None
    assert may_host(User.objects.get(pk=host.pk)).code == "closing"
    with pytest.raises(NotAllowed):
        game_nights.open_game_night(User.objects.get(pk=host.pk), "Another")


def test_deletion_of_host_ends_game_nights(host: User, game_night: GameNight) -> None:
    """The game night may have been opened in the moment of the announcement."""
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    with committed():
        deletion.erase_elsewhere(host, "Gone player")
    assert fresh(match).status == Match.Status.CLOSED
    with pytest.raises(NotOpen):
        game_nights.attend(person("Anna"), game_night)


def test_host_and_players_who_are_deleted_during_match_are_shown_nowhere(
    host: User, game_night: GameNight
) -> None:
    users = people("Anna", "Berta")
    match = under_way(reveal(full(host, game_night, *users), *users))
    for user in (host, *users):
        with committed():
            deletion.request_deletion(user)
    User.objects.update(closes_at=timezone.now())
    with committed():
        assert deletion.delete_due_accounts() == 3
    assert fresh(match).status == Match.Status.FINISHED
    night, api = f"game-nights/{game_night.key}/", f"matches/{match.id}/"
    visitor = Client()
    for address in (
        *(f"/{night}", f"/api/v1/{night}", f"/{api}", f"/{api}replay/"),
        *(f"/api/v1/{api}", f"/api/v1/{api}record/", "/ladders/condottiere/2/"),
    ):
        part = {"part": "provisional"} if address.startswith("/ladders/") else {}
        page = visitor.get(address, {"key": match.key, **part})
        assert page.status_code == 200, address
        assert not any(name in page.content.decode() for name in ("Anna", "Berta", "Hanna"))
    assert scores_of(game_night) == []
    assert recomputed()[0] == 0


# --- The role of the host.


def test_game_nights_end_when_role_is_taken_away(
    host: User, game_night: GameNight, settings: Settings
) -> None:
    settings.HOSTS_NEED_ROLE = True
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    assert game_nights.close_abandoned() == 0
    host.groups.clear()
    assert game_nights.close_abandoned() == 1
    assert GameNight.objects.get().closed_at is not None
    assert fresh(match).status == Match.Status.CLOSED


def test_host_who_plays_does_not_hide_chat(host: User, game_night: GameNight) -> None:
    anna, client = person("Anna"), signed_in(host)
    client.get(game_night.get_absolute_url())
    matches = game_nights.create_tables(host, game_night, UNRATED, 2)
    for match in matches:
        lobby.join(anna, match.id, sure=True)
    lobby.join(host, matches[0].id)
    codes = []
    for match in matches:
        line = chat.post_line(open_match(anna, match.id), "I saw what you did.")
        hide = f"/matches/{match.id}/chat/{line.id}/hide/"
        codes.append(client.post(hide).status_code)
    assert codes == [403, 302]


def test_regulars_are_notified_once_a_day(
    host: User, game_night: GameNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall, anna = Wall(monkeypatch), person("Anna")
    game_nights.attend(anna, game_night)
    sent = []
    for hours in (24, 1, 1, 24):
        wall.wait(hours=hours)
        game_nights.close_all(host)
        game_nights.open_game_night(host, "The next one")
        sent.append(anna.notifications.filter(kind=Notification.Kind.GAME_NIGHT).count())
    assert sent == [1, 1, 1, 2]


# --- Ratings.


def test_third_rated_match_of_pair_at_game_night_is_not_rated(
    host: User, game_night: GameNight
) -> None:
    anna, berta = people("Anna", "Berta")
    matches = [played(host, game_night, anna, berta) for _match in range(3)]
    assert [match.uncounted for match in matches] == ["", "", "often"]
    assert scores_of(game_night)[0].points == 3, "it counts for the scores all the same"


def test_host_gives_no_seat_at_rated_table(host: User, game_night: GameNight) -> None:
    """Only players themselves decide to risk their rating."""
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    anna = person("Anna")
    game_nights.attend(anna, game_night)
    client = signed_in(host)
    address = game_night.get_absolute_url()
    assert "Give a player a seat" not in client.get(address).content.decode()
    with pytest.raises(NotAllowed, match="themselves"):
        game_nights.seat(host, game_night, match.id, "Anna")
    assert not match.players.exists()
    lobby.join(anna, match.id)
    # The numbers of the tables are those of the list.
    game_nights.create_tables(host, game_night, UNRATED, 1)
    assert re.findall(r"<option[^>]*>(\d)\. ", client.get(address).content.decode()) == ["2"]


# --- Scores and secrets.


def test_scores_leave_out_annulled_matches_and_rematches(host: User, game_night: GameNight) -> None:
    anna, berta = people("Anna", "Berta")
    match = played(host, game_night, anna, berta)
    with committed():
        rematch.offer(anna, match.id)
        again = under_way(rematch.offer(berta, match.id))
        commands.resign(berta, again.id)
    assert {score.user: score.points for score in scores_of(game_night)} == {anna: 1, berta: 0}
    ratings.annul(match.id, "Farmed.")
    assert scores_of(game_night) == []


def test_page_and_api_show_no_secret_of_unstarted_tables(host: User, game_night: GameNight) -> None:
    anna, berta = people("Anna", "Berta")
    match = full(host, game_night, anna, berta)
    reveal(match, anna)
    hidden = [
        *MatchSecret.objects.get(match=match).secrets,
        *match.players.exclude(nonce="").values_list("nonce", flat=True),
        match.key,
    ]
    assert len(hidden) == 3
    for address in (game_night.get_absolute_url(), f"/api/v1/game-nights/{game_night.key}/"):
        page = Client().get(address).content.decode()
        assert match.id in page
        assert not any(json.dumps(secret)[1:-1] in page for secret in hidden)


def test_rated_table_keeps_its_terms_when_bots_are_wanted(
    host: User, game_night: GameNight
) -> None:
    """A host changes nothing after players have sat down: bots cannot fill a rated table."""
    (match,) = game_nights.create_tables(host, game_night, WISH, 1)
    lobby.join(person("Anna"), match.id)
    with pytest.raises(BadTable, match="rated"):
        game_nights.fill(host, game_night, match.id)
    assert (fresh(match).rated, fresh(match).options) == (True, match.options)
