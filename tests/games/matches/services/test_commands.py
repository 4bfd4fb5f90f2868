"""Moves: stored and asked for; tests/games/matches/test_refusals.py has most of their refusals."""

from typing import Any

import pytest

from accounts.http import Visitor
from accounts.models import User
from games.engine.contract import Json
from games.engine.refusals import BadMove, NotYourTurn, Refusal
from games.matches.access import players_of
from games.matches.models import Match, Player
from games.matches.refusals import NotAllowed, Stale
from games.matches.services import commands
from games.matches.services.append import next_event
from games.matches.services.commands import BotMove
from games.matches.services.execute import execute
from games.matches.services.turns import set_questions
from games.matches.viewing import Access
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    legal,
    match_with_secret_question,
    mover,
    nothing_written,
    people,
    play_on,
    player_at,
    position_of,
    started,
    turn_token,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def refused(refusal: type[Refusal], match: Match, user: Visitor, move: Json, token: Any) -> None:
    with nothing_written(match), pytest.raises(refusal):
        commands.submit_move(user, match.id, move, token)


def test_move_is_stored_as_next_event(match: Match) -> None:
    seat = mover(match)
    assert act(match, seat, CHOOSE) == 1
    assert events(match) == [(1, "move", seat, CHOOSE)]
    after = fresh(match)
    assert after.last_number == 1
    assert after.last_public_event_at == match.events.get().at
    assert position_of(match).view(None)["city"] == "parma"


def test_question_passes_to_next_player_with_turn(match: Match) -> None:
    seat = mover(match)
    assert player_at(match, seat).asked_at == 0
    assert player_at(match, 1 - seat).asked_at is None
    act(match, seat, {"type": "decline"})
    assert player_at(match, seat).asked_at is None
    assert player_at(match, seat).asked_since is None
    assert player_at(match, 1 - seat).asked_at == 1
    assert player_at(match, 1 - seat).asked_since == match.events.get().at


def test_second_move_of_player_gets_new_token(match: Match) -> None:
    seat = mover(match)
    before = turn_token(match, seat)
    act(match, seat, CHOOSE)
    assert mover(match) == seat, "the holder leads"
    assert turn_token(match, seat) != before


@pytest.mark.parametrize("extra", [{"strange": "key"}, {"card": "m3"}, {"take": None}])
def test_move_with_field_of_no_or_other_kind_is_refused(match: Match, extra: Json) -> None:
    seat = mover(match)
    act(match, seat, CHOOSE)
    user, token = user_at(match, seat), turn_token(match, seat)
    refused(BadMove, match, user, {"type": "pass", **extra}, token)


def test_page_may_send_fields_of_other_legal_moves(match: Match) -> None:
    seat = mover(match)
    act(match, seat, CHOOSE)
    user, token = user_at(match, seat), turn_token(match, seat)
    misspelt = {"type": "pass", "crad": "m3"}
    with nothing_written(match), pytest.raises(BadMove, match="Did you mean “card”"):
        commands.submit_move(user, match.id, misspelt, token, from_page=True)
    data = {"type": "pass", "card": "m3", "take": None}
    commands.submit_move(user, match.id, data, token, from_page=True)
    assert events(match)[-1] == (2, "move", seat, {"type": "pass"})


def test_token_does_not_reveal_number_of_events(match: Match) -> None:
    token = turn_token(match, mover(match))
    assert len(token) == 16
    assert int(token, 16) >= 0
    other = started(*people("Carla", "Dora"))
    assert turn_token(other, mover(other)) != token


@pytest.mark.parametrize("token", [None, 0, True, ["x"]])
def test_move_without_valid_turn_token_is_refused(match: Match, token: Any) -> None:
    refused(BadMove, match, user_at(match, mover(match)), CHOOSE, token)


def test_token_of_other_seat_is_refused(match: Match) -> None:
    match = match_with_secret_question(*people("Carla", "Dora"))
    refused(Stale, match, user_at(match, 0), {"type": "keep"}, turn_token(match, 1))


