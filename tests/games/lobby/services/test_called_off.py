"""Called-off matches are counted, so players cannot repeat them until they get a good hand."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from core.languages.local_time import moment_at_end
from examples.verify import verify
from games.engine.referee import Requested, judge
from games.lobby.services import lobby, quick
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import TicketRequest
from games.matches.models import Match
from games.matches.refusals import NotAllowed
from games.matches.services import leaving, timeouts
from games.matches.services.event_store import match_state, record_of
from games.notifications.models import Notification
from games.notifications.words import sentence_of
from games.profiles.presenters.reliability import reliability_of
from games.titles.registry import ALL_RULES
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    committed,
    fresh,
    move_on,
    mover,
    person,
    play_on,
    signed_in,
    started,
    user_at,
)
from tests.helpers.nonces import full_table, reveal
from tests.helpers.programs import Program

pytestmark = pytest.mark.django_db
DAY = 24 * 3600


def call_off(pair: list[User], by: User) -> None:
    match = started(*pair)
    with committed():
        leaving.abort(by, match.id)


def test_third_call_off_in_day_pauses_rated_play(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = pair
    for _ in range(2):
        call_off(pair, anna)
        wall.wait(3600)
    assert may_play_rated(anna)
    call_off(pair, anna)
    refused = may_play_rated(anna)
    assert (refused.allowed, refused.code) == (False, "called-off")
    again = moment_at_end(wall.now - timedelta(hours=2) + timedelta(days=1))
    assert refused.reason.startswith("You called off 3 matches within a day.")
    assert refused.reason.endswith(f"until {again}."), "a day after the first of them"
    table = TableRequest("condottiere", 2, rated=True, clock="live-10")
    with pytest.raises(NotAllowed, match="called off 3 matches"):
        lobby.open_table(anna, table)
    with pytest.raises(NotAllowed, match="called off 3 matches"):
        quick.seek(anna, TicketRequest(("condottiere",), (2,), "live-10", rated=True))
    assert may_sit_down(anna), "unrated tables stay open to them"
    assert may_play_rated(berta), "the other player did not call off"
    wall.wait(DAY - 2 * 3600 + 1)
    assert may_play_rated(anna)


# --- The next rated match has the same seats and cards.


def dealt(host: User, guest: User, **wish: Any) -> Match:
    """Start a rated match, with new secrets; the host sits down first."""
    wish = {"rated": True, "clock": "live-10", **wish}
    match = full_table(host, guest, **wish)
    return match if match.started_at else reveal(match, host, guest)


def deal_of(match: Match) -> tuple[str, dict[str, int | None]]:
    """Return the seed, and who sits where."""
    return match.secret.seed, dict(match.players.values_list("name", "seat"))


def aborted(match: Match, by: User) -> Match:
    with committed():
        leaving.abort(by, match.pk)
    return fresh(match)


@pytest.mark.on_postgresql
def test_next_match_has_seats_and_cards_of_called_off_one(pair: list[User]) -> None:
    anna, berta = pair
    first = aborted(dealt(anna, berta), anna)
    second = dealt(berta, anna)
    assert deal_of(second) == deal_of(first), "also if the other one sits down first"
    assert second.transcript == first.transcript
    third = dealt(anna, berta) if aborted(second, berta) else second
    assert deal_of(third) == deal_of(first)
    ended = play_on(third)
    record = record_of(ended)
    assert record["fairness"].get("kept") == first.pk
    answer = judge(json.dumps(record), ALL_RULES, Requested(verify=True))
    assert answer["ok"], answer["error"]
    assert deal_of(dealt(anna, berta))[0] != deal_of(first)[0], "it was played"


def test_kept_draw_is_published_and_verified_by_script(pair: list[User]) -> None:
    first = aborted(dealt(*pair), pair[0])
    second = dealt(*pair)
    published = Program(pair[0], "read").read(f"matches/{second.pk}/fairness/")
    assert published["kept"] == first.pk
    assert published["commitments"] == first.commitments
    page = signed_in(pair[0]).get(f"/matches/{second.pk}/fairness/").content.decode()
    assert f'<a href="/matches/{first.pk}/">the previous match</a>' in page
    assert verify(dict(record_of(play_on(second)))) == (3, "drawn")


@pytest.mark.parametrize("other", ["unrated", "game", "options", "opponent", "by moderator"])
def test_other_match_has_new_draw(pair: list[User], other: str) -> None:
    anna, berta = pair
    match = dealt(anna, berta)
    if other == "by moderator":
        with committed():
            leaving.call_off(match.pk)
    else:
        aborted(match, anna)
    if other == "options":
        Match.objects.filter(pk=match.pk).update(options={})
    guest = person("Carla") if other == "opponent" else berta
    game = "babel" if other == "game" else match.game
    assert dealt(anna, guest, game=game, rated=other != "unrated").draw_of is None


# --- What counts as calling off.


def test_timeout_before_first_move_counts_as_call_off(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*pair, clock="live-10")
    slow = match.players.get(deadline__isnull=False).user
    assert slow is not None
    wall.wait(700)
    with committed():
        timeouts.expire(match.id)
    assert leaving.called_off_by(slow) == [fresh(match).ended_at]
    (other,) = (user for user in pair if user != slow)
    assert leaving.called_off_by(other) == []
    missed = Notification.objects.filter(kind=Notification.Kind.MISSED, match=match)
    assert [notification.user for notification in missed] == [slow]
    assert [sentence_of(notification) for notification in missed] == [
        "A match of Condottiere was called off: it began, and you didn’t come."
    ]


@pytest.mark.parametrize("clock", ["live-10", "turns-72"])
def test_timeout_of_player_who_came_is_not_called_absence(
    pair: list[User], monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    wall = Wall(monkeypatch)
    match = started(*pair, clock=clock)
    Match.objects.update(rated=True)
    if clock == "live-10":
        signed_in(user_at(match, mover(match))).get(f"/matches/{match.id}/")
    else:
        while not match_state(match).all_moved:
            move_on(match)
            match = fresh(match)
    slow = user_at(match, mover(match))
    wall.wait(days=30)
    with committed():
        timeouts.expire(match.id)
    assert fresh(match).status == Match.Status.ABORTED
    missed = Notification.objects.get(kind=Notification.Kind.MISSED, match=match)
    assert missed.user == slow
    assert sentence_of(missed) == (
        "Your time ran out so early in a match of Condottiere that it was called off."
    )
    page = signed_in(slow).get(f"/matches/{match.id}/").text
    assert f"{slow.name} runs out of time so early that the match is called off." in page
    (other,) = (user for user in pair if user != slow)
    for reader, words in ((slow, "Your time ran out."), (other, f"{slow.name} ran out of time.")):
        pages = (f"/matches/{match.id}/", "/matches/")
        assert [words in signed_in(reader).get(page).text for page in pages] == [True, True]


def test_timeout_before_first_move_turn_by_turn_is_not_called_absence(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*pair, clock="turns-72")
    wall.wait(days=30)
    with committed():
        timeouts.expire(match.id)
    missed = Notification.objects.get(kind=Notification.Kind.MISSED, match=match)
    assert sentence_of(missed) == (
        "Your time ran out so early in a match of Condottiere that it was called off."
    )


def test_call_off_counts_in_reliability(pair: list[User]) -> None:
    anna, berta = pair
    call_off(pair, anna)
    shown = reliability_of(anna)
    assert shown is not None
    assert (shown.called_off, shown.matches, shown.rate) == (1, 0, 0)
    assert reliability_of(berta) is None
