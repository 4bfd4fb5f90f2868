"""The gallery shows every prepared position from its seat, only to game developers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games.engine.replay import replay
from games.matches.models import Match, Player
from games.matches.presenters.boards import game_board
from games.site import gallery
from games.titles.positions import PreparedPosition, prepared_positions
from games.titles.registry import slugs
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
PREPARED = [prepared for slug in slugs() for prepared in prepared_positions(slug)]


def address(prepared: PreparedPosition) -> str:
    return f"/styleguide/{prepared.slug}/{prepared.name}/"


@pytest.fixture
def maker() -> Client:
    user = person("Mira")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    return signed_in(User.objects.get(pk=user.pk))


@pytest.mark.parametrize("prepared", PREPARED, ids=lambda p: f"{p.slug}-{p.name}")
def test_prepared_position_is_shown_as_table_and_not_stored(
    prepared: PreparedPosition, maker: Client
) -> None:
    page = maker.get(address(prepared))
    assert_clean_page(page)
    table = page.context["table"]
    assert (table.seat, table.match.game) == (prepared.seat, prepared.slug)
    assert "ws-connect" not in page.content.decode()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_prepared_position_is_shown_for_requested_seat(maker: Client) -> None:
    prepared = PREPARED[0]
    for asked, seat in (("1", 1), ("public", None), ("99", None), ("", prepared.seat)):
        table = maker.get(address(prepared), {"seat": asked}).context["table"]
        assert table.seat == seat
        assert dict(table.view) == dict(replay(prepared.record).position.view(seat))


def test_gallery_links_every_prepared_position(maker: Client) -> None:
    page = maker.get("/styleguide/").content.decode()
    assert_clean_page(maker.get("/styleguide/"))
    for prepared in PREPARED:
        assert f'href="{address(prepared)}"' in page
    assert sum(len(shown) for _game, shown in gallery.exhibits()) == len(PREPARED)


@pytest.mark.parametrize("slug", slugs())
def test_game_page_shows_every_banner_and_end(slug: str, maker: Client) -> None:
    address = f"/styleguide/{slug}/"
    page = maker.get(address)
    assert_clean_page(page)
    shown = page.content.decode()
    assert f'href="{address}"' in maker.get("/styleguide/").content.decode()
    highlights = page.context["highlights"]
    assert [highlight.kind for highlight in highlights] == list(game_board(slug).board.banners)
    for highlight in highlights:
        assert highlight.banners, f"random games never came to {highlight.kind}"
        for banner in highlight.banners:
            assert escape(banner.title) in shown
    over = [one for one in PREPARED if one.slug == slug and replay(one.record).position.outcome()]
    ends = page.context["ends"]
    assert len(ends) == 3 * len(over) > 0
    assert [end.table.scene.won for end in ends[:3]] == [True, False, False]
    for end in ends:
        assert escape(end.table.scene.headline) in shown


def test_gallery_is_hidden_from_others() -> None:
    for client in (Client(), signed_in(person("Anna"))):
        assert client.get(f"/styleguide/{PREPARED[0].slug}/").status_code == 404
        assert client.get(address(PREPARED[0])).status_code == 404
        assert client.get("/styleguide/").status_code == 404


def test_unknown_gallery_pages_are_not_found(maker: Client) -> None:
    for path in (
        "/styleguide/chess/",
        "/styleguide/chess/opening/",
        f"/styleguide/{PREPARED[0].slug}/nothing/",
    ):
        assert maker.get(path).status_code == 404
