"""Condottiere's `hard` bot in positions where looking ahead shows the best move."""

from random import Random

import pytest

from games.engine.bots import question, questions
from games.engine.contract import Json, Move
from games.titles.condottiere.bots.hard import Hard, bargain, worth_a_thought
from games.titles.condottiere.bots.outlook import chance_of
from games.titles.condottiere.bots.table import Table
from games.titles.condottiere.rules.moves import DECLINE, PASS, PLAY, Choose
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from tests.games.titles.condottiere.asking import THE_LAST_CARD, answers, battle, load
from tests.helpers.effort import examples

QUICK = Hard(tries=6)

# 36 against 28, and three cards to come.
AHEAD = battle(
    [["m10", "surrender"], ["drum", "m2", "m4"]],
    [
        ["m1", "m2", "m3", "m4", "scarecrow", "m6", "m10", "heroine"],
        ["m2", "m2", "m6", "scarecrow", "m4", "drum", "scarecrow"],
    ],
)
# The army that leads pays one for each lap, and has less to begin with.
A_SMALL_STEP = battle(
    [["bishop", "m6", "m6", "m2", "m1"], ["m1", "surrender"]],
    [["m2", "m4", "m5", "m3", "m10", "m1"], ["m1", "m4", "m4", "m4", "m10", "m10"]],
    city="lucca",
    turn=1,
    holder=1,
    cities={"siena": 0, "firenze": 1},
)


@pytest.mark.parametrize(
    ("position", "seat", "plain", "better"),
    [
        (THE_LAST_CARD, 1, PASS, {PLAY["surrender"]}),
        (AHEAD, 0, PASS, {PLAY["surrender"], PLAY["m10"]}),
        (A_SMALL_STEP, 1, PLAY["surrender"], {PLAY["m1"]}),
    ],
)
def test_hard_bot_finds_better_move_than_normal_bot(
    position: Json, seat: int, plain: Move, better: set[Move]
) -> None:
    assert answers(position, seat) == {plain}
    assert answers(position, seat, QUICK) <= better


def thought_of(data: Json, seat: int, plain: Move) -> set[Move]:
    position = load(data)
    asked = question(position, seat)
    table = Table(asked.view, seat, asked.options)
    found = worth_a_thought(table, asked, plain)
    assert found[0] == plain
    assert set(found) <= set(asked.moves)
    assert len(found) == len(set(found)) <= 10
    return set(found)


def test_hard_bot_considers_few_moves() -> None:
    hand = ["m1", "m2", "m3", "m10", "drum", "bishop"]
    position = battle([hand, ["m4"] * 3], [["m5"], ["m6"]])
    tried = {PASS, *(PLAY[card] for card in ("m2", "m1", "m10", "drum", "bishop"))}
    assert thought_of(position, 0, PLAY["m2"]) == tried


def test_hard_bot_does_not_consider_passing_in_empty_battle() -> None:
    position = battle([["m1", "m2"], ["m4"] * 3], [[], []])
    assert PASS not in thought_of(position, 0, PLAY["m1"])


def test_hard_bot_considers_one_move_without_opponents() -> None:
    position = battle([["m10", "m5", "m3"], ["m6"]], [["m2"], ["m4"]], passed=[False, True])
    assert thought_of(position, 0, PLAY["m3"]) == {PLAY["m3"]}


def test_hard_bot_considers_few_cities_and_declining() -> None:
    position = {"hands": [["m10", "m6", "m5"], ["m1"] * 4], "cities": {"roma": 0, "siena": 1}}
    tried = thought_of(position, 0, Choose("torino"))
    assert DECLINE in tried
    assert len(tried) <= 5


# --- At tables of many, each would leave it to the others to contest a city.

FOR_A_ONE = battle(
    [["m2", "m10", "m1"], ["m6", "m4"], *[["m3", "m5", "m6"]] * 4],
    [[], ["m1"], [], [], [], []],
    city="firenze",
    passed=[False, False, True, True, True, True],
)


@pytest.mark.parametrize("city", ["firenze", "siena"])
def test_hard_bot_contests_city_that_would_go_for_a_one(city: str) -> None:
    assert answers(FOR_A_ONE | {"city": city}, 0, QUICK) == {PLAY["m2"]}


def test_hard_bot_leaves_trifle_to_others_who_can_still_contest() -> None:
    waiting = FOR_A_ONE | {"passed": [False, False, True, True, True, False]}
    position = load(waiting)
    assert bargain(Table.of(question(position, 0))) is None
    dear = FOR_A_ONE | {"hands": [["m10", "m1"], *FOR_A_ONE["hands"][1:]]}
    assert bargain(Table.of(question(load(dear), 0))) is None, "a ten is no bargain"
    two = battle([["m2", "m10"], ["m6"]], [[], ["m1"]])
    assert bargain(Table.of(question(load(two), 0))) is None


def test_hard_bot_considers_cheapest_card_that_leads() -> None:
    position = battle([["m1", "m4", "m10"], ["m4"] * 3], [[], ["m3"]])
    assert PLAY["m4"] in thought_of(position, 0, PASS)


def test_few_cities_go_for_a_trifle_among_six_hard_bots() -> None:
    """In the first of these matches half of them do if no bot looks for a bargain."""
    options, trifles, ended = CONDOTTIERE.read_options({}, 6), 0, 0
    for seed in range(3, 3 + examples(1)):
        rng = Random(f"hub {seed}")
        for _, asked, play in questions(Condottiere, 6, options, rng):
            for effect in play(QUICK.choose(asked, rng)):
                if effect.kind == "battle-ended" and effect.facts["winner"] is not None:
                    ended += 1
                    trifles += effect.facts["strengths"][effect.facts["winner"]] <= 3
    assert trifles / ended < 0.45


# --- How good a position between two battles is.


def chances(data: Json, dealt: bool = False) -> list[float]:
    position = load(data)
    return [chance_of(position, seat, dealt) for seat in range(position.seats)]


def test_two_players_chances_add_up_to_1() -> None:
    rng = Random(3)
    for _ in range(20):
        hands = [rng.choices(["m1", "m4", "m10", "scarecrow"], k=rng.randint(1, 8)) for _ in "ab"]
        mine, theirs = chances({"hands": hands})
        assert mine + theirs == pytest.approx(1)


@pytest.mark.parametrize("seats", [2, 4])
def test_city_pawn_and_strong_hand_raise_chances(seats: int) -> None:
    hands = [["m5", "drum"]] * seats
    equal = {"hands": hands, "holder": 1, "turn": 1}
    first = chances(equal)[0]
    assert chances(equal | {"cities": {"roma": 0}})[0] > first
    assert chances(equal | {"holder": 0, "turn": 0})[0] > first
    rich = equal | {"hands": [["m5", "drum", "heroine"], *hands[1:]]}
    assert chances(rich)[0] > first
    # Of a hand just dealt nothing is known but its size.
    other = equal | {"hands": [["m1", "m1"], *hands[1:]]}
    assert chances(other)[0] < first
    assert chances(other, dealt=True) == chances(equal, dealt=True)
