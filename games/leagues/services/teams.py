"""Plan team matches: one club challenges another, and both name their players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_found_club, may_moderate
from accounts.refusals import require
from accounts.services.lookalikes import skeleton_of
from core.monitoring.rate_limit import limit_use
from games.clubs.models import ABOUT_LENGTH, Club, Membership
from games.clubs.services.facts import seats_of
from games.clubs.services.founding import lock_club, open_club, require_organiser
from games.events.dates import typed_time
from games.ladders.services.ratings import rating_of
from games.leagues.models import Board, TeamMatch
from games.matches.access import OfVisitor, require_signed_in
from games.matches.refusals import (
    BadTeamMatch,
    NoSuchTeamMatch,
    NotAllowed,
    NotOpen,
    TooMany,
)
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS
from games.notifications.models import Notification
from games.notifications.services import inbox

BOARDS = range(2, 21)
AHEAD_EACH = 5
"""The most team matches of a club that are ahead."""
PROPOSED_A_DAY = 5
SOONEST = timedelta(hours=2)
LATEST = timedelta(days=90)
SHOWN = 20
HOME, AWAY = "home", "away"
REPEATABLE = ("team-named", "team-missing")
"""News that organisers or players can cause again and again."""
Status = TeamMatch.Status
AHEAD = (Status.PROPOSED, Status.AGREED)
BEGUN = (Status.RUNNING, Status.OVER)


@dataclass(frozen=True)
class TeamFacts:
    """A challenge as typed; `rival` is the name or address of the other club."""

    rival: str
    game: str
    start: datetime
    zone: str
    clock: str = "live-10"
    rated: bool = False
    boards: int = 4


@dataclass(frozen=True)
class TeamAccess(OfVisitor):
    """A team match as one visitor may see it, with their membership in both clubs, if any."""

    team_match: TeamMatch
    visitor: Visitor
    home: Membership | None
    away: Membership | None

    def organises(self, side: str) -> bool:
        """Return whether the visitor decides for a side."""
        own = self.home if side == HOME else self.away
        return own is not None and own.organises

    def knows(self, side: str) -> bool:
        """Return whether the visitor sees a side's players: before the start only its club does."""
        if self.team_match.status in BEGUN:
            return True
        return (self.home if side == HOME else self.away) is not None


def open_team_match(visitor: Visitor, number: str) -> TeamAccess:
    """Return a team match for a visitor who may see it; raise NoSuchTeamMatch.

    If one of the clubs is private by now, it exists only for members of both, and for moderators;
    once that club is dissolved, for its players too.
    """
    found = TeamMatch.objects.select_related("home", "away").filter(pk=number).first()
    if found is not None:
        own: dict[int, Membership] = {}
        if visitor.is_authenticated:
            both = Membership.objects.filter(user=visitor, club__in=(found.home_id, found.away_id))
            own = {one.club_id: one for one in both}
        left = [club for club in (found.home, found.away) if club is not None]
        public = not found.private and all(club.public for club in left)
        if public or own or _has_part(found, visitor) or may_moderate(visitor):
            sides = (own.get(club or 0) for club in (found.home_id, found.away_id))
            return TeamAccess(found, visitor, *sides)
    raise NoSuchTeamMatch(_("There is no such team match. Check that the link is complete."))


def _has_part(team_match: TeamMatch, visitor: Visitor) -> bool:
    """Return whether the visitor played in a team match of a private club that is dissolved."""
    if not team_match.private or not visitor.is_authenticated:
        return False
    return team_match.boards.filter(Q(home=visitor) | Q(away=visitor)).exists()


def team_matches_of(club: Club, visitor: Visitor) -> QuerySet[TeamMatch]:
    """Return the team matches of a club that a visitor may see, without cancelled ones."""
    own = Q(home=club) | Q(away=club)
    shown = Q(private=False)
    for side in (HOME, AWAY):
        shown &= Q(**{side: None}) | Q(**{f"{side}__public": True})
    if visitor.is_authenticated:
        clubs = Membership.objects.filter(user=visitor).values("club")
        shown |= Q(home__in=clubs) | Q(away__in=clubs)
    found = TeamMatch.objects.filter(own).filter(shown).exclude(status=Status.CANCELLED)
    return found.select_related("home", "away").distinct()[:SHOWN]


