"""The first turn: each seat must build its own starting card."""

import pytest

from games.engine.contract import Json
from games.titles.babel.rules.cards import SITES
from tests.games.titles.babel.rules.tables import (
    code_of,
    deal,
    legal,
    play,
    random_moves,
    site,
    table,
)

OWED: Json = {"duty": [True, False], "rows": [[1], []]}
BOTH: Json = {"duty": [True, True], "rows": [[1], [1]]}


def test_end_is_illegal_before_starting_card_is_built() -> None:
    position = table(("MM", ""), **OWED)
    assert code_of(position, "end") == "illegal-move"
    play(position, "settle", tribe="mede")
    assert code_of(position, "end") == "illegal-move"
    play(position, "build", row=0)
    assert position.duty == [False, False]
    assert code_of(position, "end") is None


def test_each_seat_must_build_on_its_own_first_turn() -> None:
    position = deal()
    play(position, "travel", tribe=position.hands[0][0])
    play(position, "settle", tribe=position.hands[0][0])
    play(position, "build", row=0)
    play(position, "end")
    assert position.duty == [False, True]
    assert code_of(position, "end") == "illegal-move"


def test_other_row_is_closed_until_its_owner_has_built() -> None:
    position = table(sites={"hittite": site("MM")}, **BOTH)
    assert code_of(position, "build", row=1) == "illegal-move"
    assert code_of(position, "build", row=0) is None


def test_other_row_is_open_after_its_owner_has_built() -> None:
    position = table(("AM", ""), sites={"hittite": site("MM")}, duty=[True, False], rows=[[1], [1]])
    play(position, "build", row=1)
    assert position.duty == [True, False]
    assert position.rows == [[1], []]


def test_building_from_other_row_does_not_fulfil_duty() -> None:
    position = table(("AM", ""), sites={"hittite": site("MM")}, duty=[True, False], rows=[[1], [1]])
    play(position, "build", row=1)
    assert code_of(position, "end") == "illegal-move"


# --- An action that would make the duty impossible is illegal.


def test_last_card_may_be_settled_at_site_where_level_1_can_be_built() -> None:
    assert code_of(table(("M", ""), **OWED), "settle", tribe="mede") is None


def test_last_card_may_not_be_spent_on_travel_to_empty_row() -> None:
    position = table(("M", ""), **OWED)
    assert code_of(position, "travel", tribe="mede") == "illegal-move"
    assert [move["type"] for move in legal(position)] == ["settle"]


def test_last_card_may_be_spent_on_travel_to_own_row() -> None:
    position = table(("M", ""), sites={"mede": site("S")}, **OWED)
    assert code_of(position, "travel", tribe="mede") is None


def test_two_cards_suffice_to_leave_quarry_and_settle() -> None:
    position = table(("MA", ""), stones=["quarry", "quarry"], **OWED)
    assert {move["tribe"] for move in legal(position)} == {"mede", "assyrian"}


def test_stone_may_not_move_where_first_build_becomes_impossible() -> None:
    taken = {tribe: site(my=[1]) for tribe in SITES if tribe != "hittite"}
    position = table(("MMHM", ""), sites=taken, **OWED)
    play(position, "travel", tribe="mede")
    # Now the hittite card is the only way back.
    assert code_of(position, "settle", tribe="hittite") == "illegal-move"
    assert code_of(position, "settle", tribe="mede") is None
    play(position, "settle", tribe="mede")
    assert code_of(position, "settle", tribe="mede") == "illegal-move"
    play(position, "travel", tribe="hittite")
    play(position, "settle", tribe="mede")
    play(position, "build", row=0)


def test_other_card_may_not_be_built_on_last_free_site() -> None:
    taken = {tribe: site(my=[1]) for tribe in SITES if tribe != "hittite"}
    sites = {**taken, "hittite": site("MM")}
    position = table(("MA", ""), sites=sites, duty=[True, False], rows=[[1], [1]])
    assert code_of(position, "build", row=1) == "illegal-move"


def test_steal_and_skip_may_not_fill_last_free_site() -> None:
    taken = {tribe: site(my=[1]) for tribe in SITES if tribe != "hittite"}
    given: Json = {"duty": [True, False], "rows": [[1], [2]]}
    powers: dict[str, Json] = {"HHH": {"power": "steal"}, "PPP": {"power": "skip", "row": 1}}
    for own, power in powers.items():
        sites = {**taken, "hittite": site(own, their=[1, 2])}
        position = table(("MA", ""), sites=sites, **given)
        assert code_of(position, "power", run=0, **power) == "illegal-move"
        free = {**sites, "mede": site()}
        assert code_of(table(("MA", ""), sites=free, **given), "power", run=0, **power) is None


def test_raze_and_bribe_are_legal_before_first_build() -> None:
    for own, power in (("AAA", "raze"), ("SSS", "bribe")):
        position = table(sites={"hittite": site(own, "M", their=[1])}, **OWED)
        assert code_of(position, "power", run=0, power=power) is None


def test_only_cards_may_not_migrate_from_last_buildable_site() -> None:
    position = table(sites={"hittite": site("MMM")}, **OWED)
    assert code_of(position, "migrate", from_="hittite", to="mede") == "illegal-move"
    position = table(("M", ""), sites={"hittite": site("MMM")}, **OWED)
    assert code_of(position, "migrate", from_="hittite", to="mede") is None


def test_later_migration_does_not_justify_travel_before_first_build() -> None:
    position = table(("A", ""), sites={"mede": site("MMM")}, **OWED)
    # Settled elsewhere, only a migration could bring a card to the stone.
    assert code_of(position, "travel", tribe="assyrian") == "illegal-move"
    assert code_of(position, "migrate", from_="mede", to="assyrian") is None


@pytest.mark.parametrize("number", range(20))
def test_seat_that_owes_first_build_always_has_a_legal_move(number: int) -> None:
    for position, seat, _, _ in random_moves(number):
        if position.duty == [False, False]:
            return
        assert position.moves(seat)
