"""Pictures of positions: of every title and prepared position, from the public view."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation

from accounts.models import User
from games.boards.drawing.frame import BODY_HEIGHT, BODY_WIDTH, HEIGHT, WIDTH
from games.boards.drawing.sheet import Sheet
from games.embeds.pictures import EDGE, board_svg, position_svg, site_svg
from games.embeds.public import public_access
from games.engine.contract import Position
from games.matches.presenters.boards import game_board
from games.matches.presenters.replay import public_replay
from games.site.gallery import access_to
from games.titles.positions import PreparedPosition, prepared_positions
from games.titles.registry import slugs
from tests.helpers.matches import (
    match_with_secret_question,
    move_on,
    people,
    play_on,
    started,
)

SVG = "{http://www.w3.org/2000/svg}"
ALL = [one for slug in slugs() for one in prepared_positions(slug)]


def drawn(prepared: PreparedPosition) -> Element:
    _access, table = access_to(prepared, None)
    sheet = Sheet(table.game_board.board.palette)
    table.game_board.board.draw(sheet, table)
    return fromstring(sheet.svg(BODY_WIDTH, BODY_HEIGHT, table.name))


def words_of(picture: Element) -> str:
    return " | ".join(text.text or "" for text in picture.iter(f"{SVG}text"))


@pytest.mark.parametrize("prepared", ALL, ids=lambda one: f"{one.slug}-{one.name}")
def test_picture_of_every_prepared_position_is_complete(prepared: PreparedPosition) -> None:
    _access, table = access_to(prepared, None)
    picture = drawn(prepared)
    assert all(name[:5] in words_of(picture) for name in table.names), "every player is shown"
    known = {element.get("id") for element in picture.iter()}
    referred = {use.get("href", "").removeprefix("#") for use in picture.iter(f"{SVG}use")}
    referred |= {(element.get("clip-path") or "url(#)")[5:-1] for element in picture.iter()} - {""}
    assert referred <= known, "every reference is defined in the picture"


@pytest.mark.parametrize("slug", slugs())
def test_small_picture_is_board_without_heading(slug: str) -> None:
    prepared = prepared_positions(slug)[0]
    _access, table = access_to(prepared, None)
    picture = fromstring(board_svg(table))
    assert all(name[:5] in words_of(picture) for name in table.names)
    assert table.ask not in words_of(picture)
    assert picture.get("width") == str(BODY_WIDTH + 2 * EDGE)


@pytest.mark.parametrize("slug", slugs())
def test_picture_colours_equal_page_colours(slug: str) -> None:
    path = finders.find(f"games/{slug}/title.css")
    if not path:
        pytest.skip("no colours of its own")
    sheet, palette = Path(path).read_text("utf-8"), game_board(slug).board.palette
    for name in ("accent", "second", "cloth"):
        assert f"--{name}: light-dark({getattr(palette, name)}," in sheet


def in_battle(position: Position) -> bool:
    return bool(position.view(None)["phase"] == "battle")


@pytest.mark.django_db
class TestOfMatches:
    @pytest.fixture
    def users(self) -> list[User]:
        return people("Anna", "Berta", "Clara")

    def test_picture_has_preview_size_and_names_site(self, users: list[User]) -> None:
        match = play_on(
            started(*users[:2]), until=lambda position: position.view(None)["phase"] == "battle"
        )
        access = public_access(match.id)
        picture = fromstring(position_svg(access, None))
        assert (picture.get("width"), picture.get("height")) == (str(WIDTH), str(HEIGHT))
        assert "Anna" in words_of(picture)
        assert position_svg(access, 0) != position_svg(access, None)
        with translation.override("de"):
            assert position_svg(access, 0) != position_svg(public_access(match.id), None)

    def test_secret_answer_does_not_change_picture(self, users: list[User]) -> None:
        match = match_with_secret_question(*users)
        before = position_svg(public_access(match.id), None)
        move_on(match)
        assert position_svg(public_access(match.id), None) == before

    def test_picture_of_end_shows_winner(self, users: list[User]) -> None:
        match = play_on(started(*users[:2]))
        access = public_access(match.id)
        last, before = position_svg(access, None), position_svg(access, 1)
        crown = 'href="#emblem-crown"'
        assert crown in last
        assert crown not in before

    def test_picture_of_finished_match_shows_no_hands(self, users: list[User]) -> None:
        match = play_on(started(*users[:2]))
        replay = public_replay(public_access(match.id), 1)
        assert all(isinstance(hand, int) for hand in replay.table.view["hands"])


def test_site_card_shows_name_and_every_game() -> None:
    picture = fromstring(site_svg())
    assert "Tavola" in words_of(picture)
    assert len(list(picture.iter(f"{SVG}use"))) >= len(slugs())
