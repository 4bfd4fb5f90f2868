"""Rules that the achievements and habits of every title follow."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.achievements.models import CHOICE_LENGTH, SLUG_LENGTH
from games.achievements.services.milestones import MILESTONES
from games.titles.contract import Title
from games.titles.registry import titles
from tests.helpers.emblems import emblems_of
from tests.helpers.languages import TRANSLATIONS
from tests.helpers.played import random_match

EVERY = pytest.mark.parametrize("title", titles(), ids=lambda title: str(title.slug))
MATCHES = 3


@EVERY
def test_achievement_slugs_are_unique_and_short(title: Title) -> None:
    slugs = [*(one.slug for one in title.achievements), *(one.slug for one in title.habits)]
    assert len(slugs) == len(set(slugs))
    assert all(0 < len(slug) <= SLUG_LENGTH for slug in slugs)
    names = [*(one.name for one in title.achievements), *(one.name for one in MILESTONES)]
    assert len(names) == len(set(names))


@EVERY
def test_achievement_emblems_exist(title: Title) -> None:
    drawn = emblems_of(title.slug)
    assert {one.emblem for one in title.achievements} <= drawn
    assert {one.emblem for one in MILESTONES} <= drawn


@EVERY
def test_random_matches_earn_storable_achievements_and_habits(title: Title) -> None:
    for seats in (title.game.seats[0], title.game.seats[-1]):
        for number in range(MATCHES):
            one = random_match(title.slug, number, seats)
            for achievement in title.achievements:
                assert set(achievement.earned(one)) <= set(range(seats))
            for habit in title.habits:
                choices = habit.choices(one)
                assert set(choices) <= set(range(seats))
                assert all(0 < len(choice) <= CHOICE_LENGTH for choice in choices.values())
                assert all(habit.words(choice) for choice in choices.values())


@EVERY
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_achievements_and_habits_are_translated(title: Title, language: str) -> None:
    with translation.override(language):
        for achievement in title.achievements:
            assert gettext(achievement.condition) != achievement.condition
        for habit in title.habits:
            assert gettext(habit.name) != habit.name
