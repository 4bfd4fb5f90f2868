"""The end of the game, its reason and the winner."""

from typing import Any

import pytest

from games.engine.contract import Json
from tests.games.titles.babel.rules.tables import code_of, play, site, table
from tests.helpers.outcomes import outcome_of

FIVE = {"mede": [1, 2, 3, 4, 5], "sumerian": [1, 2, 3, 4, 5]}


def towers(mine: list[int], theirs: list[int]) -> dict[str, Any]:
    """Temples of one card each, by height, from the Medes on; the Hittites' site is the third."""
    order = ("mede", "sumerian", "hittite", "persian", "assyrian")
    return {
        name: site(
            "MMMMMM" if name == "hittite" else "", "", my=[m] if m else [], their=[t] if t else []
        )
        for name, m, t in zip(order, mine, theirs, strict=True)
    }


def about_to_build(mine: list[int], theirs: list[int], **given: Any) -> Any:
    """Seat 0 can build one level at the Hittites' site."""
    return table(sites=towers(mine, theirs), rows=[[mine[2] + 1], []], **given)


def test_total_is_sum_of_five_temple_heights() -> None:
    assert about_to_build([6, 5, 0, 1, 2], [0, 0, 4, 0, 0]).totals == [14, 4]


# --- Rule 1.


def test_game_ends_with_one_total_at_15_and_other_at_most_9() -> None:
    position = about_to_build([6, 6, 2, 0, 0], [5, 4, 0, 0, 0])
    effects = play(position, "build", row=0)
    assert position.phase == "over"
    assert position.to_move() == ()
    assert outcome_of(position).dump() == {"scores": [15, 9], "places": [1, 2], "reason": "fifteen"}
    assert [effect.kind for effect in effects] == ["built", "over"]
    assert not position.end_phase


def test_game_continues_with_total_of_14() -> None:
    position = about_to_build([6, 6, 1, 0, 0], [0, 0, 0, 0, 0])
    play(position, "build", row=0)
    assert position.totals == [14, 0]
    assert position.outcome() is None


def test_game_ends_when_raze_lowers_other_total_to_9() -> None:
    position = table(
        sites={
            "hittite": site("AAA", my=[5], their=[5]),
            "mede": site(my=[6], their=[6]),
            "sumerian": site(my=[4], their=[3]),
        }
    )
    assert position.totals == [15, 14]
    play(position, "power", power="raze", run=0)
    assert outcome_of(position).reason == "fifteen"
    assert outcome_of(position).scores == (15, 9)


# --- Rule 2.


def test_end_phase_begins_with_totals_of_15_and_10() -> None:
    position = about_to_build([6, 6, 2, 0, 0], [5, 5, 0, 0, 0])
    effects = play(position, "build", row=0)
    assert position.end_phase
    assert position.outcome() is None
    assert effects[1] == ("end-phase", {"totals": [15, 10]}, None)


def test_end_phase_stays_when_no_player_has_15() -> None:
    position = table(sites=towers([6, 6, 1, 0, 0], [6, 6, 0, 0, 0]), end_phase=True)
    play(position, "end")
    assert position.end_phase
    assert position.outcome() is None


def test_end_phase_ends_with_a_total_of_20() -> None:
    position = about_to_build([6, 6, 5, 2, 0], [6, 6, 0, 0, 0], end_phase=True)
    play(position, "build", row=0)
    assert outcome_of(position).dump() == {"scores": [20, 12], "places": [1, 2], "reason": "twenty"}
    assert position.end_phase


def test_end_phase_ends_with_a_total_of_at_most_9() -> None:
    sites = {**towers([6, 6, 0, 0, 0], [6, 5, 2, 0, 0]), "hittite": site("AAA", my=[], their=[4])}
    position = table(sites=sites, end_phase=True, hands=("", ""))
    assert position.totals == [12, 15]
    play(position, "power", power="raze", run=0)
    assert position.outcome() is None
    sites["sumerian"] = site(my=[6], their=[3])
    position = table(sites=sites, end_phase=True)
    play(position, "power", power="raze", run=0)
    assert outcome_of(position).dump() == {"scores": [12, 9], "places": [1, 2], "reason": "nine"}


def test_end_phase_no_longer_ends_the_game_by_fifteen() -> None:
    position = about_to_build([6, 6, 2, 0, 0], [5, 4, 0, 0, 0], end_phase=True)
    play(position, "build", row=0)
    assert outcome_of(position).reason == "nine"


def test_twenty_takes_precedence_over_nine() -> None:
    position = about_to_build([6, 6, 5, 2, 0], [6, 3, 0, 0, 0], end_phase=True)
    play(position, "build", row=0)
    assert outcome_of(position).reason == "twenty"


