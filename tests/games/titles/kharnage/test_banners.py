"""The great moments of Kharnage in large."""

from __future__ import annotations

from games.engine.contract import Happening
from games.titles.kharnage.board.board import KharnageBoard

NAMES = ("Anna", "Ben")


def test_an_army_gone_says_whose_and_who_takes_the_token() -> None:
    happenings = [Happening("kharnage", {"seat": 0, "target": 1})]
    lines = {
        you: shown.lines
        for you in (0, 1, None)
        if (shown := KharnageBoard().banner(happenings, NAMES, you)) is not None
    }
    assert lines == {
        0: ("Nothing stands of the army of Ben.", "You take a kharnage token."),
        1: ("Nothing stands of your army.", "Anna takes a kharnage token."),
        None: ("Nothing stands of the army of Ben.", "Anna takes a kharnage token."),
    }


def test_a_round_gives_its_points_the_most_first() -> None:
    happenings = [
        Happening("scored", {"round": 2, "destroyed": [1, 4], "points": [3, 5]}),
        Happening("round", {"round": 3}),
    ]
    shown = KharnageBoard().banner(happenings, NAMES, None)
    assert shown is not None
    assert shown.title == "Round 2 is over."
    assert shown.lines == (
        "Ben: 5 points for 4 cards destroyed",
        "Anna: 3 points for 1 card destroyed",
        "Round 3 of 4. Everybody plans anew.",
    )
