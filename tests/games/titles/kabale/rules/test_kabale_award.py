"""The award, step by step (spec: Award). Columns are listed from the goal outwards."""

from __future__ import annotations

import json

import pytest

from games.titles.kabale.rules.award import Award
from games.titles.kabale.rules.cards import CARDS, GOALS, PRINTED, SPECIALISTS
from tests.helpers import kabale as table

NUMBERS = {
    "king": 20, "queen": 16, "juliet": 14, "explorer": 13, "assassin": 9.5, "storm": 9,
    "cloak": 0, "traitor": 10, "musketeers": 11, "wizard": 7, "witch": 1, "prince": 14,
    "squire": 2, "hermit": 12, "giant": 2, "double": None, "dragon": 11, "romeo": 5, "beggar": 4,
}  # fmt: skip

# What it shows | the goal | the cards | who takes it | the sums of the seats taking part
WORKED = """
the highest sum takes it | music 3 | 0 king, 1 queen | 0 | 0:20 1:16
sums, not single cards | music 3 | 0 king, 1 queen, 1 storm | 1 | 0:20 1:25
tie: the card nearest to the goal | trade 3 | 1 fencer, 0 queen, 1 minstrel | 1 | 0:16 1:16
tie: any card of the seat is near | trade 3 | 1 cloak, 0 king, 1 king | 1 | 0:20 1:20
12 at a goal of the own area | music 1 | 0 minstrel, 1 traitor | 0 | 0:12 1:10
8 at any other | trade 1 | 0 minstrel, 1 traitor | 1 | 0:8 1:10
9½ is more than 9 | trade 1 | 0 storm, 1 assassin | 1 | 0:9 1:9.5
two halves make a whole | trade 1 | 0 double, 0 assassin, 1 cardinal | 0 | 0:19 1:8
a cloak of 0 takes part | trade 1 | 0 cloak | 0 | 0:0
nobody there | trade 1 | | nobody |
only a double without a number there | trade 1 | 0 double | nobody |
a double without a number takes no part | trade 2 | 0 cloak, 1 double | 0 | 0:0

musketeers: no wizard | trade 3 | 0 king, 1 wizard, 2 musketeers | 0 | 0:20 1:7 2:11
musketeers: no witch | trade 3 | 0 storm, 1 witch, 1 musketeers | 1 | 0:9 1:12
musketeers: no couple | trade 3 | 0 prince, 0 squire, 1 musketeers, 1 king | 1 | 0:16 1:31
musketeers: hermit stays 12 | trade 3 | 0 hermit, 1 musketeers | 0 | 0:12 1:11
musketeers: giant stays 2 | trade 3 | 0 giant, 1 musketeers, 1 king | 1 | 0:2 1:31
musketeers: doubles have no number | trade 3 | 0 double, 1 king, 2 musketeers | 1 | 1:20 2:11
musketeers: no dragon | trade 3 | 0 dragon, 1 musketeers | 0 | 0:11 1:11
musketeers: romeo is 5 | trade 3 | 0 romeo, 0 juliet, 1 musketeers, 1 storm | 1 | 0:19 1:20
musketeers: no beggar | trade 3 | 0 beggar, 1 musketeers | 1 | 0:4 1:11
musketeers: 12 at home stays | music 3 | 0 minstrel, 1 musketeers | 0 | 0:12 1:11
musketeers of two seats | trade 3 | 0 musketeers, 1 musketeers, 1 beggar | 1 | 0:11 1:15
musketeers: a double lies near | trade 3 | 1 double, 0 musketeers, 1 storm, 1 squire | 1 | 0:11 1:11

wizard removes 10 and more | trade 3 | 0 traitor, 0 king, 1 wizard | 1 | 1:7
wizard leaves 9½ and less | trade 3 | 0 assassin, 0 storm, 1 wizard | 0 | 0:18.5 1:7
wizard removes 12, not 8 | music 3 | 0 minstrel, 0 cardinal, 1 wizard | 0 | 0:8 1:7
wizard goes by the hermit's 12 | trade 3 | 0 hermit, 1 wizard, 0 squire, 0 cloak | 1 | 0:2 1:7
wizard goes by the giant's 2 | trade 3 | 0 giant, 1 wizard, 0 cloak, 0 squire | 0 | 0:13 1:7
wizard leaves romeo, takes juliet | trade 3 | 0 romeo, 0 juliet, 1 wizard | 1 | 0:5 1:7
wizard takes a double of 10 and more | trade 3 | 0 double, 1 king, 1 wizard, 0 squire | 1 | 0:2 1:7
wizard leaves a double without a number | trade 3 | 1 wizard, 0 double | 1 | 1:7
wizard leaves a double of 9½ | trade 3 | 0 double, 0 assassin, 1 wizard, 1 king | 0 | 0:19 1:7
wizard sees through two doubles | trade 3 | 0 double, 1 double, 0 king, 2 wizard | 2 | 2:7
two wizards: none acts | trade 3 | 0 king, 1 wizard, 2 wizard | 0 | 0:20 1:7 2:7
wizard removes the dragon before it breathes | trade 3 | 0 dragon, 1 wizard, 2 storm | 2 | 1:7 2:9

witch removes 9 and less, not herself | trade 3 | 0 storm, 0 cloak, 0 cardinal, 1 witch | 1 | 1:1
witch leaves 9½ | trade 3 | 0 assassin, 1 witch | 0 | 0:9.5 1:1
witch leaves 12 at home | music 3 | 0 minstrel, 1 witch | 0 | 0:12 1:1
witch takes the wizard after he acted | trade 3 | 0 king, 1 wizard, 2 witch | 2 | 2:1
witch takes two idle wizards | trade 3 | 0 traitor, 1 wizard, 0 wizard, 2 witch | 0 | 0:10 2:1
witch goes by romeo's 5 | trade 3 | 0 romeo, 0 juliet, 1 witch | 0 | 0:14 1:1
witch goes by the giant's 2 | trade 3 | 0 giant, 1 witch, 2 cloak, 2 king | 2 | 1:1 2:20
witch goes by the hermit's 12 | trade 3 | 0 hermit, 1 witch | 0 | 0:11 1:1
witch takes the beggar | trade 3 | 0 beggar, 1 witch, 2 king | 2 | 1:1 2:20
witch takes a double of 9 and less | trade 3 | 0 double, 1 storm, 2 witch | 2 | 2:1
witch takes a double of herself | trade 3 | 0 double, 1 witch | 1 | 1:1
witch leaves a double without a number | trade 3 | 1 witch, 0 double | 1 | 1:1
two witches: none acts | trade 3 | 0 storm, 1 witch, 2 witch | 0 | 0:9 1:1 2:1
wizard and witch | trade 3 | 0 king, 0 storm, 1 assassin, 2 wizard, 2 witch | 1 | 1:9.5 2:1

couple takes it | trade 3 | 1 king, 1 queen, 0 prince, 0 squire | 0 | 0:16 1:36
couple of two seats is none | trade 3 | 1 king, 0 prince, 1 squire | 1 | 0:14 1:22
couples: the nearest | trade 3 | 1 squire, 0 prince, 0 squire, 1 prince | 1 | 0:16 1:16
couples: no king is near | trade 3 | 0 king, 1 squire, 0 prince, 0 squire, 1 prince | 1 | 0:36 1:16
couples: a lone prince is not near | trade 3 | 2 prince, 0 squire, 0 prince | 0 | 0:16 2:14
couple beats the beggar | trade 3 | 0 prince, 0 squire, 1 beggar | 0 | 0:16 1:4
couple broken by a wizard | trade 3 | 0 prince, 0 squire, 1 wizard | 1 | 0:2 1:7
couple broken by a witch | trade 3 | 0 prince, 0 squire, 1 witch, 1 king | 1 | 0:14 1:21

hermit: 1 less per other card | trade 3 | 0 hermit, 1 cloak, 1 squire, 0 storm | 0 | 0:18 1:2
hermit: removed cards do not count | trade 3 | 0 hermit, 1 cloak, 1 squire, 2 witch | 0 | 0:11 2:1
giant: 3 more per other card | trade 3 | 1 cloak, 0 giant, 1 squire, 1 storm | 1 | 0:11 1:11
giant: removed cards do not count | trade 3 | 0 giant, 1 king, 1 queen, 1 wizard | 1 | 0:5 1:7
romeo with his juliet | trade 3 | 0 romeo, 0 juliet, 1 king | 0 | 0:29 1:20
romeo with another's juliet | trade 3 | 0 romeo, 1 juliet | 1 | 0:5 1:14
dragon: 2 less for others | trade 3 | 0 dragon, 1 king, 1 storm, 0 squire | 1 | 0:13 1:25
dragon: each of them, on dragons too | trade 3 | 0 dragon, 1 dragon, 2 king | 2 | 0:9 1:9 2:16
dragon: on 9½ | trade 3 | 0 dragon, 1 assassin | 0 | 0:11 1:7.5
dragon: never below 0 | trade 3 | 0 dragon, 1 cloak, 1 squire, 2 dragon | 0 | 0:9 1:0 2:9
dragon: on romeo's 15 | trade 3 | 1 romeo, 1 juliet, 0 dragon | 1 | 0:11 1:25
dragon: on the giant | trade 3 | 1 giant, 0 dragon, 0 king | 0 | 0:31 1:6
dragon: on the hermit | trade 3 | 1 hermit, 0 dragon | 0 | 0:11 1:9
double: the number behind it | trade 3 | 0 double, 1 king | 0 | 0:20 1:20
double: not the number before it | trade 3 | 1 king, 0 double | 1 | 1:20
double of a double | trade 3 | 0 double, 1 double, 2 king | 0 | 0:20 1:20 2:20
doubles of nothing | trade 3 | 2 squire, 0 double, 1 double | 2 | 2:2
double of a burnt card | trade 3 | 0 double, 0 king, 1 dragon | 0 | 0:36 1:11
double itself is not burnt | trade 3 | 0 double, 1 king, 1 dragon | 1 | 0:20 1:31
double of a hermit | trade 3 | 0 double, 1 hermit, 2 cloak | 0 | 0:10 1:10 2:0
double of a giant | trade 3 | 0 double, 1 giant, 2 cloak | 0 | 0:8 1:8 2:0
double of a romeo of 15 | trade 3 | 1 double, 0 romeo, 0 juliet | 0 | 0:29 1:15
double of a dragon does not breathe | trade 3 | 0 double, 0 dragon, 1 king | 0 | 0:22 1:18
double of juliet does not help romeo | trade 3 | 0 double, 1 juliet, 0 romeo | 0 | 0:19 1:14
double of a wizard does not act | trade 3 | 0 double, 1 wizard, 0 king | 0 | 0:7 1:7

beggar: the lowest takes it | trade 3 | 0 king, 1 beggar, 1 storm, 2 traitor | 2 | 0:20 1:13 2:10
beggar: tie, the farthest | trade 3 | 0 fencer, 1 cardinal, 2 beggar, 2 king | 1 | 0:8 1:8 2:24
beggar: any is far | trade 3 | 0 fencer, 1 cardinal, 0 cloak, 2 beggar, 2 king | 0 | 0:8 1:8 2:24
beggar: doubles too | trade 3 | 0 fencer, 1 cardinal, 2 beggar, 2 king, 0 double | 0 | 0:8 1:8 2:24
beggar: 0 is the lowest | trade 3 | 0 cloak, 1 beggar, 2 king | 0 | 0:0 1:4 2:20
beggar: no number, no part | trade 3 | 1 beggar, 0 king, 2 double | 1 | 0:20 1:4
two beggars are as one | trade 3 | 0 beggar, 1 beggar, 1 king | 0 | 0:4 1:24
"""
LINES = [[part.strip() for part in line.split("|")] for line in WORKED.split("\n") if line]


