"""The part shared by all environments: actions in, arrays out, rewards at the end."""

from __future__ import annotations

from copy import copy
from random import Random

import numpy as np
import pytest

from games.engine.core import Core
from games.engine.refusals import BadOptions, BadRecord, IllegalMove, NotYourTurn
from tavola_games import RULES, game, read_record, replay, slugs
from tavola_games.numbers import encoder
from tavola_games.table import IllegalAction, Table, rewards_of

of_every_size = pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug in slugs() for seats in game(slug).seats]
)


def play_on(table: Table, rng: Random, moves: int) -> None:
    """Play some random moves, or to the end."""
    for _ in range(moves):
        if not table.asked:
            return
        seat = rng.choice(table.asked)
        table.decide(seat, rng.choice(table.legal(seat)))


@of_every_size
def test_arrays_do_not_depend_on_hidden_cards(slug: str, seats: int) -> None:
    """Compare the arrays of two worlds that a seat cannot distinguish."""
    table, rng = Table(slug, seats, None), Random(seats)
    table.begin(seats)
    others = 0
    while table.asked:
        play_on(table, rng, 12)
        for seat in range(seats):
            # A table of its own, which was never asked about the true world.
            other = copy(table)
            other.lay(table.position.resample(seat, rng))
            others += other.position.dump() != table.position.dump()
            assert other.observe(seat).tobytes() == table.observe(seat).tobytes()
            assert other.mask(seat).tobytes() == table.mask(seat).tobytes()
    assert others > seats, "no world differed from the true one"


def test_arrays_have_types_and_sizes_of_spaces() -> None:
    for slug in slugs():
        table = Table(slug, None, None)
        seat = table.asked[0]
        seen, mask = table.observe(seat), table.mask(seat)
        assert [seen.dtype.name, *seen.shape] == ["int16", len(table.encoder.highs)]
        assert [mask.dtype.name, *mask.shape] == ["int8", len(table.encoder.moves)]
        assert mask.sum() == len(table.position.moves(seat))
        assert max(table.encoder.highs) <= np.iinfo(np.int16).max


def test_dump_of_game_replays_to_end_and_seed_repeats_it() -> None:
    for slug in slugs():
        dumps = []
        for _ in range(2):
            table = Table(slug, None, None)
            table.begin(5)
            play_on(table, Random(9), 100_000)
            dumps.append(table.dump())
        reached = replay(read_record(dumps[0], RULES))
        assert reached.refusal is None
        assert reached.position.outcome() is not None
        assert dumps[0] == dumps[1]


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ((1, 2), (1.0, -1.0)),
        ((1, 1), (0.0, 0.0)),
        ((3, 1, 2), (-1.0, 1.0, 0.0)),
        ((1, 1, 3), (0.5, 0.5, -1.0)),
        ((1, 2, 2, 4), (1.0, 0.0, 0.0, -1.0)),
    ],
)
def test_rewards_follow_places_and_sum_to_zero(
    places: tuple[int, ...], rewards: tuple[float, ...]
) -> None:
    assert rewards_of(places) == rewards
    assert sum(rewards) == 0


def test_illegal_move_is_refused_and_changes_nothing() -> None:
    table = Table("babel", 2, None)
    before = table.position.dump()
    seat = table.asked[0]
    illegal = next(n for n in range(676) if n not in table.legal(seat))
    with pytest.raises(IllegalMove):
        table.decide(seat, illegal)
    with pytest.raises(NotYourTurn):
        table.decide(1 - seat, table.legal(seat)[0])
    assert (table.position.dump(), table.moves) == (before, [])


def test_rewards_are_zero_during_game() -> None:
    assert Table("condottiere", 3, None).rewards() == (0.0, 0.0, 0.0)


def test_invalid_action_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("babel", 2, None)
    for number in (-1, len(table.encoder.moves)):
        with pytest.raises(IllegalAction, match="An action is a number from 0 to 675"):
            table.move(number)
    with pytest.raises(BadRecord, match="no game"):
        Table("mikado", 2, None)
    with pytest.raises(BadRecord, match="2 to 6 seats"):
        Table("kabale", 7, None)
    with pytest.raises(BadOptions):
        Table("condottiere", 2, {"points": 7})
    unnumbered = Core(rules=(RULES["babel", 1],))
    monkeypatch.setattr("tavola_games.catalogue.core_of", lambda slug: unnumbered)
    with pytest.raises(BadRecord, match="says nothing of its moves as numbers"):
        encoder("babel")
