"""The first turn: one's own starting card must be built."""

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


def test_end_is_illegal_before_the_starting_card_is_built() -> None:
    position = table(("MM", ""), **OWED)
    assert code_of(position, "end") == "illegal-move"
    play(position, "settle", tribe="mede")
    assert code_of(position, "end") == "illegal-move"
    play(position, "build", row=0)
    assert position.duty == [False, False]
    assert code_of(position, "end") is None


def test_each_seat_owes_it_on_its_own_first_turn() -> None:
    position = deal()
    play(position, "travel", tribe=position.hands[0][0])
    play(position, "settle", tribe=position.hands[0][0])
    play(position, "build", row=0)
    play(position, "end")
    assert position.duty == [False, True]
    assert code_of(position, "end") == "illegal-move"


def test_a_row_is_not_for_the_other_seat_while_its_owner_owes() -> None:
    position = table(sites={"hittite": site("MM")}, **BOTH)
    assert code_of(position, "build", row=1) == "illegal-move"
    assert code_of(position, "build", row=0) is None


def test_the_other_seats_row_may_be_used_when_its_owner_owes_no_more() -> None:
    position = table(("AM", ""), sites={"hittite": site("MM")}, duty=[True, False], rows=[[1], [1]])
    play(position, "build", row=1)
    assert position.duty == [True, False]
    assert position.rows == [[1], []]


def test_building_from_the_other_row_does_not_do_the_duty() -> None:
    position = table(("AM", ""), sites={"hittite": site("MM")}, duty=[True, False], rows=[[1], [1]])
    play(position, "build", row=1)
    assert code_of(position, "end") == "illegal-move"


# --- An action that would make the duty impossible is illegal.


def test_the_last_card_may_be_settled_where_the_card_can_be_built() -> None:
    assert code_of(table(("M", ""), **OWED), "settle", tribe="mede") is None


def test_the_last_card_may_not_be_travelled_with_when_none_is_left_to_settle() -> None:
    position = table(("M", ""), **OWED)
    assert code_of(position, "travel", tribe="mede") == "illegal-move"
    assert [move["type"] for move in legal(position)] == ["settle"]


def test_the_last_card_may_be_travelled_with_to_where_an_own_card_is() -> None:
    position = table(("M", ""), sites={"mede": site("S")}, **OWED)
    assert code_of(position, "travel", tribe="mede") is None


def test_two_cards_take_a_stone_out_of_the_quarry_and_settle() -> None:
    position = table(("MA", ""), stones=["quarry", "quarry"], **OWED)
    assert {move["tribe"] for move in legal(position)} == {"mede", "assyrian"}


def test_the_stone_is_not_led_away_to_where_a_temple_stands() -> None:
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


def test_the_last_free_site_is_not_built_on_with_the_other_seats_card() -> None:
    taken = {tribe: site(my=[1]) for tribe in SITES if tribe != "hittite"}
    sites = {**taken, "hittite": site("MM")}
    position = table(("MA", ""), sites=sites, duty=[True, False], rows=[[1], [1]])
    assert code_of(position, "build", row=1) == "illegal-move"


def test_the_last_free_site_is_not_filled_by_stealing_or_skipping() -> None:
    taken = {tribe: site(my=[1]) for tribe in SITES if tribe != "hittite"}
    given: Json = {"duty": [True, False], "rows": [[1], [2]]}
    powers: dict[str, Json] = {"HHH": {"power": "steal"}, "PPP": {"power": "skip", "row": 1}}
    for own, power in powers.items():
        sites = {**taken, "hittite": site(own, their=[1, 2])}
        position = table(("MA", ""), sites=sites, **given)
        assert code_of(position, "power", run=0, **power) == "illegal-move"
        free = {**sites, "mede": site()}
        assert code_of(table(("MA", ""), sites=free, **given), "power", run=0, **power) is None


def test_other_powers_leave_the_duty_possible() -> None:
    for own, power in (("AAA", "raze"), ("SSS", "bribe")):
        position = table(sites={"hittite": site(own, "M", their=[1])}, **OWED)
        assert code_of(position, "power", run=0, power=power) is None


def test_the_only_cards_do_not_migrate_away_from_the_only_place() -> None:
    position = table(sites={"hittite": site("MMM")}, **OWED)
    assert code_of(position, "migrate", from_="hittite", to="mede") == "illegal-move"
    position = table(("M", ""), sites={"hittite": site("MMM")}, **OWED)
    assert code_of(position, "migrate", from_="hittite", to="mede") is None


def test_a_migration_still_to_come_is_not_counted() -> None:
    position = table(("A", ""), sites={"mede": site("MMM")}, **OWED)
    # Settled elsewhere, only a migration could bring a card to the stone.
    assert code_of(position, "travel", tribe="assyrian") == "illegal-move"
    assert code_of(position, "migrate", from_="mede", to="assyrian") is None


@pytest.mark.parametrize("number", range(20))
def test_a_seat_that_owes_always_has_a_way_to_do_it(number: int) -> None:
    for position, seat, _, _ in random_moves(number):
        if position.duty == [False, False]:
            return
        assert position.moves(seat)
