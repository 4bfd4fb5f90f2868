"""Results of games that members played in person: entered, corrected, deleted, objected to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import may_found_club, may_moderate
from accounts.refusals import require
from accounts.services import audit
from accounts.services.names import clean_display_name
from core.monitoring.rate_limit import limit_use
from games.clubs.models import NAME_LENGTH, Club, TableResult, TableSeat
from games.clubs.services.facts import seats_of
from games.clubs.services.founding import (
    ClubAccess,
    founder_of,
    lock_club,
    open_club,
    require_organiser,
)
from games.clubs.services.results import recompute
from games.clubs.services.webhooks import send_news
from games.engine.contract import places_by
from games.matches.refusals import BadClub, NoSuchClub, NoSuchResult, NotAllowed, TooMany
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services import inbox
from games.titles.registry import game_of

ENTERED_A_DAY = 40
"""The most results that are entered in a club in a day."""
OLDEST = timedelta(days=366)
AHEAD = timedelta(hours=14)
"""How far the date of the easternmost place is ahead of UTC."""
MOST_POINTS = 100_000
MISSING = _("There is no such result. An organiser may have deleted it.")


@dataclass(frozen=True)
class SeatFacts:
    """A player as typed: a member by username, or a guest by name; a place, a score, or both."""

    username: str = ""
    name: str = ""
    place: int | None = None
    score: int | None = None


@dataclass(frozen=True)
class TableFacts:
    """A result as typed; places follow from scores if no player has a place."""

    game: str
    played_on: date
    seats: Sequence[SeatFacts]


@dataclass(frozen=True)
class ResultAccess:
    """A result as one visitor may see it.

    Attributes:
        result: The result.
        club: The club as the visitor sees it; None for a player who may no longer see the club.
        visitor: The visitor.
        mine: The visitor's own seat, unless they objected.
    """

    result: TableResult
    club: ClubAccess | None
    visitor: Visitor
    mine: TableSeat | None

    @property
    def organises(self) -> bool:
        return self.club is not None and self.club.organises

    @property
    def knows_guests(self) -> bool:
        """Whether the visitor reads the names of guests: only members do."""
        return self.club is not None and self.club.membership is not None


def open_result(visitor: Visitor, slug: str, number: int, opened: Collection[str]) -> ResultAccess:
    """Return a result for those who see the club, and for players whom it names.

    Raises:
        NoSuchClub: The visitor may not see such a club.
        NoSuchResult: The club has no such result.
    """
    found = TableResult.objects.filter(club__slug=slug, pk=number).select_related("club").first()
    mine = None
    if found is not None and visitor.is_authenticated:
        mine = found.seats.filter(user=pk_of(visitor), objected=False).first()
    try:
        club = open_club(visitor, slug, opened)
    except NoSuchClub:
        club = None
        if mine is None:
            raise
    if found is None:
        raise NoSuchResult(MISSING)
    return ResultAccess(found, club, visitor, mine)


def results_in(club: Club, most: int) -> QuerySet[TableResult]:
    """Return the newest results of real tables in a club, with their players."""
    return club.table_results.select_related("club").prefetch_related("seats__user")[:most]


@transaction.atomic
def enter(access: ClubAccess, facts: TableFacts) -> TableResult:
    """Enter a result; the members it names are notified.

    Raises:
        NotAllowed: The visitor does not organise this club, or may not write for others now.
        BadClub: A fact is invalid.
        TooMany: Enough results were entered today.
    """
    require_organiser(access)
    require(may_found_club(access.person))
    club = lock_club(access.club)
    result = TableResult(club=club, entered_by=access.person, entered_at=time_source.now())
    seats = _read(result, facts)
    refusal = TooMany(_("Enough results were entered today. Come back tomorrow."))
    limit_use(f"table-results-{club.pk}", ENTERED_A_DAY, 24 * 3600, refusal)
    _store(result, seats)
    recompute(club, result.game)
    send_news(club, "result-entered", result.get_absolute_url(), game=result.game)
    return result


@transaction.atomic
def correct(access: ClubAccess, number: int, facts: TableFacts) -> TableResult:
    """Replace what a result says; the members it names are notified again.

    A member who objected stays unnamed.

    Raises:
        NotAllowed: The visitor does not organise this club, or may not write for others now.
        NoSuchResult: The result was deleted.
        BadClub: A fact is invalid.
    """
    require_organiser(access)
    require(may_found_club(access.person))
    club = lock_club(access.club)
    result = _in(club, number)
    before = result.game
    seats = _read(result, facts)
    _withdraw_notices(result)
    objectors = set(result.seats.filter(objected=True).values_list("user", flat=True))
    for seat in seats:
        seat.objected = seat.user_id in objectors
    result.seats.all().delete()
    _store(result, seats)
    for game in {before, result.game}:
        recompute(club, game)
    return result


@transaction.atomic
def delete_result(access: ClubAccess, number: int) -> None:
    """Delete a result; for organisers, and for moderators, which the audit log keeps.

    Raises:
        NotAllowed: The visitor is neither.
        NoSuchResult: The result was deleted before.
    """
    if access.person and not access.organises and not may_moderate(access.visitor):
        raise NotAllowed(_("Only the organisers of this club can do that."))
    club = lock_club(access.club)
    result = _in(club, number)
    if not access.organises:
        subject, about = f"club {club.slug}", result.entered_by or founder_of(club)
        audit.log(access.person, "club-result", about=about, subject=subject, why=club.name)
    _withdraw_notices(result)
    result.delete()
    recompute(club, result.game)


@transaction.atomic
def object_to(access: ResultAccess) -> None:
    """Remove the visitor's name from a result, for good; doing so again changes nothing."""
    if access.mine is None:
        return
    club = lock_club(access.result.club)
    TableSeat.objects.filter(pk=access.mine.pk).update(objected=True)
    recompute(club, access.result.game)


