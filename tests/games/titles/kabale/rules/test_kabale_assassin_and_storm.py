"""The assassin and the storm when another card uncovers them (spec: Play)."""

from __future__ import annotations

from tests.helpers import kabale as table

# --- The assassin.


def test_assassin_discards_card_that_uncovers_it() -> None:
    p = table.load(
        table.column("music 5", "1 assassin down"), table.column("trade 3"), hands=["king", "king"]
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["1 assassin"]
    assert p.discards == [["king"], []]
    assert table.facts(effects, "assassinated") == [
        {"by": 1, "column": 0, "seat": 0, "card": "king"}
    ]


def test_victim_of_assassin_has_no_effect() -> None:
    p = table.load(
        table.column("music 5", "1 assassin down"), table.column("trade 3"), hands=["storm", "king"]
    )
    table.play(p, 0, "place", "storm", 0)
    assert not p.columns[0].storm


def test_victim_of_assassin_does_not_count_for_goal() -> None:
    p = table.load(
        table.column("music 2", "1 assassin down"),
        table.column("trade 1", "1 king"),
        hands=["king", "queen"],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.round == 1


def test_uncovered_assassin_spares_later_cards() -> None:
    p = table.load(
        table.column("music 5", "1 assassin"), table.column("trade 3"), hands=["king", "king"]
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["1 assassin", "0 king down"]


def test_arriving_explorer_can_be_victim_of_assassin() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 assassin down"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king down"]
    assert table.cards(p, 1) == ["0 assassin"]
    assert p.discards[1] == ["explorer"]


def test_assassin_kills_card_of_its_own_player() -> None:
    p = table.load(
        table.column("music 5", "0 assassin down"),
        table.column("trade 3"),
        hands=["king", "king"],
        stacks=[[], []],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.hands[0] == ["king"]
    assert p.discards[0] == []


# --- The storm.


def test_storm_closes_its_column() -> None:
    p = table.load(
        table.column("music 5", "1 storm down"),
        table.column("trade 3"),
        hands=["king queen", "king"],
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert p.columns[0].storm
    assert table.cards(p, 0) == ["1 storm", "0 king down"]
    assert {move.dump()["column"] for move in p.moves(1)} == {1}
    assert table.facts(effects, "storm") == [{"seat": 1, "column": 0}]


def test_goal_under_storm_counts_as_fulfilled() -> None:
    p = table.load(
        table.column("music 5", "1 storm down"),
        table.column("trade 1", "0 giant"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert p.round == 2
    assert p.won == [[("music", 5), ("trade", 1)], []]


def test_storm_stays_with_column_when_goals_swap() -> None:
    p = table.load(
        table.column("music 1", "1 storm", storm=True),
        table.column("trade 5", "1 traitor"),
        hands=["king", "king"],
        phase="swap",
        pending={"seat": 1, "column": 1},
    )
    table.play(p, 1, "swap", 0)
    assert p.round == 2
    assert p.won == [[], [("trade", 5), ("music", 1)]]


def test_storm_face_down_closes_nothing() -> None:
    p = table.load(
        table.column("music 5", "1 storm down"), table.column("trade 3"), hands=["king", "king"]
    )
    assert {move.dump()["column"] for move in p.moves(0)} == {0, 1}
