"""Fighting a battle and what each card does, steps 3 and 4 (spec: Play)."""

from __future__ import annotations

import pytest

from tests.helpers.condottiere import Table, battle, owned

# --- Whose turn.


def test_the_holder_leads() -> None:
    table = Table(hands="m1 | m1 | m1", holder=1).say("1 choose roma")
    assert (table["phase"], table["city"], table["turn"]) == ("battle", "roma", 1)


def test_a_holder_without_cards_lets_the_next_clockwise_lead() -> None:
    table = Table(hands="m1 | m1 | | ", holder=2).say("2 choose roma")
    assert (table["holder"], table["turn"]) == (2, 0)


def test_with_nobody_able_to_play_the_battle_ends_as_soon_as_its_city_is_chosen() -> None:
    table = Table(hands=" | | ", holder=1).say("1 choose roma")
    assert table["cities"] == {}
    assert table["holder"] == 2
    assert table["phase"] == "choose"
    assert table.happening("battle-ended")["winner"] is None


def test_turns_go_clockwise_past_those_who_cannot_play() -> None:
    table = battle("m1 m1 | m1 | | m1 m1").say("0 play m1")
    assert table["turn"] == 1
    assert table.say("1 play m1")["turn"] == 3
    assert table.say("3 play m1")["turn"] == 0
    assert table.say("0 play m1")["turn"] == 3


def test_on_a_turn_one_card_is_played_or_one_passes() -> None:
    table = battle("m1 m1 drum heroine | m1")
    assert table.legal(0) == ["play m1", "play drum", "play heroine", "pass"]


@pytest.mark.parametrize("card", ["winter", "drum", "scarecrow", "heroine", "m10"])
def test_any_card_may_be_the_first(card: str) -> None:
    assert battle(f"{card} | m1").say(f"0 play {card}")["armies"] == [[card], []]


@pytest.mark.parametrize("line", ["0 choose roma", "0 decline", "0 keep", "0 discard"])
def test_in_a_battle_nothing_else_is_legal(line: str) -> None:
    assert battle("m1 | m1").refuses(line) == "illegal-move"


def test_a_card_one_does_not_hold_cannot_be_played() -> None:
    assert battle("m1 | m2").refuses("0 play m2") == "illegal-move"


def test_the_holder_himself_may_pass_at_once() -> None:
    assert battle("m1 | m1").say("0 pass")["passed"] == [True, False]


def test_a_pass_is_final_for_this_battle() -> None:
    table = battle("m1 m1 | m1 m1 | m1 m1").say("0 pass", "1 play m1", "2 play m1")
    assert table["turn"] == 1
    assert table.refuses("0 play m1") == "not-your-turn"


def test_after_a_pass_the_army_stays_and_can_still_win() -> None:
    table = battle("m10 m1 | m1 m2 | m2 m1")
    table.say("0 play m10", "1 play m1", "2 play m2", "0 pass", "1 pass", "2 pass")
    assert table["cities"] == {"parma": 0}
    assert table["holder"] == 0


def test_turns_go_on_for_one_seat_alone() -> None:
    table = battle("m1 m2 m3 | m1 | m1").say("0 play m1", "1 pass", "2 pass")
    assert table["turn"] == 0
    assert table.say("0 play m2")["turn"] == 0
    assert table.say("0 play m3")["cities"] == {"parma": 0}


def test_a_seat_without_cards_takes_no_further_part_but_its_army_stays() -> None:
    table = battle("m10 | m1 m2 m3").say("0 play m10", "1 play m1")
    assert table["turn"] == 1
    assert table["passed"] == [False, False]
    assert table["armies"] == [["m10"], ["m1"]]
    assert table.say("1 pass")["cities"] == {"parma": 0}


def test_the_battle_ends_when_nobody_can_play_although_nobody_passed() -> None:
    table = battle("m3 | m2 | ").say("0 play m3", "1 play m2")
    assert table["cities"] == {"parma": 0}


def test_passed_is_true_only_for_seats_that_passed() -> None:
    table = battle("m1 | m1 m1 | m1 m1").say("0 play m1", "1 pass")
    assert table["passed"] == [False, True, False]


