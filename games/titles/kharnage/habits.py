"""Habits of players in Kharnage: the army they lead, and their first plan with it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.achievements import Habit, Played
from games.engine.refusals import noted
from games.titles.kharnage.board.words import RACES
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage


def army(played: Played) -> dict[int, str]:
    """Return the army that each seat led, chosen or dealt."""
    assert isinstance(played.end, Kharnage)
    return {seat: led.id for seat, led in enumerate(played.end.armies)}


def first_plan(played: Played) -> dict[int, str]:
    """Return each seat's strategy card of the first round, if it is of the built-in set."""
    plans: dict[int, str] = {}
    for decision in played.decisions:
        if isinstance(decision.move, Plan):
            plans.setdefault(decision.seat, decision.move.strategy)
    known = built_in().strategies
    return {seat: plan for seat, plan in plans.items() if plan in known}


def plan_words(plan: str) -> str:
    """Return the army and the initiative of a strategy card: “Orcs 420”."""
    race, _dash, initiative = plan.partition("-")
    return _("{army} {initiative}").format(army=RACES[race], initiative=initiative)


HABITS = (
    Habit("army", noted("Army"), army, lambda race: str(RACES[race]), opening=True),
    Habit("first-plan", noted("First plan"), first_plan, plan_words, opening=True),
)
