"""Cards that a player shows are verified by the server, and seen only by the chosen players."""

import json

import pytest

from accounts.models import User
from games.engine.refusals import Over
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.rendering import state_of
from games.matches.presenters.replay import replay_for
from games.matches.presenters.table import table_for
from games.matches.refusals import CannotShow, NotAPlayer
from games.matches.services import commands
from games.matches.services.event_store import record_of
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    mover,
    nothing_written,
    people,
    person,
    play_on,
    position_of,
    seat_of,
    started,
    turn_token,
    user_at,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta", "Carla"))


def hand(match: Match, seat: int) -> list[str]:
    cards: list[str] = position_of(match).view(seat)["hands"][seat]
    return cards


def show(match: Match, seat: int, cards: list[str], to: list[int]) -> int:
    with committed():
        return commands.show_cards(user_at(match, seat), match.id, cards, to).match.last_number


def log(match: Match, user: User | None) -> list[str]:
    from django.contrib.auth.models import AnonymousUser

    access = open_match(user or AnonymousUser(), match.id)
    return [line.text for line in table_for(access).lines]


def test_showing_cards_is_stored_as_event(match: Match) -> None:
    cards = hand(match, 0)[:2]
    assert show(match, 0, cards, [2, 1, 2]) == 1
    assert events(match) == [(1, "show", 0, {"cards": cards, "to": [1, 2]})]


def test_only_chosen_players_see_shown_cards(match: Match) -> None:
    show(match, 0, hand(match, 0)[:1], [1])
    (line,) = log(match, user_at(match, 1))
    assert "shows you" in line
    assert user_at(match, 0).name in line
    (said,) = log(match, user_at(match, 0))
    assert said.startswith("You show")
    for other in (user_at(match, 2), person("Stranger"), None):
        assert log(match, other) == []
        access = open_match(other, match.id) if other else None
        assert access is None or state_of(access)["seen"] == 0


def test_showing_cards_keeps_question_and_position(match: Match) -> None:
    seat = mover(match)
    token, before = turn_token(match, seat), position_of(match).dump()
    show(match, 1, hand(match, 1), [0, 2])
    assert turn_token(match, seat) == token
    assert position_of(match).dump() == before
    assert act(match, seat, {"type": "decline"}) == 2


def test_cards_not_in_hand_cannot_be_shown(match: Match) -> None:
    own = hand(match, 0)
    foreign = next(card for card in [*hand(match, 1), "winter"] if card not in own)
    once_too_often = [own[0]] * (own.count(own[0]) + 1)
    for cards in ([foreign], once_too_often, [*own, own[0]], ["joker"], []):
        with nothing_written(match), pytest.raises(CannotShow):
            show(match, 0, cards, [1])


@pytest.mark.parametrize("to", [[], [0], [0, 1], [3], [-1]])
def test_cards_are_shown_only_to_other_seats(match: Match, to: list[int]) -> None:
    with nothing_written(match), pytest.raises(CannotShow):
        show(match, 0, hand(match, 0)[:1], to)


def test_stranger_cannot_show_cards(match: Match) -> None:
    with nothing_written(match), pytest.raises(NotAPlayer):
        commands.show_cards(person("Stranger"), match.id, ["m1"], [0])


def test_cards_cannot_be_shown_after_end_and_are_not_in_record(
    match: Match,
) -> None:
    cards = hand(match, 0)
    show(match, 0, cards, [1])
    match = play_on(match)
    with nothing_written(match), pytest.raises(Over):
        show(match, 0, cards, [1])
    record = record_of(match)
    assert {move["type"] for move in record["moves"]} <= {
        *("choose", "decline", "play", "pass", "keep", "discard")
    }
    assert '"to"' not in json.dumps(record)


def test_replay_shows_cards_only_to_both_players(match: Match) -> None:
    zero, one, two = (user_at(match, seat) for seat in range(3))
    show(match, 0, hand(match, 0)[:1], [1])
    act(match, mover(match), {"type": "decline"})
    match = play_on(match)
    total = match.last_number
    for user, steps in ((zero, total), (one, total), (two, total - 1)):
        access = open_match(user, match.id)
        assert replay_for(access, "", "").last == steps
    for viewer in ("0", "1", "2", "all"):
        lines = replay_for(open_match(two, match.id), "1", viewer).table.lines
        assert not [line for line in lines if "show" in line.text], viewer
    assert seat_of(fresh(match), one) == 1
    first = replay_for(open_match(one, match.id), "1", "1").table.lines
    assert "shows you" in first[0].text


def test_shows_per_seat_are_limited(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a permanent event, so they are limited, for each seat separately."""
    monkeypatch.setattr(commands, "SHOWS_EACH", 2)
    for _ in range(2):
        show(match, 0, hand(match, 0)[:1], [1])
    with nothing_written(match), pytest.raises(CannotShow, match="often enough in this match"):
        show(match, 0, hand(match, 0)[:1], [1])
    show(match, 1, hand(match, 1)[:1], [0])


def test_secret_events_do_not_count_towards_event_limit(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal of a match that is too long would tell how much happened in secret."""
    monkeypatch.setattr(commands, "MOST_EVENTS", 2)
    seat = mover(match)
    one, other = {0, 1, 2} - {seat}
    for _ in range(3):
        show(match, one, hand(match, one)[:1], [other])
    act(match, seat, CHOOSE)


def test_lists_are_ordered_by_public_events(match: Match) -> None:
    before = match.last_public_event_at
    show(match, 0, hand(match, 0)[:1], [1])
    assert fresh(match).last_public_event_at == before
    act(match, mover(match), CHOOSE)
    assert fresh(match).last_public_event_at == match.events.get(number=2).at
