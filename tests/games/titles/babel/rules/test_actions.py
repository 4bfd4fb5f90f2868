"""Step 2 of a turn: travel, settle, build, migrate."""

import pytest

from games.titles.babel.rules.cards import TRIBES
from tests.games.titles.babel.rules.tables import at, cards, code_of, legal, play, site, table


def test_actions_may_be_taken_in_any_number_and_order() -> None:
    position = table(("MMSS", ""), rows=[[2, 1], []])
    for move in ("settle", "build", "settle", "build", "travel", "settle"):
        tribe = {"row": 0} if move == "build" else {"tribe": position.hands[0][0]}
        play(position, move, **tribe)
    assert position.turn == 0
    assert position.totals == [2, 0]


# --- Travel.


def test_travel_discards_card_and_moves_stone_to_its_site() -> None:
    position = table(("AM", ""))
    effects = play(position, "travel", tribe="assyrian")
    assert position.stones == ["assyrian", "quarry"]
    assert position.hands[0] == ["mede"]
    assert position.tribe_discard == ["assyrian"]
    assert effects[0] == ("travelled", {"seat": 0, "from": "hittite", "to": "assyrian"}, None)


def test_travel_to_current_site_is_illegal() -> None:
    position = table(("HM", ""))
    assert code_of(position, "travel", tribe="hittite") == "illegal-move"
    assert [move["tribe"] for move in legal(position, "travel")] == ["mede"]


def test_travel_back_to_quarry_is_a_bad_move() -> None:
    assert code_of(table(("HM", "")), "travel", tribe="quarry") == "bad-move"


def test_travel_needs_card_of_that_tribe_in_hand() -> None:
    assert code_of(table(("HM", "A")), "travel", tribe="assyrian") == "illegal-move"


def test_stones_may_share_a_site() -> None:
    position = table(("A", ""), stones=["hittite", "assyrian"])
    play(position, "travel", tribe="assyrian")
    assert position.stones == ["assyrian", "assyrian"]


def test_equal_cards_give_one_legal_move() -> None:
    assert len(legal(table(("MMM", "")), "travel")) == 1
    assert len(legal(table(("MMM", "")), "settle")) == 1


# --- Settle.


@pytest.mark.parametrize("tribe", TRIBES)
def test_settle_lays_any_card_on_top_of_own_row_at_stones_site(tribe: str) -> None:
    position = table(("MSHPA", ""), sites={"hittite": site("PP", "AA")})
    effects = play(position, "settle", tribe=tribe)
    assert position.tribes[0]["hittite"] == ["persian", "persian", tribe]
    assert at(position, 1, "hittite") == "AA"
    assert len(position.hands[0]) == 4
    assert effects == [("settled", {"seat": 0, "tribe": tribe, "site": "hittite"}, None)]


def test_settle_needs_card_in_hand() -> None:
    assert code_of(table(("M", "")), "settle", tribe="sumerian") == "illegal-move"


def test_only_travel_migrate_and_end_are_legal_from_quarry() -> None:
    position = table(
        ("M", "MM"), stones=["quarry", "hittite"], rows=[[1], [1]], sites={"mede": site("MMM", "M")}
    )
    assert code_of(position, "settle", tribe="mede") == "illegal-move"
    assert code_of(position, "build", row=0) == "illegal-move"
    assert code_of(position, "power", power="expel", run=0, tribe="mede") == "illegal-move"
    assert {move["type"] for move in legal(position)} == {"travel", "migrate", "end"}


# --- Build.


def test_build_takes_top_card_of_either_row_onto_own_temple() -> None:
    position = table(rows=[[3, 1], [4, 2]], sites={"hittite": site("MMM")})
    effects = play(position, "build", row=0)
    assert effects == [("built", {"seat": 0, "site": "hittite", "row": 0, "level": 1}, None)]
    play(position, "build", row=1)
    play(position, "build", row=0)
    assert position.temples[0]["hittite"] == [1, 2, 3]
    assert position.rows == [[], [4]]
    assert position.totals == [3, 0]


@pytest.mark.parametrize("level", [1, 2, 4, 5])
def test_build_needs_level_one_above_own_height(level: int) -> None:
    position = table(rows=[[level], []], sites={"hittite": site("MMMMM", my=[1, 2])})
    assert code_of(position, "build", row=0) == "illegal-move"


def test_temple_height_is_number_on_top_card() -> None:
    position = table(rows=[[5], []], sites={"hittite": site("MMMMM", my=[2, 4])})
    assert position.height(0, "hittite") == 4
    assert position.height(0, "mede") == 0
    assert code_of(position, "build", row=0) is None


def test_build_needs_own_cards_at_site_equal_to_level() -> None:
    for own, code in (("MM", "illegal-move"), ("MMS", None)):
        position = table(rows=[[3], []], sites={"hittite": site(own, "AAAA", my=[1, 2])})
        assert code_of(position, "build", row=0) == code


def test_build_needs_card_in_row() -> None:
    position = table(rows=[[1], []], sites={"hittite": site("MM")})
    assert code_of(position, "build", row=1) == "illegal-move"


def test_temple_stays_after_its_cards_migrate() -> None:
    position = table(sites={"hittite": site("MMM", my=[1, 2, 3])})
    play(position, "migrate", from_="hittite", to="mede")
    assert position.temples[0]["hittite"] == [1, 2, 3]
    assert position.totals == [3, 0]


# --- Migrate.


def test_migrate_moves_top_three_cards_in_order() -> None:
    position = table(sites={"mede": site("MSSH"), "persian": site("PS")})
    effects = play(position, "migrate", from_="mede", to="persian")
    assert at(position, 0, "mede") == "M"
    assert at(position, 0, "persian") == "PSSSH"
    facts = {"seat": 0, "from": "mede", "to": "persian", "cards": cards("SSH")}
    assert effects == [("migrated", facts, None)]


def test_migrate_is_legal_wherever_the_stone_is() -> None:
    position = table(sites={"mede": site("MSS")}, stones=["quarry", "quarry"])
    assert code_of(position, "migrate", from_="mede", to="assyrian") is None


def test_migrate_needs_three_cards_at_source() -> None:
    position = table(sites={"mede": site("MS", "AAA")})
    assert code_of(position, "migrate", from_="mede", to="assyrian") == "illegal-move"


def test_migrate_needs_different_target() -> None:
    position = table(sites={"mede": site("MSS")})
    assert code_of(position, "migrate", from_="mede", to="mede") == "illegal-move"
    targets = [move["to"] for move in legal(position, "migrate")]
    assert targets == ["sumerian", "hittite", "persian", "assyrian"]


def test_migrate_is_legal_once_per_turn() -> None:
    position = table(sites={"mede": site("MSSHHH")})
    play(position, "migrate", from_="mede", to="persian")
    assert position.migrated
    assert code_of(position, "migrate", from_="mede", to="persian") == "illegal-move"
    assert legal(position, "migrate") == []
    play(position, "end")
    assert not position.migrated
