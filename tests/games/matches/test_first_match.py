"""The guide of a first match."""

from __future__ import annotations

import pytest

from games.matches.access import open_match
from games.matches.presenters.guides import is_first_match
from games.matches.services import commands
from tests.helpers.matches import asked_against_bot, person, play_on, signed_in, started

pytestmark = pytest.mark.django_db


def test_guide_is_shown_until_first_finished_match_of_game() -> None:
    anna = person("Anna")
    match, client = asked_against_bot(anna), signed_in(anna)
    room = '<div class="table-room" id="room" data-guide '
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert room in page
    assert 'id="guide"' in page
    assert 'data-guide-of="condottiere"' in page
    # To look on is not to play.
    assert not is_first_match(open_match(person("Carla"), match.id))
    # A match that was left, or one of another game, teaches nothing.
    commands.resign(anna, started(anna, bots=("easy",), seed=5).id)
    play_on(started(anna, bots=("easy",), game="babel", seed=5))
    assert is_first_match(open_match(anna, match.id))
    play_on(started(anna, bots=("easy",), seed=5))
    assert not is_first_match(open_match(anna, match.id))
    assert room not in client.get(f"/matches/{match.id}/").content.decode()
