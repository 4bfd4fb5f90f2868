"""Sanctions notify open sockets at once, and close those that the user may no longer use."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.models import Sanction, User
from accounts.services import sanctions
from games.conversations.services import writing
from games.lobby.models import Ticket
from games.matches.models import Match, Player
from games.matches.sockets.consumers import BANNED
from tests.games.clubs.conftest import club_of
from tests.games.conversations.conftest import befriend
from tests.helpers.matches import fresh, people, person, signed_in, started
from tests.helpers.seeking import seek
from tests.helpers.sockets import Screen, all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.on_redis,
    pytest.mark.usefixtures("connections_closed"),
]


@pytest.fixture
def users(transactional_db: None) -> list[User]:
    from accounts.apps import create_roles

    create_roles()
    return people("Rude", "Anna", "Berta")


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


def give(user: User, kind: str) -> Sanction:
    senior = person(f"Senior{user.pk}{kind}")
    senior.groups.add(Group.objects.get(name="senior moderator"))
    return sanctions.give(senior, user, kind, "Mind your words.")


async def sanction_shown(one: Screen) -> str:
    """Return the frame that shows the sanction; changed tables may come first."""
    for _ in range(6):
        if 'id="standing"' in (frame := await one.frame()):
            return frame
    raise AssertionError("no sanction is shown")


@pytest.mark.parametrize("kind", ["ban", "suspension"])
async def test_ban_closes_all_sockets_permanently(
    users: list[User], match: Match, kind: str
) -> None:
    rude = await aside(lambda: signed_in(users[0]))
    anna = await aside(lambda: signed_in(users[1]))
    table = f"/ws/matches/{match.id}/"
    paths = (table, "/ws/lobby/", "/ws/me/", "/ws/your-turn/")
    async with (
        screen(paths[0], rude) as one,
        screen(paths[1], rude) as two,
        screen(paths[2], rude) as three,
        screen(paths[3], rude) as four,
        screen(table, anna) as other,
    ):
        for each in (one, two, three, four, other):
            await each.frame()
        await aside(lambda: give(users[0], kind))
        for each in (one, two, three, four):
            assert ("has to leave" in await sanction_shown(each)) == (each is one)
            assert await each.closed_with() == BANNED
        assert "Rude has to leave" in await other.frame()
    for path in paths:
        async with screen(path, rude) as again:
            assert f'data-code="{kind}"' in await again.frame()
            assert await again.closed_with() == BANNED
    assert await aside(lambda: fresh(match).status) == Match.Status.ABORTED
    assert await aside(lambda: Player.objects.filter(match=match).count()) == 3


async def test_warning_appears_on_table_until_read(users: list[User], match: Match) -> None:
    rude, anna = [await aside(signed_in, one) for one in users[:2]]
    path = f"/ws/matches/{match.id}/?lang=en&chat=no-lines"
    async with screen(path, rude) as mine, screen(path, anna) as other:
        await mine.frame()
        await other.frame()
        warning = await aside(lambda: give(users[0], "warning"))
        frame = await mine.frame()
        assert "Mind your words." in frame
        assert "csrf" not in frame
        assert ['id="say-form"' in frame, 'id="say-text"' in frame] == [True, False]
        await aside(lambda: rude.post(f"/settings/standing/{warning.pk}/read/"))
        frame = await mine.frame()
        assert "Mind your words." not in frame
        assert ['id="say-text"' in frame, 'id="refusal"' in frame] == [True, True]
        assert await all_quiet(mine, other)


async def test_muted_user_is_notified_refused_and_still_follows(
    users: list[User], match: Match
) -> None:
    rude, anna = [await aside(signed_in, one) for one in users[:2]]
    path = f"/ws/matches/{match.id}/"
    async with screen(path, rude) as mine, screen(path, anna) as other:
        await mine.frame()
        await other.frame()
        await aside(lambda: give(users[0], "mute"))
        bell_and_page = sorted([await mine.frame(), await mine.frame()])
        assert ["You are muted" in frame for frame in bell_and_page] == [False, True]
        assert ['id="bell"' in bell_and_page[0], 'id="standing"' in bell_and_page[1]] == [
            True,
            True,
        ]
        said = await aside(lambda: rude.post(f"{path[3:]}chat/", {"text": "Ha."}))
        assert said.status_code == 403
        assert await all_quiet(other)
        await aside(lambda: anna.post(f"{path[3:]}chat/", {"text": "Peace."}))
        assert "Peace." in await mine.frame()


@pytest.mark.parametrize("page", ["club", "conversation"])
async def test_mute_replaces_form_of_lasting_chat(users: list[User], page: str) -> None:
    def path_of() -> str:
        if page == "club":
            return f"/ws/clubs/{club_of(*users).slug}/"
        befriend(*users)
        talk = writing.write_to(users[0], users[1].username, "Hi").conversation
        return f"/ws/messages/{talk.key}/"

    path, rude = await aside(path_of), await aside(lambda: signed_in(users[0]))
    async with screen(path, rude) as mine:
        await mine.frame()
        await aside(lambda: give(users[0], "mute"))
        frame = await sanction_shown(mine)
        assert ['id="say-form"' in frame, 'name="text"' in frame] == [True, False]


async def test_suspension_ends_search(users: list[User]) -> None:
    ticket = await aside(lambda: seek(users[0]))
    rude = await aside(lambda: signed_in(users[0]))
    async with screen(f"/ws/quick/{ticket.id}/", rude) as search:
        await search.frame()
        await aside(lambda: give(users[0], "suspension"))
        await sanction_shown(search)
        assert await search.closed_with() == BANNED
    assert not await aside(lambda: Ticket.objects.filter(user=users[0]).exists())
    async with screen(f"/ws/quick/{ticket.id}/", rude) as again:
        assert 'id="standing"' in await again.frame()
        assert await again.closed_with() == BANNED


async def test_lifted_ban_allows_sockets_again(users: list[User], match: Match) -> None:
    ban = await aside(lambda: give(users[0], "ban"))
    rude = await aside(lambda: signed_in(users[0]))
    async with screen("/ws/me/", rude) as closed:
        await closed.frame()
        assert await closed.closed_with() == BANNED
    senior = await aside(lambda: User.objects.get(username__startswith="Senior"))
    await aside(lambda: sanctions.lift(senior, ban, "Mercy."))
    async with screen("/ws/me/", rude) as opened:
        assert "bell" in await opened.frame()
        assert await opened.silent()
