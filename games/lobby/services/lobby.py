"""Tables before the play: opened, joined, left, filled, taken down, started when full."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_open_table, may_play_rated, may_sit_down
from accounts.refusals import require
from games.engine.chance import SEED_BYTES, commitment, seating, seed_of
from games.engine.contract import Position
from games.lobby.services import invitations, tickets
from games.lobby.services.admission import former_seat, require_admission, require_still
from games.matches import announce
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import (
    BadTable,
    NotAPlayer,
    NotOpen,
    SeatedElsewhere,
)
from games.matches.services import time_source
from games.matches.services.clocks import CLOCK_FIELDS, CLOCKS, FREE, Clock, wind_up
from games.matches.services.event_store import dealt
from games.matches.services.turns import announce_turns
from games.titles.registry import bot_levels, bot_names, newest

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

OPEN_TABLES_EACH = 5
START_FIELDS = (
    "seat",
    "asked_at",
    "asked_since",
    *CLOCK_FIELDS,
    "away_from",
    "away_until",
)


@dataclass(frozen=True)
class TableRequest:
    """What a host asks for.

    `bots`: the level of each seat a bot takes; `least`, `most`: the ratings of those who may sit
    down; `invited`: usernames.
    """

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = True
    bots: tuple[str, ...] = ()
    rated: bool = False
    clock: str = FREE.name
    least: int | None = None
    most: int | None = None
    invited: tuple[str, ...] = ()


def open_table(user: User, wish: TableRequest, *, sure: bool = False, nonce: str = "") -> Match:
    """Open a table and sit down at it. Full at once (only bots besides): it starts at once.

    Refusals: bad-record and bad-options of the rules, BadTable, CannotInvite, SeatedElsewhere
    unless `sure`.
    """
    user = require_signed_in(user)
    require(may_open_table(user))
    if wish.rated:
        require(may_play_rated(user))
    _check_bots(wish.game, wish.seats, wish.bots, wish.rated)
    _check_range(wish)
    with transaction.atomic():
        waiting = Match.objects.filter(host=user, status=Match.Status.OPEN, evening=None)
        if waiting.count() >= OPEN_TABLES_EACH:
            raise BadTable(_("You have enough open tables. Take one down first."))
        _ask_if_seated(user, sure)
        match = lay(wish, host=user)
        for username in wish.invited:
            invitations.invite(match, user, username)
        sit_down(match, user, nonce)
        for level in wish.bots:
            seat_bot(match, level)
        start_if_full(match)
        notify_former_match(match)
        return match


def open_for_bots(wish: TableRequest) -> Match:
    """A rated match of bots alone, in the ladder of their own; the worker lets them play it.

    Each level sits once: a level that plays itself shows nothing. BadTable, and as `open_table`.
    """
    _check_levels(newest(wish.game).game.slug, wish.bots)
    if len(wish.bots) != wish.seats or len(set(wish.bots)) != wish.seats:
        raise BadTable(_("Name as many different bots as there are seats."))
    with transaction.atomic():
        match = lay(replace(wish, rated=True, clock=FREE.name), host=None)
        for level in wish.bots:
            seat_bot(match, level)
        start_if_full(match)
        notify_former_match(match)
        return match


def lay(
    wish: TableRequest,
    *,
    host: User | None,
    former: Match | None = None,
    secret: bytes | None = None,
) -> Match:
    """A table with nobody at it yet; BadTable, bad-record and bad-options of the rules.

    `secret`: the house's part of the shuffle, where it was committed to beforehand.
    """
    game = newest(wish.game).game
    seats = game.read_seats(wish.seats)
    clock = clock_named(wish.clock)
    secret = secret or secrets.token_bytes(SEED_BYTES)
    match = Match.objects.create(
        game=game.slug,
        rules=game.rules,
        seats=seats,
        options=dict(game.read_options(wish.options, seats)),
        public=wish.public,
        rated=wish.rated,
        least=wish.least,
        most=wish.most,
        former=former,
        pace=clock.pace,
        bank=clock.bank,
        increment=clock.increment,
        cap=clock.cap,
        host=host,
        commitment=commitment(secret),
    )
    MatchSecret.objects.create(match=match, secret=secret.hex())
    return match


def join(user: Visitor, match_id: str, *, sure: bool = False, nonce: str = "") -> Match:
    """Sit down at an open table; the last one to come starts it. Twice is once."""
    user = require_signed_in(user)
    require(may_sit_down(user))
    with transaction.atomic():
        match = _lock_open(match_id)
        if not match.players.filter(user=user).exists():
            require_admission(user, match)
            _ask_if_seated(user, sure)
            sit_down(match, user, nonce, former_seat(user, match))
            start_if_full(match)
            notify_former_match(match)
        return match


def leave(user: Visitor, match_id: str) -> Match:
    """Get up from a table that has not started; when the host gets up it is taken down."""
    user = require_signed_in(user)
    with transaction.atomic():
        match = _lock_open(match_id)
        if match.host_id == user.pk and match.evening_id is None:
            return close_open(match)
        match.players.filter(user=user).delete()
        notify_former_match(match)
        return match


def take_down(user: Visitor, match_id: str) -> Match:
    """The host closes a table that has not started."""
    with transaction.atomic():
        match = _lock_open(match_id)
        _require_host(user, match)
        return close_open(match)


def fill_with_bots(user: Visitor, match_id: str, level: str) -> Match:
    """The host gives every empty chair to a bot: the match starts."""
    with transaction.atomic():
        match = _lock_open(match_id)
        _require_host(user, match)
        empty = match.seats - match.players.count()
        _check_bots(match.game, match.seats, (level,) * empty, match.rated)
        for _chair in range(empty):
            seat_bot(match, level)
        start_if_full(match)
        notify_former_match(match)
        return match


def _require_host(user: Visitor, match: Match) -> None:
    user = require_signed_in(user)
    if match.host_id != user.pk:
        raise NotAPlayer(_("Only the host of this table can do that."))


def _lock_open(match_id: str) -> Match:
    match = lock_match(match_id)
    if match.status == Match.Status.CLOSED:
        raise NotOpen(_("This table was taken down."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(_("This table has started without you."))
    return match


def _check_bots(game: str, seats: int, levels: tuple[str, ...], rated: bool) -> None:
    if levels and rated:
        raise BadTable(_("Bots do not sit at rated tables. Take them off, or play unrated."))
    if len(levels) >= seats:
        raise BadTable(_("Leave at least one seat to yourself."))
    _check_levels(game, levels)


def _check_levels(game: str, levels: tuple[str, ...]) -> None:
    if not set(levels) <= set(bot_levels(game)):
        raise BadTable(_("There is no such bot."))


def _check_range(wish: TableRequest) -> None:
    if wish.least is not None and wish.most is not None and wish.least > wish.most:
        raise BadTable(_("The lowest rating is above the highest."))


def clock_named(name: str) -> Clock:
    """A clock that tables can be opened with; BadTable."""
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


def sit_down(match: Match, user: User, nonce: str, chair: int | None = None) -> None:
    """Give somebody a chair: a certain one, or the next that is free; NotAllowed."""
    require_still(user, match)
    chair = _chair(match) if chair is None else chair
    Player.objects.create(
        match=match, user=user, name=user.name, joined=chair, nonce=read_nonce(nonce)
    )


def seat_bot(match: Match, level: str, chair: int | None = None) -> None:
    """Give a bot a chair, and a name that is free at this table."""
    chair = _chair(match) if chair is None else chair
    taken = set(match.players.values_list("name", flat=True))
    name = random.choice([name for name in bot_names() if name not in taken])
    Player.objects.create(match=match, bot=level, name=name, joined=chair, nonce=read_nonce(""))


def _chair(match: Match) -> int:
    taken = set(match.players.values_list("joined", flat=True))
    return next(chair for chair in range(match.seats) if chair not in taken)


def read_nonce(given: str) -> str:
    """The player's own part of the seed, from the browser; else drawn here."""
    try:
        if len(bytes.fromhex(given)) == SEED_BYTES:
            return given.lower()
    except ValueError:
        pass
    return secrets.token_hex(SEED_BYTES)


