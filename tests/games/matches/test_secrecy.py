"""Search every answer to every viewer for secrets of a running match.

The strongest of these tests need no list of secrets: everything that a viewer cannot know is drawn
again, and every answer must stay the same.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.history import History, visible_steps
from games.engine.referee import Requested, judge
from games.matches.access import open_match
from games.matches.cache import clear_all
from games.matches.models import Match, MatchSecret
from games.matches.presenters import replay
from games.matches.presenters.rendering import table_html
from games.matches.services import commands
from games.matches.services.event_store import match_state, state_cache
from games.titles.registry import ALL_RULES
from tests.helpers.clocks import Wall
from tests.helpers.effort import examples
from tests.helpers.endpoints import HTMX, without_tokens
from tests.helpers.matches import (
    act,
    at_random,
    committed,
    fresh,
    match_with_secret_question,
    opened,
    people,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db
Viewers = dict[str, tuple[int | None, Client]]


@pytest.fixture
def match(users: list[User]) -> Match:
    """In a battle, some way on, with shown cards and a leaver."""
    match = started(*users, person("Dora"), seed=6)
    with committed():
        commands.show_cards(user_at(match, 0), match.id, hand(match, 0)[:2], [1])
        commands.resign(User.objects.get(username="Dora"), match.id)
    steps = iter(range(25))
    return play_on(match, at_random(3), until=lambda _: next(steps, None) is None)


def hand(match: Match, seat: int) -> list[str]:
    cards: list[str] = position_of(match).view(seat)["hands"][seat]
    return cards


def viewers(match: Match) -> Viewers:
    seats = {
        f"seat {p.seat}": (p.seat, signed_in(p.user))
        for p in match.players.filter(bot="", user__isnull=False).select_related("user")
    }
    leavers = {
        f"leaver {p.seat}": (None, signed_in(p.user))
        for p in match.players.filter(left_at__isnull=False).select_related("user")
    }
    stranger = User.objects.filter(username="Stranger").first() or person("Stranger")
    others = {"anonymous": (None, Client()), "spectator": (None, signed_in(stranger))}
    return {**seats, **leavers, **others}


def addresses(match: Match) -> list[tuple[str, dict[str, str]]]:
    """Everything that can be read of a running match, and how."""
    table = f"/matches/{match.id}/"
    steps = [f"{table}replay/", f"{table}replay/?step=0", f"{table}replay/?step=7"]
    seats = [f"{table}replay/?step=9&view={seat}" for seat in range(match.seats)]
    plain = ["/", "/matches/", "/matches/?whose=all", "/players/Anna/"]
    steps += [f"{table}steps/0/", f"{table}steps/7/"]
    pages = [*plain, table, *steps, *seats, f"{table}replay/?view=all", f"{table}record.json"]
    return [
        *((page, {}) for page in pages),
        (f"{table}replay/?step=5&view=all", HTMX),
        (f"/api/v1{table}", {}),
        (f"{table}nonsense/", {}),
    ]


def answers(match: Match, client: Client) -> Iterator[tuple[str, Response]]:
    for address, headers in addresses(match):
        yield address, client.get(address, headers=headers)
    table = f"/matches/{match.id}/"
    for endpoint in ("moves", "show", "resign-not", "chat"):
        yield endpoint, client.post(f"{table}{endpoint}/", {"turn_token": "x"}, headers=HTMX)
    for kind in ("/api/v1", ""):
        yield (
            f"{kind} move",
            client.post(
                f"{kind}{table}moves/", {"turn_token": "x"}, content_type="application/json"
            ),
        )


def text(response: Response) -> str:
    return without_tokens(response.content.decode()) + str(response.headers)


def test_no_answer_contains_seed_secret_or_key(match: Match) -> None:
    own = MatchSecret.objects.get(match=match)
    nonces = list(match.players.values_list("nonce", flat=True))
    for name, (_, client) in viewers(match).items():
        read = 0
        for address, response in answers(match, client):
            assert response.status_code < 500, address
            read += response.status_code == 200
            content = text(response).lower()
            for secret in (own.seed, *own.secrets, match.key.lower(), *nonces):
                assert secret not in content, (name, address)
        assert read > 8, name


@pytest.mark.parametrize("public", [True, False])
def test_key_of_open_table_is_shown_only_to_its_players(users: list[User], public: bool) -> None:
    match = opened(users[0], seats=3, public=public)
    own = MatchSecret.objects.get(match=match)
    for name, (_, client) in viewers(match).items():
        for address, response in answers(match, client):
            content = text(response)
            assert not any(secret in content for secret in own.secrets)
            assert match.key not in content or name == "seat None", (name, address)
    assert match.key in text(signed_in(users[0]).get(f"/matches/{match.id}/"))
    assert match.key not in text(signed_in(users[0]).get(f"/api/v1/matches/{match.id}/"))


def test_private_match_is_in_no_list(users: list[User]) -> None:
    match = started(*users, public=False)
    for client in (Client(), signed_in(person("Stranger"))):
        for address, response in answers(match, client):
            assert response.status_code != 200 or match.id not in text(response), address
            assert f"/matches/{match.id}" not in address or response.status_code in (403, 404)


def cards_in_hand(page: str) -> list[str]:
    """Return the hand on a page: the cards to show, which include those to play."""
    mine = re.findall(r'<input type="checkbox" name="card" value="(\w+)"', page)
    played = re.findall(r'<input type="radio" name="card" value="(\w+)"', page)
    assert set(played) <= set(mine)
    return sorted(mine)


def test_page_contains_only_own_hand(match: Match) -> None:
    assert position_of(match).view(None)["phase"] == "battle"
    for seat, client in viewers(match).values():
        page = text(client.get(f"/matches/{match.id}/"))
        assert cards_in_hand(page) == (sorted(hand(match, seat)) if seat is not None else [])
        assert "open-hand" not in page


def test_first_page_names_only_own_cards(users: list[User]) -> None:
    match = started(*users, seed=8)
    for seat, client in viewers(match).values():
        page = text(client.get(f"/matches/{match.id}/"))
        names = set(re.findall(r'class="card-name[^"]*">([^<]+)<', page))
        own = position_of(match).view(seat)["hands"][seat] if seat is not None else []
        assert len(names) == len(set(own)), names


def test_state_contains_other_hands_only_as_sizes(match: Match) -> None:
    for seat, client in viewers(match).values():
        answered = client.get(f"/api/v1/matches/{match.id}/").json()
        assert answered["view"] == position_of(match).view(seat)
        for owner, cards in enumerate(answered["view"]["hands"]):
            assert isinstance(cards, list) == (owner == seat)
        assert answered["players"][0].keys() == {"seat", "name", "username", "bot", "left"}


@contextmanager
def resampled(match: Match, seat: int | None, number: int) -> Iterator[None]:
    """Return the match with everything redrawn that this seat cannot know."""
    match = fresh(match)
    state = match_state(match)
    position = state.position.resample(seat, Random(number))
    steps = visible_steps(state.history, seat)
    # Even the numbers of the events are not for everybody: some events are secret.
    history = tuple(
        replace(step, number=n, effects=tuple(one for one in step.effects if one.known_to(seat)))
        for n, step in enumerate(steps, start=1)
    )
    truly = replay.position_after

    def perhaps(_state: Any, _history: Any, _number: int) -> Any:
        reached = truly(state, state.history, steps[-1].number)
        return reached.resample(seat, Random(number))

    with patch.object(replay, "position_after", perhaps):
        _forget()
        state_cache.set_newer(
            match.id, state.number, replace(state, position=position, history=History(history))
        )
        yield
        _forget()


def _forget() -> None:
    """Clear the cached history of matches, which normally never changes."""
    clear_all()


def as_it_stands(match: Match, client: Client) -> dict[str, str]:
    """Return everything that a viewer can read of the match now."""
    table = f"/matches/{match.id}/"
    replays = [f"{table}replay/", f"{table}replay/?view=0", f"{table}steps/9999/"]
    read = ["/", "/matches/", table, *replays, f"/api/v1{table}"]
    return {address: without_tokens(client.get(address).content.decode()) for address in read}


def as_if_long_ago(match: Match) -> None:
    """Then no page says "a second ago", and two seconds the next time."""
    then = timezone.now() - timedelta(days=400)
    Match.objects.filter(id=match.id).update(opened_at=then, started_at=then)
    match.players.filter(asked_since__isnull=False).update(asked_since=then)


def assert_nothing_changes(match: Match) -> None:
    as_if_long_ago(match)
    truth = position_of(match).dump()
    for name, (seat, client) in viewers(match).items():
        before = as_it_stands(match, client)
        for number in range(examples(1)):
            with resampled(match, seat, number):
                assert position_of(match).dump() != truth
                after = as_it_stands(match, client)
            for address in before:
                assert before[address] == after[address], (name, address)


def test_no_answer_depends_on_hidden_information(match: Match) -> None:
    assert_nothing_changes(match)


def test_no_answer_depends_on_hidden_information_in_secret_question(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_with_secret_question(*users, clock="live-20")
    Wall(monkeypatch)
    act(match, position_of(match).to_move()[0], {"type": "keep"})
    assert_nothing_changes(match)


def test_secret_answer_changes_no_other_page(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match with a live clock is compared in tests/safety/test_unseen.py."""
    match = match_with_secret_question(*users, clock="free")
    Wall(monkeypatch)
    as_if_long_ago(match)
    seat = position_of(match).to_move()[0]
    others = {name: c for name, (viewer, c) in viewers(match).items() if viewer != seat}
    before = {name: as_it_stands(match, client) for name, client in others.items()}
    act(match, seat, {"type": "discard"})
    assert position_of(match).to_move()
    for name, client in others.items():
        assert as_it_stands(match, client) == before[name], name


