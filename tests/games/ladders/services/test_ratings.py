"""The rating ledger: written when a match ends, with one ladder for each class of tables."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.ladders.anchors import start_of
from games.ladders.models import Ladder, Rating, RatingEntry, SeasonRating
from games.ladders.services import ledger
from games.ladders.services.ratings import annul, rating_of
from games.lobby.services.lobby import TableRequest, open_for_bots
from games.matches.models import Match
from games.matches.refusals import BadTable
from games.matches.services import commands
from games.rating import PROVISIONAL, expected, size_of
from games.workers.bots import answer_all_due
from tests.helpers.matches import committed, fresh, people, play_on, seat_of, started, under_way
from tests.helpers.ratings import finished, numbers, recomputed
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def rated_match(*users: User, seed: int = 1) -> Match:
    match = started(*users, seed=seed)
    Match.objects.filter(id=match.id).update(rated=True)
    return fresh(match)


def test_finished_match_is_rated_by_places(users: list[User]) -> None:
    match = play_on(rated_match(*users))
    assert match.status == Match.Status.FINISHED
    by_place = dict(RatingEntry.objects.values_list("place", "after"))
    assert RatingEntry.objects.count() == 3
    assert by_place[1] == max(by_place.values())
    entry = RatingEntry.objects.get(player__user=users[0])
    assert (entry.before, entry.k, entry.number, entry.match_id) == (1500, 40, 1, match.id)
    others = match.players.exclude(user=users[0])
    assert {one["player"] for one in entry.opponents} == set(others.values_list("id", flat=True))
    assert {one["before"] for one in entry.opponents} == {1500}
    assert rating_of(users[0], "condottiere", 5) == entry.after
    assert recomputed()[0] == 0


def test_resignation_is_rated_in_same_transaction(users: list[User]) -> None:
    anna, berta, _carla = users
    match = under_way(rated_match(anna, berta))
    with transaction.atomic():
        commands.resign(anna, match.id)
        assert RatingEntry.objects.count() == 2
        transaction.set_rollback(True)
    assert not RatingEntry.objects.exists()
    with committed():
        commands.resign(anna, match.id)
    assert (rating_of(anna, "condottiere", 2), rating_of(berta, "condottiere", 2)) == (1480, 1520)
    assert fresh(match).ended_at == RatingEntry.objects.latest("id").at


def test_leaver_is_rated_last_while_bot_continues(users: list[User]) -> None:
    anna = users[0]
    match = under_way(rated_match(*users, seed=2))
    with committed():
        commands.resign(anna, match.id)
    assert not RatingEntry.objects.exists(), "the other players continue"
    match = play_on(match)
    entry = RatingEntry.objects.get(player__seat=seat_of(match, anna), match=match)
    assert (entry.rating.user, entry.place, entry.after) == (anna, 3, 1480)
    assert not Rating.objects.exclude(bot="").exists(), "the substitute bot is not rated"
    assert recomputed()[0] == 0


def test_places_follow_order_of_leaving_when_all_have_left(users: list[User]) -> None:
    match = under_way(rated_match(*users, seed=4))
    for user in users:
        commands.resign(user, match.id)
    assert [rating_of(user, "condottiere", 3) for user in users] == [1480, 1500, 1520]


def test_unrated_match_writes_no_entry(users: list[User]) -> None:
    finished(users[:2], [1, 2], rated=False)
    play_on(started(*users, seed=3))
    assert not RatingEntry.objects.exists()
    assert not Ladder.objects.exists()


def test_matches_with_bots_or_between_equal_bots_are_not_rated(users: list[User]) -> None:
    finished([users[0], "normal"], [1, 2])
    finished(["easy", "easy"], [1, 2])
    assert not RatingEntry.objects.exists()
    assert recomputed()[0] == 0


def test_bots_are_rated_in_separate_ladder(users: list[User]) -> None:
    finished(["normal", "easy"], [1, 2])
    finished(users[:2], [1, 2])
    ladders = Ladder.objects.order_by("bots").values_list("size", "bots")
    assert list(ladders) == [("2", False), ("2", True)]
    bots = Rating.objects.exclude(bot="").order_by("bot")
    easy, normal = start_of("condottiere", "2", "easy"), start_of("condottiere", "2", "normal")
    gain = round(40 * expected(easy, normal))
    easy, normal = easy - gain, normal + gain
    stored = [(one.bot, one.value, one.user) for one in bots]
    assert stored == [("easy", easy, None), ("normal", normal, None)], (
        "levels start at their anchors"
    )
    finished(["easy", "normal"], [1, 2])
    gain = round(40 * expected(normal, easy))
    assert [one.value for one in bots.all()] == [easy + gain, normal - gain]
    assert recomputed()[0] == 0


def test_new_counts_do_not_move_rated_levels(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = finished(["hard", "normal"], [2, 1])
    finished(["hard", "normal"], [1, 2])
    values = [(one.bot, one.value) for one in Rating.objects.order_by("bot")]

    def counted_anew(game: str, size: str, level: str) -> int:
        return 2000

    monkeypatch.setattr(ledger, "start_of", counted_anew)
    assert recomputed()[0] == 0
    annul(first.id, "the machine was broken")
    assert recomputed()[0] == 0
    assert [(one.bot, one.value) for one in Rating.objects.order_by("bot")] != values
    begun = start_of("condottiere", "2", "hard")
    assert Rating.objects.get(bot="hard").entries.in_force().get().before == begun
    finished(["normal", "easy"], [1, 2])
    assert Rating.objects.get(bot="easy").value > 1900
    assert recomputed()[0] == 0


def test_level_with_only_annulled_matches_has_start_rating(users: list[User]) -> None:
    match = finished(["hard", "easy"], [2, 1])
    annul(match.id, "the machine was broken")
    stored = {one.bot: one.value for one in Rating.objects.all()}
    assert stored == {level: start_of("condottiere", "2", level) for level in ("hard", "easy")}
    finished(["hard", "easy"], [2, 1])
    assert recomputed()[0] == 0


def test_worker_plays_rated_bot_matches(db: None) -> None:
    with committed():
        match = open_for_bots(TableRequest("condottiere", 2, bots=("normal", "easy")))
    assert (match.host, match.rated, match.status) == (None, True, Match.Status.RUNNING)
    for _round in range(2000):
        if fresh(match).status == Match.Status.FINISHED:
            break
        answer_all_due()
    assert set(Rating.objects.values_list("bot", flat=True)) == {"easy", "normal"}
    assert recomputed()[0] == 0


@pytest.mark.parametrize("bots", [("easy", "easy"), ("easy",), ("easy", "genius"), ()])
def test_unratable_bots_get_no_table(db: None, bots: tuple[str, ...]) -> None:
    with pytest.raises(BadTable):
        open_for_bots(TableRequest("condottiere", 2, bots=bots))
    assert not Match.objects.exists()


def test_rate_bots_command_opens_bot_matches(db: None) -> None:
    out = StringIO()
    call_command("rate_bots", game="babel", matches=2, stdout=out)
    assert set(out.getvalue().split()) == set(Match.objects.values_list("id", flat=True))
    assert Match.objects.filter(rated=True, status=Match.Status.RUNNING).count() == 2
    for wrong in ({"seats": "easy,easy"}, {"options": "{"}, {"matches": 0}, {"game": "chess"}):
        with pytest.raises(CommandError):
            call_command("rate_bots", **wrong)


def test_two_and_more_seats_use_different_ladders(users: list[User]) -> None:
    anna, berta, carla = users
    finished([anna, berta], [1, 2])
    finished([anna, berta, carla], [3, 2, 1])
    finished([anna, berta, carla, *people("Dora", "Emil")], [5, 4, 3, 2, 1])
    assert rating_of(anna, "condottiere", 2) == 1520
    assert rating_of(anna, "condottiere", 3) == rating_of(anna, "condottiere", 6) < 1480
    finished([anna, berta], [2, 1], game="babel")
    assert (rating_of(anna, "babel", 2), rating_of(anna, "condottiere", 2)) == (1480, 1520)


def is_provisional(user: User, game: str, seats: int) -> bool:
    own = Rating.objects.filter(ladder__game=game, ladder__size=size_of(seats), user=user)
    return not own.filter(career__gte=PROVISIONAL).exists()


def test_rating_is_provisional_until_ten_matches(users: list[User]) -> None:
    anna = users[0]
    assert rating_of(anna, "condottiere", 2) == rating_of(AnonymousUser(), "babel", 2) == 1500
    assert is_provisional(anna, "condottiere", 2)
    for _match in range(9):
        finished(users[:2], [1, 2])
    assert is_provisional(anna, "condottiere", 2)
    finished(users[:2], [1, 2])
    assert not is_provisional(anna, "condottiere", 2)
    assert is_provisional(anna, "condottiere", 3)


def test_rating_changes_shrink_after_twenty_matches(users: list[User]) -> None:
    for match in range(22):
        finished(users[:2], [1, 2] if match % 2 else [2, 1])
    anna = RatingEntry.objects.filter(rating__user=users[0]).order_by("number")
    assert list(anna.values_list("k", flat=True)) == [40] * 20 + [20] * 2
    assert list(anna.values_list("number", flat=True)) == list(range(1, 23))


def test_match_counts_for_season_of_its_end(users: list[User]) -> None:
    anna, berta, _carla = users
    midnight = datetime(2027, 1, 1, tzinfo=UTC)
    finished([anna, berta], [1, 2], at=midnight - timedelta(days=2))
    finished([anna, berta], [2, 1], at=midnight - timedelta(microseconds=1))
    finished([anna, berta], [1, 2], at=midnight)
    rating = Rating.objects.get(user=anna)
    after = list(rating.entries.order_by("at").values_list("after", flat=True))
    kept = {
        season.season: (season.value, season.matches, season.wins, season.career)
        for season in SeasonRating.objects.filter(rating=rating)
    }
    assert kept == {"2026-4": (after[1], 2, 1, 2), "2027-1": (after[2], 1, 1, 3)}
    assert after[0] != after[1], "the new season continues from the old rating"
    assert RatingEntry.objects.get(rating=rating, at=midnight).before == after[1]
    assert (rating.value, rating.matches, rating.wins) == (after[2], 3, 2)
    assert recomputed()[0] == 0


def test_matches_with_same_end_time_are_ordered(users: list[User]) -> None:
    now = timezone.now()
    first = finished(users[:2], [1, 2], at=now)
    second = finished(users[1:], [1, 2], at=now)
    earlier = finished(users[:2], [2, 1], at=now - timedelta(seconds=5))
    ends = [not_none(match.ended_at) for match in (first, second, earlier)]
    assert ends[0] < ends[1] < ends[2]
    assert recomputed()[0] == 0


def test_ledger_entries_cannot_be_changed_or_deleted(users: list[User]) -> None:
    finished(users[:2], [1, 2])
    entry = RatingEntry.objects.first()
    assert entry is not None
    entry.after = 3000
    for change in (
        entry.save,
        entry.delete,
        RatingEntry.objects.all().delete,
        lambda: RatingEntry.objects.update(after=3000),
    ):
        with pytest.raises(TypeError, match="append-only"):
            change()
    assert numbers(entry.match) == [(1500, 1520), (1500, 1480)]


def test_rating_of_deleted_opponent_stays(users: list[User]) -> None:
    anna, berta, carla = users
    finished([anna, berta], [1, 2])
    finished([anna, carla], [1, 2])
    anna.delete()
    assert Rating.objects.filter(user=None, matches=2).count() == 1
    assert recomputed()[0] == 0
    finished([berta, carla], [1, 2])
    assert recomputed()[0] == 0
