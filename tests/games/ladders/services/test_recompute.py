"""Recomputation of the ledger from the matches, annulments included."""

from random import Random

import pytest
from django.db import connection, transaction
from django.db.models import F, Sum

from accounts.models import User
from games.ladders.models import Annulment, Rating, RatingEntry, SeasonRating
from games.ladders.services.ratings import annul, changes_of, rating_of
from games.ladders.services.rebuild import audit_all
from games.matches.models import Match
from games.matches.refusals import CannotAnnul
from tests.helpers.effort import examples
from tests.helpers.matches import people, person
from tests.helpers.ratings import finished, history, numbers, recomputed
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz", "Gerda", "Hanna")


@pytest.fixture
def eight(db: None) -> list[User]:
    return people(*NAMES)


def tamper(sql: str) -> None:
    """Change the tables directly, which no code of the site does."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


def values() -> dict[tuple[int, int | None], tuple[int, int, int]]:
    """Where everybody stands."""
    rows = Rating.objects.exclude(matches=0)
    return {(r.ladder_id, r.user_id): (r.value, r.matches, r.wins) for r in rows}


def assert_sums_add_up() -> None:
    """1500 and all differences, reversals too, are where a rating stands."""
    for rating in Rating.objects.annotate(moved=Sum(F("entries__after") - F("entries__before"))):
        assert rating.value == 1500 + (rating.moved or 0)


@pytest.mark.parametrize("seed", range(examples(2)))
def test_ledger_equals_matches_after_any_history(eight: list[User], seed: int) -> None:
    history(eight, 40, Random(seed))
    status, said = recomputed()
    assert (status, said.splitlines()[-1]) == (0, "The ledger equals the matches.")
    assert_sums_add_up()


@pytest.mark.parametrize("seed", range(examples(2)))
def test_annulled_matches_count_as_never_played(eight: list[User], seed: int) -> None:
    rng = Random(f"annul {seed}")
    played = history(eight, 30, rng)
    lines = set(RatingEntry.objects.values_list("id", "before", "after"))
    out = rng.sample(played, 3)
    for match in out:
        annul(match.id, "two accounts of one person")
        assert recomputed()[0] == 0
        assert_sums_add_up()
    assert lines <= set(RatingEntry.objects.values_list("id", "before", "after"))
    after = values()

    Match.objects.filter(id__in=[match.id for match in out]).update(rated=False)
    for table in ("seasonrating", "ratingentry", "rating"):
        tamper(f"DELETE FROM ladders_{table}")
    recomputed(write=True)
    assert values() == after


def test_annulment_writes_expected_entries(eight: list[User]) -> None:
    anna, berta, carla, *_ = eight
    first = finished([anna, berta], [1, 2])
    second = finished([anna, carla], [1, 2])
    third = finished([berta, carla], [1, 2])
    annulment = annul(first.id, "  Berta was not at her table. ", person("Moderator"))
    assert (annulment.reason, not_none(annulment.by).name) == (
        "Berta was not at her table.",
        "Moderator",
    )
    assert numbers(first) == []
    # Anna against Carla was 1520 to 1500: 40 × 0.47 = 19. Now it is between equals.
    assert numbers(second) == [(1500, 1520), (1500, 1480)]
    # 1500 to 1480: We = 0.52875, 40 × 0.47125 = 18.85.
    assert numbers(third) == [(1500, 1519), (1480, 1461)]
    assert rating_of(anna, "condottiere", 2) == 1520
    reversals = RatingEntry.objects.exclude(reverses=None)
    assert reversals.count() == 6
    assert set(reversals.values_list("note", flat=True)) == {f"annulled: {first.id}"}
    line = reversals.get(match=first, rating__user=anna)
    reversed_line = not_none(line.reverses)
    assert (line.before, line.after) == (1520, 1500)
    assert (reversed_line.before, reversed_line.after) == (1500, 1520)
    assert changes_of(first) == {}
    assert SeasonRating.objects.get(rating__user=anna).matches == 1


def test_annulment_changes_no_earlier_line_or_other_ladder(eight: list[User]) -> None:
    anna, berta, carla, *_ = eight
    before = finished([anna, berta], [1, 2])
    elsewhere = finished([anna, berta, carla], [1, 2, 3])
    annul(finished([anna, berta], [2, 1]).id, "for a reason")
    assert not RatingEntry.objects.exclude(reverses=None).filter(match=before).exists()
    assert not RatingEntry.objects.exclude(reverses=None).filter(match=elsewhere).exists()
    assert rating_of(anna, "condottiere", 2) == 1520


def test_player_with_only_annulled_matches_is_reset(eight: list[User]) -> None:
    match = finished(eight[:2], [1, 2])
    annul(match.id, "for a reason")
    rating = Rating.objects.get(user=eight[0])
    assert (rating.value, rating.matches, rating.at) == (1500, 0, None)
    assert not SeasonRating.objects.exists()
    finished(eight[:2], [1, 2])
    assert rating_of(eight[0], "condottiere", 2) == 1520
    assert recomputed()[0] == 0


def test_invalid_annulment_is_refused(eight: list[User]) -> None:
    match, unrated = finished(eight[:2], [1, 2]), finished(eight[:2], [1, 2], rated=False)
    for wrong, reason in ((match.id, " "), (unrated.id, "so"), ("nonsense", "so")):
        with pytest.raises(CannotAnnul):
            annul(wrong, reason)
    assert not Annulment.objects.exists()
    annul(match.id, "for a reason")
    with pytest.raises(CannotAnnul):
        annul(match.id, "for a reason")


TAMPERED = (
    "UPDATE ladders_ratingentry SET after = after + 1 WHERE id = (SELECT max(id) FROM {})",
    "UPDATE ladders_ratingentry SET k = 10 WHERE id = (SELECT min(id) FROM {})",
    "UPDATE ladders_ratingentry SET opponents = '[]' WHERE id = (SELECT min(id) FROM {})",
    "DELETE FROM ladders_ratingentry WHERE id = (SELECT max(id) FROM {})",
    "UPDATE ladders_rating SET value = 2400 WHERE id = (SELECT min(id) FROM ladders_rating)",
    "UPDATE ladders_seasonrating SET wins = wins + 1",
    "DELETE FROM ladders_seasonrating",
    "UPDATE matches_match SET status = 'closed' WHERE seats = 2",
    "UPDATE matches_player SET place = 1",
)


def test_differing_ledger_is_found_and_corrected(eight: list[User]) -> None:
    history(eight, 12, Random(1))
    for sql in TAMPERED:
        with transaction.atomic():
            check_correction(sql.format("ladders_ratingentry"))
            transaction.set_rollback(True)


def check_correction(sql: str) -> None:
    tamper(sql)
    lines = RatingEntry.objects.count()
    status, said = recomputed()
    assert (status, said.splitlines()[-1]) == (1, "The ledger does not equal the matches."), sql
    assert RatingEntry.objects.count() == lines, "nothing is written without `write`"
    status, said = recomputed(write=True)
    assert status == 0, said
    assert "put right" in said
    assert recomputed()[0] == 0
    assert RatingEntry.objects.count() >= lines


def test_ledger_is_rebuilt_from_matches(eight: list[User]) -> None:
    history(eight, 25, Random(3))
    finished([*eight[:2]], [1, 2])
    before = values()
    for table in ("seasonrating", "ratingentry", "rating", "ladder"):
        tamper(f"DELETE FROM ladders_{table}")
    assert recomputed()[0] == 1
    assert recomputed(write=True)[0] == 0
    assert sorted(standing for standing in values().values()) == sorted(before.values())
    finished([*eight[:2]], [1, 2])
    assert recomputed()[0] == 0


def test_match_of_deleted_account_counts_without_its_entries(eight: list[User]) -> None:
    finished(eight[:2], [1, 2])
    eight[0].delete()
    for table in ("seasonrating", "ratingentry", "rating"):
        tamper(f"DELETE FROM ladders_{table}")
    assert recomputed(write=True)[0] == 0
    assert rating_of(eight[1], "condottiere", 2) == 1480


def test_recomputation_without_rated_matches_finds_no_difference(db: None) -> None:
    Match.objects.create(game="condottiere", rules=1, seats=2, rated=True, commitment="0" * 64)
    assert recomputed() == (0, "The ledger equals the matches.\n")
    assert audit_all() == []