# --- Scarecrow.


def test_a_scarecrow_takes_back_one_mercenary_of_ones_own_army() -> None:
    table = battle("scarecrow m1 | m1", armies="m3 m10 m3 | m5")
    assert "play scarecrow take m5" not in table.legal(0)
    table.say("0 play scarecrow take m3")
    assert sorted(table["armies"][0]) == ["m10", "m3", "scarecrow"]
    assert sorted(table["hands"][0]) == ["m1", "m3"]


def test_a_scarecrow_may_take_none() -> None:
    table = battle("scarecrow m1 | m1", armies="m3 | ").say("0 play scarecrow")
    assert table["armies"][0] == ["m3", "scarecrow"]
    assert table["hands"][0] == ["m1"]


def test_a_scarecrow_is_legal_with_no_mercenary_in_front() -> None:
    table = battle("scarecrow | m1 m1")
    assert table.legal(0) == ["play scarecrow", "pass"]
    assert table.say("0 play scarecrow")["armies"][0] == ["scarecrow"]


def test_a_scarecrow_stays_in_the_army_worth_0() -> None:
    table = battle("scarecrow m1 | m1 m2", armies="m10 | ").say("0 play scarecrow take m10")
    assert table.position.view(None)["strengths"] == [0, 0]


@pytest.mark.parametrize("card", ["heroine", "drum", "winter", "scarecrow"])
def test_a_scarecrow_never_takes(card: str) -> None:
    table = battle("scarecrow m1 | m1", armies=f"{card} m2 | ")
    assert f"play scarecrow take {card}" not in table.legal(0)
    assert table.refuses(f"0 play scarecrow take {card}") == "illegal-move"


def test_a_scarecrow_never_takes_another_armys_mercenary() -> None:
    table = battle("scarecrow | m1", armies="m2 | m5")
    assert table.refuses("0 play scarecrow take m5") == "illegal-move"


def test_a_scarecrow_never_takes_from_the_hand_or_an_earlier_battle() -> None:
    table = battle("m5 scarecrow m6 | m1 m1", armies=" | ").say("0 play m5", "1 pass", "0 pass")
    table.say("0 choose roma")
    assert table.refuses("0 play scarecrow take m5") == "illegal-move"
    assert table.refuses("0 play scarecrow take m6") == "illegal-move"


def test_the_last_card_may_bring_one_back() -> None:
    table = battle("scarecrow | m1 m1", armies="m4 | ").say("0 play scarecrow take m4")
    assert table["hands"][0] == ["m4"]
    assert table.say("1 pass").legal(0) == ["play m4", "pass"]


@pytest.mark.parametrize("card", ["m10", "drum", "heroine"])
def test_take_beside_another_card_is_illegal(card: str) -> None:
    table = battle(f"{card} | m1", armies="m2 | ")
    assert table.refuses(f"0 play {card} take m2") == "illegal-move"


def test_equal_cards_give_one_legal_move() -> None:
    table = battle("m1 m1 scarecrow scarecrow | m1", armies="m3 m3 m5 m5 | ")
    assert table.legal(0) == [
        "play m1",
        "play scarecrow",
        "play scarecrow take m3",
        "play scarecrow take m5",
        "pass",
    ]


# --- Winter, drum, heroine: fought out.


def test_winter_played_by_anyone_counts_before_and_after() -> None:
    table = battle("m10 m10 m1 | winter m1 m1 m1 m1")
    table.say("0 play m10", "1 play winter", "0 play m10", "1 play m1")
    assert table.position.view(None)["strengths"] == [2, 1]
    table.say("0 pass", "1 play m1", "1 play m1")
    assert table.say("1 pass")["cities"] == {"parma": 1}


def test_winter_ends_with_its_battle() -> None:
    table = battle("winter m10 m1 | m1 m1 | m2")
    table.say("0 play winter", "1 pass", "2 pass", "0 pass", "1 choose parma")
    table.say("1 pass", "2 pass", "0 play m10")
    assert table.position.view(None)["strengths"] == [10, 0, 0]


