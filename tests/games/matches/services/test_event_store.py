"""The event store: what is kept is what a replay from scratch gives, and never anything else."""

import json
from random import Random
from typing import cast

import pytest
from django.db import transaction

from games.engine import shapes
from games.engine.referee import Requested, judge
from games.engine.refusals import Refusal
from games.matches.models import Event, Match, MatchSecret
from games.matches.services import commands
from games.matches.services.event_store import (
    CACHED_MATCHES,
    MatchState,
    dealt,
    match_state,
    record_of,
    state_cache,
)
from games.titles.registry import ALL_RULES
from tests.helpers.matches import (
    CHOOSE,
    act,
    asked,
    fresh,
    legal,
    mover,
    people,
    play_on,
    position_of,
    started,
    user_at,
)
from tests.helpers.shapes import misfits

OPTIONS = [{}, {"bigger_kingdom": True}, {"taking_cities": True}]


def from_scratch(match: Match) -> MatchState:
    state_cache.clear()
    return match_state(match)


def newest(match_id: str) -> MatchState | None:
    known = state_cache.get(match_id)
    return None if known is None else known[1]


def contents(state: MatchState) -> list[object]:
    return [(s.number, s.kind, s.seat, s.data, s.happenings) for s in state.story]


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_is_kept_equals_a_replay_from_scratch_all_match_long(seats: int) -> None:
    users = people(*["Anna", "Berta", "Carla", "Dora", "Emma", "Frida"][:seats])
    match = started(*users, seed=seats, options=OPTIONS[seats % 3])
    rng = Random(seats)
    while position_of(match).to_move():
        seat = rng.choice(position_of(match).to_move())
        number = act(match, seat, rng.choice(legal(match, seat)))
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
def test_a_kept_position_is_followed_from_where_it_stands() -> None:
    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    behind = newest(match.id)
    for _ in range(4):
        seat = mover(match)
        act(match, seat, legal(match, seat)[0])
    whole = from_scratch(fresh(match))
    state_cache.clear()
    assert behind is not None
    state_cache.set_newer(match.id, behind.number, behind)
    assert contents(match_state(fresh(match))) == contents(whole)
    assert behind.number == 1
    assert behind.position.view(None)["city"] == "parma", "followed on a copy"


@pytest.mark.django_db
def test_an_older_row_of_a_match_is_answered_as_it_stood() -> None:
    match = started(*people("Anna", "Berta"))
    older = fresh(match)
    act(match, mover(match), CHOOSE)
    assert match_state(older).number == 0
    here = newest(match.id)
    assert here is not None
    assert here.number == 1, "and the newer one stays kept"


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_never_kept() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    user, token = user_at(match, seat), asked(match, seat)
    for known in (True, False):
        if not known:
            state_cache.clear()
        with transaction.atomic():
            commands.submit_move(user, match.id, CHOOSE, token)
            # Read inside, too: a replay of what may never be.
            assert position_of(match).view(None)["city"] == "parma"
            commands.submit_move(user, match.id, {"type": "pass"}, asked(match, seat))
            assert fresh(match).last_number == 2
            transaction.set_rollback(True)
        here = newest(match.id)
        assert here is None or here.number == 0
    commands.submit_move(user, match.id, {"type": "choose", "city": "roma"}, token)
    act(match, seat, {"type": "pass"})
    assert position_of(match).view(None)["city"] == "roma"
    assert contents(match_state(fresh(match))) == contents(from_scratch(fresh(match)))


@pytest.mark.django_db(transaction=True)
def test_a_refused_move_leaves_the_kept_position_alone() -> None:
    match = started(*people("Anna", "Berta"))
    seat = mover(match)
    before = position_of(match).dump()
    for move in ({"type": "pass"}, {"type": "nonsense"}):
        with pytest.raises(Refusal):
            commands.submit_move(user_at(match, seat), match.id, move, asked(match, seat))
    assert position_of(match).dump() == before


@pytest.mark.django_db
def test_two_events_cannot_have_one_number() -> None:
    from django.db import IntegrityError

    match = started(*people("Anna", "Berta"))
    act(match, mover(match), CHOOSE)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(match=match, number=1, kind="move", seat=0, data={})


@pytest.mark.django_db
def test_only_so_many_matches_are_kept() -> None:
    match = started(*people("Anna", "Berta"))
    state = dealt(match)
    for number in range(CACHED_MATCHES + 1):
        state_cache.set_newer(f"match{number}", 0, state)
    assert state_cache.get("match0") is None
    assert state_cache.get(f"match{CACHED_MATCHES}") == (0, state)


@pytest.mark.django_db
def test_the_record_reveals_secret_and_nonces() -> None:
    match = play_on(started(*people("Anna", "Berta"), seed=9))
    record = record_of(match)
    assert misfits(json.loads(json.dumps(record)), shapes.Exported) == []
    own = MatchSecret.objects.get(match=match)
    assert record["seed"] == own.seed
    fairness = cast(shapes.Fairness2, record["fairness"])
    assert fairness["secrets"] == own.secrets
    assert fairness["commitments"] == match.commitments
    changed = {**record, "fairness": {**fairness, "secrets": ["00" * 32]}}
    assert judge(json.dumps(changed), ALL_RULES, Requested(verify=True))["ok"] is False
    moves = record["moves"][:-1]
    assert (
        judge(json.dumps({**record, "moves": moves}), ALL_RULES, Requested(verify=True))["ok"]
        is False
    )


@pytest.mark.django_db
def test_the_record_names_players_and_tells_people_from_bots() -> None:
    match = started(*people("Anna", "Berta"), bots=("easy",), seed=5)
    play_on(match)
    players = record_of(fresh(match))["players"]
    of_people = [player for player in players if player == {"name": player["name"], "bot": None}]
    assert sorted(player["name"] for player in of_people) == ["Anna", "Berta"]
    (bot,) = (player for player in players if player not in of_people)
    assert bot.keys() == {"name", "bot"}
    assert bot["bot"] == "easy"
