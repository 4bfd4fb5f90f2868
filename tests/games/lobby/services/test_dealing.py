"""From a full table to the deal: who reveals nonces, and what happens to missing ones."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.permissions import may_play_rated
from accounts.services import retention
from games.engine.fairness import name_hash
from games.engine.referee import Requested, judge
from games.engine.shapes import Fairness3
from games.lobby.presenters.lobby import lobby_for
from games.lobby.presenters.reveals import reveal_requests
from games.lobby.services import dealing, lobby, rematch
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import BadNonce, NonceBound, NotAPlayer, NotOpen, SignInFirst
from games.matches.services import commands, leaving, renaming
from games.matches.services.event_store import record_of
from games.matches.services.timeouts import OVERSLEPT
from games.moderation.services import sanction_enforcement
from games.profiles.presenters.reliability import reliability_of
from games.titles.registry import ALL_RULES
from games.workers import worker
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, person, play_on, started
from tests.helpers.nonces import fairness_of, full_table, hash_of, nonce_of, reveal

pytestmark = pytest.mark.django_db
MALFORMED = ["zz" * 32, "ab" * 31, "ab" * 33, "\x00" * 64, "☃" * 64, " " + "ab" * 32]


def origins(match: Match) -> dict[str, str]:
    return dict(match.players.values_list("name", "origin"))


def verified(match: Match) -> list[str]:
    answer = judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))
    assert answer["ok"], answer["error"]
    return answer["verified"]


# --- Revealing.


@pytest.mark.on_postgresql
def test_match_starts_after_all_nonces_are_revealed(pair: list[User]) -> None:
    match = full_table(*pair, clock="live-10")
    assert (match.status, match.started_at) == (Match.Status.OPEN, None)
    assert MatchSecret.objects.get(match=match).seed == ""
    match = reveal(match, pair[0])
    assert match.status == Match.Status.OPEN
    assert match.players.get(user=pair[1]).nonce == ""
    match = reveal(match, pair[1])
    assert (match.status, match.reveal_by) == (Match.Status.RUNNING, None)
    assert {p.nonce for p in match.players.all()} == {nonce_of(user) for user in pair}
    assert set(origins(match).values()) == {"revealed"}


def sent(fairness: Fairness3, player: Player) -> tuple[str | None, str]:
    """Return the hash and the origin of a player's nonce."""
    committed = json.loads(fairness["transcript"])["players"][player.joined]
    return committed["hash"], fairness["origins"][player.joined]


def test_record_contains_origin_of_each_nonce(pair: list[User]) -> None:
    """Anna's was revealed; the bot's and that of Berta, who sent no hash, follow."""
    anna, berta = pair
    request = TableRequest("condottiere", 3, bots=("easy",))
    match = lobby.open_table(anna, request, nonce_hash=hash_of(anna))
    lobby.join(berta, match.id)
    match = play_on(reveal(match, anna))
    assert verified(match) == [
        *("commitment", "nonces", "transcript", "names"),
        *("seed", "seating", "deal", "moves", "outcome"),
    ]
    fairness = fairness_of(match)
    by_name = {
        player.name: sent(fairness, player) for player in match.players.all() if player.person
    }
    assert by_name == {"Anna": (hash_of(anna), "revealed"), "Berta": (None, "derived")}


def test_repeated_reveal_changes_nothing(pair: list[User]) -> None:
    match = full_table(*pair)
    before = reveal(match, pair[0]).players.get(user=pair[0]).nonce
    assert reveal(match, pair[0]).players.get(user=pair[0]).nonce == before
    match = reveal(match, pair[1], pair[0])
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize("given", ["", *MALFORMED, "cd" * 32])
def test_invalid_nonce_is_refused(pair: list[User], given: str) -> None:
    match = full_table(*pair)
    with pytest.raises(BadNonce):
        dealing.reveal(pair[0], match.id, given)
    assert match.players.get(user=pair[0]).nonce == ""


