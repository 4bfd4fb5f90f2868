"""Rematches: same table, seats rotated by one, and a verified record."""

import json
from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.services.blocks import block
from games.engine import shapes
from games.engine.referee import Requested, judge
from games.lobby.presenters.lobby import lobby_for, waiting_room
from games.lobby.presenters.rematch import Rematch, rematch_for
from games.lobby.services import admission, lobby, rematch
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import NotAllowed, NotAPlayer, NotOver, PrivateTable
from games.matches.services import commands
from games.matches.services.event_store import record_of
from games.titles.registry import ALL_RULES
from tests.helpers.matches import committed, fresh, person, play_on, seat_of, signed_in, started
from tests.helpers.moderation import sanctioned
from tests.helpers.shapes import misfits
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def seats(match: Match) -> dict[str, int]:
    return {player.name: not_none(player.seat) for player in match.players.all()}


def verified(match: Match) -> list[str]:
    written = json.dumps(record_of(fresh(match)))
    assert misfits(json.loads(written), shapes.Exported) == []
    answer = judge(written, ALL_RULES, Requested(verify=True))
    assert answer["ok"], answer["error"]
    return answer["verified"]


def test_rematch_rotates_seats_and_records_it(users: list[User]) -> None:
    with committed():
        former = play_on(started(*users, options={"bigger_kingdom": True}))
        again = rematch.offer(users[1], former.id)
        assert again.status == Match.Status.OPEN
        for user in (users[0], users[2]):
            assert rematch.offer(user, former.id) == again
    again = fresh(again)
    assert again.status == Match.Status.RUNNING
    assert again.options == former.options
    assert seats(again) == {name: (seat - 1) % 3 for name, seat in seats(former).items()}
    with committed():
        play_on(again)
        third = [rematch.offer(user, again.id) for user in users][-1]
        play_on(third)
    turned = "seats turned by one from the previous match, not drawn"
    assert turned in verified(again)
    assert turned in verified(third)
    assert "seating" in verified(former)
    record = record_of(fresh(again))
    assert json.loads(again.transcript)["former"] == former.id
    names = {seat: name for name, seat in seats(former).items()}
    stored = [player["name"] for player in record["players"]]
    assert [stored[seat] for seat in record["fairness"]["joined"]] == [names[n] for n in range(3)]


def test_record_with_wrongly_rotated_seats_is_refused(users: list[User]) -> None:
    with committed():
        former = play_on(started(*users))
        again = [rematch.offer(user, former.id) for user in users][-1]
        play_on(again)
    record = record_of(fresh(again))
    for joined in ([0, 1, 2], [1, 2, 0], [2, 1, 0]):
        record["fairness"]["joined"] = joined
        answer = judge(json.dumps(record), ALL_RULES, Requested(verify=True))
        assert "seats aren’t those" in not_none(answer["error"])["reason"], joined


def test_rematch_against_bots_starts_at_once(users: list[User]) -> None:
    with committed():
        former = play_on(started(users[0], bots=("easy", "normal")))
        former.players.filter(bot="normal").update(character="bold")
        again = rematch.offer(users[0], former.id)
    assert again.status == Match.Status.RUNNING
    assert again.players.get(bot="normal").character == "bold"
    levels = dict(former.players.exclude(bot="").values_list("seat", "bot"))
    turned = dict(again.players.exclude(bot="").values_list("seat", "bot"))
    assert turned == {(not_none(seat) - 1) % 3: level for seat, level in levels.items()}


def test_player_who_resigned_is_invited_to_rematch(users: list[User]) -> None:
    anna, berta, _ = users
    former = started(anna, berta)
    commands.resign(berta, former.id)
    again = rematch.offer(anna, former.id)
    assert [one.match for one in lobby_for(berta).invited] == [again]
    assert rematch.offer(berta, former.id).status == Match.Status.RUNNING
    assert seats(again) == {name: 1 - seat for name, seat in seats(former).items()}


def test_rematch_seats_are_reserved_for_players(users: list[User]) -> None:
    anna, berta, carla = users
    former = play_on(started(anna, berta))
    again = rematch.offer(anna, former.id)
    with pytest.raises(NotAllowed):
        lobby.join(carla, again.id)
    assert lobby_for(carla).open == []
    assert "rematch" in waiting_room(open_match(carla, again.id)).why_not
    with pytest.raises(NotAPlayer):
        rematch.offer(carla, former.id)
    lobby.join(berta, again.id)
    assert fresh(again).status == Match.Status.RUNNING


