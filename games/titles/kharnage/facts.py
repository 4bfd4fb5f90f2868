"""The facts by which matches of Kharnage are found: armies led, and armies wiped out."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext as _

from games.engine.achievements import Fact, Played
from games.titles.kharnage.board.words import RACES
from games.titles.kharnage.rules.position import Kharnage


def led(played: Played) -> dict[int, set[str]]:
    """Return the army that each seat led, chosen or dealt."""
    return {seat: {army} for seat, army in _armies(played).items()}


def wiped_out(played: Played) -> dict[int, set[str]]:
    """Return the armies of other seats that each seat wiped out."""
    armies = _armies(played)
    found: dict[int, set[str]] = defaultdict(set)
    for facts in played.facts("kharnage"):
        if facts["target"] in armies:
            found[facts["seat"]].add(armies[facts["target"]])
    return found


def _armies(played: Played) -> dict[int, str]:
    """Return the army of each seat, without those of a player's own card set."""
    assert isinstance(played.end, Kharnage)
    return {seat: one.id for seat, one in enumerate(played.end.armies) if one.id in RACES}


FACTS = (
    Fact("army", list(RACES), led, lambda army: _("led the {army}").format(army=RACES[army])),
    Fact(
        "wiped-out",
        list(RACES),
        wiped_out,
        lambda army: _("wiped out the {army}").format(army=RACES[army]),
    ),
)
