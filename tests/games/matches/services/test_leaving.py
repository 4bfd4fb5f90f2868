"""Resigning ends a match of two; with more players a bot takes the seat; the record verifies."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine.referee import Requested, judge
from games.engine.refusals import Over
from games.matches import publish
from games.matches.access import open_match
from games.matches.cache import clear_all
from games.matches.models import Match
from games.matches.refusals import NotAPlayer, NotRunning, SignInFirst
from games.matches.services import commands, leaving
from games.matches.services.event_store import record_of
from games.titles.registry import ALL_RULES
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    match_with_secret_question,
    mover,
    nothing_written,
    opened,
    people,
    person,
    places_in,
    play_on,
    player_at,
    seat_of,
    signed_in,
    started,
    turn_token,
)
from tests.helpers.sentences import says_what_is_wrong
from tests.helpers.tables import every_game_with
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def resign(user: User, match: Match) -> None:
    with committed():
        commands.resign(user, match.id)


def verified(match: Match) -> Any:
    text = json.dumps(record_of(fresh(match)))
    return judge(text, ALL_RULES, Requested(verify=True))


def places(match: Match) -> list[int | None]:
    return list(match.players.order_by("seat").values_list("place", flat=True))


def test_resignation_ends_match_of_two(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    act(match, mover(match), CHOOSE)
    resign(anna, match)
    match = fresh(match)
    assert match.status == Match.Status.FINISHED
    assert events(match)[-1] == (2, "resign", seat_of(match, anna), {})
    assert match.players.get(user=anna).place == 2
    assert match.players.get(user=berta).place == 1
    assert not_none(match.outcome)["reason"] == "resigned"
    assert verified(match)["verified"]


def test_bot_takes_seat_of_leaver_with_three_players(db: None) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta, carla)
    resign(anna, match)
    player = match.players.get(user=anna)
    assert fresh(match).status == Match.Status.RUNNING
    assert (player.left_at, player.bot, player.person) == (1, "normal", False)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("resign", "You resigned."),
        ("timeout", "Your time ran out."),
        ("expel", "You had to leave."),
    ],
)
def test_leaver_reads_how_the_match_was_left(db: None, kind: str, words: str) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta, carla)
    resign(anna, match)
    match.players.filter(user=anna).update(left_by=kind)
    clear_all()
    pages = [signed_in(one).get(match.get_absolute_url()).content.decode() for one in (anna, berta)]
    assert [f'<b class="ask-you">{words}</b>' in page for page in pages] == [True, False]


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=3))
@pytest.mark.parametrize(("kind", "words"), [("resign", "left"), ("timeout", "out of time")])
def test_seat_says_how_it_was_left(db: None, game: str, seats: int, kind: str, words: str) -> None:
    anna, *others = people("Anna", "Berta", "Carla")[:seats]
    match = started(anna, *others, game=game)
    resign(anna, match)
    match.players.filter(user=anna).update(left_by=kind)
    clear_all()
    page = signed_in(others[0]).get(match.get_absolute_url()).content.decode()
    assert re.search(rf'<span class="left">(?:(?!</span>).)*</svg>{words}</span>', page)


def test_bot_takes_over_question_of_leaver(db: None) -> None:
    match = started(*people("Anna", "Berta", "Carla"))
    seat = mover(match)
    leaver = player_at(match, seat)
    resign(not_none(leaver.user), match)
    player = player_at(match, seat)
    assert player.asked_at == leaver.asked_at
    assert player.asked_since == match.events.get().at, "the bot's delay begins now"


@pytest.mark.parametrize("asked", [True, False])
def test_only_leaver_who_was_asked_is_sent_that_the_match_waits_no_longer(
    asked: bool, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = started(*people("Anna", "Berta", "Carla"))
    seat = mover(match)
    leaver = not_none(player_at(match, seat if asked else (seat + 1) % 3).user)
    sent: list[set[int]] = []
    monkeypatch.setattr(publish, "turns_moved", lambda _match, users: sent.append({*users}))
    resign(leaver, match)
    assert (leaver.pk in set().union(*sent)) is asked


def test_leaver_cannot_act_again(db: None) -> None:
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others)
    resign(anna, match)
    with nothing_written(match), pytest.raises(NotAPlayer):
        commands.resign(anna, match.id)
    with nothing_written(match), pytest.raises(NotAPlayer):
        commands.submit_move(anna, match.id, CHOOSE, "x")
    with nothing_written(match), pytest.raises(NotAPlayer):
        commands.show_cards(anna, match.id, ["m1"], [0])


def test_leaver_sees_public_view(db: None) -> None:
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others, public=False)
    resign(anna, match)
    access = open_match(anna, match.id)
    assert (access.seat, access.joined) == (None, None)


def test_leaver_ranks_last_and_record_is_verified(db: None) -> None:
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others, seed=2)
    act(match, mover(match), CHOOSE)
    resign(anna, match)
    match = play_on(match)
    assert match.players.get(user=anna).place == 3
    assert places_in(match)[0] == 1
    answer = verified(match)
    assert answer["verified"], answer
    assert answer["applied"] == match.events.filter(kind="move").count()


def test_first_leaver_ranks_below_later_leaver(db: None) -> None:
    anna, berta, *others = people("Anna", "Berta", "Carla", "Dora")
    match = started(anna, berta, *others, seed=3)
    resign(berta, match)
    act(match, mover(match), CHOOSE)
    resign(anna, match)
    match = play_on(match)
    assert match.players.get(user=berta).place == 4
    assert match.players.get(user=anna).place == 3
    assert record_of(match)["left"] == [seat_of(match, berta), seat_of(match, anna)]
    assert verified(match)["verified"]


def test_match_ends_when_all_people_have_left(db: None) -> None:
    users = people("Anna", "Berta", "Carla")
    match = started(*users, seed=4)
    for user in users:
        resign(user, match)
    assert fresh(match).status == Match.Status.FINISHED
    assert [match.players.get(user=user).place for user in users] == [3, 2, 1]
    assert verified(match)["verified"]


def test_match_ends_when_only_person_among_bots_leaves(db: None) -> None:
    anna = people("Anna")[0]
    match = started(anna, bots=("easy", "easy"), seed=4)
    resign(anna, match)
    match = fresh(match)
    assert match.status == Match.Status.FINISHED
    assert list(match.players.order_by("place").values_list("place", flat=True)) == [1, 1, 3]
    assert verified(match)["verified"]


def test_leaving_during_secret_question_keeps_other_tokens(db: None) -> None:
    users = people("Anna", "Berta", "Carla")
    match = match_with_secret_question(*users)
    before = turn_token(match, seat_of(match, users[1]))
    resign(users[0], match)
    assert turn_token(match, seat_of(match, users[1])) == before
    assert play_on(match).status == Match.Status.FINISHED


def test_record_with_wrong_leavers_is_refused(db: None) -> None:
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others, seed=5)
    resign(anna, match)
    match = play_on(match)
    record = record_of(match)
    other = next(seat for seat in range(3) if seat != seat_of(match, anna))
    for left in ([other], [other, other], [7], "all"):
        answer = judge(json.dumps({**record, "left": left}), ALL_RULES, Requested(verify=True))
        assert answer["ok"] is False


def test_resignation_before_start_or_after_end_is_refused(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    table = opened(anna)
    with nothing_written(table), pytest.raises(NotRunning):
        commands.resign(anna, table.id)
    match = started(anna, berta)
    resign(anna, match)
    with nothing_written(match), pytest.raises(Over) as over:
        commands.resign(berta, match.id)
    assert says_what_is_wrong(over.value)


def test_resignation_from_called_off_match_is_refused(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    with committed():
        leaving.abort(anna, match.id)
    with nothing_written(match), pytest.raises(Over) as over:
        commands.resign(berta, match.id)
    assert says_what_is_wrong(over.value)


def test_stranger_and_anonymous_user_cannot_resign(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    with nothing_written(match), pytest.raises(NotAPlayer):
        commands.resign(person("Stranger"), match.id)
    with nothing_written(match), pytest.raises(SignInFirst):
        commands.resign(AnonymousUser(), match.id)
