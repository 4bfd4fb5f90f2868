"""Random games are valid and replayable, and hide their secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from games.engine.chance import Chance
from games.engine.contract import Effect, Move
from games.engine.record import Record
from games.engine.replay import replay
from games.titles.kabale.rules.cards import CARDS, GOALS
from games.titles.kabale.rules.position import Kabale
from tests.helpers.effort import examples
from tests.helpers.outcomes import outcome_of

GAMES = [(seats, seed) for seats in range(2, 7) for seed in range(examples(8))]


def game(
    seats: int, number: int
) -> Iterator[tuple[bytes, Kabale, int | None, Move | None, list[Effect]]]:
    """Play a random game; yield the position, seat, move and effects after every move."""
    rng = Random(f"{seats} {number}")
    seed = rng.randbytes(32)
    position = Kabale.deal(seats, {}, Chance(seed, 0))
    yield seed, position, None, None, []
    step = 0
    while position.to_move():
        seat = rng.choice(position.to_move())
        move = rng.choice(position.moves(seat))
        step += 1
        effects = position.play(seat, move, Chance(seed, step))
        yield seed, position, seat, move, effects


@pytest.mark.parametrize(("seats", "number"), GAMES[::4])
def test_random_game_is_valid_loadable_and_replayable(seats: int, number: int) -> None:
    """The position stays sound, its dump loads to the same, the record replays to the same."""
    moves = []
    for seed, position, seat, move, _ in game(seats, number):
        position.check()
        for owner in range(seats):
            assert sorted(position.cards_of(owner)) == sorted(CARDS)
        assert len(position.known_goals()) + len(position.goals) == 6 * seats
        dump = json.loads(json.dumps(position.dump()))
        if position.outcome() is None:
            assert Kabale.load(dump, seats, {}, Chance(seed, 0)).dump() == dump
        if move is not None:
            moves.append({"seat": seat, **json.loads(json.dumps(move.dump()))})
    reached = replay(Record(Kabale, seats, {}, seed, None, moves))
    assert reached.refusal is None
    assert reached.position.dump() == position.dump()
    assert reached.position.outcome() == position.outcome()
    assert max(outcome_of(position).scores) > 0


@pytest.mark.parametrize(("seats", "number"), GAMES[::5])
def test_resampled_position_has_same_view(seats: int, number: int) -> None:
    """What a seat can resample looks the same to it, and is a sound position."""
    rng = Random(number)
    for _, position, *_ in game(seats, number):
        for seat in (None, *range(seats)):
            resampled = position.resample(seat, rng)
            resampled.check()
            assert resampled.view(seat) == position.view(seat)
            assert resampled.to_move() == position.to_move()
            for owner in range(seats):
                assert sorted(resampled.cards_of(owner)) == sorted(CARDS)


@pytest.mark.parametrize(("seats", "number"), GAMES[::10])
def test_resampled_world_redraws_hidden_cards(seats: int, number: int) -> None:
    rng = Random(number)
    for _, position, *_ in game(seats, number):
        if position.outcome() is not None:
            return
        resampled = [position.resample(0, rng) for _ in range(8)]
        assert all(other.hands[0] == position.hands[0] for other in resampled)
        assert any(other.hands[1:] != position.hands[1:] for other in resampled)
        if len(position.stacks[0]) > 3:
            assert any(other.stacks[0] != position.stacks[0] for other in resampled)


def test_resampled_goals_are_among_those_left() -> None:
    for seats in (2, 4, 6):
        rng = Random(seats)
        for _, position, *_ in game(seats, 0):
            resampled = position.resample(None, rng)
            seen = [*resampled.known_goals(), *resampled.goals]
            assert all(seen.count(goal) <= GOALS.count(goal) for goal in seen)


@pytest.mark.parametrize(("seats", "number"), GAMES[::5])
def test_effects_name_hidden_cards_only_to_their_seat(seats: int, number: int) -> None:
    """Face-down and drawn cards are named to their seat only."""
    for _, position, _, _, effects in game(seats, number):
        open_cards = {
            (laid.seat, laid.card)
            for column in position.columns
            for laid in column.cards
            if laid.up
        }
        for effect in effects:
            facts = effect.facts
            if effect.to is not None:
                assert effect.to == {facts["seat"]}
            elif effect.kind in ("placed", "drew", "hid", "reshuffled", "cloak-declined"):
                assert "card" not in facts
            elif effect.kind == "uncovered" and not any(one.kind == "awarded" for one in effects):
                # Open now, or an explorer that went on.
                laid = (facts["seat"], facts["card"])
                assert facts["card"] == "explorer" or laid in open_cards
            json.dumps(facts)


def test_clone_shares_no_mutable_values() -> None:
    for _, position, *_ in game(3, 1):
        before = position.dump()
        clone = position.clone()
        rng = Random(0)
        for step in range(5):
            for seat in clone.to_move():
                clone.apply(seat, rng.choice(clone.moves(seat)), Chance(bytes(32), step))
        assert position.dump() == before


def test_view_shows_other_hands_stacks_and_goals_as_sizes() -> None:
    for _, position, *_ in game(3, 2):
        view = position.view(1)
        assert [type(hand) for hand in view["hands"]] == [int, list, int]
        assert view["stacks"] == [len(stack) for stack in position.stacks]
        assert view["goals"] == len(position.goals)
        for column, seen in zip(position.columns, view["columns"], strict=True):
            for laid, shown in zip(column.cards, seen["cards"], strict=True):
                known = laid.up or laid.seat == 1
                assert shown["card"] == (laid.card if known else None)