def test_cards_have_their_printed_numbers() -> None:
    assert len(set(CARDS)) == 25
    for area, printed in PRINTED.items():
        assert {card: printed[card] for card in NUMBERS} == NUMBERS
        for card, home in SPECIALISTS.items():
            assert printed[card] == (12 if home == area else 8)


def test_areas_have_goals_of_1_2_3_3_4_and_5_points() -> None:
    assert len(GOALS) == 36
    for area in PRINTED:
        assert [points for home, points in GOALS if home == area] == [1, 2, 3, 3, 4, 5]


@pytest.mark.parametrize(("name", "aim", "cards", "winner", "sums"), LINES)
def test_worked_columns_have_documented_winner_and_sums(
    name: str, aim: str, cards: str, winner: str, sums: str
) -> None:
    given = table.judge(aim, *filter(None, cards.split(", ")))
    assert given.winner == (None if winner == "nobody" else int(winner))
    expected = dict(pair.split(":") for pair in sums.split())
    assert {str(seat): total for seat, total in given.sums.items()} == {
        seat: float(total) for seat, total in expected.items()
    }


def test_removed_cards_and_doubles_without_base_have_no_number() -> None:
    given = table.judge("trade 3", "0 king", "1 wizard", "2 assassin", "2 double")
    assert given.left == [1, 2, 3]
    assert given.numbers == [None, 7, 9.5, None]


