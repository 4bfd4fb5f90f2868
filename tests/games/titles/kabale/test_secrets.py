"""Face-down and cloaked cards appear only on their owner's page."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.matches.models import Match
from games.titles.kabale.board.faces import card_name
from tests.games.matches.test_secrecy import assert_nothing_changes
from tests.helpers.effort import covering
from tests.helpers.kabale import column
from tests.helpers.matches import act, at_random, play_on, position_of, signed_in
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def cloaked(users: list[User]) -> Match:
    """Anna has hidden a card under her cloak, and all have cards face down."""
    position = {
        "turn": 1,
        "phase": "cloak",
        "pending": {"seat": 0, "column": 0},
        "columns": [
            column("music 5", "0 cloak", "1 dragon down"),
            column("trade 3", "0 romeo down"),
            column("trade 3", "2 hermit down"),
        ],
        "hands": [["juliet", "storm"], ["witch", "queen"], ["beggar"]],
    }
    match = prepared("kabale", position, *users)
    act(match, 0, {"type": "cloak", "card": "juliet"})
    return match


@pytest.mark.parametrize("moves", covering([0, 7, 19], 0))
def test_responses_do_not_depend_on_hidden_cards(cloaked: Match, moves: int) -> None:
    steps = iter(range(moves))
    assert_nothing_changes(play_on(cloaked, at_random(moves), lambda _: next(steps, None) is None))


def test_match_page_names_no_hidden_card(cloaked: Match, users: list[User]) -> None:
    """By name, by emblem and by any id: the whole page is searched."""
    position = position_of(cloaked)
    for seat, user in enumerate(users):
        page = signed_in(user).get(f"/matches/{cloaked.id}/").content.decode()
        table = page[page.index('<div id="table"') :]
        open_to_me = {"cloak", *position.view(seat)["hands"][seat]}
        open_to_me |= {
            laid["card"]
            for lane in position.view(seat)["columns"]
            for laid in lane["cards"]
            if laid["card"]
        }
        everything = {"juliet", "romeo", "dragon", "hermit", "witch", "queen", "beggar", "storm"}
        for card in everything - open_to_me:
            assert f"emblem-{card}" not in table, (seat, card)
            assert f"hand-{card}" not in table, (seat, card)
            assert f">{card_name(card)}<" not in table, (seat, card)
            assert not re.search(rf'value="{card}"', table), (seat, card)
        assert "emblem-juliet" in table or seat != 0
