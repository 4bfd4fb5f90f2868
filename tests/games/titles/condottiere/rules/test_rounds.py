"""The deal, discarding and the end of a round, steps 1 and 5 to 7 (spec: Play)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.titles.condottiere.rules.cards import DECK
from tests.helpers.condottiere import Table, battle, owned

# --- The deal.


@pytest.mark.parametrize("seats", range(2, 7))
def test_deal_gives_ten_cards_each_and_seat_0_the_pawn(seats: int) -> None:
    table = Table(seats=seats)
    assert table.sizes() == [10] * seats
    assert (table["phase"], table["holder"], table["turn"]) == ("choose", 0, 0)
    assert len(table["rest"]) == 96 - 10 * seats
    assert Counter(sum(table["hands"], table["rest"])) == Counter(DECK)


def test_deal_takes_cards_from_the_end_seat_by_seat() -> None:
    table = Table(seats=4)
    deck = table.record.chance(0).shuffle(DECK)
    tops = deck[::-1]
    assert table["hands"] == [tops[start : start + 10] for start in range(0, 40, 10)]


def test_deal_gives_seat_with_three_cities_sixteen_cards() -> None:
    """The rulebook's example: Parma, Venezia and Siena."""
    cities = owned(s1="parma venezia siena", s2="roma")
    table = battle("m1 | | ", city="torino", cities=cities).say("0 pass")
    assert table.sizes() == [10, 16, 12]


def test_new_deal_uses_chance_of_its_move() -> None:
    table = battle("m1 | | ", cities=owned(s1="roma")).say("0 pass")
    tops = table.record.chance(1).shuffle(DECK)[::-1]
    assert table["hands"] == [tops[:10], tops[10:22], tops[22:32]]


# --- The round's end.


@pytest.mark.parametrize(
    ("hands", "lines"),
    [("m2 m1 | | ", ["0 play m2", "0 pass"]), ("m2 | | ", ["0 play m2"])],
    ids=["one", "none"],
)
def test_cards_are_dealt_again_with_at_most_one_hand_left(hands: str, lines: list[str]) -> None:
    table = battle(hands).say(*lines)
    assert table["cities"] == {"parma": 0}
    assert table.sizes() == [12, 10, 10]
    assert table.effect("dealt") == {"hands": [12, 10, 10]}


def test_pawn_stays_when_round_ends() -> None:
    table = battle("m1 | m2 m3 | ").say("0 play m1", "1 play m2", "1 pass")
    assert "dealt" in table.kinds()
    assert (table["holder"], table["turn"], table["phase"]) == (1, 1, "choose")


def test_round_continues_with_two_hands_left() -> None:
    table = battle("m1 m2 | m1 | ").say("0 play m2", "1 pass", "0 pass")
    assert table.kinds() == ["passed", "battle-ended"]
    assert table["hands"] == [["m1"], ["m1"], []]


def test_pawn_holder_without_cards_chooses_city() -> None:
    table = battle("m10 | m1 m2 | m1").say("0 play m10", "1 pass", "2 pass")
    assert (table["holder"], table["turn"], table["hands"][0]) == (0, 0, [])
    assert "choose roma" in table.legal(0)


def test_given_position_does_not_end_round_before_first_battle() -> None:
    table = Table(hands="m1 | | ")
    assert table["hands"] == [["m1"], [], []]
    assert table.to_move == (0,)


# --- Discarding.


def after_battle(hands: str, **more: Any) -> Table:
    """Play a battle in which seat 0 spends an m1, takes Parma, and all others pass."""
    table = battle(f"m1 {hands}", **more).say("0 play m1")
    while table["phase"] == "battle":
        table.say(f"{table['turn']} pass")
    return table


def test_seat_without_mercenary_is_asked_to_discard() -> None:
    table = after_battle("m1 | drum winter | m2")
    assert (table["phase"], table["turn"]) == ("discard", None)
    assert table.to_move == (1,)
    assert table.legal(1) == ["discard", "keep"]


def test_seat_with_only_heroine_is_asked_to_discard() -> None:
    assert after_battle("m1 | heroine | m2").to_move == (1,)


def test_seat_with_mercenary_is_not_asked_to_discard() -> None:
    table = after_battle("m1 | drum winter m1 | m2")
    assert table["phase"] == "choose"


def test_seat_without_cards_is_not_asked_to_discard() -> None:
    assert after_battle("m1 | | m2")["phase"] == "choose"


def test_only_asked_seat_may_keep() -> None:
    table = after_battle("m1 | drum winter | m2").say("1 keep")
    assert table["hands"][1] == ["drum", "winter"]
    assert (table["phase"], table["turn"]) == ("choose", table["holder"])
    assert table["answers"] == [None, None, None]


def test_discard_reveals_the_whole_hand() -> None:
    table = after_battle("m1 | drum winter | m2").say("1 discard")
    assert table["hands"][1] == []
    assert table.effect("discarded") == {"seat": 1, "cards": ["drum", "winter"]}
    assert {"drum", "winter"} <= set(table.position.view(None)["seen"])


def test_all_seats_without_mercenary_are_asked_at_once() -> None:
    table = after_battle("bishop | drum | m2 m3 | heroine | m1", city="roma")
    assert table.to_move == (0, 1, 3)
    assert table.say("3 keep").to_move == (0, 1)
    assert table.say("0 discard").to_move == (1,)


def test_discards_take_effect_after_last_answer() -> None:
    table = after_battle("bishop | drum | m2 m3 | heroine | m1").say("3 discard", "0 keep")
    assert table["answers"] == ["keep", None, None, "discard", None]
    assert table["hands"][3] == ["heroine"]
    table.say("1 discard")
    assert table["hands"] == [["bishop"], [], ["m2", "m3"], [], ["m1"]]
    assert table["answers"] == [None] * 5
    assert table.kinds() == ["answered", "discarded", "discarded"]


def test_only_asked_seats_answer_and_only_once() -> None:
    table = after_battle("bishop | drum | m2 | m1").say("0 keep")
    assert table.refuses("0 discard") == "not-your-turn"
    assert table.refuses("2 keep") == "not-your-turn"
    assert table.refuses("3 discard") == "not-your-turn"


@pytest.mark.parametrize("line", ["1 pass", "1 play drum", "1 decline", "1 choose roma"])
def test_asked_seat_may_only_keep_or_discard(line: str) -> None:
    assert after_battle("m1 | drum winter | m2").refuses(line) == "illegal-move"


def test_discard_may_end_the_round() -> None:
    table = after_battle("m1 | drum | ").say("1 discard")
    assert table.kinds() == ["answered", "discarded", "dealt"]
    assert table.sizes() == [12, 10, 10]


def test_last_seat_with_cards_is_asked_before_round_ends() -> None:
    table = battle("m1 | drum | ").say("0 play m1", "1 pass")
    assert table.to_move == (1,)
    assert table.say("1 keep").kinds() == ["answered", "dealt"]


def test_seat_that_kept_is_asked_after_next_battle() -> None:
    table = battle("m1 | drum | winter m1").say("0 pass", "1 pass", "2 pass")
    assert table.to_move == (1,)
    table.say("1 keep", "1 choose roma", "1 pass", "2 pass", "0 pass")
    assert table["phase"] == "discard"


def test_game_is_won_before_discard_question() -> None:
    table = battle("m1 m1 | drum | m1 | m1", city="roma", cities=owned(s0="siena napoli"))
    table.say("0 play m1", "1 pass", "2 pass", "3 pass", "0 pass")
    assert table["phase"] == "over"
    assert table["hands"][1] == ["drum"]
