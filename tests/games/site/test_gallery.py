"""The gallery: every prepared position is drawn for its seat, for makers alone."""

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
def test_it_is_drawn_as_a_table_and_stored_nowhere(
    prepared: PreparedPosition, maker: Client
) -> None:
    page = maker.get(address(prepared))
    assert_clean_page(page)
    table = page.context["table"]
    assert (table.seat, table.match.game) == (prepared.seat, prepared.slug)
    assert "ws-connect" not in page.content.decode()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_it_is_seen_through_the_eyes_one_asks_for(maker: Client) -> None:
    prepared = PREPARED[0]
    for asked, seat in (("1", 1), ("public", None), ("99", None), ("", prepared.seat)):
        table = maker.get(address(prepared), {"seat": asked}).context["table"]
        assert table.seat == seat
        assert dict(table.view) == dict(replay(prepared.record).position.view(seat))


def test_the_gallery_names_them_all(maker: Client) -> None:
    page = maker.get("/styleguide/").content.decode()
    assert_clean_page(maker.get("/styleguide/"))
    for prepared in PREPARED:
        assert f'href="{address(prepared)}"' in page
    assert sum(len(shown) for _game, shown in gallery.exhibits()) == len(PREPARED)


@pytest.mark.parametrize("slug", slugs())
def test_every_banner_and_every_end_has_its_place(slug: str, maker: Client) -> None:
    address = f"/styleguide/{slug}/"
    page = maker.get(address)
    assert_clean_page(page)
    shown = page.content.decode()
    assert f'href="{address}"' in maker.get("/styleguide/").content.decode()
    moments = page.context["moments"]
    assert [moment.kind for moment in moments] == list(game_board(slug).board.banners)
    for moment in moments:
        assert moment.banners, f"random games never came to {moment.kind}"
        for banner in moment.banners:
            assert escape(banner.title) in shown
    over = [one for one in PREPARED if one.slug == slug and replay(one.record).position.outcome()]
    ends = page.context["ends"]
    assert len(ends) == 3 * len(over) > 0
    assert [end.table.scene.won for end in ends[:3]] == [True, False, False]
    for end in ends:
        assert escape(end.table.scene.headline) in shown


def test_only_makers_find_it() -> None:
    for client in (Client(), signed_in(person("Anna"))):
        assert client.get(f"/styleguide/{PREPARED[0].slug}/").status_code == 404
        assert client.get(address(PREPARED[0])).status_code == 404
        assert client.get("/styleguide/").status_code == 404


def test_what_is_not_there_is_not_found(maker: Client) -> None:
    for path in (
        "/styleguide/chess/",
        "/styleguide/chess/opening/",
        f"/styleguide/{PREPARED[0].slug}/nothing/",
    ):
        assert maker.get(path).status_code == 404
