"""The page on which a browser checks the shuffle, and matches of both versions."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.chance import seating, seed_of
from games.engine.referee import Requested, judge
from games.lobby.services import dealing
from games.matches.models import Match, MatchSecret, Player
from games.matches.services.event_store import dealt, record_of
from games.titles.registry import ALL_RULES, newest
from tests.helpers.matches import committed, fresh, opened, people, play_on, signed_in, started
from tests.helpers.nonces import fairness_of, full_table, hash_of, nonce_of, reveal
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
GAME = "condottiere"


@pytest.fixture
def users() -> list[User]:
    return people("Anna", "Berta")


def page_of(match: Match, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/matches/{match.id}/fairness/")
    assert_clean_page(answer)
    return answer.content.decode()


def test_it_says_what_everybody_is_bound_to_from_the_open_table_on(users: list[User]) -> None:
    match = full_table(*users)
    page = page_of(match)
    assert match.commitments[0] in page
    assert all(hash_of(user) in page for user in users)
    assert "Whoever sits down is bound to a number by its hash." in page
    assert 'id="check"' not in page
    reveal(match, *users)
    assert "Nobody could choose these cards" in page_of(match)


def test_it_says_whom_a_match_proves_nothing_to(users: list[User]) -> None:
    match = started(*users)
    assert "nothing shows that it left them to chance" in page_of(match)


def test_it_says_who_could_have_chosen_between_two_deals(users: list[User]) -> None:
    match = reveal(full_table(*users, clock="turns-24"), users[0])
    Match.objects.update(reveal_by=timezone.now())
    assert dealing.expire(match.id)
    page = page_of(match)
    assert "they could choose between two deals" in page
    assert "from the secret: Berta." in page


def test_after_the_end_it_is_checked_and_shows_every_number(users: list[User]) -> None:
    match = play_on(reveal(full_table(*users, bots=("easy",)), *users))
    page = page_of(match)
    assert f'data-record="/matches/{match.id}/record.json"' in page
    assert all(player.nonce in page for player in match.players.all())
    assert "Check the shuffle" in signed_in(users[0]).get(f"/matches/{match.id}/").content.decode()


def test_a_full_table_says_what_it_waits_for_and_offers_nothing(users: list[User]) -> None:
    match = full_table(*users, clock="turns-24")
    page = signed_in(users[0]).get(f"/matches/{match.id}/").content.decode()
    assert "The cards are being shuffled." in page
    assert "number to come" in page
    assert 'class="is-full"' in page
    assert "about to begin" in signed_in(users[0]).get("/").content.decode()
    dealing.call_off(match, [match.players.get(user=users[1])])
    page = signed_in(users[0]).get(f"/matches/{match.id}/").content.decode()
    assert "Before a card was dealt, by Berta" in page


# --- Version 1.


def of_version_1(*users: User, status: str = "open") -> Match:
    """A table as it was opened and joined by version 1; the nonces were sent on sitting down."""
    secret = sha256(b"version 1").digest()
    rules = newest(GAME).game
    match = Match.objects.create(
        game=GAME,
        rules=rules.rules,
        seats=2,
        options=dict(rules.read_options({}, 2)),
        host=users[0],
        commitment=sha256(secret).hexdigest(),
    )
    MatchSecret.objects.create(match=match, secret=secret.hex())
    for chair, user in enumerate(users):
        fields = {"user": user, "name": user.name, "nonce": nonce_of(user)}
        Player.objects.create(match=match, joined=chair, **fields)
    return match


def test_a_match_of_version_1_is_verified_as_ever(users: list[User]) -> None:
    match = of_version_1(*users)
    own = MatchSecret.objects.get(match=match)
    secret, players = bytes.fromhex(own.secret), list(match.players.order_by("joined"))
    nonces = [bytes.fromhex(player.nonce) for player in players]
    order = seating(secret, nonces)
    own.seed = seed_of(secret, [nonces[chair] for chair in order]).hex()
    own.save()
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    with committed():
        dealing.begin(match, [players[chair] for chair in order], dealt(match).position)
        match = play_on(match)
    answer = judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))
    assert answer["verified"] == ["commitment", "seed", "seating", "deal", "moves", "outcome"]
    page = page_of(match)
    assert match.commitment in page
    assert "It was dealt in the old way" in page


def test_tables_open_at_the_migration_go_on_by_version_2(users: list[User]) -> None:
    anna, berta = users
    match = of_version_1(anna)
    over = of_version_1(anna)
    Match.objects.filter(id=over.id).update(status=Match.Status.ABORTED)
    migration = import_module("games.matches.migrations.0002_fairness")
    migration.commit_anew(apps, SimpleNamespace(connection=connection))
    before = match.commitment
    match = fresh(match)
    assert (match.fairness, match.commitments, match.commitment) == (2, [before], "")
    assert (fresh(over).fairness, fresh(over).commitment) == (1, before)
    Player.objects.create(match=match, user=berta, name="Berta", joined=1)
    with committed():
        dealing.start_if_full(match)
        match = play_on(match)
    answer = judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))
    assert "nonces" in answer["verified"]
    origins = fairness_of(match)["origins"]
    assert origins == ["derived", "derived"]


def test_a_new_table_is_dealt_by_version_2(users: list[User]) -> None:
    assert opened(users[0]).fairness == 2