def test_secret_answer_pushes_no_frame_to_others(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket sends what differs: what is drawn must not hang on when a secret event was."""
    wall = Wall(monkeypatch)
    match = started(*users, clock="live-20")
    stranger = person("Stranger")
    before = table_html(open_match(stranger, match.id))
    wall.wait(20)
    with committed():
        commands.show_cards(user_at(match, 0), match.id, hand(match, 0)[:1], [1])
    assert table_html(open_match(stranger, match.id)) == before
    match = match_with_secret_question(*people("Dora", "Emil", "Franz"), clock="live-20")
    before = table_html(open_match(stranger, match.id))
    wall.wait(20)
    act(match, position_of(match).to_move()[0], {"type": "discard"})
    assert table_html(open_match(stranger, match.id)) == before


def test_replay_of_running_match_shows_each_seats_own_view(match: Match) -> None:
    history = match_state(fresh(match)).history
    for seat, client in viewers(match).values():
        last = len(visible_steps(history, seat))
        for step in (0, last // 2, last):
            for view in ("", "all", "2"):
                page = text(client.get(f"/matches/{match.id}/replay/?step={step}&view={view}"))
                assert f'data-view="{"" if seat is None else seat}"' in page
                assert "open-hand" not in page
                assert 'name="view"><option' not in page, "no other view to choose"
    assert client.get(f"/matches/{match.id}/replay/?step=99999").status_code == 200


def test_missed_steps_show_each_seats_own_view(match: Match) -> None:
    """The table shows earlier steps again: those of the replay, and with no button."""
    history = match_state(fresh(match)).history
    for seat, client in viewers(match).values():
        steps = visible_steps(history, seat)
        for step in (0, len(steps) // 2, len(steps), len(steps) + 1, 99999):
            page = text(client.get(f"/matches/{match.id}/steps/{step}/"))
            assert f'data-seen="{min(step, len(steps))}"' in page
            assert "data-passing" in page
            assert 'form="move-form"' not in page
            assert "open-hand" not in page


def test_record_is_refused_before_end(match: Match) -> None:
    for _, client in viewers(match).values():
        response = client.get(f"/matches/{match.id}/record.json", headers={"Accept": "text/json"})
        assert response.status_code == 409
        assert 'data-code="not-over"' in response.content.decode()


# --- After the end.


def test_record_is_downloadable_after_end_and_verified(match: Match) -> None:
    match = play_on(match)
    for _, client in viewers(match).values():
        response = client.get(f"/matches/{match.id}/record.json")
        assert response.status_code == 200
        name = f"condottiere-{match.id}.json"
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    answer = judge(response.content, ALL_RULES, Requested(verify=True))
    assert answer["verified"] == [
        *("commitment", "nonces", "transcript", "names"),
        *("seed", "seating", "deal", "moves", "outcome"),
    ]
    record = response.json()
    assert record["left"] == [seat_of(match, User.objects.get(username="Dora"))]
    assert record["outcome"] == match.outcome


def test_record_of_private_match_needs_link(users: list[User]) -> None:
    match = play_on(started(*users[:2], public=False))
    address = f"/matches/{match.id}/record.json"
    assert signed_in(users[0]).get(address).status_code == 200
    stranger = signed_in(person("Stranger"))
    assert stranger.get(address).status_code == 403
    assert stranger.get(f"/matches/{match.id}/replay/?view=all").status_code == 403
    stranger.get(f"/join/{match.key}/")
    assert stranger.get(address).status_code == 200


def test_replay_view_of_seat_equals_trace_of_judge(users: list[User]) -> None:
    match = play_on(started(*users, seed=2))
    record = Client().get(f"/matches/{match.id}/record.json").content
    traces = {seat: judge(record, ALL_RULES, Requested(trace=True, view=seat)) for seat in range(3)}
    whole = judge(record, ALL_RULES, Requested(trace=True))
    looks = open_match(users[0], match.id)
    total = len(json.loads(record)["moves"])
    for step in {1, 2, total // 2, total - 1, total}:
        for seat in range(3):
            shown = replay.replay_for(looks, str(step), str(seat))
            assert shown.table.view == traces[seat]["trace"][step - 1]
            assert (shown.step, shown.last, shown.viewer) == (step, total, str(seat))
        shown = replay.replay_for(looks, str(step), "all")
        assert shown.table.view["hands"] == whole["trace"][step - 1]["hands"]
    page = text(Client().get(f"/matches/{match.id}/replay/?step=3&view=all"))
    assert page.count("open-hand") == 3
    for asked, at in (("-1", 0), ("x", 0), ("0", 0), ("99999999999", total), ("²", 0)):
        response = Client().get(f"/matches/{match.id}/replay/", {"step": asked, "view": asked})
        assert f'data-step="{at}"' in text(response), asked
