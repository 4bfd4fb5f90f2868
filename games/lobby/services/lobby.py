"""Tables before the match: opened, joined, left, filled, taken down, started when full."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import orjson
from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_open_table, may_play_rated, may_sit_down
from accounts.refusals import require
from accounts.services.lookalikes import skeleton_of
from accounts.services.people import lock_people
from games.boards.words import level_name
from games.engine import fairness
from games.engine.bots import ANY
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Game, Options, Position
from games.engine.refusals import BadOptions
from games.lobby.models import TableTerms, terms_of
from games.lobby.services import admission, dealing, limits, tickets, vacancies
from games.lobby.services.admission import publish_table
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import (
    BadTable,
    NonceBound,
    NotAllowed,
    NotAPlayer,
    NotOpen,
    SeatedElsewhere,
)
from games.matches.services.clocks import CLOCKS, FREE
from games.titles.registry import bot_levels, bot_names, characters_of, newest

OPEN_TABLES_EACH = 5
BOT_SEATS = 12
"""The most seats of a bot's account at once: with more its opponents would pay for slow moves."""
RATED_NEEDS_CLOCK = _("A rated match needs a clock so that it ends. Choose one.")


@dataclass(frozen=True)
class TableRequest:
    """The table that a host wants.

    `bots`: the level of each seat a bot takes; `character`: of those bots whose level has it, ""
    for none; `least`, `most`: the range of ratings allowed; `invited`: usernames; `bots_welcome`:
    whether bot accounts may sit down too; `same_deal`: whether other tables get the same cards;
    `analysis`: whether players of a rated turn-by-turn match may use analysis boards.
    """

    game: str
    seats: int
    options: Options = field(default_factory=dict)
    public: bool = True
    bots: tuple[str, ...] = ()
    character: str = ANY
    rated: bool = False
    clock: str = FREE.name
    least: int | None = None
    most: int | None = None
    invited: tuple[str, ...] = ()
    bots_welcome: bool = False
    same_deal: bool = False
    analysis: bool = False


def open_table(
    user: Visitor, request: TableRequest, *, sure: bool = False, nonce_hash: str = ""
) -> Match:
    """Open a table and sit down at it; with bots in all other seats it is full at once.

    Raises:
        BadTable: the request does not fit the game, or the user has too many open tables.
        TooMany: the user opened too many tables lately, or has seats at many with slow bots.
        CannotInvite: one of the invited users cannot be invited.
        BadNonce: `nonce_hash` is malformed.
        SeatedElsewhere: the user has a seat elsewhere, and is not `sure`.
        Refusal: bad-record and bad-options of the rules.
    """
    user = require_signed_in(user)
    require(may_open_table(user))
    if request.rated:
        require(may_play_rated(user))
    # First, so that a wrong game is not refused for its bots.
    newest(request.game).game.read_seats(request.seats)
    _check_bots(request.game, request.seats, request.bots, request.rated)
    _check_character(request.game, request.bots, request.character)
    if request.least is not None and request.most is not None and request.least > request.most:
        raise BadTable(_("The minimum rating is above the maximum."))
    with transaction.atomic():
        limits.require_may_open(user)
        require_may_open_another(user)
        match = create_table(request, host=user)
        ask_if_seated(user, Match.Pace(match.pace), sure)
        for username in request.invited:
            admission.invite(match, user, username)
        sit_down(match, user, nonce_hash)
        for level in request.bots:
            seat_bot(match, level, character=request.character)
        dealing.start_if_full(match)
        return match


def require_may_open_another(user: User) -> None:
    """Require that the user has few tables that wait for others; raise BadTable."""
    waiting = Match.objects.filter(host=user, status=Match.Status.OPEN)
    if waiting.exclude(terms__for_guests=True).count() >= OPEN_TABLES_EACH:
        raise BadTable(_("You have enough open tables. Close one first."))


