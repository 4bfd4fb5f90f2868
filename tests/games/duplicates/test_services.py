"""Tables with the same cards: opened, sealed, ended; and both sides of one deal."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounts.models import User
from core.refusals import Refusal
from games.archive.services.records import record_lines
from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.duplicates.refusals import BadDeal, NoSuchDeal
from games.duplicates.services import end_all_due, end_early, finished_tables, open_deal
from games.engine.referee import Requested, judge
from games.ladders.models import RatingEntry
from games.lobby.services import challenges, lobby, rematch
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match, MatchSecret
from games.matches.refusals import (
    BadTable,
    NotAllowed,
    NotOpen,
    NotOver,
    PrivateTable,
    SealedTable,
)
from games.matches.services import leaving, time_source
from games.matches.services.event_store import dealt, open_record
from games.moderation.services import moderation
from games.notifications.models import Notification
from games.profiles.presenters.reliability import reliability_of
from games.titles.registry import ALL_RULES, titles
from tests.games.duplicates.conftest import both_sides, group_of, matches_of
from tests.helpers.clocks import Wall
from tests.helpers.matches import at_random, committed, fresh, people, play_on, started, user_at
from tests.helpers.moderation import moderator

pytestmark = pytest.mark.django_db


def finish(*matches: Match) -> None:
    for match in matches:
        play_on(match)


def end_due() -> int:
    """Let the worker look for deals that are over; return the number of those that have ended."""
    with committed():
        end_all_due()
    return DuplicateDeal.objects.exclude(ended_at=None).count()


@pytest.mark.parametrize("game", [title.slug for title in titles() if title.same_deal])
def test_all_tables_get_the_same_cards_from_one_secret(users: list[User], game: str) -> None:
    anna, berta, carla, dora, emil, _ = users
    deal = group_of((anna, berta), (carla, dora), (emil, "normal"), game=game)
    first, *others = matches_of(deal)
    for match in others:
        assert match.commitments == first.commitments
        assert dealt(match).position.dump() == dealt(first).position.dump()
        secret = MatchSecret.objects.get(match=match)
        assert secret.seed == MatchSecret.objects.get(match=first).seed
    assert [user_at(match, 0) for match in (first, *others)] == [anna, carla, emil]


def test_next_deal_has_other_cards(users: list[User]) -> None:
    anna, berta, carla, dora, *_ = users
    decks = [
        dealt(matches_of(group_of((anna, berta), (carla, dora)))[0]).position.dump()
        for _ in range(2)
    ]
    assert decks[0] != decks[1]


def test_rated_tables_seat_the_first_players_alike(users: list[User]) -> None:
    anna, berta, carla, dora, *_ = users
    deal = group_of((anna, berta), (dora, carla), rated=True)
    seats = [[user_at(match, seat) for seat in (0, 1)] for match in matches_of(deal)]
    assert seats in ([[anna, berta], [dora, carla]], [[berta, anna], [carla, dora]])


def test_records_verify_with_one_deal(deal: DuplicateDeal, tmp_path: Path) -> None:
    with pytest.raises(NotOver):
        finished_tables(deal)
    for number, match in enumerate(matches_of(deal)):
        play_on(match, at_random(number))
    assert end_due() == 1
    deal.refresh_from_db()
    lines = b"".join(record_lines(finished_tables(deal)))
    assert [one["verified"][-1] for one in compared(tmp_path, lines)] == ["same deal"] * 3
    first, *_rest = lines.splitlines(keepends=True)
    other = b"".join(record_lines([_finished_elsewhere().pk]))
    answers = compared(tmp_path, first + other)
    assert [one["ok"] for one in answers] == [True, False]
    assert "the secrets differ" in answers[1]["error"]["reason"]


def _finished_elsewhere() -> Match:
    return play_on(started(*people("Gerda", "Hans"), game="kabale"))


def compared(folder: Path, lines: bytes) -> list[dict[str, Any]]:
    """Return the referee's answers about these records."""
    file, out = folder / "records.ndjson", StringIO()
    file.write_bytes(lines)
    with suppress(CommandError, SystemExit):
        call_command("referee", str(file), lines=True, verify=True, same_deal=True, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_table_is_closed_to_others_until_all_are_over(
    deal: DuplicateDeal, users: list[User]
) -> None:
    ahead, *others = matches_of(deal)
    finish(ahead)
    assert end_due() == 0
    for viewer in (None, users[2]):
        with pytest.raises(SealedTable):
            open_match(viewer, ahead.id, [ahead.key])
    own = open_match(users[0], ahead.id).match
    with pytest.raises(NotOver):
        open_record(own)
    finish(*others)
    assert end_due() == 1
    assert open_match(None, ahead.id).match.revealed
    assert open_record(fresh(ahead))["seed"]


def test_results_count_only_once_all_tables_are_over(users: list[User]) -> None:
    anna, berta, carla, dora, *_ = users
    deal = group_of((anna, berta), (carla, dora), rated=True)
    one, two = matches_of(deal)
    Match.objects.filter(pk__in=[one.pk, two.pk]).update(uncounted="")
    finish(one)
    end_due()
    assert not RatingEntry.objects.exists()
    assert fresh(one).listed_at is None
    assert fresh(one).players.filter(ended_at=None).count() == 2
    finish(two)
    end_due()
    assert RatingEntry.objects.count() == 4
    assert fresh(one).listed_at == fresh(one).ended_at
    assert not fresh(one).players.filter(ended_at=None).exists()


def test_players_are_notified_once_at_the_end(deal: DuplicateDeal, users: list[User]) -> None:
    finish(*matches_of(deal))
    end_due()
    DuplicateDeal.objects.update(ended_at=None)
    end_due()
    rows = Notification.objects.filter(kind=Notification.Kind.DEAL)
    assert sorted(rows.values_list("user", flat=True)) == sorted(user.pk for user in users)


def test_called_off_table_does_not_hold_up_the_others(
    deal: DuplicateDeal, users: list[User]
) -> None:
    ahead, *others = matches_of(deal)
    with committed():
        leaving.abort(users[0], ahead.id)
    finish(*others)
    assert end_due() == 1
    assert [match.status for match in matches_of(deal)] == ["aborted", "finished", "finished"]


def test_game_without_same_deals_is_refused(users: list[User]) -> None:
    with pytest.raises(BadDeal, match="several times"):
        group_of((users[0], users[1]), (users[2], users[3]), game="condottiere")
    assert not DuplicateTable.objects.exists()


def test_private_deal_is_unknown_to_others_and_open_to_its_players(users: list[User]) -> None:
    anna, berta, carla, dora, emil, _ = users
    deal = group_of((anna, berta), (carla, dora), public=False)
    first, _second = matches_of(deal)
    with pytest.raises(NoSuchDeal):
        open_deal(emil, deal.pk)
    finish(*matches_of(deal))
    end_due()
    assert open_match(carla, first.id)
    with pytest.raises(PrivateTable):
        open_match(emil, first.id)


def test_interrupted_opening_ends_once_its_tables_are_over(deal: DuplicateDeal, wall: Wall) -> None:
    DuplicateDeal.objects.update(open_until=time_source.now() + timedelta(minutes=1))
    finish(*matches_of(deal))
    assert end_due() == 0
    wall.wait(61)
    assert end_due() == 1


def test_moderator_needs_a_look_even_after_the_end_and_none_at_other_tables(
    users: list[User],
) -> None:
    plays, other = moderator("Plays"), moderator("Other")
    deal = group_of((users[0], users[1]), (plays, users[2]))
    ahead, own = matches_of(deal)
    play_on(ahead)
    with pytest.raises(NotAllowed, match="playing"):
        moderation.look_into(plays, ahead.id, "A report.")
    access = moderation.open_for_moderator(other, ahead.id)
    assert not moderation.sees_everything(other, access)
    assert not moderation.sees_chat(other, access)
    moderation.look_into(other, ahead.id, "A report.")
    assert moderation.sees_everything(other, access)
    play_on(own)
    end_due()
    access = moderation.open_for_moderator(plays, ahead.id)
    assert moderation.sees_everything(plays, access)


def test_reliability_counts_a_called_off_table_once_all_are_over(users: list[User]) -> None:
    deal = group_of((users[0], users[1]), (users[2], users[3]))
    first, second = matches_of(deal)
    with committed():
        leaving.abort(users[0], first.id)
    assert reliability_of(users[0]) is None
    play_on(second)
    end_due()
    assert reliability_of(users[0]) is not None


# --- Both sides.


def test_both_sides_deal_the_same_cards_with_swapped_seats(users: list[User]) -> None:
    first = both_sides(users[0], users[1])
    finish(first)
    assert end_due() == 0
    second = other_side(first)
    assert dealt(second).position.dump() == dealt(first).position.dump()
    assert [user_at(second, 0), user_at(second, 1)] == [user_at(first, 1), user_at(first, 0)]
    for user in (None, users[2]):
        with pytest.raises(SealedTable):
            open_match(user, first.id)
    finish(second)
    assert end_due() == 1
    for match in (first, second):
        record = open_record(fresh(match))
        assert judge(json.dumps(record), ALL_RULES, Requested(verify=True))["ok"]
    assert fresh(second).public


def other_side(first: Match) -> Match:
    """Offer and join the second match."""
    with committed():
        rematch.offer(user_at(first, 0), first.id)
        return fresh(rematch.offer(user_at(first, 1), first.id))


def test_cards_of_first_side_stay_hidden_from_its_players(users: list[User]) -> None:
    first = both_sides(users[0], users[1])
    finish(first)
    with pytest.raises(NotOver):
        open_record(open_match(users[0], first.id).match)


def test_players_may_end_after_the_first_side(users: list[User]) -> None:
    first = both_sides(users[0], users[1])
    deal = DuplicateDeal.objects.get()
    with pytest.raises(NotOpen):
        end_early(users[0], open_deal(users[0], deal.pk))
    finish(first)
    with pytest.raises(Refusal):
        end_early(users[2], open_deal(users[2], deal.pk))
    with committed():
        end_early(users[0], open_deal(users[0], deal.pk))
    assert open_record(fresh(first))


def test_second_side_that_does_not_begin_in_time_reveals_the_first(
    users: list[User], wall: Wall
) -> None:
    first = both_sides(users[0], users[1])
    finish(first)
    end_due()
    with committed():
        offered = rematch.offer(users[0], first.id)
    wall.wait(3601)
    assert end_due() == 1
    assert fresh(offered).status == Match.Status.CLOSED
    assert fresh(first).revealed


def test_second_side_that_begins_after_the_end_is_a_rematch_with_known_cards(
    users: list[User],
) -> None:
    """The deal ends while the second player sits down."""
    first = both_sides(users[0], users[1])
    finish(first)
    with committed():
        rematch.offer(users[0], first.id)
        DuplicateDeal.objects.update(ended_at=time_source.now())
        second = rematch.offer(users[1], first.id)
    assert fresh(second).deal == Match.Deal.SHARED
    assert not DuplicateTable.objects.filter(match=second).exists()


def test_rematch_after_both_sides_has_new_cards(users: list[User]) -> None:
    first = both_sides(users[0], users[1])
    finish(first)
    second = other_side(first)
    finish(second)
    end_due()
    third = other_side(second)
    assert third.deal == Match.Deal.OWN
    assert third.commitments != first.commitments


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"rated": True}, "unrated"),
        ({"seats": 3}, "two players"),
        ({"game": "condottiere"}, "twice"),
    ],
)
def test_both_sides_refuse_what_does_not_fit(
    users: list[User], wish: dict[str, object], words: str
) -> None:
    facts = {"game": "kabale", "seats": 2, "clock": "live-10", **wish}
    names = tuple(user.username for user in users[1 : int(str(facts["seats"]))])
    request = TableRequest(**facts, invited=names)  # type: ignore[arg-type]  # facts of any kind
    with pytest.raises(BadTable, match=words):
        challenges.challenge(users[0], request, Terms(both_sides=True), sure=True)


def test_nonces_of_both_sides_are_not_used(users: list[User]) -> None:
    request = TableRequest("kabale", 2, clock="live-10", invited=(users[1].username,))
    with committed():
        terms = Terms(both_sides=True)
        match = challenges.challenge(users[0], request, terms, sure=True, nonce_hash="0" * 64)
        lobby.join(users[1], match.id, sure=True, nonce_hash="1" * 64)
    assert fresh(match).status == Match.Status.RUNNING
    assert set(match.players.values_list("nonce_hash", flat=True)) == {""}
