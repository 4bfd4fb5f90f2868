"""The contract tests pass for a sound game, catch faults and need nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Self

import pytest

from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move, Options, Outcome, Position, View
from games.engine.refusals import IllegalMove
from games.engine.testing import contract_tests, tables
from games.engine.testing.contract_tests import check_decisions
from games.engine.testing.tables import (
    Table,
    covering_tables,
    random_game,
    seed_bytes,
    tables_of,
)
from tests.games.engine import tricks
from tests.games.engine.tricks import DECK, Lay, Memory, Tricks

ROOT = Path(__file__).resolve().parents[3]
TestTricks = contract_tests(Tricks)


class TellsAll(Tricks):
    """A game that reveals to all viewers what one seat should know."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        return [effect._replace(to=None) for effect in super().apply(seat, move, chance)]


class TellsNeighbour(Tricks):
    """A game that reveals to the next seat what one seat should know."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        left, *others = super().apply(seat, move, chance)
        own, *others = others
        return [left, own._replace(to=frozenset((seat, (seat + 1) % self.seats))), *others]


class TellsByTheWay(Tricks):
    """A game whose public effects depend on a hidden card."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        high = Effect("thought", {"seconds": max(map(max, filter(None, self.hands)))})
        return [high, *super().apply(seat, move, chance)]


class DealsOpenly(Tricks):
    """A game that deals new hands after a trick, and shows all viewers what was dealt."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        effects = super().apply(seat, move, chance)
        if effects[-1].kind == "shown":
            deck = chance.shuffle([card for card in DECK if card not in self.seen])
            self.hands = [[deck.pop() for _card in hand] for hand in self.hands]
            effects.append(Effect("dealt", {"hands": [list(hand) for hand in self.hands]}))
        return effects


class TellsNobody(Tricks):
    """A game that addresses a secret to a seat that does not exist."""

    __slots__ = ()

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        no_seat = frozenset((self.seats,))
        effects = super().apply(seat, move, chance)
        return [one if one.to is None else one._replace(to=no_seat) for one in effects]


class DeclaresNothing(Tricks):
    """A kind that reveals something is not declared."""

    __slots__ = ()
    revealing = frozenset()


class ForgetsASecret(Tricks):
    """A game that declares a private kind of effect as public."""

    __slots__ = ()
    forgotten = frozenset(("laid-own",))


class Shows(Tricks):
    """A view shows what is laid face down."""

    __slots__ = ()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        return {**super().view(seat), "laid": list(self.laid)}


class ResamplesTheTruth(Tricks):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> Self:
        return self.clone()


class ResamplesByChance(Tricks):
    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> Self:
        return super().resample(seat, Random())


class Shares(Tricks):
    """Copies share their hands."""

    __slots__ = ()

    def clone(self) -> Self:
        copy = super().clone()
        copy.hands = self.hands
        return copy


class Allows(Tricks):
    """Whatever is asked for is carried out."""

    __slots__ = ()

    def play(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        return self.apply(seat, move, chance) if seat in self.to_move() else []


class RefusesByHiddenCards(Tricks):
    """A refusal says who has the card."""

    __slots__ = ()

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        assert isinstance(move, Lay)
        if any(move.card in hand for hand in self.hands):
            return IllegalMove("Another player has that card.")
        return super().why_not(seat, move)


class ShowsItsOwnList(Tricks):
    """A view changes with the position."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "seen": self.seen}


