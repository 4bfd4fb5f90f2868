"""Step 2 of a turn: travel, settle, build, migrate."""

import pytest

from games.titles.babel.rules.cards import TRIBES
from tests.games.titles.babel.rules.tables import at, cards, code_of, legal, play, site, table


def test_actions_come_in_any_number_and_order() -> None:
    position = table(("MMSS", ""), rows=[[2, 1], []])
    for move in ("settle", "build", "settle", "build", "travel", "settle"):
        tribe = {"row": 0} if move == "build" else {"tribe": position.hands[0][0]}
        play(position, move, **tribe)
    assert position.turn == 0
    assert position.totals == [2, 0]


# --- Travel.


def test_travel_discards_a_hand_card_and_moves_the_stone_to_its_site() -> None:
    position = table(("AM", ""))
    happenings = play(position, "travel", tribe="assyrian")
    assert position.stones == ["assyrian", "quarry"]
    assert position.hands[0] == ["mede"]
    assert position.tribe_discard == ["assyrian"]
    assert happenings[0] == ("travelled", {"seat": 0, "from": "hittite", "to": "assyrian"}, None)


def test_travel_to_the_site_it_stands_on_is_not_allowed() -> None:
    position = table(("HM", ""))
    assert code_of(position, "travel", tribe="hittite") == "illegal-move"
    assert [move["tribe"] for move in legal(position, "travel")] == ["mede"]


def test_travel_never_leads_back_to_the_quarry() -> None:
    assert code_of(table(("HM", "")), "travel", tribe="quarry") == "bad-move"


def test_travel_needs_a_card_of_that_tribe_in_hand() -> None:
    assert code_of(table(("HM", "A")), "travel", tribe="assyrian") == "illegal-move"


def test_both_stones_may_be_at_one_site() -> None:
    position = table(("A", ""), stones=["hittite", "assyrian"])
    play(position, "travel", tribe="assyrian")
    assert position.stones == ["assyrian", "assyrian"]


def test_equal_cards_give_one_legal_move() -> None:
    assert len(legal(table(("MMM", "")), "travel")) == 1
    assert len(legal(table(("MMM", "")), "settle")) == 1


# --- Settle.


@pytest.mark.parametrize("tribe", TRIBES)
def test_settle_lays_a_card_of_any_tribe_on_top_of_ones_row_at_the_stones_site(tribe: str) -> None:
    position = table(("MSHPA", ""), sites={"hittite": site("PP", "AA")})
    happenings = play(position, "settle", tribe=tribe)
    assert position.tribes[0]["hittite"] == ["persian", "persian", tribe]
    assert at(position, 1, "hittite") == "AA"
    assert len(position.hands[0]) == 4
    assert happenings == [("settled", {"seat": 0, "tribe": tribe, "site": "hittite"}, None)]


def test_settle_needs_the_card_in_hand() -> None:
    assert code_of(table(("M", "")), "settle", tribe="sumerian") == "illegal-move"


def test_nothing_but_travel_and_migration_is_done_from_the_quarry() -> None:
    position = table(
        ("M", "MM"), stones=["quarry", "hittite"], rows=[[1], [1]], sites={"mede": site("MMM", "M")}
    )
    assert code_of(position, "settle", tribe="mede") == "illegal-move"
    assert code_of(position, "build", row=0) == "illegal-move"
    assert code_of(position, "power", power="expel", run=0, tribe="mede") == "illegal-move"
    assert {move["type"] for move in legal(position)} == {"travel", "migrate", "end"}


# --- Build.


def test_build_takes_the_top_card_of_either_row_onto_ones_own_temple() -> None:
    position = table(rows=[[3, 1], [4, 2]], sites={"hittite": site("MMM")})
    happenings = play(position, "build", row=0)
    assert happenings == [("built", {"seat": 0, "site": "hittite", "row": 0, "level": 1}, None)]
    play(position, "build", row=1)
    play(position, "build", row=0)
    assert position.temples[0]["hittite"] == [1, 2, 3]
    assert position.rows == [[], [4]]
    assert position.totals == [3, 0]


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_build_needs_the_level_above_ones_own_height(level: int) -> None:
    position = table(rows=[[level], []], sites={"hittite": site("MMMMM", my=[1, 2])})
    assert code_of(position, "build", row=0) == "illegal-move"


def test_height_is_the_number_on_the_top_card_however_few_cards() -> None:
    position = table(rows=[[5], []], sites={"hittite": site("MMMMM", my=[2, 4])})
    assert position.height(0, "hittite") == 4
    assert position.height(0, "mede") == 0
    assert code_of(position, "build", row=0) is None


def test_build_needs_as_many_own_cards_there_as_the_level() -> None:
    for own, code in (("MM", "illegal-move"), ("MMS", None)):
        position = table(rows=[[3], []], sites={"hittite": site(own, "AAAA", my=[1, 2])})
        assert code_of(position, "build", row=0) == code


def test_build_needs_a_card_in_the_row() -> None:
    position = table(rows=[[1], []], sites={"hittite": site("MM")})
    assert code_of(position, "build", row=1) == "illegal-move"


def test_a_temple_stays_when_its_cards_leave() -> None:
    position = table(sites={"hittite": site("MMM", my=[1, 2, 3])})
    play(position, "migrate", from_="hittite", to="mede")
    assert position.temples[0]["hittite"] == [1, 2, 3]
    assert position.totals == [3, 0]


# --- Migrate.


def test_migrate_moves_exactly_the_top_three_cards_their_order_kept() -> None:
    position = table(sites={"mede": site("MSSH"), "persian": site("PS")})
    happenings = play(position, "migrate", from_="mede", to="persian")
    assert at(position, 0, "mede") == "M"
    assert at(position, 0, "persian") == "PSSSH"
    facts = {"seat": 0, "from": "mede", "to": "persian", "cards": cards("SSH")}
    assert happenings == [("migrated", facts, None)]


def test_migrate_does_not_mind_where_the_stone_is() -> None:
    position = table(sites={"mede": site("MSS")}, stones=["quarry", "quarry"])
    assert code_of(position, "migrate", from_="mede", to="assyrian") is None


def test_migrate_needs_three_cards_at_its_source() -> None:
    position = table(sites={"mede": site("MS", "AAA")})
    assert code_of(position, "migrate", from_="mede", to="assyrian") == "illegal-move"


def test_migrate_goes_to_another_row() -> None:
    position = table(sites={"mede": site("MSS")})
    assert code_of(position, "migrate", from_="mede", to="mede") == "illegal-move"
    targets = [move["to"] for move in legal(position, "migrate")]
    assert targets == ["sumerian", "hittite", "persian", "assyrian"]


def test_migrate_once_a_turn() -> None:
    position = table(sites={"mede": site("MSSHHH")})
    play(position, "migrate", from_="mede", to="persian")
    assert position.migrated
    assert code_of(position, "migrate", from_="mede", to="persian") == "illegal-move"
    assert legal(position, "migrate") == []
    play(position, "end")
    assert not position.migrated