def start_if_full(match: Match) -> None:
    """The match begins once the last chair is taken."""
    players = list(match.players.order_by("joined"))
    if len(players) == match.seats:
        _start(match, players)


def _start(match: Match, players: list[Player]) -> None:
    """Draw the seats and the seed from the secret and everyone's nonce, and put the questions."""
    own = MatchSecret.objects.get(match=match)
    secret = bytes.fromhex(own.secret)
    nonces = [bytes.fromhex(player.nonce) for player in players]
    seated = _turned(players) if match.former_id else _drawn(players, secret, nonces)
    own.seed = seed_of(secret, [bytes.fromhex(player.nonce) for player in seated]).hex()
    own.save(update_fields=["seed"])
    now = time_source.now()
    match.status = Match.Status.RUNNING
    match.started_at = match.moved_at = now
    begin(match, seated, dealt(match).position)


def begin(match: Match, seated: list[Player], position: Position) -> None:
    """Everybody has a seat: the first questions are put, and the first clocks run."""
    assert match.started_at is not None
    asked = position.to_move()
    for seat, player in enumerate(seated):
        player.seat = seat
        if seat in asked:
            player.asked_at, player.asked_since = 0, match.started_at
    wind_up(match, seated, position, match.started_at)
    match.save(update_fields=["status", "started_at", "moved_at", "answer_by"])
    Player.objects.bulk_update(seated, START_FIELDS)
    announce_turns(match, [player for player in seated if player.asked_at is not None])
    if match.pace != Match.Pace.TURNS:
        tickets.take_back([player.user_id for player in seated if player.user_id is not None])


def _drawn(players: Sequence[Player], secret: bytes, nonces: Sequence[bytes]) -> list[Player]:
    return [players[chair] for chair in seating(secret, nonces)]


def _turned(players: Sequence[Player]) -> list[Player]:
    """In a rematch the chairs are the former seats: whoever sat next to the first begins."""
    return [*players[1:], players[0]]


def close_open(match: Match) -> Match:
    """Close a table that has not started, and whose row is locked."""
    match.status = Match.Status.CLOSED
    match.ended_at = time_source.now()
    match.save(update_fields=["status", "ended_at"])
    notify_former_match(match)
    return match


def notify_former_match(match: Match) -> None:
    """Tell the screens that show this table, in the waiting room, the lobby, at the former one."""
    if match.former_id is not None:
        announce.rematch_moved(match.former_id)
    announce.match_moved(match.id, match.last_number)
    announce.lobby_moved()
