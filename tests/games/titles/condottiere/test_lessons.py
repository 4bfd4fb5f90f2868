"""The lessons accept and decline moves by what their texts say."""

from __future__ import annotations

from games.engine.lessons import fits_any
from games.lessons.checking import places
from games.titles.condottiere.rules.cities import largest_group
from tests.helpers.lessons import LESSONS
from tests.helpers.values import not_none


def test_fourth_city_is_accepted_if_it_touches_three_own_ones() -> None:
    """Else the coach would say of a city that touches one's own that it does not."""
    chosen = 0
    for slug, lesson in LESSONS:
        for course in places(slug, lesson) if slug == "condottiere" else ():
            view = course.position.view(lesson.seat)
            for move in course.moves:
                if move.dump()["type"] == "choose":
                    city = move.dump()["city"]
                    own = {name for name, seat in view["cities"].items() if seat == lesson.seat}
                    unites = largest_group({*own, city}) == 4
                    assert fits_any(move, not_none(course.step).awaited) == unites, city
                    chosen += 1
    assert chosen


def test_every_card_that_is_accepted_is_ringed() -> None:
    """The coach asked for a middle card and pointed at the 5, but took the 4 as well."""
    ringed = 0
    for slug, lesson in LESSONS:
        for course in places(slug, lesson) if slug == "condottiere" else ():
            step = course.step
            if step is None or "#hand-" not in step.focus:
                continue
            for move in course.moves:
                card = move.dump().get("card")
                if card and fits_any(move, step.awaited):
                    assert f"#hand-{card}" in step.focus, (lesson.slug, card)
                    ringed += 1
    assert ringed
