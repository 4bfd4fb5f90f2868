"""From a full table to the deal: nonces revealed, seats and seed drawn (records: Fairness).

Players commit to a nonce, by its hash, when they sit down. Once all seats are taken and the
transcript is published they reveal it; until then the table is open, with `reveal_by` as the last
time.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.services.people import lock_people
from core.monitoring.context import step
from games.engine.contract import Position
from games.engine.fairness import (
    Draw,
    derived_nonce,
    draw,
    entered,
    hash_of,
    joint_secret,
    name_hash,
    transcript_text,
)
from games.ladders.services import fair_play
from games.ladders.services.newcomers import note_newcomers
from games.lobby import hooks
from games.lobby.models import Challenge
from games.lobby.services import limits, tickets
from games.lobby.services.admission import publish_table
from games.lobby.signals import missed_deal, table_settled
from games.matches import publish
from games.matches.access import lock_match_if_free, seated_access
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import BadNonce, NotOpen
from games.matches.services import time_source
from games.matches.services.clocks import CLOCK_FIELDS, wind_up
from games.matches.services.event_store import dealt
from games.matches.services.timeouts import OVERSLEPT
from games.matches.services.turns import publish_turns
from games.matches.viewing import Access
from games.titles.registry import game_of

START_FIELDS = (
    *("joined", "nonce_hash", "seat", "nonce", "origin", "asked_at", "asked_since"),
    *(*CLOCK_FIELDS, "away_from", "away_until"),
)
CLOSE_FIELDS = ("status", "ended_at", "reveal_by", "closed")
TOGETHER = timedelta(seconds=20)
"""How long a table waits for nonces in live matches, or if only one person sits among bots."""
APART = timedelta(days=1)
"""The same for matches turn by turn and without a clock."""
BATCH = 100
SALT_BYTES = 16
EQUAL_LOOKED_AT = 20
"""The most matches of the same players among which one with equal options is looked for."""
_HEX_32 = re.compile(r"[0-9a-fA-F]{64}")


def read_hash(given: str) -> str:
    """Return the hash of a nonce, or "" if none is sent; raise BadNonce for anything else."""
    if given and not _HEX_32.fullmatch(given):
        raise BadNonce(_("The hash of a nonce has 64 hexadecimal digits."))
    return given.lower()


def start_if_full(match: Match) -> None:
    """Once the last seat is taken, wait for nonces or start; publish the table in any case.

    A table starts at once if no player has committed to a nonce, or if it takes over the draw of
    a called-off match. A rated table whose options may not be rated any more is closed instead.

    Raises:
        TooMany: a player has seats at many tables with slow bots, and this is one more.
    """
    if _closed_as_unratable(match):
        return
    players = _players(match)
    limits.require_thinking_time(match, players)
    if len(players) == match.seats:
        former = _called_off_before(match, players)
        if former is not None:
            players = _take_over(former, match, players)
        else:
            _write_transcript(match, players)
        awaited = [player for player in players if player.awaited]
        if awaited:
            match.reveal_by = time_source.now() + _patience(match, players)
            match.save(update_fields=["reveal_by", "transcript"])
            publish.turns_moved(match.id, [p.user_id for p in awaited if p.user_id is not None])
        else:
            _start(match, players)
    publish_table(match)


def reveal(user: Visitor, match_id: str, nonce: str) -> Access:
    """Reveal the nonce that the user has committed to; the last one starts the match.

    Doing so again changes nothing.

    Raises:
        SignInFirst: the visitor is not signed in.
        NoSuchMatch: there is no such match.
        NotAPlayer: the user does not sit there.
        NotOpen: seats are free, or the match has been dealt.
        BadNonce: it is malformed, or has another hash.
    """
    with transaction.atomic():
        access = seated_access(user, match_id)
        match, player = access.match, access.player
        assert player is not None
        if not _HEX_32.fullmatch(nonce):
            raise BadNonce(_("A nonce has 64 hexadecimal digits."))
        if player.nonce_hash != hash_of(bytes.fromhex(nonce)):
            raise BadNonce(_("This nonce doesn’t match the hash you sent when you sat down."))
        if player.nonce == nonce.lower():
            return access
        if match.status != Match.Status.OPEN:
            raise NotOpen(_("It’s too late for your nonce: the match no longer needs it."))
        if match.reveal_by is None:
            raise NotOpen(_("Keep your nonce secret until every seat is taken."))
        player.nonce, player.origin = nonce.lower(), Player.Origin.REVEALED
        player.save(update_fields=["nonce", "origin"])
        if not any(player.awaited for player in access.players):
            _start(match, access.players)
        publish_table(match)
        return access


def call_off(match: Match, by: Sequence[Player]) -> None:
    """Close a full table before a card was dealt, and count it against these players.

    The others cannot go on with their nonces: these are known by now.
    """
    close_open(match, Match.Closed.LATE)
    for player in by:
        player.left_by, player.called_off_at = Event.Kind.ABORT, match.ended_at
    Player.objects.bulk_update(by, ["left_by", "called_off_at"])


def close_open(match: Match, why: Match.Closed = Match.Closed.BY_HOST) -> Match:
    """Close a table that has not started, and whose row is locked."""
    match.status, match.closed = Match.Status.CLOSED, why
    match.ended_at, match.reveal_by = time_source.now(), None
    match.save(update_fields=CLOSE_FIELDS)
    publish_table(match)
    table_settled.send(Match, match=match)
    return match


def expire_all_due() -> int:
    """Run one round: end the waits for nonces whose time is up, and return their number."""
    due = Match.objects.filter(reveal_by__lt=time_source.now()).order_by("reveal_by")
    ended = 0
    for match_id in due.values_list("id", flat=True)[:BATCH]:
        with step("deal", f"Match {match_id} could not be dealt."):
            ended += expire(match_id)
    return ended


def next_due() -> datetime | None:
    """Return when the next wait for nonces ends, or None."""
    waiting = Match.objects.filter(reveal_by__isnull=False).order_by("reveal_by")
    return waiting.values_list("reveal_by", flat=True).first()


@transaction.atomic
def expire(match_id: str) -> bool:
    """End the overdue wait at one table, and return whether it ended; skip a row that is locked.

    A live match with several people is called off. Otherwise a missing nonce is replaced by one
    that follows from the site's secret, so that no player is free to choose.
    """
    match, now = lock_match_if_free(match_id), time_source.now()
    if match is None or match.reveal_by is None or now <= match.reveal_by:
        return False
    players = _players(match)
    if match.pace == Match.Pace.LIVE and not _has_one_person(players):
        in_time = now <= match.reveal_by + OVERSLEPT
        absent = [player for player in players if player.awaited and in_time]
        call_off(match, absent)
        missed_deal.send(Match, match=match, players=absent)
        return True
    _start(match, players)
    publish_table(match)
    return True


def _closed_as_unratable(match: Match) -> bool:
    """Close a rated table whose options may not be rated, and return whether it was one.

    It was opened before its game ruled them out. Its players have not agreed to an unrated match.
    """
    unratable = match.rated and bool(game_of(match.game).unratable(match.options))
    if unratable:
        close_open(match)
    return unratable


def _players(match: Match) -> list[Player]:
    return list(match.players.order_by("joined"))


def _has_one_person(players: Sequence[Player]) -> bool:
    """Return whether one person sits among bots, and so keeps no other person waiting."""
    return sum(player.person for player in players) == 1


def _patience(match: Match, players: Sequence[Player]) -> timedelta:
    return TOGETHER if match.pace == Match.Pace.LIVE or _has_one_person(players) else APART


def _write_transcript(match: Match, players: Sequence[Player]) -> None:
    """Write the transcript of a full table, to which every revealed nonce is bound."""
    for player in players:
        _store_salt(player, secrets.token_hex(SALT_BYTES))
    match.transcript = transcript_text(
        {
            "match": match.id,
            "game": match.game,
            "rules": match.rules,
            "options": match.options,
            "rated": match.rated,
            "seated": _agreed(match),
            "former": match.former_id,
            "commitments": match.commitments,
            "players": [
                {
                    "name": name_hash(bytes.fromhex(player.salt), player.name),
                    "bot": player.bot or None,
                    "program": player.program,
                    "hash": player.nonce_hash or None,
                }
                for player in players
            ],
        }
    )


def _store_salt(player: Player, salt: str) -> None:
    """Store the salt of a player's name, unless the name is changed at this moment."""
    player.salt = salt
    Player.objects.filter(pk=player.pk, name=player.name).update(salt=salt)


