"""A match in memory is not read again for viewers who are notified of a move."""

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


def test_rendering_after_move_needs_no_query(
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


def test_cached_match_renders_like_stored_match(match: Match) -> None:
    for move in (CHOOSE, {"type": "pass"}):
        seat = mover(match)
        number = act(match, seat, move)
        written = [
            pushed_state(open_match(user_at(match, s), match.id, (), number)) for s in (0, 1)
        ]
        clear_all()
        read = [pushed_state(open_match(user_at(match, s), match.id)) for s in (0, 1)]
        assert written == read


def test_outdated_cached_match_is_read_again(match: Match) -> None:
    number = act(match, mover(match), CHOOSE)
    assert cached_match(match.id, number)
    assert not cached_match(match.id, number + 1)
    # As another process would: this one hears of it and no more.
    Match.objects.filter(id=match.id).update(last_number=number + 1)
    user = user_at(match, 0)
    assert open_match(user, match.id, since=number).match.last_number == number
    assert open_match(user, match.id, since=number + 1).match.last_number == number + 1


def test_page_request_reads_match_from_database(match: Match) -> None:
    act(match, mover(match), CHOOSE)
    Player.objects.filter(match=match, seat=0).update(name="Another")
    Match.objects.filter(id=match.id).update(public=False)
    access = open_match(user_at(match, 0), match.id)
    assert not access.match.public


def test_finished_match_is_not_cached(match: Match) -> None:
    number = act(match, mover(match), CHOOSE)
    commands.resign(user_at(match, 0), match.id)
    over = fresh(match).last_number
    assert over > number
    assert not cached_match(match.id, over)
    assert open_match(person("Carla"), match.id, since=over).match.status == Match.Status.FINISHED


def test_cached_private_match_is_refused_to_others() -> None:
    match, carla = started(*people("Anna", "Berta"), seed=8, public=False), person("Carla")
    number = act(match, mover(match), CHOOSE)
    with pytest.raises(PrivateTable):
        open_match(carla, match.id, since=number)
    Invitation.objects.create(match=match, user=carla)
    assert open_match(carla, match.id, since=number).seat is None
