"""Verifiable chance: documented values, and the stream computed independently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance, commitment, seating, seed_of
from games.titles.condottiere.rules.cards import DECK
from games.titles.condottiere.rules.position import Condottiere

ZEROS = bytes(32)
seeds = st.binary(min_size=32, max_size=32)
steps = st.integers(0, 2**64 - 1)


def fixed(*words: int) -> Chance:
    """Return a chance with a given stream."""
    chance = Chance(ZEROS, 0)
    chance._words = iter(words)
    return chance


def described_stream(seed: bytes, step: int) -> Iterator[int]:
    """Yield the stream, implemented plainly from its specification (records: Chance)."""
    block = 0
    while True:
        digest = sha256(seed + step.to_bytes(8, "big") + block.to_bytes(4, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def described_shuffle(cards: list[int], words: Iterator[int]) -> list[int]:
    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 // n * n) % n

    cards = sorted(cards)
    for i in reversed(range(1, len(cards))):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_zero_seed_gives_documented_first_word() -> None:
    assert next(Chance(ZEROS, 0).words()) == 2239077176


def test_zero_seed_gives_documented_condottiere_deal() -> None:
    top = "m6 m6 scarecrow scarecrow m1 winter m4"
    assert " ".join(Chance(ZEROS, 0).shuffle(DECK)[-7:]) == top
    options = Condottiere.game.read_options({})
    dealt = Condottiere.deal(4, options, Chance(ZEROS, 0)).dump()
    first = "m4 winter m1 scarecrow scarecrow m6 m6 drum surrender bishop"
    assert " ".join(dealt["hands"][0]) == first


@given(seeds, steps)
def test_chance_stream_matches_its_specification(seed: bytes, step: int) -> None:
    assert list(islice(Chance(seed, step).words(), 40)) == list(
        islice(described_stream(seed, step), 40)
    )


@given(seeds, steps, st.lists(st.integers(), max_size=120))
def test_shuffle_matches_its_specification(seed: bytes, step: int, cards: list[int]) -> None:
    expected = described_shuffle(cards, described_stream(seed, step))
    assert Chance(seed, step).shuffle(cards) == expected


@given(seeds, st.lists(st.integers(0, 9), max_size=30), st.randoms())
def test_shuffle_ignores_initial_order_of_cards(seed: bytes, cards: list[int], rng: Random) -> None:
    other = list(cards)
    rng.shuffle(other)
    before = list(other)
    assert Chance(seed, 1).shuffle(cards) == Chance(seed, 1).shuffle(other)
    assert other == before


def test_each_step_has_its_own_stream() -> None:
    firsts = {next(Chance(ZEROS, step).words()) for step in range(1000)}
    assert len(firsts) == 1000


def test_draws_within_a_step_continue_one_stream() -> None:
    words = described_stream(ZEROS, 7)
    chance = Chance(ZEROS, 7)
    for size in (5, 1, 30, 2):
        cards = list(range(size))
        assert chance.shuffle(cards) == described_shuffle(cards, words)
    assert chance.below(2**32) == next(words)


@pytest.mark.parametrize(
    ("n", "words", "number"),
    [
        (10, [7], 7),
        (10, [4294967289], 9),
        (10, [4294967290, 4294967295, 13], 3),  # 2³² = 429496729 · 10 + 6
        (3, [4294967295, 5], 2),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 2**31], 2**31),
        (2**32, [2**32 - 1], 2**32 - 1),
        (1, [12345], 0),
    ],
)
def test_below_rejects_words_that_would_bias_the_draw(
    n: int, words: list[int], number: int
) -> None:
    chance = fixed(*words)
    assert chance.below(n) == number
    assert next(chance.words(), None) is None


def test_shuffle_rejects_words_that_would_bias_it() -> None:
    assert fixed(4294967295, 2, 1).shuffle("cab") == ["a", "b", "c"]
    assert fixed(0, 0).shuffle("cab") == ["b", "c", "a"]


@pytest.mark.parametrize("cards", [[], ["m1"]])
def test_shuffle_of_fewer_than_two_cards_reads_no_words(cards: list[str]) -> None:
    assert fixed().shuffle(cards) == cards


def test_shuffle_orders_are_evenly_distributed() -> None:
    orders = Counter("".join(Chance(ZEROS, step).shuffle("abc")) for step in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_commitment_and_seed_are_documented_hashes() -> None:
    secret, nonces = b"secret", [b"a", b"bc"]
    assert commitment(secret) == sha256(b"secret").hexdigest()
    assert seed_of(secret, nonces) == sha256(b"secretabc").digest()
    assert seed_of(secret, nonces) != seed_of(secret, nonces[::-1])


@given(st.binary(), st.lists(st.binary(), min_size=2, max_size=6))
def test_seating_places_every_player_once(secret: bytes, nonces: list[bytes]) -> None:
    chosen = seating(secret, nonces)
    assert sorted(chosen) == list(range(len(nonces)))
    assert chosen == seating(secret, nonces)


def test_seating_is_independent_of_deal_and_fair() -> None:
    firsts = Counter(seating(bytes([a, b]), [b"", b""])[0] for a in range(40) for b in range(40))
    assert 700 < firsts[0] < 900