def _start(match: Match, players: Sequence[Player]) -> None:
    """Draw the seats and the seed from the secrets and all nonces, and start the match.

    A challenge says who may watch from now on. A table whose options may not be rated any more is
    closed.
    """
    if _closed_as_unratable(match):
        return
    if not match.transcript:
        # The table was full before there were transcripts.
        _write_transcript(match, players)
    own = MatchSecret.objects.get(match=match)
    called = Challenge.objects.filter(match=match).first()
    if called is not None and not match.deal:
        match.public = called.watched
    drawn = _draw(match, own, players)
    own.seed = drawn.seed.hex()
    own.save(update_fields=["seed"])
    match.status, match.reveal_by = Match.Status.RUNNING, None
    match.started_at = match.last_public_event_at = time_source.now()
    if match.rated:
        people = [player.user_id for player in players if player.user_id is not None]
        # The same order of locks as for taking a seat; simultaneous matches of the same two users
        # count one after the other.
        tickets.lock_live(people)
        lock_people(people)
        match.uncounted = fair_play.why_uncounted(people)
        note_newcomers(players)
    begin(match, [players[index] for index in drawn.seated], dealt(match).position)


def _called_off_before(match: Match, players: Sequence[Player]) -> Match | None:
    """Return the match whose draw this one takes over, or None.

    It is the last rated match that was dealt to the same players at an equal table, if one of them
    called it off: otherwise calling off would bring other seats and cards.
    """
    people = [player.user_id for player in players]
    if not match.rated or match.deal or None in people:
        return None
    equal = Match.objects.filter(
        rated=True,
        game=match.game,
        rules=match.rules,
        seats=match.seats,
        fairness=match.fairness,
        started_at__isnull=False,
        deal=Match.Deal.OWN,
    ).exclude(pk=match.pk)
    for user in people:
        seated = Player.objects.filter(match=OuterRef("pk"), user=user)
        equal = equal.filter(Exists(seated))
    newest = equal.order_by("-started_at")[:EQUAL_LOOKED_AT]
    last = next((one for one in newest if one.options == match.options), None)
    if last is None or last.status != Match.Status.ABORTED:
        return None
    return last if last.players.filter(called_off_at__isnull=False).exists() else None


