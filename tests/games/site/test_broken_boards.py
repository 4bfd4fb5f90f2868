"""Lessons, puzzles and analysis boards stay usable with a board that raises."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.monitoring.metrics import BOARD_FAILED
from games.boards.table_view import TableView
from games.matches.models import Match
from games.matches.presenters.boards import game_board
from games.puzzles.library import puzzles_of
from games.titles.registry import title_of
from tests.helpers.matches import fresh, mover, people, started, user_at
from tests.helpers.pages import assert_clean_page

GAME = "condottiere"


def lesson(_client: Client) -> str:
    return reverse("lesson", args=[GAME, title_of(GAME).lessons[0].slug])


def puzzle(_client: Client) -> str:
    return reverse("puzzle", args=[GAME, next(iter(puzzles_of(GAME)))])


def analysis(client: Client) -> str:
    match = started(*people("Anna", "Berta"), game=GAME)
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.TURNS)
    client.force_login(user_at(match, mover(fresh(match))))
    return reverse("analysis", args=[match.pk])


@pytest.mark.django_db
@pytest.mark.parametrize("page", [lesson, puzzle, analysis])
def test_generic_board_stands_in_on_page(
    page: Any, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = page(client)

    def broken(_self: object, _table: TableView) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(game_board(GAME).board), "build", broken)
    failed = BOARD_FAILED.labels(GAME)
    before = failed._value.get()
    response = client.get(path)
    text = response.content.decode()
    assert response.status_code == 200
    assert "board can’t be drawn right now" in text
    assert_clean_page(response)
    goes_on = "coach-form" if page is lesson else "move-form"
    assert f'form="{goes_on}"' in text, "there is a button to go on"
    assert failed._value.get() > before
    assert f"The board of {GAME} cannot be drawn" in caplog.text
