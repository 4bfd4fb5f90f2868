"""Tables before the match: opened, joined, left, filled, taken down, started when full."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_open_table, may_play_rated, may_sit_down
from accounts.refusals import require
from games.engine import fairness
from games.engine.bots import ANY
from games.engine.chance import SEED_BYTES
from games.lobby.services import admission, dealing, limits, tickets
from games.lobby.services.admission import announce_table
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import BadTable, NotAPlayer, NotOpen, SeatedElsewhere
from games.matches.services.clocks import CLOCKS, FREE
from games.titles.registry import bot_levels, bot_names, characters_of, newest

OPEN_TABLES_EACH = 5
BOT_CHAIRS = 12
"""Chairs that the account of a bot has at once: more than it could play well cost its opponents."""
RATED_NEEDS_CLOCK = _("A rated match needs a clock, so that it ends. Choose one.")


@dataclass(frozen=True)
class TableRequest:
    """The table that a host wants.

    `bots`: the level of each seat a bot takes; `character`: of those among them whose level has
    it, "" for none; `least`, `most`: the ratings of those who may sit down; `invited`: usernames;
    `bots_welcome`: whether accounts of bots may sit down, too.
    """

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = True
    bots: tuple[str, ...] = ()
    character: str = ANY
    rated: bool = False
    clock: str = FREE.name
    least: int | None = None
    most: int | None = None
    invited: tuple[str, ...] = ()
    bots_welcome: bool = False


def open_table(
    user: Visitor, request: TableRequest, *, sure: bool = False, nonce_hash: str = ""
) -> Match:
    """Open a table and sit down at it; with bots in all other chairs it is full at once.

    Refusals: bad-record and bad-options of the rules, BadTable, TooMany, CannotInvite, BadNonce
    for a malformed hash, SeatedElsewhere unless `sure`.
    """
    user = require_signed_in(user)
    require(may_open_table(user))
    if request.rated:
        require(may_play_rated(user))
    _check_bots(request.game, request.seats, request.bots, request.rated)
    _check_character(request.game, request.bots, request.character)
    if request.least is not None and request.most is not None and request.least > request.most:
        raise BadTable(_("The lowest rating is above the highest."))
    with transaction.atomic():
        limits.require_may_open(user)
        require_may_open_another(user)
        ask_if_seated(user, sure)
        match = create_table(request, host=user)
        for username in request.invited:
            admission.invite(match, user, username)
        sit_down(match, user, nonce_hash)
        for level in request.bots:
            seat_bot(match, level, character=request.character)
        dealing.start_if_full(match)
        return match


def require_may_open_another(user: User) -> None:
    """Require that somebody has not too many tables that wait for others; BadTable."""
    waiting = Match.objects.filter(host=user, status=Match.Status.OPEN, evening=None)
    if waiting.count() >= OPEN_TABLES_EACH:
        raise BadTable(_("You have enough open tables. Take one down first."))


def open_for_bots(request: TableRequest) -> Match:
    """A rated match of bots alone, in the ladder of bots; the worker plays it.

    Each level sits once: nothing can be learned from a level against itself. None has a character:
    it is the level that is rated. BadTable, and as `open_table`.
    """
    _check_levels(newest(request.game).game.slug, request.bots)
    if len(request.bots) != request.seats or len(set(request.bots)) != request.seats:
        raise BadTable(_("Name as many different bots as there are seats."))
    with transaction.atomic():
        match = create_table(replace(request, rated=True, clock=FREE.name), host=None)
        for level in request.bots:
            seat_bot(match, level, character="")
        dealing.start_if_full(match)
        return match


def create_table(
    request: TableRequest,
    *,
    host: User | None,
    former: Match | None = None,
    secrets_of_tickets: Sequence[bytes] = (),
) -> Match:
    """A table without players; BadTable, bad-record and bad-options of the rules.

    `secrets_of_tickets`: the site's part of the seed, where it was committed to beforehand.
    """
    game = newest(request.game).game
    seats = game.read_seats(request.seats)
    if request.clock not in CLOCKS:
        raise BadTable(_("There is no such clock."))
    clock = CLOCKS[request.clock]
    if request.rated and clock is FREE and host is not None:
        # Bots, whose matches nobody hosts, always answer; of people somebody who is losing may not.
        raise BadTable(RATED_NEEDS_CLOCK)
    own = list(secrets_of_tickets) or [secrets.token_bytes(SEED_BYTES)]
    match = Match.objects.create(
        game=game.slug,
        rules=game.rules,
        seats=seats,
        options=dict(game.read_options(request.options, seats)),
        public=request.public,
        rated=request.rated,
        least=request.least,
        most=request.most,
        bots_welcome=request.bots_welcome,
        former=former,
        pace=clock.pace,
        bank=clock.bank,
        increment=clock.increment,
        cap=clock.cap,
        host=host,
        fairness=fairness.VERSION,
        commitments=[fairness.hash_of(secret) for secret in own],
    )
    MatchSecret.objects.create(match=match, secrets=[secret.hex() for secret in own])
    return match


@transaction.atomic
def join(user: Visitor, match_id: str, *, sure: bool = False, nonce_hash: str = "") -> Match:
    """Sit down at an open table; the last player makes it full. Joining again changes nothing.

    Refusals: those of `require_admission`, NotOpen, BadNonce for a malformed hash, SeatedElsewhere
    unless `sure`.
    """
    user = require_signed_in(user)
    require(may_sit_down(user))
    match = _lock_open(match_id)
    if not match.players.filter(user=user).exists():
        _require_free(match)
        admission.require_admission(user, match)
        ask_if_seated(user, sure)
        sit_down(match, user, nonce_hash, admission.former_seat(user, match))
        dealing.start_if_full(match)
        admission.answered(match, user, accepted=True)
    return match


@transaction.atomic
def leave(user: Visitor, match_id: str) -> Match:
    """Give up a chair before the match starts; the host's leaving closes the table. NotOpen.

    Leaving a full table calls the match off, and is counted.
    """
    user = require_signed_in(user)
    match = _lock_open(match_id)
    if match.reveal_by is not None:
        _call_off(match, user)
        return match
    if match.host_id == user.pk and match.evening_id is None:
        return dealing.close_open(match)
    match.players.filter(user=user).delete()
    announce_table(match)
    return match


@transaction.atomic
def take_down(user: Visitor, match_id: str) -> Match:
    """The host closes a table that has not started; at a full one that is counted as in `leave`.

    NotOpen, NotAPlayer.
    """
    match = _lock_open(match_id)
    host = _require_host(user, match)
    if match.reveal_by is not None and match.players.filter(user=host).exists():
        _call_off(match, host)
        return match
    return dealing.close_open(match)


@transaction.atomic
def fill_with_bots(user: Visitor, match_id: str, level: str, character: str = ANY) -> Match:
    """The host gives every free chair to a bot, and the match starts; NotOpen, NotAPlayer, BadTable
    for a level or character that there is not."""
    match = _lock_open(match_id)
    _require_host(user, match)
    _require_free(match)
    free = match.seats - match.players.count()
    _check_bots(match.game, match.seats, (level,) * free, match.rated)
    _check_character(match.game, (level,), character)
    for _chair in range(free):
        seat_bot(match, level, character=character)
    dealing.start_if_full(match)
    return match


def _require_host(user: Visitor, match: Match) -> User:
    host = require_signed_in(user)
    if match.host_id != host.pk:
        raise NotAPlayer(_("Only the host of this table can do that."))
    return host


def _require_free(match: Match) -> None:
    if match.reveal_by is not None:
        raise NotOpen(_("All chairs of this table are taken: the match is about to begin."))


def _call_off(match: Match, user: User) -> None:
    """Call off a match at a full table; whoever has no chair there changes nothing."""
    leavers = list(match.players.filter(user=user))
    if leavers:
        dealing.call_off(match, leavers)


def _lock_open(match_id: str) -> Match:
    match = lock_match(match_id)
    if match.status == Match.Status.CLOSED:
        raise NotOpen(_("This table was taken down."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(admission.STARTED_WITHOUT_YOU)
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


def _check_character(game: str, levels: tuple[str, ...], character: str) -> None:
    """Require that one of the levels has a character, if one is named."""
    if character not in ("", ANY) and not any(
        character in characters_of(game, level) for level in levels
    ):
        raise BadTable(
            _("No bot of that level has this character. Choose “a surprise”, or another bot.")
        )


def ask_if_seated(user: User, sure: bool) -> None:
    """Require that somebody has no live seat, or is sure of taking another; SeatedElsewhere."""
    if not sure and tickets.chairs_of(user).exists():
        raise SeatedElsewhere(_("You already have a seat at another table. Take this one too?"))


def sit_down(match: Match, user: User, nonce_hash: str, chair: int | None = None) -> None:
    """Give somebody this chair, or the next free one; NotAllowed, BadNonce, BadTable."""
    nonce_hash = dealing.read_hash(nonce_hash)
    admission.require_still_allowed(user, match)
    if user.is_bot and tickets.chairs_of(user).count() >= BOT_CHAIRS:
        raise BadTable(_("A bot sits at {most} tables at once, at most."), most=BOT_CHAIRS)
    chair = _free_chair(match) if chair is None else chair
    Player.objects.create(
        match=match,
        user=user,
        name=user.name,
        program=user.is_bot,
        joined=chair,
        nonce_hash=nonce_hash,
    )


def seat_bot(match: Match, level: str, chair: int | None = None, *, character: str = ANY) -> None:
    """Give a bot this chair, or the next free one, and a name that is free at this table.

    Where its level does not have the character it has none.
    """
    has = characters_of(match.game, level)
    character = character if character in has or (has and character == ANY) else ""
    chair = _free_chair(match) if chair is None else chair
    taken = set(match.players.values_list("name", flat=True))
    name = random.choice([name for name in bot_names() if name not in taken])
    Player.objects.create(match=match, bot=level, character=character, name=name, joined=chair)


def _free_chair(match: Match) -> int:
    taken = set(match.players.values_list("joined", flat=True))
    return next(chair for chair in range(match.seats) if chair not in taken)