def _take_over(former: Match, match: Match, players: Sequence[Player]) -> list[Player]:
    """Take over all that decides the seats and the seed of a called-off match.

    The players' new nonces are not used. Return the players in their order at that table.
    """
    MatchSecret.objects.filter(match=match).update(
        secrets=MatchSecret.objects.get(match=former).secrets
    )
    match.commitments, match.transcript = former.commitments, former.transcript
    match.former, match.draw_of = former.former, former.draw_of or former
    # Two players may swap their numbers, which are unique.
    match.players.update(joined=F("joined") + match.seats)
    before = {player.user_id: player for player in former.players.all()}
    for player in players:
        was = before[player.user_id]
        player.joined, player.origin = was.joined, was.origin
        player.nonce_hash, player.nonce = was.nonce_hash, was.nonce
        _store_salt(player, was.salt)
    return sorted(players, key=lambda player: player.joined)


def _agreed(match: Match) -> list[int] | None:
    """Return by seat the player's index in the order of sitting down, or None for drawn seats.

    Seats are not drawn in a rematch, where they turn by one, in a challenge with an agreed order,
    at an unrated table that gets the cards of others, in a match that goes on from another one and
    keeps its seats, and where `hooks` say so.
    """
    in_order = list(range(match.seats))
    host_last = [*in_order[1:], 0]
    if match.branched_at is not None or hooks.seats_in_order(match):
        return in_order
    if match.former_id is not None:
        return host_last
    order = Challenge.objects.filter(match=match).values_list("order", flat=True).first()
    if order is None and match.deal and not match.rated:
        return in_order
    if order in (None, Challenge.Order.LOT):
        return None
    return host_last if order == Challenge.Order.LAST else in_order


def _draw(match: Match, own: MatchSecret, players: Sequence[Player]) -> Draw:
    """Return the draw from secrets and nonces; a missing nonce follows from the secrets."""
    secret = joint_secret([bytes.fromhex(one) for one in own.secrets])
    counted = []
    for index, player in enumerate(players):
        if not player.nonce:
            origins = Player.Origin
            player.origin = origins.REPLACED if player.nonce_hash else origins.DERIVED
            player.nonce = derived_nonce(secret, index).hex()
        nonce = bytes.fromhex(player.nonce)
        revealed = player.origin == Player.Origin.REVEALED
        counted.append(entered(nonce, match.transcript) if revealed else nonce)
    return draw(secret, counted, seated=json.loads(match.transcript)["seated"])


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
            "transcript",
            "commitments",
            "former",
            "draw_of",
        ]
    )
    Player.objects.bulk_update(seated, START_FIELDS)
    publish_turns(match, [player for player in seated if player.asked_at is not None])
    publish.playing_moved(player.user_id for player in seated)
    table_settled.send(Match, match=match)
    if match.pace != Match.Pace.TURNS:
        tickets.withdraw_live([player.user_id for player in seated if player.user_id is not None])
