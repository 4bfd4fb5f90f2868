"""A user's habits in each game: first cities, plans, favourite cards."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from games.achievements.models import HabitChoice
from games.engine.achievements import Habit
from games.matches.models import Player
from games.titles.registry import titles

SHOWN = 3
"""The most choices named for a habit."""


@dataclass(frozen=True)
class Choice:
    """One choice: how often it was made, and the percentage of these matches that were won."""

    name: str
    times: int
    rate: int


@dataclass(frozen=True)
class HabitRow:
    """A habit, and its most frequent choices."""

    name: str
    choices: list[Choice]


def habits_of(seats: QuerySet[Player]) -> dict[str, list[HabitRow]]:
    """Return a user's habits by game, counted over these seats in one query."""
    rows = HabitChoice.objects.filter(player__in=seats).order_by()
    groups = rows.values_list("player__game", "habit", "choice").annotate(
        times=Count("id"), won=Count("id", filter=Q(player__place=1))
    )
    found: dict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
    for game, habit, choice, times, won in groups:
        found[game, habit].append((times, won, choice))
    habits: dict[str, list[HabitRow]] = {}
    for title in titles():
        made = [(habit, found.get((title.slug, habit.slug), [])) for habit in title.habits]
        habits[title.slug] = [_row(habit, choices) for habit, choices in made if choices]
    return habits


def _row(habit: Habit, choices: list[tuple[int, int, str]]) -> HabitRow:
    most = sorted(choices, key=lambda choice: (-choice[0], -choice[1], choice[2]))[:SHOWN]
    named = [
        Choice(habit.words(choice), times, round(100 * won / times)) for times, won, choice in most
    ]
    return HabitRow(gettext(habit.name), named)