def test_fifteen_takes_precedence_over_end_phase() -> None:
    position = about_to_build([6, 6, 5, 2, 0], [6, 3, 0, 0, 0])
    play(position, "build", row=0)
    assert outcome_of(position).reason == "fifteen"
    assert not position.end_phase


def test_single_move_begins_end_phase_and_ends_game() -> None:
    position = about_to_build([6, 6, 5, 2, 0], [6, 6, 0, 0, 0])
    effects = play(position, "build", row=0)
    assert position.end_phase
    assert outcome_of(position).reason == "twenty"
    assert [effect.kind for effect in effects] == ["built", "end-phase", "over"]


def test_steal_changes_both_totals_before_end_is_checked() -> None:
    sites = {
        **towers([6, 3, 0, 0, 0], [6, 5, 4, 0, 0]),
        "hittite": site("HHHM", my=[], their=[3, 4]),
    }
    position = table(sites=sites)
    assert position.totals == [9, 15]
    play(position, "power", power="steal", run=0)
    assert position.outcome() is None
    assert position.totals == [13, 14]


# --- Rule 3.


def test_game_ends_at_once_when_last_temple_card_is_drawn() -> None:
    position = table(("", "M"), temple_deck=[2, 5], migrated=True)
    effects = play(position, "end")
    assert position.phase == "over"
    assert position.rows == [[5, 2], []]
    assert outcome_of(position).reason == "deck"
    assert [effect.kind for effect in effects] == ["ended", "temple-cards", "over"]


def test_end_draws_single_card_left_in_temple_deck() -> None:
    position = table(temple_deck=[2])
    play(position, "end")
    assert position.rows == [[2], []]
    assert outcome_of(position).reason == "deck"


def test_end_finishes_game_with_given_empty_temple_deck() -> None:
    position = table(temple_deck=[], rows=[[3], []])
    assert position.outcome() is None
    effects = play(position, "end")
    assert position.rows == [[3], []]
    assert outcome_of(position).reason == "deck"
    assert [effect.kind for effect in effects] == ["ended", "over"]


def test_raze_refills_empty_temple_deck() -> None:
    position = table(sites={"hittite": site("AAA", their=[1, 2, 3])}, temple_deck=[])
    play(position, "power", power="raze", run=0)
    play(position, "end")
    assert position.outcome() is None
    assert position.temple_deck == [3]


def test_turn_and_hands_stay_unchanged_after_the_end() -> None:
    position = table(("", "M"), temple_deck=[2, 5], migrated=True, tribe_deck=["mede"] * 5)
    play(position, "end")
    assert position.turn == 0
    assert position.migrated
    assert position.hands == [[], ["mede"]]
    assert position.moves(0) == position.moves(1) == []


def test_move_after_the_end_is_refused_as_over() -> None:
    position = table(temple_deck=[])
    play(position, "end")
    assert code_of(position, "end") == "over"
    assert code_of(position, "nonsense", seat=7) == "over"
    assert code_of(position, "power", power="raze") == "over"


# --- A given position: no end is tested before its first move, then after every one.


@pytest.mark.parametrize(
    ("move", "fields"),
    [("end", {}), ("settle", {"tribe": "mede"}), ("power", {"power": "halve", "run": 0})],
)
def test_position_past_its_end_is_over_after_first_move(move: str, fields: Json) -> None:
    position = table(("M", "MM"), sites=towers([6, 6, 4, 0, 0], [5, 4, 0, 0, 0]), migrated=True)
    assert position.outcome() is None
    play(position, move, **fields)
    assert outcome_of(position).reason == "fifteen"
    assert position.turn == 0
    assert position.migrated
    assert position.due == 0
    assert len(position.hands[1]) == 2


def test_end_by_deck_takes_precedence_over_totals() -> None:
    position = table(sites=towers([6, 6, 4, 0, 0], [5, 4, 0, 0, 0]), temple_deck=[1])
    play(position, "end")
    assert outcome_of(position).reason == "deck"


# --- Who has won.


def ended(mine: list[int], theirs: list[int], hands: tuple[str, str]) -> Any:
    position = table(hands, sites=towers(mine, theirs), temple_deck=[])
    play(position, "end")
    return position.outcome()


def test_higher_total_wins() -> None:
    assert ended([1, 0, 0, 0, 0], [0, 2, 0, 0, 0], ("MMM", "")).places == (2, 1)


def test_equal_totals_are_decided_by_tribe_cards_in_hand() -> None:
    assert ended([2, 0, 0, 0, 0], [0, 2, 0, 0, 0], ("M", "")).places == (1, 2)
    assert ended([2, 0, 0, 0, 0], [0, 2, 0, 0, 0], ("M", "SS")).places == (2, 1)


def test_equal_totals_and_hands_are_a_draw() -> None:
    outcome = ended([2, 0, 0, 0, 0], [0, 2, 0, 0, 0], ("MM", "SS"))
    assert outcome.places == (1, 1)
    assert outcome.scores == (2, 2)
