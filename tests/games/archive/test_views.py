"""The list of finished matches: filters, paging, and all records as one file."""

import io
import re
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import Privacy, User
from games.archive import search
from games.engine.referee import Requested, judge
from games.matches.models import Match
from games.matches.services import leaving
from games.titles.registry import ALL_RULES
from tests.games.archive.conftest import found
from tests.helpers.effort import covering
from tests.helpers.endpoints import Endpoint
from tests.helpers.matches import committed, people, person, play_on, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished
from tests.helpers.responses import streamed

pytestmark = pytest.mark.django_db
FORM = Endpoint("form")
REPLAY = re.compile(r'href="/matches/(\w+)/replay/"')
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta", "Carla", "Dora")


@pytest.fixture
def anna(users: list[User]) -> Client:
    return signed_in(users[0])


def listed(client: Client, query: str = "") -> list[str]:
    """Return the matches of a page, in order."""
    page = assert_clean_page(client.get(f"/matches/?{query}")).text
    return REPLAY.findall(page)


def test_own_matches_are_filtered(users: list[User]) -> None:
    one, two, three, four = users
    day = timedelta(days=1)
    won = finished([one, two], [1, 2], at=START)
    lost = finished([one, three, four], [3, 1, 2], at=START + day, rated=False)
    babel = finished([two, one], [2, 1], game="babel", at=START + 2 * day)
    left = finished([one, two], [2, 1], at=START + 3 * day, left=[0])
    finished([two, three], [1, 2], at=START + 4 * day)
    everything = [left.id, babel.id, lost.id, won.id]
    for query, matches in {
        "": everything,
        "game=babel": [babel.id],
        "player=berta": [left.id, babel.id, won.id],
        "player=@Carla": [lost.id],
        "result=won": [babel.id, won.id],
        "result=lost": [lost.id],
        "result=left": [left.id],
        "rated=yes": [left.id, babel.id, won.id],
        "rated=no": [lost.id],
        "seats=3": [lost.id],
        "since=2026-03-02&until=2026-03-03": [babel.id, lost.id],
        "until=2026-03-01": [won.id],
        "since=2026-03-04": [left.id],
        "text=CARL": [lost.id],
        "text=nobody": [],
        f"text={babel.id}": [babel.id],
        f"text=https://example.org/matches/{won.id}/replay/": [won.id],
        "text=%25": [],
        "game=condottiere&player=berta&result=won&rated=yes&seats=2&text=ann": [won.id],
        "player=Anna": [],
    }.items():
        assert found(one, query) == matches, query
    assert listed(signed_in(one), "result=won") == [babel.id, won.id]


def test_public_matches_are_filtered(users: list[User]) -> None:
    one, two, three, _four = users
    public = finished([one, two], [1, 2], at=START)
    private = finished([one, two], [1, 2], at=START + timedelta(days=1), public=False)
    other = finished([two, three], [2, 1], game="babel", at=START + timedelta(days=2))
    for viewer in (one, AnonymousUser()):
        assert found(viewer, "whose=all") == [other.id, public.id]
        assert found(viewer, "whose=all&player=anna") == [public.id]
        assert found(viewer, "whose=all&player=berta&game=babel") == [other.id]
        assert found(viewer, "whose=all&text=carla") == [other.id]
        assert found(viewer, f"whose=all&text={private.id}") == []
        assert found(viewer, "whose=all&result=won") == [other.id, public.id]
    assert found(one, f"text={private.id}") == [private.id]
    assert listed(Client(), "whose=all") == [other.id, public.id]


def test_invalid_filter_shows_message_at_field(users: list[User], anna: Client) -> None:
    finished(users[:2], [1, 2])
    User.objects.filter(username__in=["Carla", "Dora"]).update(display_name="Twin")
    for query, words in {
        "player=Nobody7": "No player has this name.",
        "player=twin": "Several players have this name.",
        "since=2026-03-02&until=2026-03-01": "This day is before the first one.",
        "since=yesterday": "Enter a valid date.",
        "game=chess": "Select a valid choice.",
        "seats=many": "Select a valid choice.",
    }.items():
        page = assert_clean_page(anna.get(f"/matches/?{query}")).text
        assert words in page, query
        assert listed(anna, query) == []
    User.objects.filter(username="Dora").update(display_name="")
    assert listed(anna, "player=twin") == []


def test_active_filters_can_be_removed_individually(users: list[User], anna: Client) -> None:
    finished(users[:2], [1, 2])
    page = anna.get("/matches/?player=berta&rated=yes&text=bert").content.decode()
    assert "1 match" in page
    for without in ("player=berta&amp;rated=yes", "text=bert&amp;rated=yes"):
        assert f'href="?whose=mine&amp;{without}"' in page
    assert "2 seats" in anna.get("/matches/?seats=2").content.decode()