def test_award_dump_has_plain_numbers() -> None:
    given = table.judge("trade 1", "0 double", "0 assassin", "1 king")
    assert json.dumps(given.dump()) == (
        '{"winner": 1, "sums": {"0": 19, "1": 20}, "left": [0, 1, 2], "numbers": [9.5, 9.5, 20]}'
    )


# --- The steps, for the show.


def steps(given: Award) -> list[tuple[str, list[int], list[int]]]:
    return [(step.kind, list(step.by), list(step.removed)) for step in given.steps]


def test_steps_are_in_order_of_award() -> None:
    given = table.judge(
        "trade 5", "0 king", "0 wizard", "1 witch", "1 assassin", "2 assassin", "2 squire"
    )
    assert steps(given) == [
        ("wizard", [1], [0]),
        ("witch", [2], [1, 5]),
        ("sum", [], []),
    ]
    assert given.winner == 1


def test_two_wizards_are_reported_without_effect() -> None:
    given = table.judge("trade 1", "0 king", "0 wizard", "1 wizard")
    assert steps(given) == [("wizard", [1, 2], []), ("sum", [], [])]


def test_musketeers_end_all_other_steps() -> None:
    given = table.judge("trade 1", "0 musketeers", "0 wizard", "1 beggar")
    assert steps(given) == [("musketeers", [0], []), ("sum", [], [])]


def test_couple_ends_the_other_steps() -> None:
    given = table.judge("trade 1", "1 hermit", "0 prince", "0 squire", "1 beggar")
    assert steps(given) == [("prince-squire", [1, 2], [])]


def test_steps_list_changed_numbers_before_and_after() -> None:
    given = table.judge("trade 3", "0 double", "0 hermit", "1 dragon", "0 romeo", "0 juliet")
    assert [(step.kind, list(step.by), list(map(tuple, step.changed))) for step in given.steps] == [
        ("hermit", [1], [(1, 12, 8)]),
        ("romeo", [3, 4], [(3, 5, 15)]),
        ("dragon", [2], [(1, 8, 6), (3, 15, 13), (4, 14, 12)]),
        ("double", [0], [(0, None, 6)]),
        ("sum", [], []),
    ]
    assert given.numbers == [6, 6, 11, 13, 12]


def test_last_step_names_card_that_breaks_tie() -> None:
    high = table.judge("trade 3", "0 fencer", "1 cardinal")
    assert steps(high)[-1] == ("sum", [0], [])
    low = table.judge("trade 3", "0 fencer", "1 cardinal", "2 king", "2 beggar")
    assert steps(low) == [("beggar", [3], []), ("sum", [1], [])]