class ChangesWhenRefusing(Tricks):
    __slots__ = ()

    def play(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        self.points.reverse()
        return super().play(seat, move, chance)


class ListsTwice(Tricks):
    __slots__ = ()

    def moves(self, seat: int) -> list[Move]:
        return super().moves(seat) * 2


class AsksTheWrong(Tricks):
    """Seats are said to be asked that have no move."""

    __slots__ = ()

    def to_move(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if super().to_move() else ()

    def moves(self, seat: int) -> list[Move]:
        return [Lay(card) for card in self.hands[seat]] if self.laid[seat] is None else []


class MissesACard(Tricks):
    """A dump leaves something out, which loading fills in otherwise."""

    __slots__ = ()

    def dump(self) -> Mapping[str, Any]:
        return {**super().dump(), "laid": [None] * self.seats}


class LoadsTheEnd(Tricks):
    __slots__ = ()

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.hands, position.seen = data["hands"], data["seen"]
        position.laid, position.points = data["laid"], data["points"]
        return position


class ReadsOtherwise(Tricks):
    __slots__ = ()

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        return Lay(data.get("card", 1) % 20 + 1)


class FailsToRead(Tricks):
    """What is no move is an error of Python's."""

    __slots__ = ()

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        return Lay(int(data["card"]))


class RollsItsOwn(Tricks):
    """Chance that no seed repeats."""

    __slots__ = ()

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        return super().deal(seats, options, Chance(os.urandom(32), 0))


class PlacesNobody(Tricks):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and replace(outcome, places=tuple(place + 1 for place in outcome.places))


class Boastful(Memory):
    """An information state with something never revealed: another seat's highest card."""

    def agrees_with(self, position: Tricks) -> bool:
        return any(20 in hand for seat, hand in enumerate(position.hands) if seat != self.seat)


class Suspicious(Memory):
    """It rules out what may be so, but is never so in the true game."""

    def agrees_with(self, position: Tricks) -> bool:
        return position is LeaksThePosition.last or position.hands == []


class LeaksThePosition(Tricks):
    """A seat knows all hands."""

    __slots__ = ()
    last: ClassVar[Tricks]

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        LeaksThePosition.last = made = super().deal(seats, options, chance)
        return made


class Peeping(Memory):
    def draw(self, world: Tricks, view: View, rng: Random) -> None:
        truth = LeaksThePosition.last
        world.hands, world.laid = [list(hand) for hand in truth.hands], list(truth.laid)


class Capricious(Memory):
    def draw(self, world: Tricks, view: View, rng: Random) -> None:
        super().draw(world, view, Random())


class Careless(Memory):
    """It deals others what lies open, and what the seat holds itself."""

    def draw(self, world: Tricks, view: View, rng: Random) -> None:
        super().draw(world, view, rng)
        for other in range(world.seats):
            if other != self.seat and world.hands[other]:
                world.hands[other][0] = (world.hands[self.seat] or world.seen)[0]


class RemembersFalsely(Tricks):
    __slots__ = ()
    information_state = Boastful


class RulesOutTooMuch(LeaksThePosition):
    __slots__ = ()
    information_state = Suspicious


class KnowsTheTruth(LeaksThePosition):
    __slots__ = ()
    information_state = Peeping


class GuessesByChance(Tricks):
    __slots__ = ()
    information_state = Capricious


class DealsTwice(Tricks):
    __slots__ = ()
    information_state = Careless


class AsksNobody(Tricks):
    __slots__ = ()

    def moves(self, seat: int) -> list[Move]:
        return [Lay(card) for card in self.hands[seat]]


class AsksBackwards(Tricks):
    __slots__ = ()

    def to_move(self) -> tuple[int, ...]:
        return super().to_move()[::-1]


class EndsEarly(Tricks):
    __slots__ = ()

    def outcome(self) -> Outcome | None:
        return Outcome((0,) * self.seats, (1,) * self.seats, "points")


SENTENCES: list[tuple[type[Position], str]] = [
    (ListsTwice, r"`moves` of seat 0 has .+ twice: list each move once"),
    (AsksTheWrong, "seat . is in `to_move` and has no moves: leave it out, or give it a move"),
    (AsksNobody, "seat . has moves and is not in `to_move`: return \\[\\] for it in `moves`"),
    (AsksBackwards, r"`to_move` is .+: name each seat once, in ascending order"),
    (EndsEarly, r"there is an outcome, and `to_move` is .+: return \(\) after the end"),
]


@pytest.mark.parametrize(
    ("rules", "said"), SENTENCES, ids=[rules.__name__ for rules, _said in SENTENCES]
)
def test_unsound_decisions_are_named_with_what_to_do(rules: type[Position], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_all_decisions(rules)


def check_all_decisions(rules: type[Position]) -> None:
    """Check the decisions of one random game at the largest table."""
    for turn in random_game(tables_of(rules)[-1], seed_bytes(0)):
        check_decisions(turn.position)


FAULTS: list[tuple[type[Position], str]] = [
    (TellsAll, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (TellsNeighbour, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (TellsByTheWay, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (DealsOpenly, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (TellsNobody, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (DeclaresNothing, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (ForgetsASecret, "no_effect_shows_a_viewer_what_is_hidden_from_them"),
    (Shows, "no_viewer_can_tell_a_resampled_position_from_the_true_one"),
    (RefusesByHiddenCards, "refusals_do_not_depend_on_what_is_hidden"),
    (ShowsItsOwnList, "views_share_nothing_that_changes"),
    (ResamplesTheTruth, "resampling_varies_what_each_viewer_cannot_know"),
    (ResamplesByChance, "resampling_depends_only_on_its_dice"),
    (Shares, "clones_share_nothing_that_changes"),
    (Allows, "unlisted_moves_are_refused_and_change_nothing"),
    (Allows, "nothing_is_played_after_the_end"),
    (ChangesWhenRefusing, "unlisted_moves_are_refused_and_change_nothing"),
    (ListsTwice, "positions_stay_sound_after_each_move"),
    (AsksTheWrong, "positions_stay_sound_after_each_move"),
    (MissesACard, "a_loaded_position_plays_on_alike"),
    (LoadsTheEnd, "a_finished_position_is_not_loaded"),
    (ReadsOtherwise, "moves_are_read_as_they_were_dumped"),
    (FailsToRead, "invalid_move_is_refused"),
    (RollsItsOwn, "a_record_replays_to_the_same_positions"),
    (RemembersFalsely, "worlds_never_contradict_what_a_seat_knows"),
    (RulesOutTooMuch, "worlds_never_contradict_what_a_seat_knows"),
    (DealsTwice, "worlds_never_contradict_what_a_seat_knows"),
    (KnowsTheTruth, "a_seat_does_not_know_the_rest"),
    (GuessesByChance, "worlds_depend_only_on_information_state_and_dice"),
    (PlacesNobody, "random_games_come_to_a_sound_end"),
]


@pytest.mark.parametrize(
    ("rules", "name"), FAULTS, ids=[f"{rules.__name__}-{name}" for rules, name in FAULTS]
)
def test_contract_test_catches_fault(rules: type[Position], name: str) -> None:
    tests = contract_tests(rules)()
    table = tables_of(rules)[1]
    with pytest.raises((AssertionError, KeyError, pytest.fail.Exception)):
        getattr(tests, f"test_{name}")(table)


def test_covering_tables_have_every_pair_of_seats_and_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def pairs_of(chosen: list[Table]) -> set[object]:
        values = [(("seats", table.seats), *table.options) for table in chosen]
        return {pair for of_table in values for pair in combinations(of_table, 2)}

    every = tables_of(Tricks)
    monkeypatch.setattr(tables, "EFFORT", "usual")
    chosen = covering_tables(Tricks)
    assert len(chosen) < len(every)
    assert pairs_of(chosen) == pairs_of(every)
    monkeypatch.setattr(tables, "EFFORT", "thorough")
    assert covering_tables(Tricks) == every


def test_contract_tests_run_outside_the_repository_without_django(tmp_path: Path) -> None:
    """In a folder of its own, without Django and without the plugins of this site's tests."""
    shutil.copy(tricks.__file__, tmp_path / "tricks.py")
    (tmp_path / "test_tricks.py").write_text(
        "import sys\n"
        "from games.engine.testing import contract_tests\n"
        "from tricks import Tricks\n"
        "TestTricks = contract_tests(Tricks)\n"
        "def test_alone(): assert 'django' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_tricks.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "EFFORT": "quick",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
