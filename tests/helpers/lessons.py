"""Every lesson of every game."""

from __future__ import annotations

from games.titles.registry import titles

LESSONS = [(title.slug, lesson) for title in titles() for lesson in title.lessons]
NAMES = [f"{slug}/{lesson.slug}" for slug, lesson in LESSONS]