def test_host_fills_declined_rematch_seat_with_bot(users: list[User]) -> None:
    former = play_on(started(*users))
    again = rematch.offer(users[0], former.id)
    admission.decline(users[1], again.id)
    lobby.join(users[2], again.id)
    again = lobby.fill_with_bots(users[0], again.id, "easy")
    assert again.status == Match.Status.RUNNING
    bot = again.players.get(bot="easy")
    assert bot.seat == (seat_of(former, users[1]) - 1) % 3


def test_each_viewer_sees_own_rematch_options(users: list[User]) -> None:
    anna, berta, carla = users
    former = play_on(started(anna, berta))

    def offer(user: User) -> Rematch | None:
        return rematch_for(open_match(user, former.id))

    def shown(user: User) -> Rematch:
        return not_none(offer(user))

    assert shown(anna).match is None
    assert offer(carla) is None
    again = rematch.offer(anna, former.id)
    assert (shown(anna).mine, shown(anna).missing) == (True, ("Berta",))
    assert (shown(berta).mine, shown(berta).host) == (False, "Anna")
    admission.decline(berta, again.id)
    assert shown(anna).declined == ("Berta",)
    assert shown(berta).refused
    lobby.take_down(anna, again.id)
    assert shown(berta).match is None, "it can be offered again"
    other = rematch.offer(berta, former.id)
    assert other != again
    lobby.join(anna, other.id)
    assert not shown(anna).open


def test_rematch_of_private_table_is_private(users: list[User]) -> None:
    anna, berta, carla = users
    former = play_on(started(anna, berta, public=False))
    again = rematch.offer(anna, former.id)
    with pytest.raises(PrivateTable):
        open_match(carla, again.id)
    assert open_match(berta, again.id).player is None


def test_offering_rematch_of_one_match_over_and_over_is_limited(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time the others are notified."""
    monkeypatch.setattr(rematch, "OFFERED_EACH", 3)
    with committed():
        former = play_on(started(*users))
        for _time in range(rematch.OFFERED_EACH):
            lobby.take_down(users[0], rematch.offer(users[0], former.id).id)
        with pytest.raises(NotAllowed, match="often enough"):
            rematch.offer(users[0], former.id)
        assert rematch.offer(users[1], former.id).status == Match.Status.OPEN


def test_rematch_keeps_clock_and_rating(users: list[User]) -> None:
    former = play_on(started(*users[:2]))
    Match.objects.filter(id=former.id).update(
        rated=True, pace="turns", bank=24 * 3600, increment=12 * 3600, cap=72 * 3600
    )
    again = rematch.offer(users[0], former.id)
    assert (again.rated, again.pace, again.cap) == (True, "turns", 72 * 3600)


def test_rematch_of_running_match_or_with_blocked_player_is_refused(users: list[User]) -> None:
    anna, berta, carla = users
    former = started(*users)
    with pytest.raises(NotOver):
        rematch.offer(anna, former.id)
    play_on(former)
    block(berta, carla)
    with pytest.raises(NotAllowed) as refusal:
        rematch.offer(anna, former.id)
    assert "block" not in refusal.value.reason
    assert person("Dora").invitations.count() == 0


@pytest.mark.parametrize(
    "leave", [User.delete, lambda user: sanctioned(user, "ban")], ids=["deleted", "banned"]
)
def test_rematch_with_player_who_is_gone_is_not_offered(
    users: list[User], leave: Callable[[User], object]
) -> None:
    anna, berta, _carla = users
    former = play_on(started(anna, berta))
    leave(berta)
    assert not_none(rematch_for(open_match(anna, former.id))).impossible
    page = signed_in(anna).get(former.get_absolute_url()).content.decode()
    assert "A rematch with the same players isn’t possible." in page
    assert "Offer a rematch" not in page
    assert "Challenge them" not in page
    with pytest.raises(NotAllowed):
        rematch.offer(anna, former.id)


def test_rematch_with_bot_in_place_of_deleted_player_is_not_offered(users: list[User]) -> None:
    former = started(*users)
    anna, berta, _carla = users
    commands.resign(berta, former.id)
    play_on(former)
    berta.delete()
    assert former.players.get(user=None).bot
    assert not_none(rematch_for(open_match(anna, former.id))).impossible
    with pytest.raises(NotAllowed):
        rematch.offer(anna, former.id)
