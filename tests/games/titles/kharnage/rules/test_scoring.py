"""Points at the end of a round, the end of the game, and the places."""

from typing import Any

from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import facts, plan_all, table

ORC, HUMAN, DWARF = "orc-grunt", "human-grunt", "dwarf-grunt"


def scored(kills: list[list[str]], seats: int = 4, **given: Any) -> list[int]:
    effects = plan_all(table(*([""] * seats), kills=kills, **given))
    points: list[int] = facts(effects, "scored")[0]["points"]
    return points


def ended(seats: int = 3, lines: tuple[str, ...] = (), **given: Any) -> Kharnage:
    position = table(*(lines or [""] * seats), round=4, **given)
    plan_all(position)
    assert position.phase == "over"
    return position


def test_most_destroyed_cards_score_five_three_and_one() -> None:
    assert scored([[ORC], [HUMAN] * 3, [ORC] * 4, [ORC] * 2]) == [0, 3, 5, 1]


def test_tied_round_scores_are_ordered_by_lower_initiative() -> None:
    assert scored([[ORC] * 2, [HUMAN] * 2, [ORC] * 2, []]) == [5, 3, 1, 0]


def test_seat_without_destroyed_cards_scores_nothing() -> None:
    assert scored([[], [HUMAN], [], []]) == [0, 5, 0, 0]
    assert scored([[], []], 2) == [0, 0]


def test_seat_without_strategy_ranks_last_in_ties() -> None:
    hands = [[], ["orc-plan"], ["dwarf-plan"]]
    assert scored([[ORC], [HUMAN], [ORC]], 3, hands=hands) == [1, 5, 3]


def test_destroyed_cards_leave_game_after_scoring() -> None:
    position = table("", "", kills=[[ORC], []])
    plan_all(position)
    assert position.kills == [[], []]
    assert position.points == [5, 0]


def test_match_is_under_way_once_a_round_is_over() -> None:
    assert [table("grunt", "grunt", round=number).under_way for number in (1, 2)] == [False, True]


def test_game_ends_after_four_rounds() -> None:
    position = ended()
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "rounds"
    assert position.to_move() == ()


def test_game_ends_without_strategy_cards() -> None:
    position = table("", "", hands=[["human-plan"], []])
    plan_all(position)
    assert position.round == 1
    assert position.outcome() is not None


def test_finished_position_keeps_round_and_plans() -> None:
    dumped = ended(2, kills=[[ORC], []]).dump()
    assert (dumped["round"], dumped["phase"], dumped["turn"]) == (4, "over", None)
    assert dumped["plans"] == ["human-plan", "orc-plan"]
    assert dumped["kills"] == [[], []]
    assert dumped["pending"] is None


def test_scores_are_points_and_kharnage_tokens() -> None:
    outcome = ended(points=[7, 2, 4], kharnage=[0, 3, 4]).outcome()
    assert outcome is not None
    assert outcome.scores == (7, 5, 8)
    assert outcome.places == (2, 3, 1)


def test_tie_goes_to_more_kharnage_tokens() -> None:
    outcome = ended(points=[5, 4, 3], kharnage=[0, 1, 2]).outcome()
    assert outcome is not None
    assert outcome.places == (3, 2, 1)


def test_tie_goes_to_more_cards_in_lines() -> None:
    outcome = ended(lines=("grunt", "grunt grunt!", "")).outcome()
    assert outcome is not None
    assert outcome.places == (2, 1, 3)


def test_tie_goes_to_lower_last_initiative() -> None:
    outcome = ended().outcome()
    assert outcome is not None
    assert outcome.places == (1, 2, 3)


def test_seats_without_last_card_share_lower_place() -> None:
    hands = [[], ["orc-plan"], []]
    outcome = ended(hands=hands).outcome()
    assert outcome is not None
    assert outcome.places == (2, 1, 2)
