"""From a full table to the deal: nonces revealed, seats and seed drawn (records: Fairness).

Players commit to a nonce, by its hash, when they sit down. Once all chairs are taken and all hashes
are shown they reveal it; the table is still open meanwhile, with `reveal_by` as the last moment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from games.engine.contract import Position
from games.engine.fairness import Draw, derived_nonce, draw, hash_of, joint_secret
from games.ladders.services import fair_play
from games.lobby.models import Challenge
from games.lobby.services import admission, tickets
from games.lobby.services.admission import announce_table
from games.lobby.signals import table_settled
from games.matches import announce
from games.matches.access import Access, lock_match_if_free, seated_access
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import BadNonce, NotOpen
from games.matches.services import time_source
from games.matches.services.clocks import CLOCK_FIELDS, wind_up
from games.matches.services.event_store import dealt
from games.matches.services.turns import announce_turns
from watch.context import step

START_FIELDS = (
    *("seat", "nonce", "origin", "asked_at", "asked_since"),
    *(*CLOCK_FIELDS, "away_from", "away_until"),
)
START_FIELDS_OF_MATCH = (
    *("status", "started_at", "last_public_event_at", "answer_by", "reveal_by", "uncounted"),
)
CLOSE_FIELDS = ("status", "ended_at", "reveal_by")
TOGETHER = timedelta(seconds=20)
"""How long a nonce is waited for where people sit together, or one person alone among bots."""
APART = timedelta(days=1)
"""The same where people look in as they like."""
BATCH = 100
_HEX_32 = re.compile(r"[0-9a-fA-F]{64}")


def read_hash(given: str) -> str:
    """The hash of a nonce, or "" where none is sent; BadNonce for anything else."""
    if given and not _HEX_32.fullmatch(given):
        raise BadNonce(_("The hash of a nonce is 64 hexadecimal digits."))
    return given.lower()


def start_if_full(match: Match) -> None:
    """Once the last chair is taken wait for nonces, or start; and announce the table as it is.

    A table at which nobody has committed to a nonce starts at once.
    """
    players = _players(match)
    if len(players) == match.seats:
        awaited = [player for player in players if player.awaited]
        if awaited:
            match.reveal_by = time_source.now() + _patience(match, players)
            match.save(update_fields=["reveal_by"])
            announce.turns_moved(match.id, [p.user_id for p in awaited if p.user_id is not None])
        else:
            _start(match, players)
    announce_table(match)


def reveal(user: Visitor, match_id: str, nonce: str) -> Access:
    """Reveal the nonce one has committed to; the last one starts the match.

    Doing so again changes nothing. SignInFirst, NoSuchMatch, NotAPlayer; NotOpen while chairs are
    free, and after the deal; BadNonce for what is no nonce, or has another hash.
    """
    with transaction.atomic():
        access = seated_access(user, match_id)
        match, player = access.match, access.player
        assert player is not None
        if not _HEX_32.fullmatch(nonce):
            raise BadNonce(_("A nonce is 64 hexadecimal digits."))
        if player.nonce_hash != hash_of(bytes.fromhex(nonce)):
            raise BadNonce(_("This is not the nonce whose hash you sent when you sat down."))
        if player.nonce == nonce.lower():
            return access
        if match.status != Match.Status.OPEN:
            raise NotOpen(_("It is too late for your nonce: nobody waits for it any more."))
        if match.reveal_by is None:
            raise NotOpen(_("Keep your nonce to yourself until every chair is taken."))
        player.nonce, player.origin = nonce.lower(), Player.Origin.REVEALED
        player.save(update_fields=["nonce", "origin"])
        if not any(player.awaited for player in access.players):
            _start(match, access.players)
        announce_table(match)
        return access


def call_off(match: Match, by: Sequence[Player]) -> None:
    """Close a full table before a card was dealt, and count it against these players.

    Nobody could go on with the others' nonces: they are known by now.
    """
    close_open(match)
    for player in by:
        player.left_by, player.called_off_at = Event.Kind.ABORT, match.ended_at
    Player.objects.bulk_update(by, ["left_by", "called_off_at"])


def close_open(match: Match) -> Match:
    """Close a table that has not started, and whose row is locked."""
    match.status = Match.Status.CLOSED
    match.ended_at, match.reveal_by = time_source.now(), None
    match.save(update_fields=CLOSE_FIELDS)
    announce_table(match)
    table_settled.send(Match, match=match)
    return match


def expire_all_due() -> int:
    """One round: end the waiting for nonces where its time is up; at how many tables."""
    due = Match.objects.filter(reveal_by__lt=time_source.now()).order_by("reveal_by")
    ended = 0
    for match_id in due.values_list("id", flat=True)[:BATCH]:
        with step("deal", f"Match {match_id} could not be dealt."):
            ended += expire(match_id)
    return ended


def next_due() -> datetime | None:
    """When the next wait for nonces ends; None while nobody waits."""
    waiting = Match.objects.filter(reveal_by__isnull=False).order_by("reveal_by")
    return waiting.values_list("reveal_by", flat=True).first()


@transaction.atomic
def expire(match_id: str) -> bool:
    """End the waiting at one table, unless its row is locked just now; whether it ended.

    Where people sit together the match is called off. Else a nonce that is missing is replaced by
    one that follows from the site's secret, so that nobody is free to choose.
    """
    match = lock_match_if_free(match_id)
    if match is None or match.reveal_by is None or time_source.now() <= match.reveal_by:
        return False
    players = _players(match)
    if match.pace == Match.Pace.LIVE and not _alone(players):
        call_off(match, [player for player in players if player.awaited])
        return True
    _start(match, players)
    announce_table(match)
    return True


def _players(match: Match) -> list[Player]:
    return list(match.players.order_by("joined"))


def _alone(players: Sequence[Player]) -> bool:
    """Whether one person sits among bots: nobody else waits."""
    return sum(player.person for player in players) == 1


def _patience(match: Match, players: Sequence[Player]) -> timedelta:
    return TOGETHER if match.pace == Match.Pace.LIVE or _alone(players) else APART


def _start(match: Match, players: Sequence[Player]) -> None:
    """Draw the seats and the seed from the secrets and everyone's nonce, and start the match.

    In a rematch the chairs are the former seats, and the order is turned by one. A challenge may
    have agreed on the seats, and says who may watch from now on.
    """
    own = MatchSecret.objects.get(match=match)
    called = Challenge.objects.filter(match=match).first()
    if called is not None:
        match.public = called.watched
        match.seats_agreed = called.order != Challenge.Order.LOT
    if match.branched_at is not None:
        match.seats_agreed = True
    drawn = _draw(match, own, players, _agreed(match, called, len(players)))
    own.seed = drawn.seed.hex()
    own.save(update_fields=["seed"])
    match.status, match.reveal_by = Match.Status.RUNNING, None
    match.started_at = match.last_public_event_at = time_source.now()
    if match.rated:
        people = [player.user_id for player in players if player.user_id is not None]
        # In the order in which a chair is taken: what the same two start at once is counted one by
        # one.
        tickets.lock_live(people)
        admission.lock_people(people)
        match.uncounted = fair_play.why_uncounted(people)
    begin(match, [players[chair] for chair in drawn.seated], dealt(match).position)


def _agreed(match: Match, called: Challenge | None, chairs: int) -> list[int] | None:
    """The chair at each seat where nothing is drawn: in a rematch, or as a challenge has it, or
    where a match goes on from another one, at whose seats they sit."""
    if match.branched_at is not None:
        return list(range(chairs))
    host_last = [*range(1, chairs), 0]
    if match.former_id is not None:
        return host_last
    if called is None or called.order == Challenge.Order.LOT:
        return None
    return host_last if called.order == Challenge.Order.LAST else list(range(chairs))


def _draw(
    match: Match, own: MatchSecret, players: Sequence[Player], seated: list[int] | None
) -> Draw:
    """What the secrets and nonces lead to; nonces that nobody revealed follow from the secrets."""
    secret = joint_secret([bytes.fromhex(one) for one in own.secrets])
    for chair, player in enumerate(players):
        if not player.nonce:
            origins = Player.Origin
            player.origin = origins.REPLACED if player.nonce_hash else origins.DERIVED
            player.nonce = derived_nonce(secret, chair).hex()
    nonces = [bytes.fromhex(player.nonce) for player in players]
    return draw(secret, nonces, seated=seated)


def begin(match: Match, seated: list[Player], position: Position) -> None:
    """Store the seats of a match, its first questions and its running clocks."""
    assert match.started_at is not None
    asked = position.to_move()
    for seat, player in enumerate(seated):
        player.seat = seat
        if seat in asked:
            player.asked_at, player.asked_since = 0, match.started_at
    wind_up(match, seated, position, match.started_at)
    match.save(
        update_fields=[
            "status",
            "started_at",
            "last_public_event_at",
            "answer_by",
            "reveal_by",
            "uncounted",
            "public",
            "seats_agreed",
        ]
    )
    Player.objects.bulk_update(seated, START_FIELDS)
    announce_turns(match, [player for player in seated if player.asked_at is not None])
    announce.playing_moved(player.user_id for player in seated)
    table_settled.send(Match, match=match)
    if match.pace != Match.Pace.TURNS:
        tickets.withdraw_live([player.user_id for player in seated if player.user_id is not None])
