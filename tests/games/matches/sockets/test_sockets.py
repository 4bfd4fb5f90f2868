"""Sockets: each page gets only its own viewer's newest view."""

import re

import pytest
from channels.layers import get_channel_layer
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.chat import services as chat
from games.lobby.services import admission, lobby
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.services import commands
from games.matches.sockets import fragments
from games.matches.viewing import Visitor
from tests.helpers.endpoints import ENDPOINTS, Endpoint
from tests.helpers.matches import (
    CHOOSE,
    act,
    events,
    fresh,
    match_with_secret_question,
    mover,
    opened,
    person,
    position_of,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.sockets import Screen, all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
API = next(endpoint for endpoint in ENDPOINTS if endpoint.api)


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users[:2], seed=8)


def table(match: Match) -> str:
    return f"/ws/matches/{match.id}/"


def browser(match: Match, seat: int) -> Client:
    return signed_in(user_at(match, seat))


def cards(frame: str) -> list[str]:
    return sorted(re.findall(r'<input type="checkbox" name="card" value="(\w+)"', frame))


def hand(match: Match, seat: int) -> list[str]:
    return sorted(position_of(match).view(seat)["hands"][seat])


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on: the language of every table rendered for the stand."""
    rendered: list[str] = []
    render = fragments.match_fragment

    def render_and_note(
        visitor: Visitor, match_id: str, since: int | None = None
    ) -> fragments.Fragment:
        rendered.append(visitor.language)
        return render(visitor, match_id, since)

    monkeypatch.setattr(fragments, "match_fragment", render_and_note)
    return rendered


@pytest.mark.on_redis
async def test_move_is_sent_to_each_viewer_with_own_view(
    match: Match,
) -> None:
    clients = [await aside(browser, match, seat) for seat in (0, 1)]
    hands = [await aside(hand, match, seat) for seat in (0, 1)]
    assert hands[0] != hands[1]
    mine = await aside(lambda: mover(match))
    async with (
        screen(table(match), clients[0]) as zero,
        screen(table(match), clients[1]) as one,
        screen(table(match)) as stand,
    ):
        screens = (zero, one, stand)
        before = [await each.frame() for each in screens]
        assert [cards(frame) for frame in before] == [*hands, []]
        token = await aside(lambda: turn_token(match, mine))
        response = await aside(lambda: API.move(clients[mine], match.id, CHOOSE, token))
        assert response.status_code == 200
        frames = [await each.frame() for each in screens]
        assert [cards(frame) for frame in frames] == [*hands, []]
        for frame in frames:
            assert 'hx-swap-oob="morph"' in frame
            assert "csrf" not in frame
        new = await aside(lambda: turn_token(match, mine))
        assert [new in frame for frame in frames] == [mine == 0, mine == 1, False]
        assert await all_quiet(*screens)


async def test_hidden_answer_sends_no_frame_to_others(users: list[User]) -> None:
    match = await aside(lambda: match_with_secret_question(*users))
    seats = await aside(lambda: position_of(match).to_move())
    clients = [await aside(browser, match, seat) for seat in seats]
    async with (
        screen(table(match), clients[0]) as mine,
        screen(table(match), clients[1]) as other,
        screen(table(match)) as stand,
    ):
        for each in (mine, other, stand):
            await each.frame()
        await aside(lambda: act(match, seats[0], {"type": "keep"}))
        assert "Your turn" not in await mine.frame()
        assert await all_quiet(mine, other, stand)
        for seat in seats[1:]:
            await aside(act, match, seat, {"type": "keep"})
        for each in (mine, other, stand):
            assert "table" in await each.frame()


async def test_shown_cards_reach_only_chosen_players(users: list[User]) -> None:
    match = await aside(lambda: started(*users, seed=3))
    clients = [await aside(browser, match, seat) for seat in range(3)]
    async with (
        screen(table(match), clients[0]) as shower,
        screen(table(match), clients[1]) as chosen,
        screen(table(match), clients[2]) as third,
        screen(table(match)) as stand,
    ):
        for each in (shower, chosen, third, stand):
            await each.frame()
        shown = (await aside(lambda: hand(match, 0)))[:1]
        user = await aside(lambda: user_at(match, 0))
        await aside(lambda: commands.show_cards(user, match.id, shown, [1]))
        assert "You show" in await shower.frame()
        assert "shows you" in await chosen.frame()
        assert await all_quiet(third, stand)


async def test_reconnected_page_gets_newest_table(match: Match) -> None:
    seat = await aside(lambda: mover(match))
    client = await aside(lambda: browser(match, seat))
    async with screen(table(match), client) as before:
        await before.frame()
    await aside(lambda: act(match, seat, CHOOSE))
    await aside(lambda: act(match, seat, {"type": "pass"}))
    async with screen(table(match), client) as after:
        frame = await after.frame()
        assert 'data-seen="2"' in frame
        assert await after.silent()


async def test_outdated_messages_render_nothing(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = await aside(lambda: mover(match))
    await aside(lambda: act(match, seat, CHOOSE))
    async with screen(table(match)) as stand:
        await stand.frame()
        rendered = counted(monkeypatch)
        layer = get_channel_layer()
        assert layer is not None
        for _ in range(3):
            message = {"type": "match.moved", "number": 1, "at": 0.0}
            await layer.group_send(f"match.{match.id}", message)
        assert await stand.silent()
        assert rendered == []


async def test_stranger_is_refused_at_private_table(users: list[User]) -> None:
    match = await aside(lambda: started(*users[:2], public=False))
    stranger = await aside(lambda: signed_in(person("Stranger")))
    for client in (None, stranger):
        async with screen(table(match), client) as endpoint:
            assert await endpoint.closed_with() == 4403
    await aside(lambda: stranger.get(f"/join/{match.key}/"))
    async with screen(table(match), stranger) as invited:
        assert cards(await invited.frame()) == []


async def test_invited_user_follows_private_table(users: list[User]) -> None:
    """Whether they may is read from the database each time, which is not for the event loop."""
    match = await aside(lambda: started(*users[:2], seed=8, public=False))
    await aside(lambda: admission.add_invitation(match, users[2]))
    seat = await aside(lambda: mover(match))
    async with (
        screen(table(match), await aside(lambda: signed_in(users[2]))) as guest,
        screen(table(match), await aside(lambda: browser(match, seat))) as mine,
    ):
        assert await guest.frame() != await mine.frame()
        await aside(lambda: act(match, seat, CHOOSE))
        assert cards(await guest.frame()) == []
        assert cards(await mine.frame()) == await aside(lambda: hand(match, seat))


async def test_socket_of_unknown_match_is_closed(users: list[User]) -> None:
    async with screen("/ws/matches/nosuchone/") as nothing:
        assert await nothing.closed_with() == 4403


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/matches/x/"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
async def test_pages_of_other_sites_are_refused(db: None, path: str, origin: str) -> None:
    assert not await Screen(path, origin=origin).connect()


async def test_invalid_session_cookie_is_anonymous(match: Match) -> None:
    client = Client()
    client.cookies["sessionid"] = "x" * 32
    async with screen(table(match), client) as stand:
        assert cards(await stand.frame()) == []


async def test_client_message_cannot_announce_move(match: Match) -> None:
    client = await aside(lambda: browser(match, 0))
    async with screen(table(match), client) as mine:
        await mine.frame()
        await mine.say('{"type": "match.moved", "number": 99}')
        assert (await mine.frame()).startswith("refused null ")
        await mine.say("match.moved")
        assert await mine.silent()
    assert await aside(lambda: events(match)) == []


@pytest.mark.on_redis
async def test_lobby_changes_are_pushed(users: list[User]) -> None:
    async with screen("/ws/lobby/") as anyone:
        before = await anyone.frame()
        match = await aside(lambda: opened(users[0], seats=2))
        after = await anyone.frame()
        assert match.id not in before
        assert match.id in after
        hidden = await aside(lambda: opened(users[1], seats=2, public=False))
        assert await anyone.silent(), "a private table sends no frame"
        await aside(lambda: lobby.join(users[2], match.id))
        frame = await anyone.frame()
        assert "Running matches" in frame
        assert hidden.id not in frame


async def test_waiting_room_is_replaced_by_table_at_start(users: list[User]) -> None:
    match = await aside(lambda: opened(users[0], seats=3, public=False))
    host = await aside(lambda: signed_in(users[0]))
    async with screen(table(match), host) as waiting:
        first = await waiting.frame()
        assert 'id="waiting"' in first
        assert match.key not in first
        await aside(lambda: lobby.join(users[1], match.id))
        assert "Berta" in await waiting.frame()
        await aside(lambda: lobby.join(users[2], match.id))
        frame = await waiting.frame()
        assert 'id="table"' in frame
        assert len(cards(frame)) == 10


@pytest.mark.on_redis
async def test_chat_lines_reach_only_their_room(match: Match) -> None:
    anna = await aside(lambda: user_at(match, 0))
    clients = [await aside(browser, match, seat) for seat in (0, 1)]
    stranger = await aside(lambda: person("Stranger"))

    def say(user: User, text: str) -> None:
        chat.post_line(open_match(user, match.id), text)

    async with (
        screen(table(match), clients[0]) as zero,
        screen(table(match), clients[1]) as one,
        screen(table(match)) as stand,
    ):
        for each in (zero, one, stand):
            await each.frame()
        await aside(lambda: say(anna, "Siena is <mine>."))
        assert "Siena is &lt;mine&gt;." in await zero.frame()
        assert "Siena is" in await one.frame()
        assert await all_quiet(zero, one, stand)
        await aside(lambda: say(stranger, "She is bluffing."))
        heard = await stand.frame()
        assert "She is bluffing." in heard
        assert "Siena" not in heard
        assert await all_quiet(zero, one, stand)


async def test_leaver_sees_no_hand(users: list[User]) -> None:
    match = await aside(lambda: started(*users))
    client = await aside(lambda: signed_in(users[0]))
    async with screen(table(match), client) as mine:
        assert len(cards(await mine.frame())) == 10
        await aside(lambda: commands.resign(users[0], match.id))
        assert cards(await mine.frame()) == []


async def test_many_spectators_share_one_rendering(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = await aside(lambda: mover(match))
    async with (
        screen(table(match)) as one,
        screen(table(match)) as two,
        screen(f"{table(match)}?lang=de") as german,
        screen(f"{table(match)}?lang=xx") as strange,
    ):
        for each in (one, two, german, strange):
            await each.frame()
        rendered = counted(monkeypatch)
        await aside(lambda: act(match, seat, CHOOSE))
        frames = [await each.frame() for each in (one, two, german, strange)]
        assert frames[0] == frames[1] == frames[3]
        assert sorted(rendered) == ["de", "en"]


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_move_succeeds_while_channel_layer_is_down(
    match: Match, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(*args: object) -> None:
        raise ConnectionError("the layer is down")

    monkeypatch.setattr("core.server.memory_layer.ProcessLayer.group_send", down)
    seat = mover(match)
    response = endpoint.move(browser(match, seat), match.id, CHOOSE, turn_token(match, seat))
    assert response.status_code == (200 if endpoint.json or endpoint.htmx else 302)
    assert events(match) == [(1, "move", seat, CHOOSE)]
    assert fresh(match).last_number == 1
    assert position_of(match).view(None)["city"] == "parma"


def test_move_succeeds_while_redis_is_unreachable(
    match: Match, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    unreachable = {"hosts": ["redis://127.0.0.1:1/0"]}
    layer = "channels_redis.pubsub.RedisPubSubChannelLayer"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": layer, "CONFIG": unreachable}}
    seat = mover(match)
    response = API.move(browser(match, seat), match.id, CHOOSE, turn_token(match, seat))
    assert response.status_code == 200
    assert len(events(match)) == 1
    assert "did not take a message" in caplog.text
