"""The figures on the page of rules: what their captions say is what the rules make of them."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.utils.translation import override

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
    """The award that the figure draws."""
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
def test_a_caption_gives_the_sums_the_changes_and_who_takes_it(name: str, language: str) -> None:
    caption = captions(language)[name]
    with override(language):
        scene = scene_of(name)
        assert scene.goal.text in caption
    assert scene.winner is not None
    # Who takes it is told last.
    assert scene.winner.name in caption[-60:]
    numbers = set(NUMBER.findall(caption))
    for beat in scene.beats:
        for one in beat.sums:
            assert one.total in numbers, (one.chair.name, one.total)
            assert one.chair.name in caption
        for actor in beat.actors:
            assert not actor.changed or actor.after in numbers, (actor.card.id, actor.after)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", STAGES)
def test_a_caption_tells_every_goal_and_every_card_in_sight(name: str, language: str) -> None:
    by_name = captions(language)
    # What is there before and after is told once, before.
    caption = (by_name.get(name.replace("-after", "-before"), "") + by_name[name]).casefold()
    with override(language):
        for lane in board_of(FIGURES[name]).lanes:
            assert lane.goal.text.casefold() in caption
            for laid in lane.cards:
                assert laid.chair.name.casefold() in caption
                if laid.card.id:
                    # Names are inflected: “Eremiten”.
                    assert card_name(laid.card.id).casefold() in caption, laid.card.id


def test_every_card_that_acts_is_seen_acting() -> None:
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
    # Juliet beside her Romeo.
    assert acting - {"juliet"} == ABILITIES


def reached(name: str) -> Kabale:
    """The position of a figure."""
    position = replay(FIGURES[name].position.record).position
    assert isinstance(position, Kabale)
    return position


def test_the_explorer_goes_past_the_closed_column_and_uncovers() -> None:
    first, second, closed = reached("explorer-after").columns
    assert [(laid.card, laid.up) for laid in first.cards] == [("queen", True), ("explorer", False)]
    assert [laid.card for laid in second.cards] == ["musketeers", "king"]
    assert closed.storm


def test_the_assassin_strikes_once() -> None:
    position = reached("assassin-after")
    assert position.discards[1] == ["dragon"]
    assert [(laid.card, laid.up) for laid in position.columns[0].cards] == [
        ("assassin", True),
        ("wizard", False),
    ]


def test_the_hidden_card_fulfils_the_goal_and_the_storm_too() -> None:
    cloak, storm = (board_of(FIGURES[name]).lanes[0] for name in ("cloak", "storm"))
    assert (len(cloak.cards), cloak.goal.points, cloak.enough) == (3, 3, True)
    assert [laid.cloaked for laid in cloak.cards] == [False, True, False]
    assert (len(storm.cards), storm.goal.points, storm.enough) == (2, 5, True)


def test_the_traitor_swaps_the_goals_alone() -> None:
    before, after = (reached(name).columns for name in ("traitor-before", "traitor-after"))
    assert [column.goal for column in after] == [column.goal for column in before][::-1]
    assert after[1].cards == before[1].cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sum_became_a_list(language: str) -> None:
    """A line that begins with a plus would."""
    for piece in rules_page("kabale", language).pieces:
        for figure in piece.figures:
            assert "<ul>" not in figure.caption
