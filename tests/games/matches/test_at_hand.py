"""A match just played at is not read again for those who are told of it."""

from collections.abc import Callable
from typing import Any

import pytest

from games.lobby.models import Invitation
from games.matches.access import cached_match, open_match
from games.matches.cache import clear_all
from games.matches.models import Match, Player
from games.matches.presenters.rendering import pushed_state, table_html
from games.matches.refusals import PrivateTable
from games.matches.services import commands
from tests.helpers.matches import CHOOSE, act, fresh, mover, people, person, started, user_at

pytestmark = pytest.mark.django_db(transaction=True)
Queries = Callable[[int], Any]


@pytest.fixture
def match(transactional_db: None) -> Match:
    return started(*people("Anna", "Berta"), seed=8)


def test_what_was_written_is_drawn_for_both_without_a_question_to_the_database(
    match: Match, django_assert_num_queries: Queries
) -> None:
    both = [user_at(match, seat) for seat in (0, 1)]
    number = act(match, mover(match), CHOOSE)
    with django_assert_num_queries(0):
        for user in both:
            access = open_match(user, match.id, since=number)
            assert access.match.last_number == number
            table_html(access)
            pushed_state(access)


def test_it_is_drawn_just_as_if_it_were_read(match: Match) -> None:
    for move in (CHOOSE, {"type": "pass"}):
        seat = mover(match)
        number = act(match, seat, move)
        written = [
            pushed_state(open_match(user_at(match, s), match.id, (), number)) for s in (0, 1)
        ]
        clear_all()
        read = [pushed_state(open_match(user_at(match, s), match.id)) for s in (0, 1)]
        assert written == read


def test_what_is_older_than_what_they_were_told_of_is_read(match: Match) -> None:
    number = act(match, mover(match), CHOOSE)
    assert cached_match(match.id, number)
    assert not cached_match(match.id, number + 1)
    # As another process would: this one hears of it and no more.
    Match.objects.filter(id=match.id).update(last_number=number + 1)
    user = user_at(match, 0)
    assert open_match(user, match.id, since=number).match.last_number == number
    assert open_match(user, match.id, since=number + 1).match.last_number == number + 1


def test_a_page_asked_for_is_always_read(match: Match) -> None:
    act(match, mover(match), CHOOSE)
    Player.objects.filter(match=match, seat=0).update(name="Another")
    Match.objects.filter(id=match.id).update(public=False)
    access = open_match(user_at(match, 0), match.id)
    assert not access.match.public


def test_a_match_that_is_over_is_kept_by_nobody(match: Match) -> None:
    number = act(match, mover(match), CHOOSE)
    commands.resign(user_at(match, 0), match.id)
    over = fresh(match).last_number
    assert over > number
    assert not cached_match(match.id, over)
    assert open_match(person("Carla"), match.id, since=over).match.status == Match.Status.FINISHED


def test_who_may_not_look_may_not_look_at_what_is_kept() -> None:
    match, carla = started(*people("Anna", "Berta"), seed=8, public=False), person("Carla")
    number = act(match, mover(match), CHOOSE)
    with pytest.raises(PrivateTable):
        open_match(carla, match.id, since=number)
    Invitation.objects.create(match=match, user=carla)
    assert open_match(carla, match.id, since=number).seat is None
