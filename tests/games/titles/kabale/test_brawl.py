"""The `hard` bot at tables of three or more: simulated rounds and chosen moves."""

from collections.abc import Iterator
from random import Random

import pytest

from games.engine.bots import Question, question, questions
from games.engine.contract import Move
from games.titles.kabale.bots import brawl
from games.titles.kabale.bots.brawl import Brawl
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.outlook import Outlook
from games.titles.kabale.bots.sketch import Sketch
from games.titles.kabale.bots.tally import SEAT_BITS, code
from games.titles.kabale.rules.cards import CARDS
from games.titles.kabale.rules.moves import CLOAK, PLACE, SWAP
from games.titles.kabale.rules.position import Kabale
from games.titles.registry import bot_for
from tests.helpers.kabale import column, load
from tests.helpers.strength import wins_enough

LAST = {"round": 6, "goals": []}
FULL = (column("trade 1", "1 cardinal"), column("farming 1", "2 landlord"))
DEAR = ("1 king", "2 queen", "0 squire", "3 juliet")


def brawl_of(asked: Question, rng: Random) -> Brawl:
    tables = [asked.resample(rng) for _ in range(2)]
    outlook = Outlook(tables, asked.seat, rng)
    return Brawl(asked, Sketch.of(tables[0], rng), outlook, Chances(tables[0].seats), rng)


def played_on(one: Brawl) -> Sketch:
    table = one.table.clone()
    one._go_on(table, None)
    return table


def of_all_sizes(seed: int, share: float) -> Iterator[tuple[Question, Random]]:
    """Yield some questions from a random game at each table, to be used before the next."""
    rng = Random(seed)
    for seats in range(3, 7):
        for _, asked, go in questions(Kabale, seats, {}, rng):
            if rng.random() < share:
                yield asked, rng
            go(rng.choice(asked.moves))


def test_fast_round_simulation_equals_sketch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most cards are laid the short way; here all are laid by the sketch, to the same effect."""
    ended = 0
    for asked, rng in of_all_sizes(3, 0.2):
        one = brawl_of(asked, rng)
        short = played_on(one)
        with monkeypatch.context() as patched:
            patched.setattr(brawl, "ACTING", frozenset(range(len(CARDS))))
            long = played_on(one)
        assert (short.cards, short.storms) == (long.cards, long.storms)
        assert short.covered == long.covered
        ended += short.fulfilled()
    assert ended > 20


def test_trial_leaves_table_unchanged_and_is_repeatable() -> None:
    for asked, rng in of_all_sizes(4, 0.05):
        one = brawl_of(asked, rng)
        before = [cards[:] for cards in one.table.cards], [cards[:] for cards in one.coming]
        values = [one.value(move) for move in asked.moves]
        assert values == [one.value(move) for move in asked.moves]
        assert (one.table.cards, one.coming) == before


def open_brawl(position: Kabale, rng: Random) -> Brawl:
    """Where seat 0 has just laid a card, and everything is known."""
    table, outlook = Sketch.of(position, rng), Outlook([position], 0, rng)
    return Brawl(question(position, 0), table, outlook, Chances(position.seats), rng)


def test_card_is_not_laid_on_own_assassin_if_avoidable() -> None:
    lying = column("music 5", "1 assassin down"), column("trade 5", "3 queen")
    position = load(*lying, *FULL, hands=["king", "queen prince", "juliet", "romeo"], **LAST)
    for seed in range(5):
        one = open_brawl(position, Random(seed))
        one.places = [0]
        table = played_on(one)
        assert table.cards[0] == [code(1, "assassin")]
        assert [card >> SEAT_BITS for card in table.cards[1]] == [3, 1]


def test_simulated_order_draws_stack_from_its_top() -> None:
    """Also where it is larger than anybody's."""
    hand = [code(2, card) for card in CARDS[:9]]
    stack = [code(2, card) for card in CARDS[9:]]
    for seed in range(10):
        order = brawl._in_order(hand, stack, 11, Random(seed))
        first = order[::-1][:11]
        assert set(hand) <= set(order)
        assert len(set(order)) == len(order) == len(hand) + 11
        # Each card that was drawn lay on top when one was laid before it.
        for at, card in enumerate(first):
            assert card in hand or len(stack) - stack.index(card) <= at
    assert sorted(brawl._in_order(hand, [], 11, Random(1))) == sorted(hand)
    assert brawl._in_order([], stack, 11, Random(1)) == []


def test_simulated_order_lays_king_before_squire() -> None:
    hand = [code(0, card) for card in ("squire", "king", "cloak")]
    orders = [brawl._in_order(hand, [], 5, Random(seed)) for seed in range(60)]
    sooner = [order[-1] for order in orders]
    assert sooner.count(code(0, "king")) > 30
    assert set(sooner) == set(hand)


def answers(position: Kabale) -> set[Move]:
    asked = question(position, 0)
    return {Hard(tries=10).choose(asked, Random(seed)) for seed in range(3)}


@pytest.mark.parametrize(
    ("lying", "hand", "best"),
    [
        (DEAR, "beggar merchant cloak", "beggar"),
        (("0 prince", "1 king", "2 queen", "3 juliet"), "squire hermit merchant", "squire"),
        (("1 king", "2 queen", "0 storm", "3 juliet"), "wizard squire romeo", "wizard"),
    ],
)
def test_hard_bot_takes_valuable_goal_with_last_card(
    lying: tuple[str, ...], hand: str, best: str
) -> None:
    columns = column("music 5", *lying), *FULL, column("alchemy 1", "3 fencer")
    position = load(*columns, hands=[hand, *["alchemist"] * 3], **LAST)
    assert answers(position) == {PLACE[best][0]}


def test_hard_bot_answers_for_cloak_and_traitor() -> None:
    asked = {"turn": 1, "pending": {"seat": 0, "column": 0}}
    rest = [*FULL, column("alchemy 1", "3 fencer")]
    aim = column("music 3", "1 queen", "0 cloak", "1 squire")
    hands = ["hermit king romeo", *["alchemist"] * 3]
    assert answers(load(aim, *rest, hands=hands, phase="cloak", **asked, **LAST)) == {CLOAK["king"]}
    aims = (
        column("trade 1", "0 king", "0 queen", "0 traitor", "1 squire", "1 romeo down"),
        column("music 5", "1 queen", "1 juliet", "1 fencer", "1 merchant", "1 hermit"),
    )
    hands[0] = "cloak"
    swap = load(*aims, *rest[1:], hands=hands, phase="swap", **asked, **LAST)
    assert answers(swap) == {SWAP[1]}


def test_hard_bot_plays_hand_of_any_size() -> None:
    hand = " ".join(card for card in CARDS if card not in ("explorer", "storm"))
    columns = [column(f"{area} 5") for area in ("music", "trade", "religion", "farming", "alchemy")]
    position = load(*columns, hands=[hand, *["king"] * 4])
    assert Hard(tries=2).choose(question(position, 0), Random(1)) in position.moves(0)


def test_hard_bot_with_few_tries_beats_easy_bots() -> None:
    """How it does against the plain one takes hundreds of games to tell (docs/bots.md)."""
    bots = [Hard(tries=2), *[bot_for("kabale", "easy")] * 3]
    assert wins_enough(Kabale, bots, games=4, wins=3)