def open_for_bots(request: TableRequest) -> Match:
    """Open a rated match between bots only, in the ladder of bots; the worker plays it.

    Each level sits once: a level against itself shows nothing. The bots have no characters, since
    the level is rated. Refusals are BadTable, and those of `open_table`.
    """
    require_levels(newest(request.game).game.slug, request.seats, request.bots)
    if len(request.bots) != request.seats or len(set(request.bots)) != request.seats:
        raise BadTable(_("Choose a different bot for each seat."))
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
    committed_secrets: Sequence[bytes] = (),
    for_guests: bool = False,
) -> Match:
    """Create a table without players.

    `committed_secrets` is the site's part of the seed, if it was committed to beforehand.
    A table with the cards of others is sealed, and takes no nonces, which would give each table
    cards of its own.
    `for_guests`: whether the host need not sit there, and may open more of them. Refusals are
    BadTable, and bad-record and bad-options of the rules.
    """
    rules = newest(request.game)
    game = rules.game
    seats = game.read_seats(request.seats)
    if request.clock not in CLOCKS:
        raise BadTable(_("There is no such clock."))
    clock = CLOCKS[request.clock]
    if request.rated and clock is FREE and host is not None:
        # Bots, whose matches have no host, always answer; a person who is losing may not.
        raise BadTable(RATED_NEEDS_CLOCK)
    options = _read_options(rules, request.options, seats)
    if request.rated:
        _check_ratable(game, options)
    own = list(committed_secrets) or [secrets.token_bytes(SEED_BYTES)]
    match = Match.objects.create(
        game=game.slug,
        rules=game.rules,
        seats=seats,
        options=dict(options),
        public=request.public and not request.same_deal,
        rated=request.rated,
        former=former,
        deal=Match.Deal.SEALED if request.same_deal else Match.Deal.OWN,
        pace=clock.pace,
        bank=clock.bank,
        increment=clock.increment,
        cap=clock.cap,
        host=host,
        fairness=fairness.VERSION,
        commitments=[fairness.hash_of(secret) for secret in own],
    )
    MatchSecret.objects.create(match=match, secrets=[secret.hex() for secret in own])
    ranged = (request.least, request.most) != (None, None)
    analysis = request.analysis and request.rated and clock.pace == Match.Pace.TURNS
    if request.bots_welcome or ranged or for_guests or analysis:
        TableTerms.objects.create(
            match=match,
            bots_welcome=request.bots_welcome,
            least=request.least,
            most=request.most,
            for_guests=for_guests,
            analysis=analysis,
        )
    return match


def _read_options(rules: type[Position], value: object, seats: int) -> Options:
    """Return the options of a new match.

    Raises:
        BadOptions: They are impossible, too large, or lead to a position that no page can show.
    """
    options = rules.game.read_new_options(value, seats)
    try:
        position = rules.deal(seats, options, Chance(bytes(SEED_BYTES), 0))
        orjson.dumps([position.dump(), *map(position.view, (None, *range(seats)))])
    except (TypeError, ValueError, ArithmeticError, RecursionError):
        raise BadOptions(_("No match can begin with these options. Change them.")) from None
    return options


@transaction.atomic
def join(user: Visitor, match_id: str, *, sure: bool = False, nonce_hash: str = "") -> Match:
    """Sit down at an open table; the last player makes it full.

    Joining again replaces the hash of the nonce while seats are free, for a player who lost the
    nonce. At a full table the transcript has the hash.

    Raises:
        NotOpen: the table is full, closed or has started.
        NonceBound: the table is full, and has another hash of the user's nonce.
        BadNonce: `nonce_hash` is malformed.
        SeatedElsewhere: the user has a seat elsewhere, and is not `sure`.
        Refusal: as `require_admission`, and `vacancies.require_host`.
    """
    user = require_signed_in(user)
    require(may_sit_down(user))
    match = _lock_open(match_id)
    player = match.players.filter(user=user).first()
    if player is not None:
        _replace_hash(match, player, nonce_hash)
    else:
        _require_free(match)
        admission.require_admission(user, match)
        vacancies.require_host(match)
        ask_if_seated(user, Match.Pace(match.pace), sure)
        sit_down(match, user, nonce_hash, admission.former_seat(user, match))
        dealing.start_if_full(match)
        admission.answered(match, user, accepted=True)
    return match