def test_a_drum_doubles_ones_own_mercenaries_before_and_after() -> None:
    table = battle("m3 drum m4 m1 | m5 m1")
    table.say("0 play m3", "1 play m5", "0 play drum", "1 pass", "0 play m4")
    assert table.position.view(None)["strengths"] == [14, 5]


def test_a_heroine_counts_without_any_mercenary() -> None:
    table = battle("heroine m1 | m6 m3 winter").say("0 play heroine", "1 play m6", "0 pass")
    assert table.say("1 pass")["cities"] == {"parma": 0}


# --- Surrender and bishop.


def test_a_surrender_ends_the_battle_now_for_the_strongest() -> None:
    table = battle("m5 m1 | surrender m1 | m3 m1").say("0 play m5", "1 play surrender")
    assert table["phase"] == "choose"
    assert table["cities"] == {"parma": 0}
    assert table["holder"] == 0


def test_a_surrender_gives_the_city_even_to_a_seat_that_has_passed() -> None:
    armies, passed = "m10 | m1 | m2", [True, False, False]
    table = battle("m1 m1 | surrender m1 | m1 m1", armies=armies, passed=passed, turn=1)
    assert table.say("1 play surrender")["cities"] == {"parma": 0}


def test_a_surrender_with_no_single_strongest_leaves_the_city_free() -> None:
    table = battle("surrender m1 | m1 | m1", armies="m2 | m2 | ").say("0 play surrender")
    assert table["cities"] == {}
    assert table["holder"] == 1


def test_a_bishop_ends_the_battle_now_without_a_winner() -> None:
    table = battle("m1 m1 | m1 m1 | bishop m1", armies="m10 | m1 | ", turn=2, holder=2)
    table.say("2 play bishop")
    assert table["cities"] == {}
    assert table["phase"] == "choose"
    assert table["holder"] == 0


# --- The end of a battle.


def test_the_only_strongest_conquers_the_city_and_takes_the_pawn() -> None:
    table = battle("m1 m1 | m2 m1 | m3 m1", cities=owned(s0="torino"))
    table.say("0 play m1", "1 play m2", "2 play m3", "0 pass", "1 pass", "2 pass")
    assert table["cities"] == {"torino": 0, "parma": 2}
    assert (table["holder"], table["turn"]) == (2, 2)


@pytest.mark.parametrize(
    ("armies", "why"),
    [
        (" | | ", "nobody played"),
        ("m5 | m5 | m4", "a tie"),
        ("drum | scarecrow | winter", "all 0"),
    ],
)
def test_without_a_winner_the_city_stays_free_and_the_pawn_goes_left_of_the_holder(
    armies: str, why: str
) -> None:
    table = battle("m1 | m1 | m1", armies=armies, holder=2)
    table.say("2 pass", "0 pass", "1 pass")
    assert table["cities"] == {}, why
    assert (table["holder"], table["phase"]) == (0, "choose")


def test_all_played_cards_leave_play_at_once() -> None:
    table = battle("m1 m2 | m1 m3", armies="m10 | heroine").say("0 play m2", "1 pass", "0 pass")
    assert table["armies"] == [[], []]
    assert table["passed"] == [False, False]
    assert table["city"] is None
    assert {"m10", "m2", "heroine"} <= set(table["rest"])
    assert table["hands"] == [["m1"], ["m1", "m3"]]


def test_a_winner_with_no_cards_left_takes_the_pawn_and_chooses_without_fighting() -> None:
    table = battle("m10 | m1 m1 | m1 m1").say("0 play m10", "1 pass", "2 pass")
    assert table["holder"] == 0
    table.say("0 choose roma")
    assert table["turn"] == 1


def test_a_battle_is_told() -> None:
    table = battle("m10 drum | m3 m1", holder=1, turn=0)
    table.say("0 play drum", "1 play m3", "0 play m10")
    assert table.kinds() == ["played"]
    table.say("1 pass")
    facts = table.happening("battle-ended")
    assert facts["strengths"] == [20, 3]
    assert (facts["winner"], facts["holder"], facts["city"]) == (0, 0, "parma")
    assert facts["armies"] == [["drum", "m10"], ["m3"]]
