"""Step data on a page: banners, and the step of the viewer's last decision."""

from __future__ import annotations

import pytest

from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.rendering import step_html, table_html
from games.matches.presenters.table import table_for
from games.matches.services.event_store import match_state
from tests.helpers.matches import fresh, move_on, people, started, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Play a match to the end of its first battle."""
    match = started(*people("Anna", "Berta"), seed=3)
    for _ in range(200):
        move_on(match)
        match = fresh(match)
        if any(one.kind == "battle-ended" for one in match_state(match).history[-1].effects):
            return match
    raise AssertionError("no battle has ended")


def test_highlight_step_contains_banner(match: Match) -> None:
    access = open_match(user_at(match, 0), match.id)
    banner = table_for(access).banner
    assert banner is not None
    html = table_html(access)
    assert '<div id="banner" hidden>' in html
    assert banner.title in html
    # So does the same step when it is shown again; what came before was one card.
    seen = table_for(access).seen
    assert '<div id="banner" hidden>' in step_html(access, seen)
    assert '<div id="banner" hidden>' not in step_html(access, seen - 1)
    assert f'data-seen="{seen - 1}"' in step_html(access, seen - 1)
    assert 'hx-swap-oob="morph"' in step_html(access, 0)


def test_table_names_step_of_viewers_last_decision(match: Match) -> None:
    last = match_state(match).history[-1]
    assert last.seat is not None
    mine = table_for(open_match(user_at(match, last.seat), match.id))
    assert mine.since == mine.seen
    theirs = table_for(open_match(user_at(match, 1 - last.seat), match.id))
    assert theirs.since is not None
    assert theirs.since < theirs.seen
    assert theirs.steps[theirs.since - 1].seat == 1 - last.seat
    assert f'data-since="{theirs.since}"' in table_html(
        open_match(user_at(match, 1 - last.seat), match.id)
    )


def test_spectator_has_no_own_last_move(match: Match) -> None:
    (stranger,) = people("Cleo")
    access = open_match(stranger, match.id)
    assert table_for(access).since is None
    assert "data-since" not in table_html(access)
