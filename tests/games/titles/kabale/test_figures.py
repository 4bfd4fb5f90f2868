"""The figures of Kabale's rules: captions agree with the rules."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils.translation import override

from core.languages.forms import SOFT_HYPHEN
from games.engine.replay import replay
from games.site.gallery import access_to
from games.site.rules_page import parts_of, rules_page
from games.titles.kabale.board.board import KabaleTable
from games.titles.kabale.board.faces import card_name
from games.titles.kabale.board.show import Scene
from games.titles.kabale.rules.award import ABILITIES
from games.titles.kabale.rules.cards import ACTS_AT_ONCE
from games.titles.kabale.rules.position import Kabale
from games.titles.positions import PreparedFigure, prepared_figures
from games.titles.registry import folder_of

FIGURES = prepared_figures("kabale")
LANGUAGES = [language for language, _name in settings.LANGUAGES]
AWARDS = sorted(name for name in FIGURES if FIGURES[name].part in ("power", "award"))
STAGES = sorted(FIGURES.keys() - AWARDS)
NUMBER = re.compile(r"\d+½?")


def board_of(figure: PreparedFigure) -> KabaleTable:
    _access, table = access_to(figure.position, figure.position.seat)
    board: KabaleTable = table.board
    return board


def scene_of(name: str) -> Scene:
    """Return the award that a figure draws."""
    awarded = board_of(FIGURES[name]).awarded
    assert awarded is not None
    return awarded.scenes[0]


def captions(language: str) -> dict[str, str]:
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    text = (folder_of("kabale") / "docs" / name).read_text("utf-8")
    # Lines are broken wherever they are long.
    return {
        name: re.sub(r"\s+", " ", words) for kind, name, words in parts_of(text) if kind == "figure"
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", AWARDS)
def test_caption_gives_sums_changes_and_winner(name: str, language: str) -> None:
    caption = captions(language)[name]
    with override(language):
        scene = scene_of(name)
        assert scene.goal.text in caption
    assert scene.winner is not None
    # The winner comes last.
    assert scene.winner.name in caption[-60:]
    numbers = set(NUMBER.findall(caption))
    for beat in scene.beats:
        for one in beat.sums:
            assert one.total in numbers, (one.player.name, one.total)
            assert one.player.name in caption
        for actor in beat.actors:
            assert not actor.changed or actor.after in numbers, (actor.card.id, actor.after)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", STAGES)
def test_caption_names_every_goal_and_visible_card(name: str, language: str) -> None:
    by_name = captions(language)
    # Cards that do not change are named only once, before.
    caption = (by_name.get(name.replace("-after", "-before"), "") + by_name[name]).casefold()
    with override(language):
        for lane in board_of(FIGURES[name]).lanes:
            assert lane.goal.text.casefold() in caption
            for laid in lane.cards:
                assert laid.player.name.casefold() in caption
                if laid.card.id:
                    # Names are inflected: “Eremiten”.
                    named = card_name(laid.card.id).replace(SOFT_HYPHEN, "")
                    assert named.casefold() in caption, laid.card.id


def test_figures_show_every_acting_card() -> None:
    seen = {
        laid.card.id
        for name in STAGES
        for lane in board_of(FIGURES[name]).lanes
        for laid in lane.cards
    }
    assert seen >= ACTS_AT_ONCE
    acting = {
        actor.card.id
        for name in AWARDS
        for beat in scene_of(name).beats
        for actor in beat.actors
        if actor.acts
    }
    # Juliet next to her Romeo.
    assert acting - {"juliet"} == ABILITIES


def reached(name: str) -> Kabale:
    """Return the position of a figure."""
    position = replay(FIGURES[name].position.record).position
    assert isinstance(position, Kabale)
    return position


def test_figure_of_explorer_skips_closed_column_and_uncovers() -> None:
    first, second, closed = reached("explorer-after").columns
    assert [(laid.card, laid.up) for laid in first.cards] == [("queen", True), ("explorer", False)]
    assert [laid.card for laid in second.cards] == ["musketeers", "king"]
    assert closed.storm


def test_figure_of_assassin_shows_one_victim() -> None:
    position = reached("assassin-after")
    assert position.discards[1] == ["dragon"]
    assert [(laid.card, laid.up) for laid in position.columns[0].cards] == [
        ("assassin", True),
        ("wizard", False),
    ]


def test_figures_of_cloak_and_storm_show_fulfilled_goals() -> None:
    cloak, storm = (board_of(FIGURES[name]).lanes[0] for name in ("cloak", "storm"))
    assert (len(cloak.cards), cloak.goal.points, cloak.enough) == (3, 3, True)
    assert [laid.cloaked for laid in cloak.cards] == [False, True, False]
    assert (len(storm.cards), storm.goal.points, storm.enough) == (2, 5, True)


def test_figure_of_traitor_swaps_only_goals() -> None:
    before, after = (reached(name).columns for name in ("traitor-before", "traitor-after"))
    assert [column.goal for column in after] == [column.goal for column in before][::-1]
    assert after[1].cards == before[1].cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_contain_no_lists(language: str) -> None:
    """A line that begins with a plus would."""
    for piece in rules_page("kabale", language).pieces:
        for figure in piece.figures:
            assert "<ul>" not in figure.caption