def _replace_hash(match: Match, player: Player, nonce_hash: str) -> None:
    new = "" if match.deal else dealing.read_hash(nonce_hash)
    if not new or new == player.nonce_hash:
        return
    if match.reveal_by is not None:
        raise NonceBound(
            _("The table is full, with another hash of your nonce. Reveal that nonce, or leave.")
        )
    player.nonce_hash = new
    player.save(update_fields=["nonce_hash"])
    publish_table(match)


@transaction.atomic
def leave(user: Visitor, match_id: str) -> Match:
    """Give up a seat before the match starts; the host's leaving closes the table.

    Leaving a full table calls the match off, and is counted.

    Raises:
        NotOpen: the table was closed, or the match has started.
    """
    user = require_signed_in(user)
    match = _lock_open(match_id)
    if match.reveal_by is not None:
        _call_off(match, user)
        return match
    if match.host_id == user.pk and not terms_of(match).for_guests:
        return dealing.close_open(match, Match.Closed.HOST_LEFT)
    match.players.filter(user=user).delete()
    publish_table(match)
    return match


@transaction.atomic
def take_down(user: Visitor, match_id: str) -> Match:
    """Close a table as its host before it starts; at a full one that is counted as in `leave`.

    Raises:
        NotOpen: the table was closed, or the match has started.
        NotAPlayer: the user is not the host.
    """
    match = _lock_open(match_id)
    host = _require_host(user, match)
    if match.reveal_by is not None and match.players.filter(user=host).exists():
        _call_off(match, host)
        return match
    return dealing.close_open(match)


@transaction.atomic
def fill_with_bots(user: Visitor, match_id: str, level: str, character: str = ANY) -> Match:
    """Give every free seat to a bot as the host, and start the match.

    Raises:
        NotOpen: the table is full, closed or has started.
        NotAPlayer: the user is not the host.
        BadTable: the level or character is unknown.
        TooMany: the bots are slow, and a player there has seats at many tables with such bots.
    """
    match = _lock_open(match_id)
    lock_people([_require_host(user, match).pk])
    _require_free(match)
    free = match.seats - match.players.count()
    _check_bots(match.game, match.seats, (level,) * free, match.rated)
    _check_character(match.game, (level,), character)
    for _seat in range(free):
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
        raise NotOpen(_("Every seat is taken: the match is about to begin."))


def _call_off(match: Match, user: User) -> None:
    """Call off a match at a full table; a user without a seat there changes nothing."""
    leavers = list(match.players.filter(user=user))
    if leavers:
        dealing.call_off(match, leavers)


def _lock_open(match_id: str) -> Match:
    match = lock_match(match_id)
    if match.status == Match.Status.CLOSED:
        raise NotOpen(_("This table was closed."))
    if match.status != Match.Status.OPEN:
        raise NotOpen(admission.STARTED_WITHOUT_YOU)
    return match


def _check_ratable(game: Game, options: Options) -> None:
    """Require that all changed options may be rated; raise BadTable."""
    for option in game.unratable(options):
        raise BadTable(
            _("A rated match can’t have the option “{name}”. Leave it out, or play unrated."),
            name=option.name,
        )


def _check_bots(game: str, seats: int, levels: tuple[str, ...], rated: bool) -> None:
    if levels and rated:
        raise BadTable(_("Bots can’t play at rated tables. Remove them, or play unrated."))
    if len(levels) >= seats:
        raise BadTable(_("Leave at least one seat for yourself."))
    require_levels(game, seats, levels)