def challenge(user: Visitor, club_slug: str, facts: TeamFacts) -> TeamMatch:
    """Challenge another club; its organisers are notified. Both clubs are public.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The visitor does not organise the club, or may not write for others now.
        NoSuchClub: The user may not see such a club.
        BadTeamMatch: A fact is invalid, or enough team matches are ahead.
        TooMany: The club has challenged enough others today.
    """
    person = require_signed_in(user)
    access = open_club(person, club_slug)
    require_organiser(access)
    require(may_found_club(person))
    rival = _rival(facts.rival)
    if not access.club.public:
        raise BadTeamMatch(_("Only public clubs play team matches."))
    if rival is None or rival.pk == access.club.pk:
        raise BadTeamMatch(_("There is no other public club with this name."))
    team_match = TeamMatch(home=access.club, away=rival, made_by=person)
    _set(team_match, facts)
    with transaction.atomic():
        club = lock_club(access.club)
        ahead = TeamMatch.objects.filter(home=club, status__in=AHEAD)
        if ahead.count() >= AHEAD_EACH:
            raise BadTeamMatch(_("Enough team matches are ahead. Cancel one first."))
        refusal = TooMany(_("Your club has challenged enough others today. Come back tomorrow."))
        limit_use(f"team-matches-{club.pk}", PROPOSED_A_DAY, 24 * 3600, refusal)
        team_match.made_at = time_source.now()
        team_match.save(force_insert=True)
        Board.objects.bulk_create(
            Board(team_match=team_match, number=number) for number in range(1, facts.boards + 1)
        )
        notify(team_match, AWAY, organisers_of(rival), "team-challenged")
    return team_match


@transaction.atomic
def answer(access: TeamAccess, *, agreed: bool) -> None:
    """Agree to a challenge or decline it, for organisers of the other club.

    Raises:
        NotAllowed: The visitor is none.
        NotOpen: It was answered or cancelled before.
    """
    _require(access, AWAY)
    team_match = lock(access.team_match)
    if team_match.status != Status.PROPOSED:
        raise NotOpen(_("This challenge is no longer open."))
    team_match.status = Status.AGREED if agreed else Status.CANCELLED
    team_match.save(update_fields=["status"])
    what = "team-agreed" if agreed else "team-declined"
    notify(team_match, HOME, organisers_of(team_match.clubs[0]), what)


@transaction.atomic
def cancel(access: TeamAccess) -> None:
    """Cancel a team match that has not begun, for organisers of both clubs and moderators.

    Raises:
        NotAllowed: The visitor is neither.
        NotOpen: It has begun, or was cancelled.
    """
    side = HOME if access.organises(HOME) else AWAY
    if access.person and not may_moderate(access.visitor):
        _require(access, side)
    team_match = lock(access.team_match)
    if team_match.status not in AHEAD:
        raise NotOpen(_("This team match can’t be cancelled any more."))
    call_off(team_match, access.person.pk)


@transaction.atomic
def name_players(
    access: TeamAccess, side: str, usernames: Sequence[str], *, by_rating: bool = False
) -> None:
    """Name the players of a side, from the first board; empty names leave boards open.

    Those who are new learn of it.

    Raises:
        NotAllowed: The visitor does not decide for this side.
        NotOpen: It has begun, or is not agreed yet.
        BadTeamMatch: A player is no member, plays for the other side, or is named twice.
    """
    _require(access, side)
    require(may_found_club(access.person))
    team_match = lock(access.team_match)
    if team_match.status != Status.AGREED:
        raise NotOpen(_("Players are named between the agreement and the start."))
    boards = list(team_match.boards.all())
    club = team_match.clubs[side == AWAY]
    typed = [name.strip().removeprefix("@").casefold() for name in usernames][: len(boards)]
    members = _members(club, {name for name in typed if name})
    wanted = [members.get(name) for name in typed]
    if missing := next((name for name in typed if name and name not in members), ""):
        raise BadTeamMatch(_("{name} is not a member of this club."), name=missing)
    named = [one.pk for one in wanted if one is not None]
    others = {getattr(board, f"{_other(side)}_id") for board in boards}
    if len(named) != len(set(named)) or others & set(named):
        raise BadTeamMatch(_("A player can have only one board."))
    if by_rating:
        known = sorted(
            (one for one in wanted if one is not None),
            key=lambda one: -rating_of(one, team_match.game, 2),
        )
        wanted = [*known]
    before = {getattr(board, f"{side}_id") for board in boards}
    wanted += [None] * (len(boards) - len(wanted))
    for board, user in zip(boards, wanted, strict=True):
        setattr(board, side, user)
    Board.objects.bulk_update(boards, [side])
    notify(team_match, side, set(named) - before - {access.person.pk}, "team-named", dated=True)


@transaction.atomic
def step_back(access: TeamAccess) -> None:
    """Take the visitor off their board before the start; the organisers learn of it."""
    person = access.person
    team_match = lock(access.team_match)
    if team_match.status != Status.AGREED:
        raise NotOpen(_("This team match has begun."))
    _remove(team_match, person)


def remove_member(user: User, club: int) -> None:
    """Take a former member of a club off the boards of team matches ahead."""
    mine = Q(boards__home=user, home=club) | Q(boards__away=user, away=club)
    for row in TeamMatch.objects.filter(mine, status=Status.AGREED).distinct():
        with transaction.atomic():
            _remove(lock(row), user)


def forget_person(user: User, name: str) -> None:
    """Show another name for a user whose account is deleted, in team matches that have begun.

    The user's boards in team matches ahead are emptied when their membership ends.
    """
    begun = Board.objects.filter(team_match__status__in=BEGUN)
    begun.filter(home=user).update(home=None, home_name=name)
    begun.filter(away=user).update(away=None, away_name=name)