def forget_person(user: User, name: str) -> None:
    """Replace the name of a user whose account is deleted; the places stay."""
    TableSeat.objects.filter(user=user).update(user=None, name=name[:NAME_LENGTH])


def _in(club: Club, number: int) -> TableResult:
    result = TableResult.objects.select_for_update(no_key=True).filter(club=club, pk=number).first()
    if result is None:
        raise NoSuchResult(MISSING)
    result.club = club
    return result


def _read(result: TableResult, facts: TableFacts) -> list[TableSeat]:
    """Set what is typed, and return the players; raise BadClub."""
    sizes = seats_of(facts.game, BadClub)
    if len(facts.seats) not in sizes:
        raise BadClub(
            _("{game} is played by {least}.")
            if min(sizes) == max(sizes)
            else _("{game} is played by {least} to {most}."),
            game=game_of(facts.game).name,
            least=min(sizes),
            most=max(sizes),
        )
    now = time_source.now()
    if not (now - OLDEST).date() <= facts.played_on <= (now + AHEAD).date():
        raise BadClub(_("Choose a date within the last year."))
    result.game, result.played_on = facts.game, facts.played_on
    result.ended_at = min(now, datetime.combine(facts.played_on, time.max, tzinfo=UTC))
    places = _places(facts.seats)
    known = _members(result, facts.seats)
    seats: list[TableSeat] = []
    for seat, place in zip(facts.seats, places, strict=True):
        user = known[seat.username.casefold()] if seat.username else None
        name = "" if user is not None else _guest(seat.name)
        seats.append(TableSeat(user=user, name=name, place=place, score=seat.score))
    users = [seat.user_id for seat in seats if seat.user_id is not None]
    if len(users) != len(set(users)):
        raise BadClub(_("A player is named twice."))
    if not users:
        raise BadClub(_("At least one player must be a member of the club."))
    return seats


def _places(seats: Sequence[SeatFacts]) -> list[int]:
    """Return the places, which are typed or follow from all scores; raise BadClub."""
    scores = [seat.score for seat in seats if seat.score is not None]
    if any(abs(score) > MOST_POINTS for score in scores):
        raise BadClub(_("A score is at most {n}."), n=MOST_POINTS)
    places = [seat.place for seat in seats if seat.place is not None]
    if not places and len(scores) == len(seats):
        return list(places_by(scores))
    if len(places) != len(seats):
        raise BadClub(_("Give every player a place, or every player a score."))
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise BadClub(_("The places don’t add up: after two first places comes the third."))
    return places


def _members(result: TableResult, seats: Sequence[SeatFacts]) -> dict[str, User]:
    """Return the members among these by case-folded username; raise BadClub.

    Former members may stay in a result that is corrected.
    """
    wanted = {seat.username.casefold() for seat in seats if seat.username}
    if not wanted:
        return {}
    typed = Q()
    for username in wanted:
        typed |= Q(username__iexact=username)
    allowed = Q(memberships__club=result.club)
    if result.pk is not None:
        allowed |= Q(pk__in=result.seats.values("user"))
    users = User.objects.filter(typed, allowed).distinct()
    found = {user.username.casefold(): user for user in users}
    if missing := sorted(wanted - set(found)):
        raise BadClub(_("{name} is not a member of this club."), name=missing[0])
    return found


def _guest(typed: str) -> str:
    try:
        name = clean_display_name(typed)
    except ValidationError as invalid:
        raise BadClub(invalid.messages[0]) from invalid
    if not name:
        raise BadClub(_("Name every player: a member by username, a guest by name."))
    return name


def _store(result: TableResult, seats: list[TableSeat]) -> None:
    """Store a result with its players, and notify those it names."""
    result.save()
    for seat in seats:
        seat.result = result
    TableSeat.objects.bulk_create(seats)
    inbox.notify(
        {seat.user_id for seat in seats if seat.user_id is not None and not seat.objected}
        - {result.entered_by_id},
        Notification.Kind.CLUB,
        f"result:{result.pk}",
        url=result.get_absolute_url(),
        facts={"club": result.club.name, "what": "result", "game": result.game},
    )


def _withdraw_notices(result: TableResult) -> None:
    inbox.settle_about(Notification.Kind.CLUB, f"result:{result.pk}")