def require_levels(game: str, seats: int, levels: Iterable[str]) -> None:
    """Require bots that play at this number of seats; raise BadTable."""
    known = bot_levels(game)
    if not set(levels) <= set(known):
        if not known:
            raise BadTable(_("There is no such bot."))
        words = _("There is no such bot. Choose one of these: {levels}.")
        raise BadTable(words, levels=", ".join(known))
    offered = bot_levels(game, seats)
    for level in levels:
        if level not in offered:
            words = _(
                "The {bot} doesn’t play at tables of {n}, where it is no stronger. Choose another."
            )
            raise BadTable(words, bot=level_name(level), n=seats)


def _check_character(game: str, levels: tuple[str, ...], character: str) -> None:
    """Require that one of the levels has a character, if one is named."""
    known = (ANY, *characters_of(game))
    if character and character not in known:
        words = _("“{name}” must be one of these: {choices}.")
        raise BadTable(words, name="character", choices=", ".join(known))
    has = any(character in characters_of(game, level) for level in levels)
    if character not in ("", ANY) and not has:
        raise BadTable(
            _("No bot at that level has this character. Choose another character, or another bot.")
        )


def ask_if_seated(user: User, pace: Match.Pace, sure: bool) -> None:
    """Raise SeatedElsewhere if two tables would need the user, who is not sure of that.

    Turn-by-turn tables need no presence.
    """
    if pace != Match.Pace.TURNS and not sure and tickets.is_needed_elsewhere(user):
        raise SeatedElsewhere(_("You already have a seat at another table. Take this one too?"))


def sit_down(match: Match, user: User, nonce_hash: str, joined: int | None = None) -> None:
    """Give a user a seat at an open table.

    `joined` is the number in the order in which players sit down; None for the first free one.

    Raises:
        NotAllowed: the user may not play.
        BadNonce: `nonce_hash` is malformed.
        NotAllowed: the user has a seat at another table with the same cards.
        BadTable: a bot sits at too many tables, or a player there has a name that looks the same.
    """
    nonce_hash = "" if match.deal else dealing.read_hash(nonce_hash)
    user = admission.require_still_allowed(user, match)
    if match.sealed and match.former_id is None:
        _require_new_cards(user, match)
    _require_distinct_name(user, match)
    if user.is_bot and tickets.seats_of(user).count() >= BOT_SEATS:
        raise BadTable(_("A bot can sit at {most} tables at most."), most=BOT_SEATS)
    joined = _free_number(match) if joined is None else joined
    Player.objects.create(
        match=match,
        user=user,
        name=user.name,
        program=user.is_bot,
        joined=joined,
        nonce_hash=nonce_hash,
    )


def _require_new_cards(user: User, match: Match) -> None:
    """Require that the user has no seat at another table with the same cards."""
    seats = Player.objects.filter(user=user, match__deal=Match.Deal.SEALED).exclude(match=match)
    if match.commitments in seats.values_list("match__commitments", flat=True):
        raise NotAllowed(_("You play the same cards at another table."))


def _require_distinct_name(user: User, match: Match) -> None:
    """Require that no player there, who may have a new name since, sat down with such a name."""
    names = match.players.exclude(user=None).values_list("name", flat=True)
    if skeleton_of(user.name) in map(skeleton_of, names):
        words = _("A player at this table had a name like yours when they sat down.")
        raise BadTable(words)


def seat_bot(match: Match, level: str, joined: int | None = None, *, character: str = ANY) -> None:
    """Give a bot a seat, as in `sit_down`, and a name that is free at this table.

    A level without the character plays with none.
    """
    has = characters_of(match.game, level)
    character = character if character in has or (has and character == ANY) else ""
    joined = _free_number(match) if joined is None else joined
    taken = set(match.players.values_list("name", flat=True))
    name = random.choice([name for name in bot_names() if name not in taken])
    Player.objects.create(match=match, bot=level, character=character, name=name, joined=joined)


def _free_number(match: Match) -> int:
    taken = set(match.players.values_list("joined", flat=True))
    return next(number for number in range(match.seats) if number not in taken)
