"""The figures of Condottiere's rules: captions agree with the rules."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.test import Client

from games.engine.replay import replay
from games.site.gallery import access_to
from games.site.rules_page import parts_of
from games.titles.condottiere.board.board import CondottiereTable
from games.titles.condottiere.board.map import NAMES, REGIONS
from games.titles.positions import PreparedFigure, prepared_figures
from games.titles.registry import folder_of

FIGURES = prepared_figures("condottiere")
LANGUAGES = [language for language, _name in settings.LANGUAGES]
CARDS = {"drum", "winter", "heroine", "surrender", "bishop", "scarecrow-before", "scarecrow-after"}


def board_of(figure: PreparedFigure) -> CondottiereTable:
    _access, table = access_to(figure.position, figure.position.seat)
    board: CondottiereTable = table.board
    return board


def captions(language: str) -> dict[str, str]:
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    text = (folder_of("condottiere") / "docs" / name).read_text("utf-8")
    return {name: words for kind, name, words in parts_of(text) if kind == "figure"}


def numbers_in(caption: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", caption)))


def armies() -> list[str]:
    return [name for name, figure in FIGURES.items() if figure.part == "armies"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", armies())
def test_caption_gives_strengths_and_winner(name: str, language: str) -> None:
    board, caption = board_of(FIGURES[name]), captions(language)[name]
    for army in board.armies:
        if army.cards and board.counted:
            assert army.strength in numbers_in(caption), army.player.name
            assert army.player.name in caption
    if board.is_past and board.counted:
        assert board.past is not None
        assert NAMES[board.past["city"]] in caption
        assert board.names[board.past["winner"]] in caption


def test_every_special_card_has_figure_of_its_effect() -> None:
    assert set(FIGURES) >= CARDS
    won = {name: replay(FIGURES[name].position.record).position.dump() for name in CARDS}
    assert won["surrender"]["cities"] == {"parma": 0}
    assert won["winter"]["cities"] == {"siena": 1}
    assert won["drum"]["cities"] == {"firenze": 0}
    assert won["heroine"]["cities"] == {"urbino": 0}
    assert (won["bishop"]["cities"], won["bishop"]["holder"]) == ({}, 1)
    assert "m10" in won["scarecrow-after"]["hands"][0]
    assert "m10" in won["scarecrow-before"]["armies"][0]


def test_figures_of_example_show_one_battle() -> None:
    steps = ["battle-city", "battle-opening", "battle-drum", "battle-winter", "battle-end"]
    records = [FIGURES[name].position.record for name in steps]
    for earlier, later in pairwise(records):
        assert earlier.position == later.position
        assert list(later.moves)[: len(earlier.moves)] == list(earlier.moves)
    ended = replay(records[-1]).position.dump()
    assert (ended["cities"]["modena"], ended["holder"]) == (1, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_of_maps_name_relevant_cities(language: str) -> None:
    by_name = captions(language)
    for name in ("battle-city", "lands-apart", "lands-joined"):
        board = board_of(FIGURES[name])
        for city in board.italy.coloured:
            if city.contested or city.owner == 0:
                assert city.name in by_name[name], (name, city.name)


def test_figures_of_lands_show_winning_and_separate_groups() -> None:
    assert replay(FIGURES["lands-apart"].position.record).position.outcome() is None
    outcome = replay(FIGURES["lands-joined"].position.record).position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.places[0]) == ("group", 1)
    assert board_of(FIGURES["lands-joined"]).kingdom == {"lucca", "firenze", "bologna"}


@pytest.mark.django_db
def test_page_contains_map_drawing_once() -> None:
    page = Client().get("/games/condottiere/").content.decode()
    assert page.count(REGIONS["napoli"]) == 1
    maps = [figure for figure in FIGURES.values() if figure.part in ("map", "table")]
    assert page.count('<use href="#map-ground"/>') == len(maps) + 1
