"""The explorer, which moves when another card uncovers it (spec: Play)."""

from __future__ import annotations

from tests.helpers import kabale as table


def test_explorer_moves_face_down_to_next_column() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "1 queen"),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king down"]
    assert table.cards(p, 1) == ["1 queen", "1 explorer down"]
    assert table.facts(effects, "explored") == [{"seat": 1, "column": 0, "to": 1}]


def test_explorer_moves_from_last_column_to_first() -> None:
    p = table.load(
        table.column("music 5"),
        table.column("trade 3", "1 explorer down"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 1)
    assert table.cards(p, 0) == ["1 explorer down"]
    assert table.cards(p, 1) == ["0 king down"]


def test_explorer_uncovers_card_above_it() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm down"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 1) == ["0 storm", "1 explorer down"]
    assert p.columns[1].storm


def test_explorer_does_not_uncover_card_under_cloak() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 cloak", "0 storm hidden"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 1) == ["0 cloak", "0 storm hidden", "1 explorer down"]
    assert not p.columns[1].storm


def test_explorer_skips_columns_closed_by_storm() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 2) == ["1 explorer down"]


def test_explorer_returns_and_uncovers_when_all_others_are_closed() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king", "1 explorer down"]


def test_returning_explorer_can_be_victim_of_assassin() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        hands=["assassin", "king"],
    )
    table.play(p, 0, "place", "assassin", 0)
    assert table.cards(p, 0) == ["0 assassin"]
    assert p.discards[1] == ["explorer"]


def test_explorer_moves_each_time_it_is_uncovered() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5"),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    table.play(p, 1, "place", "king", 1)
    assert table.cards(p, 1) == ["1 king down"]
    assert table.cards(p, 2) == ["1 explorer down"]


def test_explorer_uncovers_another_explorer() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "2 explorer down"),
        table.column("trade 4", "1 witch down"),
        hands=["king", "king", "king"],
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king down"]
    assert table.cards(p, 1) == ["1 explorer down"]
    assert table.cards(p, 2) == ["1 witch", "2 explorer down"]
    assert [fact["seat"] for fact in table.facts(effects, "explored")] == [1, 2]


def test_explorer_moves_once_per_open_column_in_a_chain() -> None:
    """Three explorers in two columns would otherwise move without end."""
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "2 explorer down"),
        table.column("trade 4", "1 storm", storm=True),
        hands=["explorer", "king", "king"],
    )
    effects = table.play(p, 0, "place", "explorer", 0)
    moved = [fact["seat"] for fact in table.facts(effects, "explored")]
    # 1 to column 1, 2 to column 0, 0 to column 1, 1 to column 0, …: twice each, then 1 stays.
    assert moved == [1, 2, 0, 1, 2, 0]
    assert table.facts(effects, "explorer-stays") == [{"seat": 1, "column": 0}]
    assert table.cards(p, 0) == ["1 explorer", "0 explorer down"]
    assert table.cards(p, 1) == ["2 explorer down"]


def test_limit_of_explorer_moves_applies_per_chain() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "0 storm", storm=True),
        hands=["king queen", "king queen"],
    )
    table.play(p, 0, "place", "king", 0)
    effects = table.play(p, 1, "place", "king", 0)
    assert table.facts(effects, "explored") == [{"seat": 1, "column": 0, "to": 0}]
    assert table.cards(p, 0) == ["0 king", "1 king", "1 explorer down"]


def test_face_up_explorer_does_not_move_again() -> None:
    p = table.load(
        table.column("music 5", "1 explorer"), table.column("trade 5"), hands=["king", "king"]
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["1 explorer", "0 king down"]


def test_departed_card_can_undo_end_of_round() -> None:
    p = table.load(
        table.column("music 1", "1 king"),
        table.column("trade 2", "1 explorer down"),
        hands=["king", "queen"],
    )
    table.play(p, 0, "place", "king", 1)
    assert p.round == 1
    assert table.cards(p, 1) == ["0 king down"]


def test_explorer_can_end_the_round() -> None:
    p = table.load(
        table.column("music 1", "1 witch", "1 explorer down"),
        table.column("trade 1"),
        hands=["king", "queen"],
    )
    effects = table.play(p, 0, "place", "king", 0)
    assert p.round == 2
    assert table.facts(effects, "awarded")[1]["cards"] == [{"seat": 1, "card": "explorer"}]
