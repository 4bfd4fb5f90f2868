"""Tables before the play: opened, joined, left, filled, taken down, started when full."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_open_table, may_play
from games import announce, bots
from games.access import lock_match
from games.engine.chance import SEED_BYTES, commitment, seating, seed_of
from games.models import Match, MatchSecret, Player
from games.rules import newest
from games.services.clocks import CLOCKS, FREE, Clock
from games.services.record import dealt
from games.services.refusals import (
    BadTable,
    NotAllowed,
    NotAPlayer,
    NotOpen,
    SeatedElsewhere,
    SignInFirst,
)

if TYPE_CHECKING:
    from accounts.models import User

OPEN_TABLES_EACH = 5


@dataclass(frozen=True)
class Wish:
    """What a host asks for. `bots`: the level of each seat a bot takes."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = True
    bots: tuple[str, ...] = ()
    rated: bool = False
    clock: str = FREE.name


def open_table(user: User, wish: Wish, *, sure: bool = False, nonce: str = "") -> Match:
    """Open a table and sit down at it. Full at once (only bots besides): it starts at once.

    Refusals: bad-record and bad-options of the rules, BadTable, SeatedElsewhere unless `sure`.
    """
    _require(user, may_open_table(user))
    game = newest(wish.game).game
    seats = game.read_seats(wish.seats)
    options = dict(game.read_options(wish.options, seats))
    _check_bots(game.slug, seats, wish.bots)
    clock = _clock(wish.clock)
    with transaction.atomic():
        if Match.objects.filter(host=user, status=Match.Status.OPEN).count() >= OPEN_TABLES_EACH:
            raise BadTable(_("You have enough open tables. Take one down first."))
        _ask_if_seated(user, sure)
        secret = secrets.token_bytes(SEED_BYTES)
        match = Match.objects.create(
            game=game.slug,
            rules=game.rules,
            seats=seats,
            options=options,
            public=wish.public,
            rated=wish.rated,
            pace=clock.pace,
            bank=clock.bank,
            increment=clock.increment,
            cap=clock.cap,
            host=user,
            commitment=commitment(secret),
        )
        MatchSecret.objects.create(match=match, secret=secret.hex())
        _sit_down(match, user, nonce)
        for level in wish.bots:
            _seat_bot(match, level)
        _start_if_full(match)
        _tell(match)
        return match


def join(user: User, match_id: str, *, sure: bool = False, nonce: str = "") -> Match:
    """Sit down at an open table; the last one to come starts it. Twice is once."""
    _require(user, may_play(user))
    with transaction.atomic():
        match = _lock_open(match_id)
        if not match.players.filter(user=user).exists():
            _ask_if_seated(user, sure)
            _sit_down(match, user, nonce)
            _start_if_full(match)
            _tell(match)
        return match


def leave(user: User, match_id: str) -> Match:
    """Get up from a table that has not started; when the host gets up it is taken down."""
    _require_signed_in(user)
    with transaction.atomic():
        match = _lock_open(match_id)
        if match.host_id == user.pk:
            return _take_down(match)
        match.players.filter(user=user).delete()
        _tell(match)
        return match


def take_down(user: User, match_id: str) -> Match:
    """The host closes a table that has not started."""
    with transaction.atomic():
        match = _lock_open(match_id)
        _require_host(user, match)
        return _take_down(match)


def fill_with_bots(user: User, match_id: str, level: str) -> Match:
    """The host gives every empty chair to a bot: the match starts."""
    with transaction.atomic():
        match = _lock_open(match_id)
        _require_host(user, match)
        empty = match.seats - match.players.count()
        _check_bots(match.game, match.seats, (level,) * empty)
        for _chair in range(empty):
            _seat_bot(match, level)
        _start_if_full(match)
        _tell(match)
        return match


def _require_signed_in(user: User) -> None:
    if not user.is_authenticated:
        raise SignInFirst(_("Sign in to play."))


def _require(user: User, allowed: Any) -> None:
    _require_signed_in(user)
    if not allowed:
        raise NotAllowed(str(allowed.reason))


def _require_host(user: User, match: Match) -> None:
    _require_signed_in(user)
    if match.host_id != user.pk:
        raise NotAPlayer(_("Only the host of this table can do that."))


def _lock_open(match_id: str) -> Match:
    match = lock_match(match_id)
    if match.status == Match.Status.CLOSED:
        raise NotOpen(_("This table was taken down."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(_("This table has started without you."))
    return match


def _check_bots(game: str, seats: int, levels: tuple[str, ...]) -> None:
    if len(levels) >= seats:
        raise BadTable(_("Leave at least one seat to yourself."))
    if not set(levels) <= set(bots.levels(game)):
        raise BadTable(_("There is no such bot."))


def _clock(name: str) -> Clock:
    if name not in CLOCKS:
        raise BadTable(_("There is no such clock."))
    return CLOCKS[name]


def _ask_if_seated(user: User, sure: bool) -> None:
    going_on = Player.objects.filter(
        user=user,
        left_at=None,
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    if not sure and going_on.exists():
        raise SeatedElsewhere(_("You already have a seat at another table. Take this one too?"))


def _sit_down(match: Match, user: User, nonce: str) -> None:
    Player.objects.create(
        match=match, user=user, name=user.name, joined=_chair(match), nonce=_nonce(nonce)
    )


def _seat_bot(match: Match, level: str) -> None:
    taken = set(match.players.values_list("name", flat=True))
    name = random.choice([name for name in bots.NAMES if name not in taken])
    Player.objects.create(match=match, bot=level, name=name, joined=_chair(match), nonce=_nonce(""))


def _chair(match: Match) -> int:
    taken = set(match.players.values_list("joined", flat=True))
    return next(chair for chair in range(match.seats) if chair not in taken)


def _nonce(given: str) -> str:
    """The player's own part of the seed, from the browser; else drawn here."""
    try:
        if len(bytes.fromhex(given)) == SEED_BYTES:
            return given.lower()
    except ValueError:
        pass
    return secrets.token_hex(SEED_BYTES)


def _start_if_full(match: Match) -> None:
    players = list(match.players.order_by("joined"))
    if len(players) == match.seats:
        _start(match, players)


def _start(match: Match, players: list[Player]) -> None:
    """Draw the seats and the seed from the secret and everyone's nonce, and put the questions."""
    own = MatchSecret.objects.get(match=match)
    secret = bytes.fromhex(own.secret)
    nonces = [bytes.fromhex(player.nonce) for player in players]
    seated = [players[chair] for chair in seating(secret, nonces)]
    own.seed = seed_of(secret, [bytes.fromhex(player.nonce) for player in seated]).hex()
    own.save(update_fields=["seed"])
    now = timezone.now()
    match.status = Match.Status.RUNNING
    match.started_at = match.moved_at = now
    match.save(update_fields=["status", "started_at", "moved_at"])
    asked = dealt(match).position.to_move()
    for seat, player in enumerate(seated):
        player.seat = seat
        if seat in asked:
            player.asked_at, player.asked_since = 0, now
    Player.objects.bulk_update(seated, ["seat", "asked_at", "asked_since"])


def _take_down(match: Match) -> Match:
    match.status = Match.Status.CLOSED
    match.ended_at = timezone.now()
    match.save(update_fields=["status", "ended_at"])
    _tell(match)
    return match


def _tell(match: Match) -> None:
    announce.match_moved(match.id, match.last_number)
    announce.lobby_moved()