@pytest.mark.parametrize("given", MALFORMED)
def test_malformed_hash_is_refused_without_seat(pair: list[User], given: str) -> None:
    with pytest.raises(BadNonce):
        lobby.open_table(pair[0], TableRequest("condottiere", 2), nonce_hash=given)
    assert not Match.objects.exists()
    match = lobby.open_table(pair[0], TableRequest("condottiere", 2))
    with pytest.raises(BadNonce):
        lobby.join(pair[1], match.id, nonce_hash=given)
    assert match.players.count() == 1


def test_joining_again_replaces_hash_until_table_is_full(pair: list[User]) -> None:
    """A program that was restarted has another nonce than the one it has committed to."""
    anna, berta, carla = (*pair, person("Carla"))
    match = lobby.open_table(anna, TableRequest("condottiere", 3), nonce_hash=hash_of(carla))
    lobby.join(anna, match.id, nonce_hash=hash_of(anna))
    lobby.join(anna, match.id)
    assert match.players.get(user=anna).nonce_hash == hash_of(anna)
    lobby.join(berta, match.id, nonce_hash=hash_of(berta))
    lobby.join(carla, match.id, nonce_hash=hash_of(carla))
    lobby.join(anna, match.id, nonce_hash=hash_of(anna))
    with pytest.raises(NonceBound):
        lobby.join(anna, match.id, nonce_hash=hash_of(berta))
    assert match.players.get(user=anna).nonce_hash == hash_of(anna)


def test_nonce_is_refused_before_table_is_full(pair: list[User]) -> None:
    anna, berta = pair
    match = lobby.open_table(anna, TableRequest("condottiere", 2), nonce_hash=hash_of(anna))
    with pytest.raises(NotOpen, match="until every seat is taken"):
        dealing.reveal(anna, match.id, nonce_of(anna))
    lobby.join(berta, match.id)
    with pytest.raises(BadNonce):
        dealing.reveal(berta, match.id, nonce_of(berta))
    with pytest.raises(NotAPlayer):
        dealing.reveal(person("Carla"), match.id, nonce_of(anna))
    with pytest.raises(SignInFirst):
        dealing.reveal(AnonymousUser(), match.id, nonce_of(anna))


def test_match_without_hashes_starts_at_once(pair: list[User]) -> None:
    match = started(*pair, bots=("easy",))
    assert match.status == Match.Status.RUNNING
    assert set(origins(match).values()) == {"derived"}


def test_only_players_with_unrevealed_nonce_are_asked(pair: list[User]) -> None:
    anna, berta = pair
    match = full_table(anna, berta, bots=("easy",))
    (asked,) = reveal_requests(anna.pk)
    assert asked.match_id == match.id
    assert asked.commitments == tuple(match.commitments)
    assert asked.hashes == (hash_of(anna), "-", hash_of(berta))
    assert reveal_requests(anna.pk, but=match.id) == []
    reveal(match, anna)
    assert reveal_requests(anna.pk) == []
    assert [one.hash for one in reveal_requests(berta.pk)] == [hash_of(berta)]


# --- A full table.


def test_full_table_accepts_no_player_or_bot(pair: list[User]) -> None:
    anna, berta = pair
    match = full_table(anna, berta)
    carla = person("Carla")
    with pytest.raises(NotOpen, match="Every seat"):
        lobby.join(carla, match.id)
    with pytest.raises(NotOpen, match="Every seat"):
        lobby.fill_with_bots(anna, match.id, "easy")
    assert lobby.join(berta, match.id) == match, "a second join changes nothing"
    assert match.id not in {table.match.id for table in lobby_for(carla).open}
    assert match.id in {table.match.id for table in lobby_for(anna).mine}