def lock(team_match: TeamMatch) -> TeamMatch:
    """Return a team match with its row locked until the end of the transaction."""
    rows = TeamMatch.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("home", "away").get(pk=team_match.pk)


def organisers_of(club: Club) -> set[int]:
    """Return the ids of the users who decide for a club."""
    leading = (Membership.Role.FOUNDER, Membership.Role.ORGANISER)
    return set(club.memberships.filter(role__in=leading).values_list("user", flat=True))


def call_off(team_match: TeamMatch, by: int | None) -> None:
    """Cancel a team match whose row is locked, and notify all but the user who did it."""
    team_match.status = Status.CANCELLED
    team_match.save(update_fields=["status"])
    for side, club in zip((HOME, AWAY), team_match.clubs, strict=True):
        people = organisers_of(club) | named(team_match, side)
        notify(team_match, side, people - {by}, "team-cancelled")


def drop_all(club: Club) -> None:
    """Call off the team matches ahead of a club which is deleted; those that have begun stay.

    They keep the name of the club. Those ahead are deleted, and the other clubs notified.
    """
    for team_match in TeamMatch.objects.filter(Q(home=club) | Q(away=club)):
        begun = team_match.status in BEGUN
        if not begun or not club.public:
            inbox.forget_pages(team_match.get_absolute_url())
        side, other = (HOME, AWAY) if team_match.home_id == club.pk else (AWAY, HOME)
        if begun:
            setattr(team_match, f"{side}_name", club.name)
            team_match.private = team_match.private or not club.public
            team_match.save(update_fields=[f"{side}_name", "private"])
            continue
        if team_match.status in AHEAD:
            rival = getattr(team_match, other)
            people = organisers_of(rival) | named(team_match, other)
            notify(team_match, other, people, "team-cancelled", url=rival.get_absolute_url())
        team_match.delete()


def named(team_match: TeamMatch, side: str) -> set[int]:
    """Return the ids of the users who have a board of a side."""
    return {
        number for number in team_match.boards.values_list(side, flat=True) if number is not None
    }


def _remove(team_match: TeamMatch, person: User) -> None:
    for side, club in zip((HOME, AWAY), team_match.clubs, strict=True):
        if team_match.boards.filter(**{side: person}).update(**{side: None}):
            people = organisers_of(club) - {person.pk}
            if person.is_active:
                notify(team_match, side, people, "team-missing", actor=person)
            else:
                # The account is being deleted, and with it all notifications that name it.
                notify(team_match, side, people, "team-deleted")


def _other(side: str) -> str:
    return AWAY if side == HOME else HOME


def _require(access: TeamAccess, side: str) -> None:
    if side not in (HOME, AWAY) or (access.person and not access.organises(side)):
        raise NotAllowed(_("Only the organisers of this club can do that."))


def _members(club: Club, usernames: Collection[str]) -> dict[str, User]:
    """Return the members with these usernames, by case-folded username."""
    if not usernames:
        return {}
    typed = Q()
    for username in usernames:
        typed |= Q(username__iexact=username)
    users = User.objects.filter(typed, memberships__club=club)
    return {user.username.casefold(): user for user in users}


def _rival(typed: str) -> Club | None:
    public = Club.objects.filter(public=True)
    wanted = skeleton_of(typed[:ABOUT_LENGTH])
    named = public.filter(skeleton=wanted).first() if wanted else None
    return named or public.filter(slug=typed.strip()).first()


def notify(
    team_match: TeamMatch,
    side: str,
    users: Collection[int],
    what: str,
    *,
    dated: bool = False,
    actor: User | None = None,
    url: str = "",
) -> None:
    """Notify users about their side of a team match; without a `url` the news lead to its page."""
    own, rival = team_match.clubs
    if side == AWAY:
        own, rival = rival, own
    facts = {"club": own.name, "person": rival.name, "what": what}
    if dated:
        facts |= {"at": team_match.starts_at.isoformat(), "zone": team_match.zone}
    inbox.notify(
        users,
        Notification.Kind.CLUB,
        f"team:{team_match.pk}:{'' if actor is None else actor.pk}",
        url=url or team_match.get_absolute_url(),
        actor=actor,
        facts=facts,
        repeatable=what in REPEATABLE,
    )


def _set(team_match: TeamMatch, facts: TeamFacts) -> None:
    """Validate facts and set them; raise BadTeamMatch."""
    seats = seats_of(facts.game, BadTeamMatch)
    if 2 not in seats:
        raise BadTeamMatch(_("Team matches are for games of two players."))
    if facts.clock not in CLOCKS or not CLOCKS[facts.clock].pace:
        raise BadTeamMatch(_("A team match needs a clock so that it ends."))
    if facts.boards not in BOARDS:
        raise BadTeamMatch(_("A team match has 2 to 20 boards."))
    now, outside = time_source.now(), _("Choose a time within 90 days, at least two hours ahead.")
    team_match.starts_at = typed_time(
        facts.start, facts.zone, now + SOONEST, now + LATEST, BadTeamMatch, outside
    )
    team_match.game, team_match.clock, team_match.rated = facts.game, facts.clock, facts.rated
    team_match.zone = facts.zone
