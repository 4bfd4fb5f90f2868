"""Pairing of seekers: rating windows, blocks, table sizes, and completeness."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.lobby.services.pairing import (
    LIVE,
    TURNS,
    Choice,
    Group,
    Seeker,
    first_group,
    suit,
    too_small,
)
from tests.helpers.values import not_none

DUEL: Choice = ("condottiere", 2)
THREE: Choice = ("condottiere", 3)
OTHER: Choice = ("babel", 2)


def seeker(
    number: int,
    rating: int = 1500,
    *,
    window: int | None = 100,
    at: Sequence[Choice] = (DUEL,),
    patient: bool = False,
) -> Seeker:
    return Seeker(f"t{number}", number, dict.fromkeys(at, rating), window, patient)


def seated(group: Group | None) -> list[int]:
    return [] if group is None else [one.user for one in group.seekers]


def laid(seekers: list[Seeker], apart: AbstractSet[frozenset[int]] = frozenset()) -> list[Group]:
    """Every table, one after the other."""
    waiting, groups = list(seekers), []
    while group := first_group(waiting, apart, Random(1)):
        groups.append(group)
        waiting = [one for one in waiting if one not in group.seekers]
    return groups


def test_rating_window_widens_over_time() -> None:
    assert [LIVE.window(t) for t in (0, 4.9, 5, 12, 59.9, 60, 10**6)] == [
        *(100, 100, 150, 200, 650),
        *(None, None),
    ]
    assert TURNS.window(0) == 100
    assert TURNS.window(301) == 150
    assert TURNS.window(3600) is None
    assert LIVE.window(-3) == 100, "clocks of two machines differ"


@pytest.mark.parametrize(
    ("off", "mine", "theirs", "fine"),
    [
        (100, 100, 100, True),
        (101, 100, 100, False),
        (150, 200, 100, False),
        (150, None, 100, False),
        (150, None, 150, True),
        (2000, None, None, True),
    ],
)
def test_seekers_suit_if_ratings_lie_in_both_windows(
    off: int, mine: int | None, theirs: int | None, fine: bool
) -> None:
    one, other = seeker(1, window=mine), seeker(2, 1500 + off, window=theirs)
    assert suit(one, other, DUEL, set()) is suit(other, one, DUEL, set()) is fine


def test_only_seekers_of_same_table_suit() -> None:
    one, other = seeker(1, at=(DUEL, THREE)), seeker(2, at=(OTHER, THREE))
    assert not suit(one, other, DUEL, set())
    assert suit(one, other, THREE, set())
    assert not suit(one, one, DUEL, set()), "a seeker does not suit itself"


def test_longest_waiting_seeker_gets_closest_opponent() -> None:
    crowd = [seeker(1, 1500), seeker(2, 1590), seeker(3, 1510), seeker(4, 1595)]
    assert [seated(group) for group in laid(crowd)] == [[1, 3], [2, 4]]


def test_blocked_seekers_are_never_paired() -> None:
    crowd = [seeker(1), seeker(2), seeker(3)]
    assert seated(first_group(crowd, {frozenset((1, 2))}, Random(1))) == [1, 3]
    all_apart = {frozenset(pair) for pair in combinations((1, 2, 3), 2)}
    assert first_group(crowd, all_apart, Random(1)) is None
    tables = [seeker(n, at=(THREE,)) for n in (1, 2, 3, 4)]
    assert seated(first_group(tables, {frozenset((2, 3))}, Random(1))) == [1, 2, 4]


def test_larger_table_is_preferred() -> None:
    crowd = [seeker(n, at=(DUEL, THREE)) for n in (1, 2, 3)]
    assert not_none(first_group(crowd, set(), Random(1))).seats == 3
    assert not_none(first_group(crowd[:2], set(), Random(1))).seats == 2


BOTH = (DUEL, THREE)


def test_patience_is_multiple_of_window_step() -> None:
    """So that a pool is looked at again in that moment, and not a step later."""
    for widening in (LIVE, TURNS):
        assert widening.patient % widening.every == 0
        assert 0 < widening.patient < widening.ends
    assert [LIVE.patience(t) for t in (-1, 0, 12, 20, 100)] == [20, 20, 8, 0, 0]


def test_seeker_of_both_sizes_waits_for_larger_table() -> None:
    ours = seeker(1, at=BOTH, patient=True)
    assert too_small(ours, [seeker(2, at=(THREE,))], set()) == {DUEL}
    crowd = [ours, seeker(2), seeker(3, at=(THREE,))]
    assert first_group(crowd, set(), Random(1)) is None, "a third seeker may still come"
    crowd.append(seeker(4, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 3, 4]


def test_patient_pair_waits_for_third_seeker() -> None:
    pair = [seeker(n, at=BOTH, patient=True) for n in (1, 2)]
    assert first_group(pair, set(), Random(1)) is None
    group = first_group([*pair, seeker(3, at=BOTH, patient=True)], set(), Random(1))
    assert (not_none(group).seats, seated(group)) == (3, [1, 2, 3])


@pytest.mark.parametrize(
    "other",
    [
        seeker(2),
        seeker(2, at=(OTHER,)),
        seeker(2, 1700, at=(THREE,)),
        seeker(2, at=(OTHER, ("kabale", 3))),
    ],
)
def test_seeker_does_not_wait_for_unwanted_table(other: Seeker) -> None:
    ours = seeker(1, at=BOTH, patient=True)
    assert too_small(ours, [ours, other], set()) == set()
    assert seated(first_group([ours, seeker(3), other], set(), Random(1)))


def test_seeker_does_not_wait_for_blocked_user() -> None:
    ours, other = seeker(1, at=BOTH, patient=True), seeker(2, at=(THREE,))
    assert too_small(ours, [other], {frozenset((1, 2))}) == set()


def test_seeker_without_patience_left_takes_smaller_table() -> None:
    """Who waited long enough takes the smaller table, and passes over who is patient yet."""
    crowd = [seeker(1), seeker(2, at=BOTH, patient=True), seeker(3, 1590, at=BOTH)]
    crowd.append(seeker(4, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 3]


def test_three_seekers_wait_for_largest_table() -> None:
    sizes = (DUEL, THREE, ("condottiere", 4))
    three = [seeker(n, at=sizes, patient=True) for n in (1, 2, 3)]
    assert first_group(three, set(), Random(1)) is None
    assert not_none(first_group([*three, seeker(4, at=sizes)], set(), Random(1))).seats == 4


def test_all_seekers_of_table_must_suit_each_other() -> None:
    crowd = [seeker(n, rating, at=(THREE,)) for n, rating in ((1, 1500), (2, 1420), (3, 1580))]
    assert first_group(crowd, set(), Random(1)) is None, "the outer two are too far apart"
    crowd.append(seeker(4, 1450, at=(THREE,)))
    assert seated(first_group(crowd, set(), Random(1))) == [1, 2, 4]


def test_equal_tables_are_chosen_at_random() -> None:
    crowd = [seeker(n, at=(DUEL, OTHER)) for n in (1, 2)]
    assert {not_none(first_group(crowd, set(), Random(n))).game for n in range(20)} == {
        "condottiere",
        "babel",
    }


def test_pairing_of_many_blocked_users_ends_in_time() -> None:
    """Two camps of forty: no table of three without two of a camp that will not meet."""
    crowd = [seeker(n, window=None, at=(THREE,)) for n in range(80)]
    apart = {frozenset(pair) for pair in combinations(range(80), 2) if sum(pair) % 2 == 0}
    assert first_group(crowd, apart, Random(1)) is None


CROWDS = st.lists(
    st.tuples(
        st.integers(1300, 1700),
        st.sampled_from([100, 200, None]),
        st.sets(st.sampled_from([DUEL, THREE, OTHER, ("kabale", 4)]), min_size=1),
    ),
    max_size=14,
)


@given(CROWDS, st.sets(st.frozensets(st.integers(0, 13), min_size=2, max_size=2), max_size=20))
def test_pairing_is_valid_and_complete(
    crowd: list[tuple[int, int | None, set[Choice]]], apart: set[frozenset[int]]
) -> None:
    seekers = [
        Seeker(f"t{n}", n, dict.fromkeys(sorted(at), rating), window)
        for n, (rating, window, at) in enumerate(crowd)
    ]
    groups = laid(seekers, apart)
    taken = [one.user for group in groups for one in group.seekers]
    assert len(taken) == len(set(taken)), "each seeker is seated once"
    for group in groups:
        assert len(group.seekers) == group.seats
        for pair in combinations(group.seekers, 2):
            assert suit(*pair, (group.game, group.seats), apart)
    left = [one for one in seekers if one.user not in taken]
    for choice in (DUEL, THREE, OTHER, ("kabale", 4)):
        for table in combinations(left, choice[1]):
            assert not all(suit(*pair, choice, apart) for pair in combinations(table, 2))
