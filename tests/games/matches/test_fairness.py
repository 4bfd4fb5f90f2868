"""The page on which a browser verifies the shuffle, for matches of both versions."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.chance import seating, seed_of
from games.engine.referee import Requested, judge
from games.lobby.services import dealing
from games.matches.models import Match, MatchSecret, Player
from games.matches.services.event_store import dealt, record_of
from games.matches.services.fairness import published_of
from games.titles.registry import ALL_RULES, newest
from tests.helpers.matches import committed, opened, play_on, signed_in, started
from tests.helpers.nonces import full_table, hash_of, nonce_of, reveal
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
GAME = "condottiere"


def page_of(match: Match, client: Client | None = None) -> str:
    return assert_clean_page((client or Client()).get(f"/matches/{match.id}/fairness/")).text


def test_page_shows_commitments_from_open_table_on(pair: list[User]) -> None:
    match = full_table(*pair)
    page = page_of(match)
    assert match.commitments[0] in page
    assert all(hash_of(user) in page for user in pair)
    assert "Each player who sits down commits to a number by its hash." in page
    assert 'id="check"' not in page
    reveal(match, *pair)
    assert "No one could choose these cards" in page_of(match)


def test_page_names_match_without_proof(pair: list[User]) -> None:
    match = started(*pair)
    assert "nothing proves that it left them to chance" in page_of(match)


def test_page_names_player_who_could_choose_deal(pair: list[User]) -> None:
    match = reveal(full_table(*pair, clock="turns-24"), pair[0])
    Match.objects.update(reveal_by=timezone.now())
    assert dealing.expire(match.id)
    page = page_of(match)
    assert "they could choose between two deals" in page
    assert "from the secret: Berta." in page


def test_page_shows_all_nonces_after_end(pair: list[User]) -> None:
    match = play_on(reveal(full_table(*pair, bots=("easy",)), *pair))
    page = page_of(match)
    assert f'data-record="/matches/{match.id}/record.json"' in page
    assert all(player.nonce in page for player in match.players.all())
    published = published_of(match, list(match.players.all())).players
    assert [one.bot for one in published] == [False, True, False]
    assert "Check the shuffle" in signed_in(pair[0]).get(f"/matches/{match.id}/").content.decode()


def test_full_table_page_shows_pending_nonces_and_call_off(pair: list[User]) -> None:
    match = full_table(*pair, clock="turns-24")
    page = signed_in(pair[0]).get(f"/matches/{match.id}/").content.decode()
    assert "The cards are being shuffled." in page
    assert "waiting for their number" in page
    assert 'class="is-full"' in page
    assert "about to begin" in signed_in(pair[0]).get("/").content.decode()
    dealing.call_off(match, [match.players.get(user=pair[1])])
    page = signed_in(pair[0]).get(f"/matches/{match.id}/").content.decode()
    assert "Called off before a card was dealt, by Berta" in page


# --- Version 1.


def of_version_1(*pair: User, status: str = "open") -> Match:
    """Return a table of version 1, in which players sent their nonces when joining."""
    secret = sha256(b"version 1").digest()
    rules = newest(GAME).game
    match = Match.objects.create(
        game=GAME,
        rules=rules.rules,
        seats=2,
        options=dict(rules.read_options({}, 2)),
        host=pair[0],
        commitment=sha256(secret).hexdigest(),
    )
    MatchSecret.objects.create(match=match, secret=secret.hex())
    for index, user in enumerate(pair):
        fields = {"user": user, "name": user.name, "nonce": nonce_of(user)}
        Player.objects.create(match=match, joined=index, **fields)
    return match


def test_version_1_match_is_still_verified(pair: list[User]) -> None:
    match = of_version_1(*pair)
    own = MatchSecret.objects.get(match=match)
    secret, players = bytes.fromhex(own.secret), list(match.players.order_by("joined"))
    nonces = [bytes.fromhex(player.nonce) for player in players]
    order = seating(secret, nonces)
    own.seed = seed_of(secret, [nonces[index] for index in order]).hex()
    own.save()
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    with committed():
        dealing.begin(match, [players[index] for index in order], dealt(match).position)
        match = play_on(match)
    answer = judge(json.dumps(record_of(match)), ALL_RULES, Requested(verify=True))
    assert answer["verified"] == ["commitment", "seed", "seating", "deal", "moves", "outcome"]
    page = page_of(match)
    assert match.commitment in page
    assert "It was dealt the old way" in page


def test_new_table_uses_fairness_version_3(pair: list[User]) -> None:
    assert opened(pair[0]).fairness == 3
