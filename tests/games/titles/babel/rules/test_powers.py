"""The six powers, and halving."""

from typing import Any

import pytest

from tests.games.titles.babel.rules.tables import (
    at,
    cards,
    code_of,
    legal,
    letters,
    play,
    site,
    table,
)


def here(mine: str, theirs: str = "", my: Any = (), their: Any = (), **given: Any) -> Any:
    return table(
        given.pop("hands", ("", "")), sites={"hittite": site(mine, theirs, my, their)}, **given
    )


# --- What every power needs and costs.


def test_power_needs_three_adjacent_cards_of_its_tribe() -> None:
    for row, code in (("AAA", None), ("AA", "illegal-move"), ("AASA", "illegal-move")):
        assert code_of(here(row, their=[1]), "power", power="raze", run=0) == code


def test_run_may_lie_anywhere_in_row() -> None:
    position = here("SAAAP", their=[1])
    assert legal(position, "power") == [{"type": "power", "power": "raze", "run": 1}]


def test_run_must_lie_at_stones_site() -> None:
    position = table(sites={"mede": site("AAA", their=[1]), "hittite": site("A", their=[1])})
    assert legal(position, "power") == []
    assert code_of(position, "power", power="raze", run=0) == "illegal-move"


def test_power_costs_one_card_of_its_run() -> None:
    position = here("SAAAP", their=[1])
    play(position, "power", power="raze", run=1)
    assert at(position, 0, "hittite") == "SAAP"
    assert position.tribe_discard == ["assyrian"]


def test_run_of_n_cards_serves_n_minus_2_powers() -> None:
    position = here("MMMMM", "SHPA")
    for tribe in ("sumerian", "hittite", "persian"):
        play(position, "power", power="expel", run=0, tribe=tribe)
    assert at(position, 0, "hittite") == "MM"
    assert at(position, 1, "hittite") == "A"
    assert code_of(position, "power", power="expel", run=0, tribe="assyrian") == "illegal-move"


def test_row_closes_up_when_cards_leave() -> None:
    position = here("MMM", "AASAHA")
    play(position, "power", power="expel", run=0, tribe="sumerian")
    assert at(position, 1, "hittite") == "AAAHA"


def test_tribe_offers_only_its_own_power_and_halve() -> None:
    for tribe, power in (
        ("M", "expel"),
        ("S", "bribe"),
        ("H", "steal"),
        ("P", "skip"),
        ("A", "raze"),
    ):
        position = here(tribe * 3, "M", [], [1, 2], rows=[[2], []], hands=("", "MM"))
        assert {move["power"] for move in legal(position, "power")} == {power, "halve"}


def test_run_is_named_by_its_lowest_card() -> None:
    position = here("SAAAA", their=[1])
    for run in (-1, 0, 2, 3, 4, 5, 99):
        assert code_of(position, "power", power="raze", run=run) == "illegal-move"


def test_run_may_be_omitted_when_only_one_fits() -> None:
    for fields in ({}, {"run": None}):
        position = here("SAAAA", their=[1])
        play(position, "power", power="raze", **fields)
        assert at(position, 0, "hittite") == "SAAA"


def test_omitted_run_is_a_bad_move_when_several_or_none_fit() -> None:
    two = here("AAASAAAMMM", "H", their=[1], hands=("", "MM"))
    assert code_of(two, "power", power="raze") == "bad-move"
    assert code_of(two, "power", power="halve") == "bad-move"
    assert code_of(two, "power", power="expel", tribe="hittite") is None
    assert code_of(two, "power", power="steal") == "bad-move"


def test_omitted_run_of_power_without_effect_is_illegal() -> None:
    assert code_of(here("AAA"), "power", power="raze") == "illegal-move"


def test_ambiguous_run_is_refused_before_wrong_turn() -> None:
    position = here("AAA", "MMM", [], [1])
    assert code_of(position, "power", seat=1, power="raze") == "bad-move"
    position = here("AAA", "MMM", [], [1], stones=["hittite", "hittite"])
    assert code_of(position, "power", seat=1, power="expel", tribe="assyrian") == "not-your-turn"


