"""Open live tables whose host has left: hidden for a while, and closed later."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.presenters.lobby import lobby_for
from games.lobby.services import lobby, vacancies
from games.lobby.services.dealing import close_open
from games.matches import publish
from games.matches.models import Match
from games.matches.refusals import NotOpen
from games.matches.services import presence
from games.notifications.services import inbox
from games.notifications.words import sentence_of
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, opened, signed_in

LIVE = "live-10"
AWAY = vacancies.HIDDEN_AFTER.total_seconds()
LONG_AWAY = vacancies.CLOSED_AFTER.total_seconds()


@pytest.fixture
def table(anna: User) -> Match:
    return opened(anna, clock=LIVE)


def sees(user: User, match: Match) -> bool:
    return match.id in {table.match.id for table in lobby_for(user).open}


def test_table_is_hidden_while_its_host_is_away(
    anna: User, berta: User, table: Match, wall: Wall
) -> None:
    presence.set_closed(anna.pk)
    wall.wait(AWAY - 1)
    assert sees(berta, table), "a page that is loaded again closes for a moment"
    wall.wait(1)
    assert not sees(berta, table)
    with pytest.raises(NotOpen, match="The host is away"):
        lobby.join(berta, table.id)
    page = signed_in(berta).get(table.get_absolute_url()).content.decode()
    assert "The host is away. The table opens again when they come back." in page
    presence.set_open(anna.pk)
    assert sees(berta, table)
    lobby.join(berta, table.id)


@pytest.mark.parametrize(
    "change", [{"clock": "turns-24"}, {"public": False}], ids=["turn by turn", "by link"]
)
def test_other_tables_wait_for_absent_host(
    anna: User, berta: User, wall: Wall, change: dict[str, object]
) -> None:
    table = opened(anna, **{"clock": LIVE, **change})  # type: ignore[arg-type]  # mixed types
    presence.set_closed(anna.pk)
    wall.wait(LONG_AWAY)
    assert vacancies.vacant([table]) == set()
    assert vacancies.work() == 0
    with committed():
        lobby.join(berta, table.id)


def test_table_of_program_without_page_is_never_vacant(anna: User, table: Match) -> None:
    assert vacancies.vacant([table]) == set()


def test_table_is_closed_after_long_absence_and_host_is_notified(
    anna: User, berta: User, table: Match, wall: Wall
) -> None:
    presence.set_closed(anna.pk)
    wall.wait(LONG_AWAY - 1)
    assert vacancies.work() == 0
    wall.wait(1)
    with committed():
        assert vacancies.work() == 1
    assert fresh(table).status == Match.Status.CLOSED
    (news,) = inbox.unread(anna.pk)
    assert sentence_of(news) == "Your table of Condottiere was closed: you had left the site."
    page = signed_in(berta).get(table.get_absolute_url()).text
    assert "The host had left the site. Nothing was played, and nothing counts." in page
    assert vacancies.work() == 0


def test_table_that_cannot_be_closed_does_not_hold_up_others(
    anna: User,
    table: Match,
    wall: Wall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = opened(anna, clock=LIVE)

    def close_other(match: Match, why: Match.Closed) -> None:
        if match.id == broken.id:
            raise RuntimeError("a bug")
        close_open(match, why)

    monkeypatch.setattr(vacancies, "close_open", close_other)
    presence.set_closed(anna.pk)
    wall.wait(LONG_AWAY)
    with committed():
        assert vacancies.work() == 1
    assert fresh(table).status == Match.Status.CLOSED
    assert f"Table {broken.id} could not be closed." in caplog.text


def test_lobby_is_published_when_table_disappears_and_comes_back(
    anna: User, table: Match, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[bool] = []
    monkeypatch.setattr(publish, "lobby_moved", lambda: published.append(True))
    vacancies.work()
    presence.set_closed(anna.pk)
    wall.wait(AWAY)
    for _round in range(2):
        vacancies.work()
    assert len(published) == 1
    presence.set_present(anna.pk)
    for _round in range(2):
        vacancies.work()
    assert len(published) == 2
