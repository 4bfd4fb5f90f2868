"""Rounds: everyone who is here gets a seat by draw, with players they have met least."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import combinations

from django.db import transaction
from django.db.models import Max, Min, Q
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_among
from core.refusals import Refusal
from games.duplicates.models import DuplicateDeal
from games.duplicates.refusals import BadDeal
from games.duplicates.services import add_table, close_entries, new_deal, same_deal_of
from games.game_nights.models import Attendance, GameNight, GameNightTable
from games.game_nights.seating import Pair, draw
from games.game_nights.services import hosted
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.refusals import BadTable, NotOpen
from games.notifications.models import Notification
from games.notifications.services import inbox
from games.titles.registry import newest

ROUNDS = 100
"""The most rounds of a game night."""
BOT = "normal"
"""The level of the bots that fill tables."""
UNSEATED = (Match.Status.CLOSED, Match.Status.ABORTED)


@dataclass(frozen=True)
class DrawRequest:
    """The tables of a round.

    `sizes`: the allowed table sizes; `bots`: whether bots fill tables that lack people;
    `same_cards`: whether tables of the same size get the same cards (`games.duplicates`).
    """

    game: str
    sizes: tuple[int, ...]
    clock: str = "live-10"
    bots: bool = False
    same_cards: bool = False


@dataclass(frozen=True)
class Round:
    """A round that was drawn: its tables, and the players without a seat."""

    number: int
    matches: list[Match]
    left_out: list[User]


def draw_round(host: Visitor, game_night: GameNight, request: DrawRequest) -> Round:
    """Seat the players who are here and do not play, and start their matches.

    Players who have met least sit together, and blocked ones never do. A second draw at the same
    time opens no tables for players who have just got seats. At rated tables only those
    who may play rated get a seat; the others wait, and so do players who find no room at a table.

    Raises:
        NotAllowed: The user is not the game night's host.
        NotOpen: The game night is over.
        BadTable: Too few players are here, or no table has an allowed size.
        BadDeal: The game cannot be dealt several times, or no two tables have the same size.
    """
    sizes = _read_sizes(request)
    if request.same_cards:
        same_deal_of(request.game)
    with transaction.atomic():
        night = hosted(host, game_night)
        if night.rated and request.bots:
            raise BadTable(_("Bots can’t play at rated tables. Remove them, or play unrated."))
        free, barred = _free_people(night)
        drawn = draw(
            list(free),
            sizes,
            met=met_at(night),
            rested=_rested(night),
            apart=apart_among(set(free)),
            bots=request.bots,
            seed=secrets.randbits(32),
        )
        if not drawn.tables:
            raise BadTable(_("Too few players are here and free for a table of this size."))
        number = (night.tables.aggregate(last=Max("round"))["last"] or 0) + 1
        if number > ROUNDS:
            raise BadTable(_("This game night has had its {most} rounds."), most=ROUNDS)
        night.drawn = {**asdict(request), "sizes": sizes}
        GameNight.objects.filter(pk=night.pk).update(drawn=night.drawn)
        deals = _new_deals(night, request, [size for size, _group in drawn.tables])
    matches: list[Match] = []
    for size, group in drawn.tables:
        # One transaction a table: moves of other matches need not wait for a large round.
        with suppress(NotOpen), transaction.atomic():
            night = hosted(host, game_night)
            still_free = {one.user_id for one in _free(night)}
            if still_free.issuperset(group):
                people = [free[user] for user in group]
                matches.append(_open(night, request, number, size, people, deals.get(size)))
    for deal in deals.values():
        close_entries(deal)
    return Round(number, matches, [*barred, *(free[user] for user in drawn.left_out)])


def met_at(game_night: GameNight) -> dict[Pair, int]:
    """Return how often each pair of users has sat at one table of a game night."""
    seats = Player.objects.filter(match__game_night_table__game_night=game_night)
    tables: dict[str, list[int]] = {}
    for match, user in (
        seats.exclude(user=None).exclude(match__status__in=UNSEATED).values_list("match", "user")
    ):
        tables.setdefault(match, []).append(user)
    return Counter(
        frozenset(pair) for seated in tables.values() for pair in combinations(seated, 2)
    )


def free_people(game_night: GameNight) -> list[User]:
    """Return the users who are here, and have no seat at a table that waits or is played."""
    return [one.user for one in _free(game_night)]


def _read_sizes(request: DrawRequest) -> list[int]:
    game = newest(request.game).game
    # An event may have several games, not all of them for the same sizes.
    sizes = sorted(size for size in set(request.sizes) if size > 1 and size in game.seats)
    if not sizes:
        raise BadTable(_("Choose a table size that the game has."))
    return sizes


def _free(game_night: GameNight) -> Iterable[Attendance]:
    here = game_night.attendances.select_related("user__run_by")
    unfinished = (Match.Status.OPEN, Match.Status.RUNNING)
    seats = Player.objects.filter(
        Q(match__game_night_table__game_night=game_night) | Q(match__pace=Match.Pace.LIVE),
        user__in=here.values("user"),
        left_at=None,
        ended_at=None,
        match__status__in=unfinished,
    )
    return here.exclude(user__in=seats.values("user"))


def _free_people(night: GameNight) -> tuple[dict[int, User], list[User]]:
    """Return the users to seat by id, and those who may not sit at such tables now."""
    free: dict[int, User] = {}
    barred = []
    for one in _free(night):
        allowed = may_sit_down(one.user)
        if allowed and night.rated:
            allowed = may_play_rated(one.user)
        if allowed:
            free[one.user_id] = one.user
        else:
            barred.append(one.user)
    return free, barred


def _rested(night: GameNight) -> dict[int, int]:
    """Return in how many rounds each user had no seat, although they were here."""
    began = dict(
        night.tables.exclude(round=0).values_list("round").annotate(at=Min("match__opened_at"))
    )
    seated = set(
        Player.objects.filter(match__game_night_table__game_night=night)
        .exclude(user=None)
        .values_list("match__game_night_table__round", "user")
    )
    return {
        one.user_id: sum(
            one.at <= at and (number, one.user_id) not in seated for number, at in began.items()
        )
        for one in night.attendances.all()
    }


def _wanted(night: GameNight, request: DrawRequest, size: int) -> TableRequest:
    return TableRequest(request.game, size, public=False, rated=night.rated, clock=request.clock)


def _new_deals(
    night: GameNight, request: DrawRequest, sizes: list[int]
) -> dict[int, DuplicateDeal]:
    """Begin a deal for each size that two or more tables have, if they get the same cards."""
    if not request.same_cards:
        return {}
    alike = [size for size, count in Counter(sizes).items() if count > 1]
    if not alike:
        raise BadDeal(
            _("The same cards need two tables of the same size. More players must be here.")
        )
    return {size: new_deal(_wanted(night, request, size), public=False) for size in alike}


def _open(
    night: GameNight,
    request: DrawRequest,
    number: int,
    size: int,
    people: list[User],
    deal: DuplicateDeal | None,
) -> Match:
    """Open a table of a round, with its players and bots; it starts if no player is refused."""
    wanted = _wanted(night, request, size)
    if deal is None:
        match = lobby.create_table(wanted, host=night.host, for_guests=True)
    else:
        match = add_table(deal, wanted, host=night.host, for_guests=True)
    GameNightTable.objects.create(match=match, game_night=night, round=number)
    for user in people:
        # A player who may not sit here after all leaves the seat free; the host sees the table.
        with suppress(Refusal):
            lobby.sit_down(match, user, "")
    for _bot in range(size - len(people)):
        lobby.seat_bot(match, BOT)
    dealing.start_if_full(match)
    if match.status == Match.Status.RUNNING:
        _notify_seated(night, match, people)
    return match


def _notify_seated(night: GameNight, match: Match, people: list[User]) -> None:
    inbox.notify(
        {one.pk for one in people},
        Notification.Kind.GAME_NIGHT,
        match.pk,
        url=match.get_absolute_url(),
        match=match,
        facts={"game_night": night.name, "what": "seat"},
    )