def test_legal_moves_always_include_the_run() -> None:
    position = here("AAASAAA", their=[1], hands=("", "MM"))
    listed = legal(position, "power")
    assert sorted((move["power"], move["run"]) for move in listed) == [
        ("halve", 0),
        ("halve", 4),
        ("raze", 0),
        ("raze", 4),
    ]


# --- Raze.


def test_raze_puts_whole_temple_on_deck_in_reverse() -> None:
    position = here("AAA", their=[1, 2, 4], my=[1], temple_deck=[6, 5])
    effects = play(position, "power", power="raze", run=0)
    assert position.temple_deck == [6, 5, 4, 2, 1]
    assert position.known == 3
    assert position.temples[1]["hittite"] == []
    assert position.temples[0]["hittite"] == [1]
    assert position.totals == [1, 0]
    facts = {
        "seat": 0,
        "site": "hittite",
        "power": "raze",
        "tribe": "assyrian",
        "temple": [1, 2, 4],
    }
    assert effects == [("power", facts, None)]


def test_raze_needs_other_temple_at_site() -> None:
    position = table(sites={"hittite": site("AAA", my=[1]), "mede": site(their=[1])})
    assert code_of(position, "power", power="raze", run=0) == "illegal-move"


def test_razed_cards_add_to_known_cards() -> None:
    position = here("AAA", their=[1, 2], temple_deck=[6, 5, 4], known=1)
    play(position, "power", power="raze", run=0)
    assert position.known == 3


# --- Steal.


def test_steal_takes_top_card_and_may_skip_levels() -> None:
    position = here("HHHSS", my=[1], their=[1, 2, 5])
    effects = play(position, "power", power="steal", run=0)
    assert position.temples[0]["hittite"] == [1, 5]
    assert position.temples[1]["hittite"] == [1, 2]
    assert position.totals == [5, 2]
    assert at(position, 0, "hittite") == "HHSS"
    assert effects[0].facts["level"] == 5


def test_steal_needs_no_temple_of_own() -> None:
    assert code_of(here("HHH", their=[1, 2, 3]), "power", power="steal", run=0) is None


@pytest.mark.parametrize("theirs", [[], [1], [1, 2]])
def test_steal_needs_temple_higher_than_own(theirs: list[int]) -> None:
    position = here("HHH", my=[1, 2], their=theirs)
    assert code_of(position, "power", power="steal", run=0) == "illegal-move"


def test_steal_counts_paid_card_for_required_level() -> None:
    for row, code in (("HHHM", None), ("HHH", "illegal-move")):
        position = here(row, "MMMMMM", their=[1, 2, 3, 4])
        assert code_of(position, "power", power="steal", run=0) == code


# --- Expel.


def test_expel_discards_all_cards_of_named_tribe_at_site() -> None:
    position = table(
        sites={"hittite": site("MMMS", "SASHS"), "mede": site("", "SS")},
    )
    effects = play(position, "power", power="expel", run=0, tribe="sumerian")
    assert at(position, 1, "hittite") == "AH"
    assert at(position, 1, "mede") == "SS"
    assert at(position, 0, "hittite") == "MMS"
    assert letters(sorted(position.tribe_discard)) == "MSSS"
    assert effects[0].facts["expelled"] == "sumerian"
    assert effects[0].facts["count"] == 3


def test_expel_needs_card_of_named_tribe_at_site() -> None:
    position = here("MMMS", "A")
    assert code_of(position, "power", power="expel", run=0, tribe="sumerian") == "illegal-move"
    assert [move["tribe"] for move in legal(position, "power")] == ["assyrian"]


# --- Bribe.


def test_bribe_takes_all_cards_of_tribe_on_top_of_other_row() -> None:
    position = here("SSSA", "APASAA")
    effects = play(position, "power", power="bribe", run=0)
    assert at(position, 0, "hittite") == "SSAAAAA"
    assert at(position, 1, "hittite") == "PS"
    assert effects[0].facts["bribed"] == "assyrian"
    assert effects[0].facts["count"] == 4


def test_bribe_needs_card_in_other_row() -> None:
    assert code_of(here("SSS"), "power", power="bribe", run=0) == "illegal-move"


def test_power_is_paid_after_its_effect() -> None:
    position = here("SSS", "MS")
    play(position, "power", power="bribe", run=0)
    # The bribed Sumerian joined the run before one of it was paid.
    assert at(position, 0, "hittite") == "SSS"
    assert code_of(position, "power", power="bribe", run=0) is None


