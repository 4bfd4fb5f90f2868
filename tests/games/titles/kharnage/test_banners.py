"""The banners of Kharnage's highlights."""

from __future__ import annotations

from games.engine.contract import Effect
from games.titles.kharnage.board.board import KharnageBoard

NAMES = ("Anna", "Ben")


def test_banner_of_destroyed_army_names_owner_and_winner() -> None:
    effects = [Effect("kharnage", {"seat": 0, "target": 1})]
    lines = {
        you: shown.lines
        for you in (0, 1, None)
        if (shown := KharnageBoard().banner(effects, NAMES, you)) is not None
    }
    assert lines == {
        0: ("Nothing is left of Ben’s army.", "You take a kharnage token."),
        1: ("Nothing is left of your army.", "Anna takes a kharnage token."),
        None: ("Nothing is left of Ben’s army.", "Anna takes a kharnage token."),
    }


def test_round_banner_lists_points_from_most_to_least() -> None:
    effects = [
        Effect("scored", {"round": 2, "destroyed": [1, 4], "points": [3, 5]}),
        Effect("round", {"round": 3}),
    ]
    shown = KharnageBoard().banner(effects, NAMES, None)
    assert shown is not None
    assert shown.title == "Round 2 is over."
    assert shown.lines == (
        "Ben: 5 points for 4 cards destroyed",
        "Anna: 3 points for 1 card destroyed",
        "Round 3 of 4. Everyone makes a new plan.",
    )


def test_banner_shows_attack_that_destroys_nothing() -> None:
    effects = [
        Effect("target", {"seat": 0, "kind": "melee", "seats": [1], "strength": 2}),
        Effect("withstood", {"seat": 0, "target": 1}),
    ]
    shown = KharnageBoard().banner(effects, NAMES, None)
    assert shown is not None
    assert (shown.title, shown.seat) == ("Ben’s army holds: no card falls.", 1)
