"""The event store: cached states equal a replay from the first event."""

import json
from dataclasses import replace
from random import Random
from typing import cast

import pytest
from django.db import transaction

from games.engine import shapes
from games.engine.history import History
from games.engine.referee import Requested, judge
from games.engine.refusals import Refusal
from games.matches.models import Event, Match, MatchSecret
from games.matches.services import commands
from games.matches.services.event_store import (
    CACHED_MATCHES,
    MatchState,
    dealt,
    digest_of,
    match_state,
    record_of,
    state_cache,
)
from games.titles.registry import ALL_RULES
from tests.helpers.matches import (
    CHOOSE,
    act,
    fresh,
    move_on,
    mover,
    people,
    play_on,
    position_of,
    started,
    turn_token,
    user_at,
)
from tests.helpers.shapes import misfits


def from_scratch(match: Match) -> MatchState:
    state_cache.clear()
    return match_state(match)


def newest(match_id: str) -> MatchState | None:
    known = state_cache.get(match_id)
    return None if known is None else known[1]


def contents(state: MatchState) -> list[object]:
    return [(s.number, s.kind, s.seat, s.data, s.effects) for s in state.history]


@pytest.mark.django_db
def test_digest_does_not_depend_on_order_of_keys() -> None:
    """PostgreSQL stores the keys of an event in an order of its own."""
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    state = from_scratch(fresh(match))
    turned = [replace(one, data=dict(reversed(one.data.items()))) for one in state.history]
    assert [*turned[-1].data] != [*state.history[-1].data]
    assert digest_of(replace(state, history=History(turned))) == digest_of(state)


@pytest.mark.django_db
def test_cached_state_equals_full_replay_after_each_event() -> None:
    match = started(*people("Anna", "Berta", "Carla"), seed=3, options={"taking_cities": True})
    rng = Random(3)
    while (position := position_of(match)).to_move():
        seat = rng.choice(position.to_move())
        number = act(match, seat, rng.choice(position.moves(seat)).dump())
        here = newest(match.id)
        assert here is not None
        assert here.number == number
        if rng.random() < 0.1:
            again = from_scratch(fresh(match))
            assert again.position.dump() == here.position.dump()
            assert contents(again) == contents(here)
            assert (again.moves, again.seed) == (here.moves, here.seed)
    match = fresh(match)
    here = newest(match.id)
    assert here is not None
    assert contents(from_scratch(match)) == contents(here)
    answer = judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))
    assert answer["verified"], answer
    assert answer["outcome"] == match.outcome
    assert answer["position"] == here.position.dump()


@pytest.mark.django_db
def test_outdated_cached_state_is_advanced_on_copy() -> None:
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    behind = newest(match.id)
    for _ in range(4):
        move_on(match)
    whole = from_scratch(fresh(match))
    state_cache.clear()
    assert behind is not None
    state_cache.set_newer(match.id, behind.number, behind)
    assert contents(match_state(fresh(match))) == contents(whole)
    assert behind.number == 1
    assert behind.position.view(None)["city"] == "parma", "the cached state was copied"


@pytest.mark.django_db
def test_older_match_row_is_answered_with_older_state() -> None:
    match = started(*people("Anna", "Berta"))
    older = fresh(match)
    act(match, mover(match), CHOOSE)
    assert match_state(older).number == 0
    here = newest(match.id)
    assert here is not None
    assert here.number == 1, "the newer state stays cached"


@pytest.mark.django_db(transaction=True)
def test_rolled_back_state_is_not_cached() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    user, token = user_at(match, seat), turn_token(match, seat)
    for known in (True, False):
        if not known:
            state_cache.clear()
        with transaction.atomic():
            commands.submit_move(user, match.id, CHOOSE, token)
            # Read inside, too: a replay of what may never be.
            assert position_of(match).view(None)["city"] == "parma"
            commands.submit_move(user, match.id, {"type": "pass"}, turn_token(match, seat))
            assert fresh(match).last_number == 2
            transaction.set_rollback(True)
        here = newest(match.id)
        assert here is None or here.number == 0
    commands.submit_move(user, match.id, {"type": "choose", "city": "roma"}, token)
    act(match, seat, {"type": "pass"})
    assert position_of(match).view(None)["city"] == "roma"
    assert contents(match_state(fresh(match))) == contents(from_scratch(fresh(match)))


@pytest.mark.django_db(transaction=True)
def test_refused_move_does_not_change_cached_position() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    before = position_of(match).dump()
    for move in ({"type": "pass"}, {"type": "nonsense"}):
        with pytest.raises(Refusal):
            commands.submit_move(user_at(match, seat), match.id, move, turn_token(match, seat))
    assert position_of(match).dump() == before


@pytest.mark.django_db
def test_event_number_is_unique_within_match() -> None:
    from django.db import IntegrityError

    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(match=match, number=1, kind="move", seat=0, data={})


@pytest.mark.django_db
def test_cached_matches_are_limited() -> None:
    match = started(*people("Anna", "Berta"))
    state = dealt(match)
    for number in range(CACHED_MATCHES + 1):
        state_cache.set_newer(f"match{number}", 0, state)
    assert state_cache.get("match0") is None
    assert state_cache.get(f"match{CACHED_MATCHES}") == (0, state)


@pytest.mark.django_db
def test_record_reveals_secret_and_nonces_and_is_verified() -> None:
    match = play_on(started(*people("Anna", "Berta"), seed=9))
    record = record_of(match)
    assert misfits(json.loads(json.dumps(record)), shapes.Exported) == []
    own = MatchSecret.objects.get(match=match)
    assert record["seed"] == own.seed
    fairness = cast(shapes.Fairness3, record["fairness"])
    assert fairness["secrets"] == own.secrets
    assert fairness["transcript"] == match.transcript
    changed = {**record, "fairness": {**fairness, "secrets": ["00" * 32]}}
    assert judge(json.dumps(changed), ALL_RULES, Requested(verify=True))["ok"] is False
    moves = record["moves"][:-1]
    assert (
        judge(json.dumps({**record, "moves": moves}), ALL_RULES, Requested(verify=True))["ok"]
        is False
    )


@pytest.mark.django_db
def test_record_names_players_and_marks_bots() -> None:
    match = started(*people("Anna", "Berta"), bots=("easy",), seed=5)
    play_on(match)
    players = record_of(fresh(match))["players"]
    of_people = [player for player in players if player == {"name": player["name"], "bot": None}]
    assert sorted(player["name"] for player in of_people) == ["Anna", "Berta"]
    (bot,) = (player for player in players if player not in of_people)
    assert bot.keys() == {"name", "bot"}
    assert bot["bot"] == "easy"
