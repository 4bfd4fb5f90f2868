"""The memory of a seat of Condottiere: every hand it resamples agrees with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from games.engine.bots import Bot, Easy, questions
from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move
from games.engine.information_state import information_state_of, tell
from games.engine.piles import without
from games.titles.condottiere.bots.beginner import weigh
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.rules.cards import DECK
from games.titles.condottiere.rules.information_state import Memory, is_bare
from games.titles.condottiere.rules.moves import DISCARD, KEEP, Discard, Keep, Play
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from tests.helpers.condottiere import Table, battle
from tests.helpers.information_state import WORLDS, worlds


def watched(table: Table, seat: int, *lines: str) -> Memory:
    """Return the information state of a seat after these moves."""
    information_state = information_state_of(table.position, seat)
    assert isinstance(information_state, Memory)
    for line in lines:
        table.say(line)
        tell(information_state, table.effects)
    return information_state


def hands(table: Table, information_state: Memory, of: int) -> Iterator[list[str]]:
    """Return the hand of a seat in many worlds."""
    position = table.position
    assert isinstance(position, Condottiere)
    return (world.hands[of] for world in worlds(position, information_state))


def test_mercenary_taken_back_stays_known_until_played() -> None:
    table = battle("m1 m1 m2 m2 | m10 scarecrow m3 m4 | m5 m5")
    information_state = watched(table, 0, "0 play m1", "1 play m10", "2 play m5", "0 play m1")
    assert any("m10" not in hand for hand in hands(table, information_state, 1))
    information_state = watched(table, 0, "1 play scarecrow take m10")
    assert all("m10" in hand for hand in hands(table, information_state, 1))
    tell(information_state, table.say("2 pass").effects)
    tell(information_state, table.say("0 pass").effects)
    assert all("m10" in hand for hand in hands(table, information_state, 1))
    tell(information_state, table.say("1 play m10").effects)
    assert any("m10" not in hand for hand in hands(table, information_state, 1))


def test_viewer_without_memory_does_not_know_hand() -> None:
    """It is the memory that knows, and no position behind it."""
    table = battle("m1 m1 m2 m2 | m10 scarecrow m3 m4 | m5 m5")
    table.say("0 play m1", "1 play m10", "2 play m5", "0 play m1", "1 play scarecrow take m10")
    assert any("m10" not in hand for hand in hands(table, watched(table, 0), 1))


def test_shown_cards_are_known_to_viewer() -> None:
    table = battle("m1 m1 m2 | winter m3 m3 m4 | m5 m5")
    information_state = watched(table, 0)
    information_state.shown(1, ["winter", "m3"])
    assert all({"winter", "m3"} <= set(hand) for hand in hands(table, information_state, 1))
    for line in ("0 play m1", "1 play winter"):
        tell(information_state, table.say(line).effects)
    assert all("m3" in hand for hand in hands(table, information_state, 1))
    assert any("winter" not in hand for hand in hands(table, information_state, 1))


def test_no_discard_question_means_mercenaries_in_every_hand() -> None:
    table = battle("m1 m2 | m1 drum | m3 bishop")
    information_state = watched(table, 0, "0 play m1", "1 pass", "2 pass", "0 pass")
    assert table.kinds() == ["passed", "battle-ended"]
    for seat in (1, 2):
        assert not any(is_bare(hand) for hand in hands(table, information_state, seat))
    # Once it is played, the rest may be anything.
    for line in ("0 choose roma", "0 pass", "1 play m1"):
        tell(information_state, table.say(line).effects)
    assert any(is_bare(hand) for hand in hands(table, information_state, 1))
    assert not any(is_bare(hand) for hand in hands(table, information_state, 2))


def test_kept_hand_is_without_mercenaries() -> None:
    table = battle("m1 m2 | drum winter | m3 bishop")
    information_state = watched(table, 0, "0 play m1", "1 pass", "2 pass", "0 pass")
    assert "discard-asked" in table.kinds()
    tell(information_state, table.say("1 keep").effects)
    assert table["phase"] == "choose"
    both = zip(hands(table, information_state, 1), hands(table, information_state, 2), strict=True)
    bare = [[is_bare(hand) for hand in pair] for pair in both]
    assert all(map(any, bare))
    assert {pair.index(True) for pair in bare} == {0, 1}
    # A mercenary out of one of the two hands tells of the other.
    for line in ("0 choose roma", "0 pass", "1 pass", "2 play m3"):
        tell(information_state, table.say(line).effects)
    assert all(is_bare(hand) for hand in hands(table, information_state, 1))


def test_asked_seat_does_not_know_other_asked_seats() -> None:
    table = battle("drum bishop | m1 m2 | m3 m4")
    information_state = watched(table, 0, "0 pass", "1 play m1", "2 pass", "1 pass", "0 keep")
    assert table["phase"] == "choose"
    assert not all(map(is_bare, hands(table, information_state, 1)))
    assert information_state.bare is None


def test_deal_clears_known_cards_of_hands() -> None:
    table = battle("m1 m1 | m10 scarecrow | m1")
    lines = ["0 play m1", "1 play m10", "2 play m1", "0 play m1", "1 play scarecrow take m10"]
    information_state = watched(table, 0, *lines, "1 pass")
    assert "dealt" in table.kinds()
    assert any("m10" not in hand for hand in hands(table, information_state, 1))
    assert not any(information_state.held)
    assert not information_state.armed
    assert information_state.bare is None


def test_mercenary_is_resampled_into_hands_when_few_are_left() -> None:
    """If most remaining cards are not mercenaries, random deals would almost never fit."""
    table = Table(hands="m1 | m2 | m3", phase="choose")
    information_state = watched(table, 1)
    information_state.learn(Effect("battle-ended", {}))
    # All has been seen but these; in truth the other two hold a mercenary each.
    view = dict(table.position.view(1))
    view["seen"] = without(DECK, ["m1", "drum", "m2", "m3", *["scarecrow"] * 15])
    for number in range(WORLDS):
        world = information_state.resample(view, Random(number))
        assert sorted(world.hands[0] + world.hands[2]) == ["m1", "m3"]


# --- A round replayed with the resampled hands.


@dataclass
class Round:
    """What has happened since the cards were dealt last, all hands as they were then included."""

    start: Condottiere
    made: list[tuple[int, Move, list[Effect]]]

    def dealt_in(self, world: Condottiere, seat: int) -> Condottiere:
        """Return the deal of this round that leads to the hands of a world."""
        hands = [Counter(hand) for hand in world.hands]
        for mover, move, effects in self.made:
            if isinstance(move, Play):
                hands[mover][move.card] += 1
                if move.take is not None:
                    hands[mover][move.take] -= 1
            for effect in effects:
                if effect.kind == "discarded":
                    hands[effect.facts["seat"]].update(effect.facts["cards"])
        dealt = self.start.clone()
        for other in range(dealt.seats):
            assert min(hands[other].values(), default=0) >= 0
            if other != seat:
                dealt.hands[other] = list(hands[other].elements())
        return dealt


def is_answer(move: Move) -> bool:
    return isinstance(move, Keep | Discard)


def effects_for(effects: list[Effect], seat: int) -> list[tuple[str, Json]]:
    """Return what a seat knows, without the order of cards in hands."""
    return [
        (one.kind, {**one.facts, "cards": sorted(one.facts.get("cards", []))})
        for one in effects
        if one.known_to(seat)
    ]


def check_told_again(round_: Round, world: Condottiere, seat: int) -> None:
    """Assert that the round could have been played with these cards, with the same information.

    Other seats may have been asked secretly, as long as the same seats discarded.
    """
    again = round_.dealt_in(world, seat)
    known: list[tuple[str, Json]] = []
    heard: list[tuple[str, Json]] = []

    def play(mover: int, move: Move) -> None:
        assert move in again.moves(mover), f"seat {mover} could not play {move}"
        effects = again.play(mover, move, Chance(bytes(32), 1))
        heard.extend(effects_for(effects, seat))

    discarding: set[int] = set()
    for at, (mover, move, effects) in enumerate(round_.made):
        known += effects_for(effects, seat)
        if not is_answer(move):
            play(mover, move)
            continue
        if mover == seat:
            play(mover, move)
        elif isinstance(move, Discard):
            discarding.add(mover)
        last = at + 1 == len(round_.made)
        if world.phase == "discard" if last else is_answer(round_.made[at + 1][1]):
            continue
        # The seat's own answer may have been the last, then no other seat was asked.
        for other in again.to_move() if again.phase == "discard" else ():
            assert other != seat, "the seat would also have been asked to discard"
            play(other, DISCARD if other in discarding else KEEP)
        discarding = set()
    assert heard == known
    assert again.hands[seat] == world.hands[seat]
    assert sorted(again.out) == sorted(world.out)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("taking_cities", [False, True])
def test_round_is_replayable_with_resampled_hands(seats: int, taking_cities: bool) -> None:
    options = CONDOTTIERE.read_options({"taking_cities": taking_cities})
    rng, told_again = Random(seats), 0
    bots: list[Bot] = [Easy(weigh), Normal()]
    for number in range(4):
        round_: Round | None = None
        for position, asked, play in questions(Condottiere, seats, options, rng):
            round_ = round_ or Round(position.clone(), [])
            if rng.random() < 0.2:
                check_told_again(round_, asked.resample(rng), asked.seat)
                told_again += 1
            move = bots[(asked.seat + number) % 2].choose(asked, rng)
            effects = play(move)
            round_.made.append((asked.seat, move, effects))
            if any(effect.kind == "dealt" for effect in effects):
                round_ = None
    assert told_again > 20
