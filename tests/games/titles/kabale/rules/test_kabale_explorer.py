"""The explorer, who acts at once when another card uncovers it (spec: Play)."""

from __future__ import annotations

from tests.helpers import kabale as table


def test_the_explorer_moves_to_the_next_column_and_lies_face_down() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "1 queen"),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    happenings = table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king down"]
    assert table.cards(p, 1) == ["1 queen", "1 explorer down"]
    assert table.facts(happenings, "explored") == [{"seat": 1, "column": 0, "to": 1}]


def test_the_explorer_goes_from_the_last_column_to_the_first() -> None:
    p = table.load(
        table.column("music 5"),
        table.column("trade 3", "1 explorer down"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 1)
    assert table.cards(p, 0) == ["1 explorer down"]
    assert table.cards(p, 1) == ["0 king down"]


def test_the_explorer_uncovers_the_card_above_it() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm down"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 1) == ["0 storm", "1 explorer down"]
    assert p.columns[1].storm


def test_the_explorer_does_not_uncover_a_card_under_a_cloak() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 cloak", "0 storm hidden"),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 1) == ["0 cloak", "0 storm hidden", "1 explorer down"]
    assert not p.columns[1].storm


def test_the_explorer_passes_columns_closed_by_a_storm() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        table.column("trade 4"),
        hands=["king", "king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 2) == ["1 explorer down"]


def test_with_all_others_closed_it_comes_back_and_uncovers_there() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        hands=["king", "king"],
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king", "1 explorer down"]


def test_coming_back_it_can_be_the_assassins_victim() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 3", "0 storm", storm=True),
        hands=["assassin", "king"],
    )
    table.play(p, 0, "place", "assassin", 0)
    assert table.cards(p, 0) == ["0 assassin"]
    assert p.discards[1] == ["explorer"]


def test_the_explorer_moves_on_every_time_it_is_uncovered() -> None:
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


def test_an_explorer_sends_another_on() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "2 explorer down"),
        table.column("trade 4", "1 witch down"),
        hands=["king", "king", "king"],
    )
    happenings = table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["0 king down"]
    assert table.cards(p, 1) == ["1 explorer down"]
    assert table.cards(p, 2) == ["1 witch", "2 explorer down"]
    assert [fact["seat"] for fact in table.facts(happenings, "explored")] == [1, 2]


def test_in_a_chain_each_explorer_moves_at_most_once_per_open_column() -> None:
    """Three explorers in two columns would chase each other for ever."""
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "2 explorer down"),
        table.column("trade 4", "1 storm", storm=True),
        hands=["explorer", "king", "king"],
    )
    happenings = table.play(p, 0, "place", "explorer", 0)
    moved = [fact["seat"] for fact in table.facts(happenings, "explored")]
    # 1 to column 1, 2 to column 0, 0 to column 1, 1 to column 0, …: twice each, then 1 stays.
    assert moved == [1, 2, 0, 1, 2, 0]
    assert table.facts(happenings, "explorer-stays") == [{"seat": 1, "column": 0}]
    assert table.cards(p, 0) == ["1 explorer", "0 explorer down"]
    assert table.cards(p, 1) == ["2 explorer down"]


def test_the_limit_counts_within_one_chain_only() -> None:
    p = table.load(
        table.column("music 5", "1 explorer down"),
        table.column("trade 5", "0 storm", storm=True),
        hands=["king queen", "king queen"],
    )
    table.play(p, 0, "place", "king", 0)
    happenings = table.play(p, 1, "place", "king", 0)
    assert table.facts(happenings, "explored") == [{"seat": 1, "column": 0, "to": 0}]
    assert table.cards(p, 0) == ["0 king", "1 king", "1 explorer down"]


def test_an_explorer_that_stayed_is_safe_from_then_on() -> None:
    p = table.load(
        table.column("music 5", "1 explorer"), table.column("trade 5"), hands=["king", "king"]
    )
    table.play(p, 0, "place", "king", 0)
    assert table.cards(p, 0) == ["1 explorer", "0 king down"]


def test_a_card_that_left_can_undo_the_end_of_the_round() -> None:
    p = table.load(
        table.column("music 1", "1 king"),
        table.column("trade 2", "1 explorer down"),
        hands=["king", "queen"],
    )
    table.play(p, 0, "place", "king", 1)
    assert p.round == 1
    assert table.cards(p, 1) == ["0 king down"]


def test_an_explorer_can_end_the_round() -> None:
    p = table.load(
        table.column("music 1", "1 witch", "1 explorer down"),
        table.column("trade 1"),
        hands=["king", "queen"],
    )
    happenings = table.play(p, 0, "place", "king", 0)
    assert p.round == 2
    assert table.facts(happenings, "awarded")[1]["cards"] == [{"seat": 1, "card": "explorer"}]
