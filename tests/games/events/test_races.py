"""Races for places: none is given twice, and no player stays behind a free one."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from games.events.models import Event
from games.events.services import finding, planning, registering, running
from games.events.services.finding import open_event
from games.events.services.planning import EventFacts
from games.game_nights.models import GameNight
from tests.games.events.conftest import queue_of
from tests.games.matches.test_races import at_once
from tests.helpers.matches import people, person
from tests.helpers.values import not_none

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
CROWD = 8


def _event(places: int) -> Event:
    start = timezone.now() + timedelta(days=2)
    facts = EventFacts("Thursday", start, "UTC", games=("babel",), places=places)
    return planning.plan(person("Anna"), facts)


def test_simultaneous_registrations_fill_places_once() -> None:
    event = _event(3)
    crowd = people(*(f"Guest{number}" for number in range(CROWD)))
    at_once([partial(registering.register, open_event(user, event.pk)) for user in crowd])
    place, waiting = queue_of(event)
    assert (len(place), len(waiting)) == (3, CROWD - 3)


def test_players_who_leave_at_once_let_as_many_move_up() -> None:
    event = _event(4)
    crowd = people(*(f"Guest{number}" for number in range(CROWD)))
    for user in crowd:
        registering.register(open_event(user, event.pk))
    leaving = [partial(registering.leave, open_event(user, event.pk)) for user in crowd[:3]]
    assert at_once(leaving) == ["done None"] * 3
    place, waiting = queue_of(event)
    assert (place, waiting) == ([f"Guest{n}" for n in range(3, 7)], ["Guest7"])


def test_one_user_registers_once() -> None:
    event, (berta,) = _event(3), people("Berta")
    answers = at_once([partial(registering.register, open_event(berta, event.pk))] * CROWD)
    assert len(set(answers)) == 1
    assert event.registrations.count() == 1


def test_two_workers_and_organiser_begin_event_once() -> None:
    event, (berta,) = _event(3), people("Berta")
    registering.register(open_event(berta, event.pk))
    assert [(one.taken, one.waiting) for one in finding.upcoming(berta)] == [(1, 0)]  # type: ignore[attr-defined]  # annotated
    soon = timezone.now() - timedelta(minutes=1)
    Event.objects.update(starts_at=soon, repeats=Event.Repeats.WEEKLY)
    anna = not_none(event.organiser)
    at_once([running.work, running.work, partial(running.begin, open_event(anna, event.pk))])
    assert GameNight.objects.count() == 1
    assert [one.status for one in finding.own(anna)] == ["running", "planned"]
    assert Event.objects.count() == 2, "and one next date"
