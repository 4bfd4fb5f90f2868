"""What a seat of Condottiere remembers, and that every hand it imagines agrees with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from games.engine.bots import Bot, Easy, questions
from games.engine.chance import Chance
from games.engine.contract import Happening, Json, Move
from games.engine.knowledge import knowledge_of, tell
from games.engine.piles import without
from games.titles.condottiere.bots.beginner import weigh
from games.titles.condottiere.bots.normal import Normal
from games.titles.condottiere.rules.cards import DECK
from games.titles.condottiere.rules.knowledge import Memory, is_bare
from games.titles.condottiere.rules.moves import DISCARD, KEEP, Discard, Keep, Play
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from tests.helpers.condottiere import Table, battle
from tests.helpers.knowledge import WORLDS, worlds


def watched(table: Table, seat: int, *lines: str) -> Memory:
    """What a seat knows once these moves were made before its eyes."""
    knowledge = knowledge_of(table.position, seat)
    assert isinstance(knowledge, Memory)
    for line in lines:
        table.say(line)
        tell(knowledge, table.happenings)
    return knowledge


def hands(table: Table, knowledge: Memory, of: int) -> Iterator[list[str]]:
    """The hand of a seat in many worlds."""
    position = table.position
    assert isinstance(position, Condottiere)
    return (world.hands[of] for world in worlds(position, knowledge))


def test_a_mercenary_taken_back_is_in_that_hand_until_it_is_played() -> None:
    table = battle("m1 m1 m2 m2 | m10 scarecrow m3 m4 | m5 m5")
    knowledge = watched(table, 0, "0 play m1", "1 play m10", "2 play m5", "0 play m1")
    assert any("m10" not in hand for hand in hands(table, knowledge, 1))
    knowledge = watched(table, 0, "1 play scarecrow take m10")
    assert all("m10" in hand for hand in hands(table, knowledge, 1))
    tell(knowledge, table.say("2 pass").happenings)
    tell(knowledge, table.say("0 pass").happenings)
    assert all("m10" in hand for hand in hands(table, knowledge, 1))
    tell(knowledge, table.say("1 play m10").happenings)
    assert any("m10" not in hand for hand in hands(table, knowledge, 1))


def test_who_only_sees_the_table_as_it_is_does_not_know_it() -> None:
    """It is the memory that knows, and no position behind it."""
    table = battle("m1 m1 m2 m2 | m10 scarecrow m3 m4 | m5 m5")
    table.say("0 play m1", "1 play m10", "2 play m5", "0 play m1", "1 play scarecrow take m10")
    assert any("m10" not in hand for hand in hands(table, watched(table, 0), 1))


def test_shown_cards_are_known_to_whom_they_were_shown() -> None:
    table = battle("m1 m1 m2 | winter m3 m3 m4 | m5 m5")
    knowledge = watched(table, 0)
    knowledge.shown(1, ["winter", "m3"])
    assert all({"winter", "m3"} <= set(hand) for hand in hands(table, knowledge, 1))
    for line in ("0 play m1", "1 play winter"):
        tell(knowledge, table.say(line).happenings)
    assert all("m3" in hand for hand in hands(table, knowledge, 1))
    assert any("winter" not in hand for hand in hands(table, knowledge, 1))


def test_where_nobody_may_discard_every_hand_has_a_mercenary() -> None:
    table = battle("m1 m2 | m1 drum | m3 bishop")
    knowledge = watched(table, 0, "0 play m1", "1 pass", "2 pass", "0 pass")
    assert table.kinds() == ["passed", "battle-ended"]
    for seat in (1, 2):
        assert not any(is_bare(hand) for hand in hands(table, knowledge, seat))
    # Once it is played, the rest may be anything.
    for line in ("0 choose roma", "0 pass", "1 play m1"):
        tell(knowledge, table.say(line).happenings)
    assert any(is_bare(hand) for hand in hands(table, knowledge, 1))
    assert not any(is_bare(hand) for hand in hands(table, knowledge, 2))


def test_who_kept_such_a_hand_is_among_those_who_may_hold_one() -> None:
    table = battle("m1 m2 | drum winter | m3 bishop")
    knowledge = watched(table, 0, "0 play m1", "1 pass", "2 pass", "0 pass")
    assert "discard-asked" in table.kinds()
    tell(knowledge, table.say("1 keep").happenings)
    assert table["phase"] == "choose"
    both = zip(hands(table, knowledge, 1), hands(table, knowledge, 2), strict=True)
    bare = [[is_bare(hand) for hand in pair] for pair in both]
    assert all(map(any, bare))
    assert {pair.index(True) for pair in bare} == {0, 1}
    # A mercenary out of one of the two hands tells of the other.
    for line in ("0 choose roma", "0 pass", "1 pass", "2 play m3"):
        tell(knowledge, table.say(line).happenings)
    assert all(is_bare(hand) for hand in hands(table, knowledge, 1))


def test_who_was_asked_itself_knows_of_nobody_else() -> None:
    table = battle("drum bishop | m1 m2 | m3 m4")
    knowledge = watched(table, 0, "0 pass", "1 play m1", "2 pass", "1 pass", "0 keep")
    assert table["phase"] == "choose"
    assert not all(map(is_bare, hands(table, knowledge, 1)))
    assert knowledge.bare is None


def test_a_deal_ends_all_that_was_known_of_hands() -> None:
    table = battle("m1 m1 | m10 scarecrow | m1")
    lines = ["0 play m1", "1 play m10", "2 play m1", "0 play m1", "1 play scarecrow take m10"]
    knowledge = watched(table, 0, *lines, "1 pass")
    assert "dealt" in table.kinds()
    assert any("m10" not in hand for hand in hands(table, knowledge, 1))
    assert not any(knowledge.held)
    assert not knowledge.armed
    assert knowledge.bare is None


def test_hands_that_can_hardly_hold_a_mercenary_hold_one_all_the_same() -> None:
    """Where most cards left are none, luck alone would take for ever to deal them so."""
    table = Table(hands="m1 | m2 | m3", phase="choose")
    knowledge = watched(table, 1)
    knowledge.learn(Happening("battle-ended", {}))
    # All has been seen but these; in truth the other two hold a mercenary each.
    view = dict(table.position.view(1))
    view["seen"] = without(DECK, ["m1", "drum", "m2", "m3", *["scarecrow"] * 15])
    for number in range(WORLDS):
        world = knowledge.imagine(view, Random(number))
        assert sorted(world.hands[0] + world.hands[2]) == ["m1", "m3"]


# --- A round told again, with the hands that were imagined.


@dataclass
class Round:
    """What has happened since the cards were dealt last, all hands as they were then included."""

    start: Condottiere
    made: list[tuple[int, Move, list[Happening]]]

    def dealt_in(self, world: Condottiere, seat: int) -> Condottiere:
        """The deal of this round, had the others held what a world has in their hands."""
        hands = [Counter(hand) for hand in world.hands]
        for mover, move, happenings in self.made:
            if isinstance(move, Play):
                hands[mover][move.card] += 1
                if move.take is not None:
                    hands[mover][move.take] -= 1
            for happening in happenings:
                if happening.kind == "discarded":
                    hands[happening.facts["seat"]].update(happening.facts["cards"])
        dealt = self.start.clone()
        for other in range(dealt.seats):
            assert min(hands[other].values(), default=0) >= 0
            if other != seat:
                dealt.hands[other] = list(hands[other].elements())
        return dealt


def is_answer(move: Move) -> bool:
    return isinstance(move, Keep | Discard)


def happenings_for(happenings: list[Happening], seat: int) -> list[tuple[str, Json]]:
    """What a seat knows of; the cards of a hand are in no order."""
    return [
        (one.kind, {**one.facts, "cards": sorted(one.facts.get("cards", []))})
        for one in happenings
        if one.known_to(seat)
    ]


def check_told_again(round_: Round, world: Condottiere, seat: int) -> None:
    """All that was done this round could have been done with these cards, and the seat would have
    been told the same of it. Who else was asked in secret may differ, as long as the same discard.
    """
    again = round_.dealt_in(world, seat)
    known: list[tuple[str, Json]] = []
    heard: list[tuple[str, Json]] = []

    def play(mover: int, move: Move) -> None:
        assert move in again.moves(mover), f"seat {mover} could not {move} then"
        happenings = again.play(mover, move, Chance(bytes(32), 1))
        heard.extend(happenings_for(happenings, seat))

    discarding: set[int] = set()
    for at, (mover, move, happenings) in enumerate(round_.made):
        known += happenings_for(happenings, seat)
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
        # An answer of the seat's own may have been the last: nobody else was asked then.
        for other in again.to_move() if again.phase == "discard" else ():
            assert other != seat, "it would have been asked"
            play(other, DISCARD if other in discarding else KEEP)
        discarding = set()
    assert heard == known
    assert again.hands[seat] == world.hands[seat]
    assert sorted(again.out) == sorted(world.out)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("taking_cities", [False, True])
def test_with_the_imagined_hands_the_round_would_have_gone_the_same(
    seats: int, taking_cities: bool
) -> None:
    options = CONDOTTIERE.read_options({"taking_cities": taking_cities})
    rng, told_again = Random(seats), 0
    bots: list[Bot] = [Easy(weigh), Normal()]
    for number in range(4):
        round_: Round | None = None
        for position, asked, play in questions(Condottiere, seats, options, rng):
            round_ = round_ or Round(position.clone(), [])
            if rng.random() < 0.2:
                check_told_again(round_, asked.imagine(rng), asked.seat)
                told_again += 1
            move = bots[(asked.seat + number) % 2].choose(asked, rng)
            happenings = play(move)
            round_.made.append((asked.seat, move, happenings))
            if any(happening.kind == "dealt" for happening in happenings):
                round_ = None
    assert told_again > 20