def test_closed_account_cannot_move(match: Match) -> None:
    seat = mover(match)
    user = user_at(match, seat)
    user.is_active = False
    refused(NotAllowed, match, user, CHOOSE, turn_token(match, seat))


def test_end_of_match_stores_places_and_scores_and_asks_no_player(match: Match) -> None:
    match = play_on(match)
    assert match.status == Match.Status.FINISHED
    assert match.ended_at
    assert not match.players.filter(asked_at__isnull=False).exists()
    outcome = position_of(match).outcome()
    assert outcome is not None
    assert match.outcome == outcome.dump()
    players = match.players.order_by("seat")
    assert [p.place for p in players] == list(outcome.places)
    assert [p.score for p in players] == list(outcome.scores)


# --- Several asked at once.


def test_simultaneous_answers_to_secret_question_do_not_collide(pair: list[User]) -> None:
    match = match_with_secret_question(*pair, *people("Carla"))
    seats = position_of(match).to_move()
    tokens = {seat: turn_token(match, seat) for seat in seats}
    for seat in seats:
        commands.submit_move(user_at(match, seat), match.id, {"type": "keep"}, tokens[seat])
    answers = events(match)[-len(seats) :]
    assert [(kind, seat, data) for _, kind, seat, data in answers] == [
        ("move", seat, {"type": "keep"}) for seat in seats
    ]


def test_question_with_unchanged_choices_keeps_token(pair: list[User]) -> None:
    match = match_with_secret_question(*pair)
    before = turn_token(match, 1)
    act(match, 0, {"type": "discard"})
    assert turn_token(match, 1) == before
    assert player_at(match, 0).asked_at is None


def test_second_answer_to_question_is_refused(pair: list[User]) -> None:
    match = match_with_secret_question(*pair)
    token = turn_token(match, 0)
    act(match, 0, {"type": "discard"})
    refused(NotYourTurn, match, user_at(match, 0), {"type": "keep"}, token)


def test_question_is_renewed_when_choices_change(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No rule of today's games does that; a game whose moves interrupt will."""
    seat = mover(match)
    position = position_of(match)
    after = position.clone()
    monkeypatch.setattr(type(after), "to_move", lambda self: (0, 1))
    changed = position.moves(seat)[:1]
    monkeypatch.setattr(
        type(after), "moves", lambda self, asked: changed if self is after else [asked]
    )
    event = next_event(match, "move", 1 - seat, {})
    access = Access(match, players_of(match), None, None)
    asked = {p.seat: p.asked_at for p in set_questions(access, position, after, event).changed}
    assert asked[seat] == event.number


# --- A player of a bot's seat, and a bot.


def test_bot_answers_only_its_current_question(pair: list[User]) -> None:
    match = started(pair[0], bots=("easy",))
    bot = Player.objects.get(match=match, bot="easy")
    seat = not_none(bot.seat)
    if mover(match) != seat:
        act(match, 1 - seat, {"type": "decline"})
    bot.refresh_from_db()
    move, question = legal(match, seat)[0], not_none(bot.asked_at)
    with nothing_written(match):
        assert execute(BotMove(match.id, bot.id, question + 1, move)).event is None
    assert execute(BotMove(match.id, bot.id, question, move)).event is not None
    with nothing_written(match):
        assert execute(BotMove(match.id, bot.id, question, move)).event is None


def test_bot_move_for_person_is_ignored(match: Match) -> None:
    person = player_at(match, mover(match))
    with nothing_written(match):
        assert execute(BotMove(match.id, person.id, 0, CHOOSE)).event is None


def test_message_that_fails_costs_no_move(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def group_send(*args: object) -> None:
        raise ConnectionError("the layer is down")

    monkeypatch.setattr("core.server.memory_layer.ProcessLayer.group_send", group_send)
    seat = mover(match)
    with committed():
        commands.submit_move(user_at(match, seat), match.id, CHOOSE, turn_token(match, seat))
    assert len(events(match)) == 1
    assert "did not take a message" in caplog.text