@pytest.mark.parametrize("who", [0, 1])
def test_leaving_full_table_calls_off_match_and_counts(pair: list[User], who: int) -> None:
    """The other nonces may be known by then, so the table cannot use them."""
    match = full_table(*pair)
    with committed():
        lobby.leave(pair[who], match.id)
    assert fresh(match).status == Match.Status.CLOSED
    assert leaving.called_off_by(pair[who]) == [fresh(match).ended_at]
    assert leaving.called_off_by(pair[1 - who]) == []


def test_taking_down_full_table_counts_as_call_off(pair: list[User]) -> None:
    match = full_table(*pair)
    lobby.take_down(pair[0], match.id)
    assert len(leaving.called_off_by(pair[0])) == 1


def test_block_does_not_close_full_table(pair: list[User]) -> None:
    """It must not count against a player who only wants to avoid the other."""
    match = full_table(*pair)
    sanction_enforcement.separate(*pair)
    assert fresh(match).status == Match.Status.OPEN


# --- Silence.


def test_live_table_with_missing_nonce_is_called_off_and_counted(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = pair
    match = reveal(full_table(anna, berta, clock="live-10"), anna)
    wall.wait(19)
    assert dealing.expire_all_due() == 0
    wall.wait(2)
    with committed():
        assert worker.clocks_once() == 1
    match = fresh(match)
    assert (match.status, match.started_at, match.reveal_by) == (Match.Status.CLOSED, None, None)
    assert MatchSecret.objects.get(match=match).seed == "", "no card was dealt"
    assert leaving.called_off_by(berta) == [match.ended_at]
    assert leaving.called_off_by(anna) == []
    shown = reliability_of(berta)
    assert shown is not None
    assert shown.called_off == 1
    with pytest.raises(NotOpen, match="too late"):
        dealing.reveal(berta, match.id, nonce_of(berta))
    assert dealing.expire_all_due() == 0


def test_missing_nonce_counts_for_no_player_after_site_was_down(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = reveal(full_table(*pair, clock="live-10"), pair[0])
    wall.wait(dealing.TOGETHER.total_seconds() + OVERSLEPT.total_seconds() + 1)
    assert dealing.expire_all_due() == 1
    closed = fresh(match)
    assert (closed.status, closed.closed) == (Match.Status.CLOSED, Match.Closed.LATE)
    assert [leaving.called_off_by(user) for user in pair] == [[], []]


def test_nonce_after_deadline_counts_until_worker_ends_the_wait(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = full_table(*pair, clock="live-10")
    wall.wait(dealing.TOGETHER.total_seconds() + 1)
    assert reveal(match, *pair).status == Match.Status.RUNNING
    assert dealing.expire_all_due() == 0
    assert [leaving.called_off_by(user) for user in pair] == [[], []]


def test_waits_of_two_tables_end_in_one_round(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user who reveals at neither table is counted at both."""
    wall = Wall(monkeypatch)
    anna, berta = pair
    tables = [reveal(full_table(anna, berta, clock="live-10"), anna) for _table in range(2)]
    wall.wait(dealing.TOGETHER.total_seconds() + 1)
    assert dealing.expire_all_due() == 2
    assert {fresh(match).status for match in tables} == {Match.Status.CLOSED}
    assert len(leaving.called_off_by(berta)) == 2
    assert leaving.called_off_by(anna) == []


def test_third_missing_nonce_in_day_pauses_rated_play(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = pair
    for _ in range(3):
        assert may_play_rated(berta)
        reveal(full_table(anna, berta, clock="live-10"), anna)
        wall.wait(21)
        dealing.expire_all_due()
    assert may_play_rated(berta).code == "called-off"
    assert may_play_rated(anna)


def test_counted_call_off_is_not_deleted(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    match = full_table(*pair)
    lobby.leave(pair[0], match.id)
    Match.objects.update(ended_at="2020-01-01T00:00:00Z")
    retention.sweep()
    assert len(leaving.called_off_by(pair[0])) == 1


@pytest.mark.on_postgresql
def test_nonce_missing_after_day_is_replaced_in_turn_based_match(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = pair
    match = reveal(full_table(anna, berta, clock="turns-24"), anna)
    wall.wait(23 * 3600)
    assert dealing.expire_all_due() == 0
    wall.wait(2 * 3600)
    assert dealing.expire_all_due() == 1
    match = fresh(match)
    assert match.status == Match.Status.RUNNING
    assert origins(match) == {"Anna": "revealed", "Berta": "replaced"}
    assert leaving.called_off_by(berta) == []
    with pytest.raises(NotOpen):
        dealing.reveal(berta, match.id, nonce_of(berta))
    with committed():
        commands.resign(berta, match.id)
    match = fresh(match)
    fairness = fairness_of(match)
    assert sent(fairness, match.players.get(user=berta)) == (hash_of(berta), "replaced")
    assert "nonces" in verified(match)


@pytest.mark.parametrize("clock", ["free", "live-10", "turns-24"])
def test_missing_nonce_with_bots_is_replaced(
    pair: list[User], monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """No other player waits, and the match starts after twenty seconds."""
    wall = Wall(monkeypatch)
    match = full_table(pair[0], bots=("easy",), clock=clock)
    assert match.status == Match.Status.OPEN
    wall.wait(21)
    assert dealing.expire_all_due() == 1
    match = fresh(match)
    assert match.status == Match.Status.RUNNING
    assert origins(match)["Anna"] == "replaced"
    assert leaving.called_off_by(pair[0]) == []


def test_match_with_bots_starts_with_single_nonce(pair: list[User]) -> None:
    match = reveal(full_table(pair[0], bots=("easy", "normal")), pair[0])
    assert match.status == Match.Status.RUNNING
    assert sorted(origins(match).values()) == ["derived", "derived", "revealed"]


# --- The transcript.


def test_transcript_is_published_before_nonces_and_recorded(pair: list[User]) -> None:
    anna, berta = pair
    match = full_table(anna, berta, bots=("easy",), clock="live-10")
    transcript = json.loads(match.transcript)
    assert transcript["match"] == match.id
    assert (transcript["rated"], transcript["seated"], transcript["former"]) == (False, None, None)
    assert transcript["commitments"] == match.commitments
    players = match.players.order_by("joined")
    assert transcript["players"] == [
        {
            "name": name_hash(bytes.fromhex(player.salt), player.name),
            "bot": player.bot or None,
            "program": False,
            "hash": player.nonce_hash or None,
        }
        for player in players
    ]
    for user in pair:
        (asked,) = reveal_requests(user.pk)
        assert asked.transcript == match.transcript
    ended = play_on(reveal(match, *pair))
    assert fairness_of(ended)["transcript"] == match.transcript


def test_record_shows_no_former_name(pair: list[User]) -> None:
    match = play_on(reveal(full_table(*pair), *pair))
    renaming.rename(pair[0], "Zoe")
    record = record_of(fresh(match))
    assert "Anna" not in json.dumps(record)
    assert fairness_of(match)["salts"].count(None) == 1
    assert "names" not in verified(match)
    pair[1].delete()
    assert "names" not in verified(fresh(match))


def test_table_that_was_full_before_there_were_transcripts_is_dealt(pair: list[User]) -> None:
    match = full_table(*pair)
    Match.objects.update(transcript="")
    Player.objects.update(salt="")
    match = reveal(match, *pair)
    assert "names" in verified(play_on(match))


# --- Rematches.


def test_rematch_is_dealt_with_new_nonces(pair: list[User]) -> None:
    anna, berta = pair
    with committed():
        former = play_on(started(anna, berta))
        again = rematch.offer(anna, former.id, hash_of(anna))
        rematch.offer(berta, former.id, hash_of(berta))
    assert fresh(again).reveal_by is not None
    again = play_on(reveal(again, anna, berta))
    turned = "seats turned by one from the previous match, not drawn"
    assert {"nonces", turned} <= set(verified(again))
