"""Options other than the default are shown before and after sitting down, and can be looked at."""

from __future__ import annotations

import json

import pytest

from accounts.models import User
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.presenters.options import option_words
from games.titles.kharnage.rules.cardset import built_in_text
from games.titles.registry import titles
from tests.helpers.matches import opened, people, signed_in

pytestmark = pytest.mark.django_db


def own_cards() -> dict[str, object]:
    cards = json.loads(built_in_text())
    cards["armies"]["human"]["units"][0] |= {"name": "<b>Wall</b>", "defence": 77}
    return {"cards": cards, "armies": ["human", "orc"], "cheer": "manual"}


def text(user: User | None, path: str) -> str:
    answer = signed_in(user).get(path)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_every_changed_option_of_every_game_is_in_words() -> None:
    for title in titles():
        for option in title.game.options:
            for value in option.values[1:]:
                match = Match(game=title.slug, rules=title.game.rules, options={option.name: value})
                assert len(option_words(match)) == 1, (title.slug, option.name, value)
    kharnage = Match(game="kharnage", rules=1, options=own_cards())
    assert option_words(kharnage) == ["cheering by hand", "armies: Humans and Orcs", "own card set"]
    kharnage.options = {"cheer": "auto", "armies": None, "cards": None}
    assert option_words(kharnage) == []


def test_challenged_player_sees_own_card_set_before_accepting() -> None:
    anna, berta = people("Anna", "Berta")
    request = TableRequest("kharnage", 2, own_cards(), invited=(berta.username,))
    match = challenges.challenge(anna, request, Terms())
    for path in ("/", "/notices/", f"/matches/{match.id}/"):
        assert "own card set" in text(berta, path), path
    room = text(berta, f"/matches/{match.id}/")
    assert "standard rules" not in room
    assert f'href="/matches/{match.id}/options/"' in room
    cards = text(berta, f"/matches/{match.id}/options/")
    assert "77" in cards
    assert "&lt;b&gt;Wall&lt;/b&gt;" in cards
    lobby.join(berta, match.id)
    assert "own card set" in text(berta, f"/matches/{match.id}/"), "at the table, too"


def test_table_without_changed_option_has_standard_rules() -> None:
    anna, berta = people("Anna", "Berta")
    match = opened(anna, game="kharnage")
    assert "standard rules" in text(berta, f"/matches/{match.id}/")
    assert "It uses the standard rules of Kharnage." in text(berta, f"/matches/{match.id}/options/")