# --- Skip.


@pytest.mark.parametrize("row", [0, 1])
def test_skip_builds_two_levels_higher_from_either_row(row: int) -> None:
    rows: list[list[int]] = [[], []]
    rows[row] = [6, 4]
    position = here("PPPM", my=[1, 2], rows=rows)
    effects = play(position, "power", power="skip", run=0, row=row)
    assert position.temples[0]["hittite"] == [1, 2, 4]
    assert position.rows[row] == [6]
    assert at(position, 0, "hittite") == "PPM"
    facts = {"seat": 0, "site": "hittite", "power": "skip", "tribe": "persian"}
    assert effects == [("power", {**facts, "row": row, "level": 4}, None)]


def test_skip_builds_from_0_to_2() -> None:
    position = here("PPP", rows=[[2], []])
    play(position, "power", power="skip", run=0, row=0)
    assert position.totals == [2, 0]


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_skip_cannot_build_any_other_level(level: int) -> None:
    position = here("PPPPP", my=[1], rows=[[level], []])
    assert code_of(position, "power", power="skip", run=0, row=0) == "illegal-move"


def test_skip_counts_paid_card_for_its_level() -> None:
    for row, code in (("PPPM", None), ("PPP", "illegal-move")):
        position = here(row, my=[1, 2], rows=[[4], []])
        assert code_of(position, "power", power="skip", run=0, row=0) == code


def test_skip_needs_card_in_row() -> None:
    position = here("PPP", rows=[[2], []])
    assert code_of(position, "power", power="skip", run=0, row=1) == "illegal-move"


# --- Halve.


@pytest.mark.parametrize(("held", "due"), [(2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
def test_halve_requires_discard_of_half_the_hand_rounded_down(held: int, due: int) -> None:
    position = here("MMM", hands=("", "M" * held))
    effects = play(position, "power", power="halve", run=0)
    assert position.phase == "halve"
    assert position.due == due == effects[0].facts["due"]
    assert position.to_move() == (1,)
    assert position.turn == 0


def test_halve_is_paid_before_first_discard() -> None:
    position = here("MMM", hands=("", "MS"))
    play(position, "power", power="halve", run=0)
    assert at(position, 0, "hittite") == "MM"
    assert position.tribe_discard == ["mede"]


@pytest.mark.parametrize("held", ["", "M"])
def test_halve_needs_two_cards_in_other_hand(held: str) -> None:
    position = here("MMM", hands=("MM", held))
    assert code_of(position, "power", power="halve", run=0) == "illegal-move"


def test_halved_seat_chooses_its_discards_one_by_one() -> None:
    position = here("MMM", hands=("", "SSHA"))
    play(position, "power", power="halve", run=0)
    assert [move["tribe"] for move in legal(position)] == ["sumerian", "hittite", "assyrian"]
    effects = play(position, "discard", tribe="hittite")
    assert effects == [("discarded", {"seat": 1, "tribe": "hittite", "due": 1}, None)]
    assert position.to_move() == (1,)
    play(position, "discard", tribe="sumerian")
    assert sorted(position.hands[1]) == cards("AS")
    assert letters(position.tribe_discard) == "MHS"


def test_turn_continues_after_last_discard_of_halving() -> None:
    position = here("MMMM", hands=("A", "SS"))
    play(position, "power", power="halve", run=0)
    play(position, "discard", tribe="sumerian")
    assert position.phase == "actions"
    assert position.to_move() == (0,)
    assert {move["type"] for move in legal(position)} == {"travel", "settle", "migrate", "end"}


def test_only_halved_seat_may_discard_during_halving() -> None:
    position = here("MMM", hands=("A", "SS"))
    assert code_of(position, "discard", tribe="assyrian") == "illegal-move"
    assert code_of(position, "discard", seat=1, tribe="sumerian") == "not-your-turn"
    play(position, "power", power="halve", run=0)
    assert code_of(position, "discard", tribe="assyrian") == "illegal-move"
    assert code_of(position, "end") == "illegal-move"
    assert code_of(position, "settle", tribe="sumerian") == "illegal-move"
    assert code_of(position, "end", seat=0) == "not-your-turn"