def test_paging_by_row_shows_no_match_twice(
    users: list[User], anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGE", 3)
    # Two end at the same moment: their order must hold all the same.
    times = [START + timedelta(hours=n // 2) for n in range(8)]
    made = [finished(users[:2], [1, 2], at=at, rated=False).id for at in times]
    for whose in ("mine", "all"):
        seen, path = [], f"whose={whose}&game=condottiere"
        pages = []
        while path:
            page = anna.get(f"/matches/?{path}").content.decode()
            pages.append(REPLAY.findall(page))
            seen += pages[-1]
            finished(users[:2], [2, 1], rated=False, game="babel")
            link = re.search(r'rel="next" href="\?([^"]+)"', page)
            path = link[1].replace("&amp;", "&") if link else ""
        assert sorted(seen) == sorted(made)
        assert [len(page) for page in pages] == [3, 3, 2]
        back = re.search(r'rel="prev" href="\?([^"]+)"', page)
        assert back is not None
        assert listed(anna, back[1].replace("&amp;", "&")) == pages[1]
        first = re.search(
            r'rel="prev" href="\?([^"]+)"',
            anna.get(f"/matches/?{back[1].replace('&amp;', '&')}").content.decode(),
        )
        assert first is not None
        assert listed(anna, first[1].replace("&amp;", "&")) == pages[0]


def test_invalid_page_cursor_is_refused(anna: Client) -> None:
    for number, cursor in enumerate(
        ("x", "1", "1.", ".1", "-1.2", "1" * 40 + ".1", "1.x y", "١.1")
    ):
        for way in covering(("older", "newer"), number):
            response = anna.get("/matches/", {way: cursor})
            assert FORM.refusal(response)[:2] == (400, "bad-page"), cursor
    assert_clean_page(response, 400)
    assert anna.get("/matches/", {"older": "1.abc"}).status_code == 400
    assert anna.get("/matches/", {"whose": "all", "older": "1.abc"}).status_code == 200


def test_hidden_matches_are_not_found_by_name(users: list[User], anna: Client) -> None:
    match = finished(users[:2], [1, 2])
    Privacy.objects.create(user=users[1], matches="members")
    for query in ("player=berta", "text=berta"):
        assert listed(Client(), f"whose=all&{query}") == []
        assert listed(anna, f"whose=all&{query}") == [match.id]
    Privacy.objects.update(matches="nobody")
    stranger = signed_in(users[2])
    for query in ("player=berta", "text=berta"):
        assert listed(stranger, f"whose=all&{query}") == []
        assert listed(signed_in(users[1]), f"whose=all&{query}") == [match.id]
        assert listed(anna, query) == [match.id], "Anna has played against Berta"
    assert (
        "keeps their matches" in stranger.get("/matches/?whose=all&player=berta").content.decode()
    )
    assert listed(stranger, "whose=all&text=anna") == [match.id]


def test_page_without_running_matches_has_place_for_the_first(anna: Client) -> None:
    """The page fetches that part again when a match asks for the user."""
    page = anna.get("/matches/?whose=mine").content.decode()
    assert re.search(r'id="running"[^>]* hidden hx-get=', page)


def archive(client: Client) -> zipfile.ZipFile:
    response = client.get("/matches/records.zip")
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"] == 'attachment; filename="tavola-Anna.zip"'
    return zipfile.ZipFile(io.BytesIO(streamed(response)))


def test_archive_contains_own_verified_records(users: list[User], anna: Client) -> None:
    cache.clear()
    mine, private = started(*users[:2]), started(*users[:2], public=False, seed=2)
    others, running = started(*users[1:3], seed=3), started(*users[:2], seed=4)
    with committed():
        for match in (mine, private, others):
            play_on(match)
    files = archive(anna)
    assert files.testzip() is None
    names = files.namelist()
    assert [name[11:-5] for name in names] == [
        f"condottiere-{private.id}",
        f"condottiere-{mine.id}",
    ]
    text = "".join(files.read(name).decode() for name in names)
    assert running.id not in text
    assert others.id not in text
    for name in names:
        judged = judge(files.read(name), ALL_RULES, Requested(verify=True))
        assert judged["ok"], judged["error"]


def test_archive_needs_sign_in_and_is_limited(users: list[User], anna: Client) -> None:
    cache.clear()
    assert FORM.refusal(Client().get("/matches/records.zip"))[:2] == (401, "sign-in")
    assert archive(anna).namelist() == []
    response = anna.get("/matches/records.zip")
    assert FORM.refusal(response)[:2] == (429, "too-many")


def test_match_is_listed_after_its_end(users: list[User], anna: Client) -> None:
    public, private = started(*users[:2]), started(*users[:2], public=False, seed=2)
    assert listed(anna) == []
    with committed():
        play_on(public)
        play_on(private)
    public, private = Match.objects.get(id=public.id), Match.objects.get(id=private.id)
    assert public.listed_at == public.ended_at
    assert private.listed_at is None
    assert public.words == "anna\nberta"
    ends = set(public.players.values_list("ended_at", flat=True))
    assert ends == {public.ended_at}
    assert listed(anna, "text=berta") == [private.id, public.id]
    assert public.ended_at is not None
    assert public.ended_at <= timezone.now()
    assert listed(signed_in(person("Stranger")), "whose=all") == [public.id]


def test_called_off_matches_say_who_caused_it(users: list[User], anna: Client) -> None:
    one, two, *_others = users
    match = started(one, two)
    with committed():
        leaving.abort(two, match.id)
    other = started(one, two)
    with committed():
        leaving.call_off(other.id)
    page = anna.get("/matches/").content.decode()
    assert "2 matches called off in the last 30 days" in page
    assert "Berta called it off." in page
    assert "called off together, or by a moderator" in page
    assert "You called it off." in signed_in(two).get("/matches/").content.decode()
    assert "called off in the last" not in anna.get("/matches/?whose=all").content.decode()
    Match.objects.update(ended_at=timezone.now() - timedelta(days=31))
    assert "called off in the last" not in anna.get("/matches/").content.decode()
