"""The deal, turns, draws, and the end of a round and of the game (spec: Play)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chance import Chance
from games.titles.kabale.rules.cards import CARDS, GOALS
from games.titles.kabale.rules.position import Kabale
from tests.helpers import kabale as table
from tests.helpers.outcomes import outcome_of


@pytest.mark.parametrize("seats", range(2, 7))
def test_deal_has_three_cards_each_and_a_column_per_seat(seats: int) -> None:
    position = Kabale.deal(seats, {}, Chance(table.SEED, 0))
    position.check()
    assert [len(hand) for hand in position.hands] == [3] * seats
    assert [len(stack) for stack in position.stacks] == [22] * seats
    assert len(position.columns) == seats
    assert len(position.goals) == 5 * seats
    assert position.to_move() == (0,)


def test_deal_shuffles_stacks_by_seat_then_goals() -> None:
    position = Kabale.deal(3, {}, Chance(table.SEED, 0))
    chance = Chance(table.SEED, 0)
    stacks = [chance.shuffle(CARDS) for _ in range(3)]
    kept = chance.shuffle(GOALS)[-18:]
    assert position.hands == [stack[:-4:-1] for stack in stacks]
    assert position.stacks == [stack[:-3] for stack in stacks]
    assert [column.goal for column in position.columns] == kept[:-4:-1]
    assert position.goals == kept[:-3]


def test_turn_lays_card_face_down_and_draws() -> None:
    p = table.load(
        table.column("music 3"),
        table.column("trade 3"),
        hands=["king queen", "queen"],
        stacks=[["witch", "wizard"], []],
    )
    effects = table.play(p, 0, "place", "king", 1)
    assert table.cards(p, 1) == ["0 king down"]
    assert p.hands[0] == ["queen", "wizard"]
    assert p.stacks[0] == ["witch"]
    assert p.to_move() == (1,)
    assert table.kinds(effects) == ["placed", "placed-own", "drew", "drew-own"]


def test_placed_and_drawn_cards_are_known_only_to_their_seat() -> None:
    p = table.load(
        table.column("music 3"),
        table.column("trade 3"),
        hands=["king", "queen"],
        stacks=[["witch"], []],
    )
    effects = table.play(p, 0, "place", "king", 1)
    secret = [effect for effect in effects if "card" in effect.facts]
    assert [effect.facts["card"] for effect in secret] == ["king", "witch"]
    assert all(effect.to == frozenset({0}) for effect in secret)


def test_card_directly_above_is_uncovered_for_any_owner() -> None:
    p = table.load(
        table.column("music 5", "1 storm", "1 witch down"),
        table.column("trade 3"),
        hands=["queen", "king"],
    )
    effects = table.play(p, 0, "place", "queen", 0)
    assert table.cards(p, 0) == ["1 storm", "1 witch", "0 queen down"]
    assert table.facts(effects, "uncovered") == [{"column": 0, "seat": 1, "card": "witch"}]


def test_only_card_directly_above_is_uncovered() -> None:
    p = table.load(
        table.column("music 5", "1 witch down", "1 king"),
        table.column("trade 3"),
        hands=["queen", "queen"],
    )
    table.play(p, 0, "place", "queen", 0)
    assert table.cards(p, 0) == ["1 witch down", "1 king", "0 queen down"]


def test_card_under_cloak_is_not_uncovered() -> None:
    p = table.load(
        table.column("music 5", "1 cloak", "1 storm hidden"),
        table.column("trade 3"),
        hands=["queen", "queen"],
    )
    effects = table.play(p, 0, "place", "queen", 0)
    assert table.cards(p, 0) == ["1 cloak", "1 storm hidden", "0 queen down"]
    assert not table.facts(effects, "uncovered")


def test_own_discards_are_shuffled_when_stack_is_empty() -> None:
    p = table.load(
        table.column("music 5"),
        table.column("trade 3"),
        hands=["queen", "queen"],
        stacks=[[], []],
        discards=[["witch", "king", "giant"], ["king"]],
    )
    shuffled = Chance(table.SEED, 7).shuffle(["witch", "king", "giant"])
    effects = table.play(p, 0, "place", "queen", 0, step=7)
    assert p.hands[0] == [shuffled.pop()]
    assert p.stacks[0] == shuffled
    assert p.discards == [[], ["king"]]
    assert table.facts(effects, "reshuffled") == [{"seat": 0, "count": 3}]


def test_nothing_is_drawn_without_stack_and_discards() -> None:
    p = table.load(
        table.column("music 5"), table.column("trade 3"), hands=["queen", "queen"], stacks=[[], []]
    )
    effects = table.play(p, 0, "place", "queen", 0)
    assert p.hands[0] == []
    assert "drew" not in table.kinds(effects)


def test_one_card_is_drawn_with_large_hand() -> None:
    p = table.load(
        table.column("music 5"), table.column("trade 3"), hands=["king queen witch giant", "queen"]
    )
    table.play(p, 0, "place", "king", 0)
    assert len(p.hands[0]) == 4


def test_seat_with_empty_hand_is_skipped() -> None:
    p = table.load(
        table.column("music 5"),
        table.column("trade 3"),
        table.column("trade 4"),
        hands=["king", "", "queen"],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (2,)


def test_turn_returns_to_same_seat_when_others_have_no_cards() -> None:
    p = table.load(table.column("music 5"), table.column("trade 3"), hands=["king queen", ""])
    table.play(p, 0, "place", "king", 0)
    assert p.to_move() == (0,)


def test_round_ends_when_all_hands_are_empty() -> None:
    p = table.load(
        table.column("music 5"), table.column("trade 3"), hands=["king", ""], stacks=[[], []]
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert "round-ended" in table.kinds(effects)
    assert p.round == 2
    assert p.won == [[("music", 5)], []]
    # The next round: the king comes back from the discards, seat 1 has nothing.
    assert p.hands == [["king"], []]
    assert p.to_move() == (0,)


# --- The end of a round.


def test_round_ends_when_all_goals_are_fulfilled() -> None:
    p = table.load(
        table.column("music 1", "1 king down"), table.column("trade 1"), hands=["queen", "queen"]
    )
    effects = table.play(p, 0, "place", "queen", 1)
    assert p.round == 2
    assert p.won == [[("trade", 1)], [("music", 1)]]
    assert table.facts(effects, "round-ended")[0]["revealed"] == [
        {"column": 0, "index": 0, "seat": 1, "card": "king"},
        {"column": 1, "index": 0, "seat": 0, "card": "queen"},
    ]


def test_more_cards_may_be_laid_at_fulfilled_goal() -> None:
    p = table.load(
        table.column("music 1", "1 king"), table.column("trade 2"), hands=["queen", "queen"]
    )
    table.play(p, 0, "place", "queen", 0)
    assert p.round == 1
    assert len(p.columns[0].cards) == 2


def test_given_position_is_not_checked_for_end_before_first_move() -> None:
    p = table.load(
        table.column("music 1", "1 king"),
        table.column("trade 1", "0 king"),
        hands=["queen", "queen"],
    )
    assert p.round == 1
    table.play(p, 0, "place", "queen", 0)
    assert p.round == 2


def test_cards_revealed_at_end_of_round_do_not_act() -> None:
    p = table.load(
        table.column("music 1", "1 assassin down"),
        table.column("trade 1"),
        hands=["storm", "queen"],
    )
    table.play(p, 0, "place", "storm", 1)
    assert p.round == 2
    assert "storm" in p.discards[0]
    assert "assassin" in p.discards[1]


def test_seat_on_turn_draws_before_award() -> None:
    """Its stack is empty: it shuffles discards that its used cards have not joined yet."""
    p = table.load(
        table.column("music 1", "0 king down"),
        table.column("trade 1"),
        hands=["queen giant witch", "queen prince giant"],
        stacks=[[], ["king"]],
        discards=[["romeo"], []],
    )
    table.play(p, 0, "place", "queen", 1)
    assert sorted(p.hands[0]) == ["giant", "romeo", "witch"]
    assert sorted(p.discards[0]) == ["king", "queen"]


def test_used_cards_go_to_discards_and_hands_and_stacks_stay() -> None:
    p = table.load(
        table.column("music 1", "1 king", "0 witch"),
        table.column("trade 1"),
        hands=["queen giant romeo", "queen prince giant"],
        stacks=[["juliet"], ["squire"]],
    )
    table.play(p, 0, "place", "queen", 1)
    assert sorted(p.discards[0]) == ["queen", "witch"]
    assert p.discards[1] == ["king"]
    assert p.hands == [["giant", "romeo", "juliet"], ["queen", "prince", "giant"]]
    assert p.stacks == [[], ["squire"]]


def test_next_round_is_begun_by_seat_left_of_the_last_mover() -> None:
    p = table.load(
        table.column("music 1", "1 king"),
        table.column("trade 1"),
        table.column("trade 2", "1 queen", "2 queen"),
        hands=["queen", "witch", "king"],
        turn=1,
    )
    table.play(p, 1, "place", "witch", 1)
    assert p.round == 2
    assert p.to_move() == (2,)


def test_starter_without_cards_is_skipped() -> None:
    p = table.load(
        table.column("music 1", "0 king"),
        table.column("trade 1"),
        table.column("trade 2", "0 queen", "2 queen"),
        hands=["witch", "", "king"],
        stacks=[[], [], []],
    )
    table.play(p, 0, "place", "witch", 1)
    assert p.to_move() == (2,)


def test_goals_are_opened_from_the_end_left_to_right() -> None:
    goals = [["music", points] for points in (1, 2, 3, 4, 5)] + [
        ["trade", points] for points in (1, 2, 3, 4, 5)
    ]
    p = table.load(
        table.column("farming 1", "1 king"),
        table.column("farming 2", "0 king"),
        hands=["queen", "queen"],
        goals=goals,
    )
    table.play(p, 0, "place", "queen", 1)
    assert [column.goal for column in p.columns] == [("trade", 5), ("trade", 4)]
    assert p.goals[-1] == ("trade", 3)
    assert not any(column.cards or column.storm for column in p.columns)


def test_hands_are_refilled_to_3_for_next_round() -> None:
    p = table.load(
        table.column("music 1", "1 king", "1 giant"),
        table.column("trade 1"),
        hands=["queen", "queen"],
        stacks=[["witch", "wizard", "beggar"], []],
    )
    table.play(p, 0, "place", "queen", 1)
    assert p.hands[0] == ["beggar", "wizard", "witch"]
    assert sorted(p.hands[1]) == ["giant", "king", "queen"]


def test_goal_without_winner_leaves_game() -> None:
    p = table.load(
        table.column("music 1", "1 double down"), table.column("trade 1"), hands=["king", "king"]
    )
    effects = table.play(p, 0, "place", "king", 1)
    assert p.won == [[("trade", 1)], []]
    assert p.lost == [("music", 1)]
    assert [given["winner"] for given in table.facts(effects, "awarded")] == [None, 0]


def test_award_effect_has_steps() -> None:
    p = table.load(
        table.column("music 1", "1 wizard", "0 king down"),
        table.column("trade 1"),
        hands=["queen", "queen"],
    )
    effects = table.play(p, 0, "place", "queen", 1)
    first = table.facts(effects, "awarded")[0]
    assert first["column"] == 0
    assert first["goal"] == ["music", 1]
    assert first["winner"] == 1
    assert first["left"] == [0]
    assert first["steps"][0] == {"kind": "wizard", "by": [0], "removed": [1], "changed": []}
    history = [kind for kind in table.kinds(effects) if not kind.startswith("drew")]
    assert history[2:] == ["round-ended", "awarded", "awarded", "goals-opened", "round-begins"]


# --- The end of the game.


def last_round(**rest: Any) -> Kabale:
    return table.load(
        table.column("music 1", "1 king"),
        table.column("trade 5", "0 king", "0 giant", "0 romeo", "1 witch"),
        hands=["queen", "queen"],
        round=6,
        **rest,
    )


def test_game_ends_after_6_rounds() -> None:
    p = last_round(stacks=[["squire"], []])
    effects = table.play(p, 0, "place", "queen", 1)
    assert p.to_move() == ()
    assert outcome_of(p).reason == "rounds"
    assert outcome_of(p).scores == (5, 1)
    assert outcome_of(p).places == (1, 2)
    dump = p.dump()
    assert (dump["phase"], dump["round"], dump["turn"], dump["columns"]) == ("over", 6, None, [])
    assert table.kinds(effects)[-1] == "over"


def test_seat_on_turn_draws_before_end_of_game() -> None:
    p = last_round(stacks=[["squire"], []])
    table.play(p, 0, "place", "queen", 1)
    assert p.hands == [["squire"], ["queen"]]


def test_no_goals_remain_in_sixth_round() -> None:
    assert last_round().goals == []
