"""Fighting a battle and what each card does, steps 3 and 4 (spec: Play)."""

from __future__ import annotations

import pytest

from tests.helpers.condottiere import Table, battle, owned

# --- Whose turn.


def test_pawn_holder_leads_the_battle() -> None:
    table = Table(hands="m1 | m1 | m1", holder=1).say("1 choose roma")
    assert (table["phase"], table["city"], table["turn"]) == ("battle", "roma", 1)


def test_next_seat_leads_when_pawn_holder_has_no_cards() -> None:
    table = Table(hands="m1 | m1 | | ", holder=2).say("2 choose roma")
    assert (table["holder"], table["turn"]) == (2, 0)


def test_battle_without_cards_ends_when_city_is_chosen() -> None:
    table = Table(hands=" | | ", holder=1).say("1 choose roma")
    assert table["cities"] == {}
    assert table["holder"] == 2
    assert table["phase"] == "choose"
    assert table.effect("battle-ended")["winner"] is None


def test_turns_go_clockwise_and_skip_seats_without_cards() -> None:
    table = battle("m1 m1 | m1 | | m1 m1").say("0 play m1")
    assert table["turn"] == 1
    assert table.say("1 play m1")["turn"] == 3
    assert table.say("3 play m1")["turn"] == 0
    assert table.say("0 play m1")["turn"] == 3


def test_player_may_play_a_card_or_pass() -> None:
    table = battle("m1 m1 drum heroine | m1")
    assert table.legal(0) == ["play m1", "play drum", "play heroine", "pass"]


@pytest.mark.parametrize("card", ["winter", "drum", "scarecrow", "heroine", "m10"])
def test_battle_may_open_with_any_card(card: str) -> None:
    assert battle(f"{card} | m1").say(f"0 play {card}")["armies"] == [[card], []]


@pytest.mark.parametrize("line", ["0 choose roma", "0 decline", "0 keep", "0 discard"])
def test_only_play_and_pass_are_legal_in_battle(line: str) -> None:
    assert battle("m1 | m1").refuses(line) == "illegal-move"


def test_card_not_in_hand_cannot_be_played() -> None:
    assert battle("m1 | m2").refuses("0 play m2") == "illegal-move"


def test_pawn_holder_may_pass_at_once() -> None:
    assert battle("m1 | m1").say("0 pass")["passed"] == [True, False]


def test_pass_is_final_for_the_battle() -> None:
    table = battle("m1 m1 | m1 m1 | m1 m1").say("0 pass", "1 play m1", "2 play m1")
    assert table["turn"] == 1
    assert table.refuses("0 play m1") == "not-your-turn"


def test_army_of_passed_player_can_still_win() -> None:
    table = battle("m10 m1 | m1 m2 | m2 m1")
    table.say("0 play m10", "1 play m1", "2 play m2", "0 pass", "1 pass", "2 pass")
    assert table["cities"] == {"parma": 0}
    assert table["holder"] == 0


def test_turns_continue_for_only_seat_that_has_not_passed() -> None:
    table = battle("m1 m2 m3 | m1 | m1").say("0 play m1", "1 pass", "2 pass")
    assert table["turn"] == 0
    assert table.say("0 play m2")["turn"] == 0
    assert table.say("0 play m3")["cities"] == {"parma": 0}


def test_army_stays_when_its_seat_has_no_cards_left() -> None:
    table = battle("m10 | m1 m2 m3").say("0 play m10", "1 play m1")
    assert table["turn"] == 1
    assert table["passed"] == [False, False]
    assert table["armies"] == [["m10"], ["m1"]]
    assert table.say("1 pass")["cities"] == {"parma": 0}


def test_battle_ends_when_all_cards_are_played() -> None:
    table = battle("m3 | m2 | ").say("0 play m3", "1 play m2")
    assert table["cities"] == {"parma": 0}


def test_passed_is_true_only_for_seats_that_passed() -> None:
    table = battle("m1 | m1 m1 | m1 m1").say("0 play m1", "1 pass")
    assert table["passed"] == [False, True, False]


# --- Scarecrow.


def test_scarecrow_takes_back_mercenary_of_own_army() -> None:
    table = battle("scarecrow m1 | m1", armies="m3 m10 m3 | m5")
    assert "play scarecrow take m5" not in table.legal(0)
    table.say("0 play scarecrow take m3")
    assert sorted(table["armies"][0]) == ["m10", "m3", "scarecrow"]
    assert sorted(table["hands"][0]) == ["m1", "m3"]


def test_scarecrow_may_take_no_card() -> None:
    table = battle("scarecrow m1 | m1", armies="m3 | ").say("0 play scarecrow")
    assert table["armies"][0] == ["m3", "scarecrow"]
    assert table["hands"][0] == ["m1"]


def test_scarecrow_is_legal_without_own_mercenary() -> None:
    table = battle("scarecrow | m1 m1")
    assert table.legal(0) == ["play scarecrow", "pass"]
    assert table.say("0 play scarecrow")["armies"][0] == ["scarecrow"]


def test_scarecrow_stays_in_army_worth_0() -> None:
    table = battle("scarecrow m1 | m1 m2", armies="m10 | ").say("0 play scarecrow take m10")
    assert table.position.view(None)["strengths"] == [0, 0]


@pytest.mark.parametrize("card", ["heroine", "drum", "winter", "scarecrow"])
def test_scarecrow_never_takes_special_card(card: str) -> None:
    table = battle("scarecrow m1 | m1", armies=f"{card} m2 | ")
    assert f"play scarecrow take {card}" not in table.legal(0)
    assert table.refuses(f"0 play scarecrow take {card}") == "illegal-move"


def test_scarecrow_never_takes_mercenary_of_other_army() -> None:
    table = battle("scarecrow | m1", armies="m2 | m5")
    assert table.refuses("0 play scarecrow take m5") == "illegal-move"


def test_scarecrow_never_takes_from_hand_or_earlier_battle() -> None:
    table = battle("m5 scarecrow m6 | m1 m1", armies=" | ").say("0 play m5", "1 pass", "0 pass")
    table.say("0 choose roma")
    assert table.refuses("0 play scarecrow take m5") == "illegal-move"
    assert table.refuses("0 play scarecrow take m6") == "illegal-move"


def test_scarecrow_as_last_card_returns_mercenary_to_play() -> None:
    table = battle("scarecrow | m1 m1", armies="m4 | ").say("0 play scarecrow take m4")
    assert table["hands"][0] == ["m4"]
    assert table.say("1 pass").legal(0) == ["play m4", "pass"]


@pytest.mark.parametrize("card", ["m10", "drum", "heroine"])
def test_take_with_other_card_is_illegal(card: str) -> None:
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


def test_winter_counts_for_cards_before_and_after_it() -> None:
    table = battle("m10 m10 m1 | winter m1 m1 m1 m1")
    table.say("0 play m10", "1 play winter", "0 play m10", "1 play m1")
    assert table.position.view(None)["strengths"] == [2, 1]
    table.say("0 pass", "1 play m1", "1 play m1")
    assert table.say("1 pass")["cities"] == {"parma": 1}


def test_winter_lasts_until_its_battle_ends() -> None:
    table = battle("winter m10 m1 | m1 m1 | m2")
    table.say("0 play winter", "1 pass", "2 pass", "0 pass", "1 choose parma")
    table.say("1 pass", "2 pass", "0 play m10")
    assert table.position.view(None)["strengths"] == [10, 0, 0]


def test_drum_doubles_own_mercenaries_before_and_after_it() -> None:
    table = battle("m3 drum m4 m1 | m5 m1")
    table.say("0 play m3", "1 play m5", "0 play drum", "1 pass", "0 play m4")
    assert table.position.view(None)["strengths"] == [14, 5]


def test_heroine_counts_without_mercenaries() -> None:
    table = battle("heroine m1 | m6 m3 winter").say("0 play heroine", "1 play m6", "0 pass")
    assert table.say("1 pass")["cities"] == {"parma": 0}


# --- Surrender and bishop.


def test_surrender_gives_city_to_strongest_at_once() -> None:
    table = battle("m5 m1 | surrender m1 | m3 m1").say("0 play m5", "1 play surrender")
    assert table["phase"] == "choose"
    assert table["cities"] == {"parma": 0}
    assert table["holder"] == 0


def test_surrender_may_give_city_to_player_who_passed() -> None:
    armies, passed = "m10 | m1 | m2", [True, False, False]
    table = battle("m1 m1 | surrender m1 | m1 m1", armies=armies, passed=passed, turn=1)
    assert table.say("1 play surrender")["cities"] == {"parma": 0}


def test_surrender_with_tied_strengths_leaves_city_free() -> None:
    table = battle("surrender m1 | m1 | m1", armies="m2 | m2 | ").say("0 play surrender")
    assert table["cities"] == {}
    assert table["holder"] == 1


def test_bishop_ends_battle_without_winner() -> None:
    table = battle("m1 m1 | m1 m1 | bishop m1", armies="m10 | m1 | ", turn=2, holder=2)
    table.say("2 play bishop")
    assert table["cities"] == {}
    assert table["phase"] == "choose"
    assert table["holder"] == 0


# --- The end of a battle.


def test_strongest_player_takes_city_and_pawn() -> None:
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
def test_battle_without_winner_passes_pawn_to_the_left(armies: str, why: str) -> None:
    table = battle("m1 | m1 | m1", armies=armies, holder=2)
    table.say("2 pass", "0 pass", "1 pass")
    assert table["cities"] == {}, why
    assert (table["holder"], table["phase"]) == (0, "choose")


def test_played_cards_leave_play_after_battle() -> None:
    table = battle("m1 m2 | m1 m3", armies="m10 | heroine").say("0 play m2", "1 pass", "0 pass")
    assert table["armies"] == [[], []]
    assert table["passed"] == [False, False]
    assert table["city"] is None
    assert {"m10", "m2", "heroine"} <= set(table["rest"])
    assert table["hands"] == [["m1"], ["m1", "m3"]]


def test_winner_without_cards_takes_pawn_and_chooses_city() -> None:
    table = battle("m10 | m1 m1 | m1 m1").say("0 play m10", "1 pass", "2 pass")
    assert table["holder"] == 0
    table.say("0 choose roma")
    assert table["turn"] == 1


def test_battle_has_effects_with_strengths() -> None:
    table = battle("m10 drum | m3 m1", holder=1, turn=0)
    table.say("0 play drum", "1 play m3", "0 play m10")
    assert table.kinds() == ["played"]
    table.say("1 pass")
    facts = table.effect("battle-ended")
    assert facts["strengths"] == [20, 3]
    assert (facts["winner"], facts["holder"], facts["city"]) == (0, 0, "parma")
    assert facts["armies"] == [["drum", "m10"], ["m3"]]
