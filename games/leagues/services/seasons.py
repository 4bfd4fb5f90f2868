"""Found and close leagues; register for a season and withdraw from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import Report, User
from accounts.permissions import Answer, may_found_club, may_join_club, may_play_rated
from accounts.refusals import require
from accounts.services import reports
from accounts.services.blocks import has_blocked
from accounts.services.names import clean_display_name
from accounts.services.people import lock_people
from accounts.services.takedowns import is_removed, log_takedown
from core.monitoring.rate_limit import limit_use
from games.clubs.models import Club
from games.clubs.services.facts import seats_of
from games.clubs.services.founding import founder_of, lock_club, member_ids, organised_club
from games.duplicates.refusals import BadDeal
from games.duplicates.services import same_deal_of
from games.events.dates import at_local
from games.events.models import TITLE_LENGTH
from games.leagues.models import Fixture, League, LeaguePlayer, Season
from games.leagues.services import fixtures
from games.leagues.services.access import LeagueAccess, Status
from games.leagues.services.news import notify, notify_members, send_to_club
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import BadLeague, NotAllowed, NotOpen, TooMany
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS
from games.notifications.models import Notification
from games.notifications.services import inbox

FOUNDED_EACH = 3
"""The most open leagues of a user."""
FOUNDED_BY_CLUB = 10
FOUNDED_A_DAY = 4
PLAYERS = 200
ENTERED_EACH = 10
"""The most leagues that a user plays in at the same time."""
SIZES = range(4, 11)
PER_WEEK = range(1, 3)
MOVING = range(1, 3)
LATEST = timedelta(days=90)
AHEAD = (Status.REGISTRATION, Status.RUNNING)
LASTING = ("game", "per_week", "moving")
"""What the pages of former seasons are shown by."""
TERMS = (*LASTING, "clock", "rated", "size", "same_cards")
CLEARED = "league-clear"
"""The act in the audit log by which a moderator removes a title."""
CLOSED = _("This league isn’t taking new players at the moment.")


@dataclass(frozen=True)
class LeagueFacts:
    """What a league is, as typed; `starts_on` is the first day of its first week.

    That week begins at midnight in the founder's time zone.
    """

    title: str
    game: str
    starts_on: date
    clock: str = "turns-24"
    rated: bool = False
    size: int = 8
    per_week: int = 1
    moving: int = 2
    same_cards: bool = False


def may_found(user: Visitor) -> Answer:
    """Check whether the user may found leagues."""
    return may_found_club(user)


def found(user: Visitor, facts: LeagueFacts, club_slug: str = "") -> League:
    """Found a league, for a club or of one's own, and open the registration for its first season.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not found leagues, or does not organise the club.
        NoSuchClub: The user may not see such a club.
        BadLeague: A fact is invalid, or there are enough leagues.
        TooMany: The user has founded too many leagues today.
    """
    person = require_signed_in(user)
    require(may_found(person))
    club = organised_club(person, club_slug)
    league = League(organiser=person, club=club, founded_at=time_source.now())
    _set(league, facts, person, person)
    with transaction.atomic():
        if club is not None:
            lock_club(club)
        lock_people([person.pk])
        running = League.objects.filter(closed_at=None)
        if club is not None:
            enough = running.filter(club=club).count() >= FOUNDED_BY_CLUB
        else:
            enough = running.filter(club=None, organiser=person).count() >= FOUNDED_EACH
        if enough:
            raise BadLeague(_("There are enough leagues. Close one first."))
        refusal = TooMany(_("You have founded enough leagues today. Come back tomorrow."))
        limit_use(f"leagues-{person.pk}", FOUNDED_A_DAY, 24 * 3600, refusal)
        league.save(force_insert=True)
        season = Season(league=league, number=1, starts_at=midnight(facts.starts_on, person))
        season.save(force_insert=True)
        if club is not None:
            notify_members(league, club, member_ids(club) - {person.pk}, person)
            send_to_club(season, "league-opened")
    return league


@transaction.atomic
def change(access: LeagueAccess, facts: LeagueFacts) -> League:
    """Change a league before its season begins; its players learn of all but a new title.

    The registration for a season that had too few players opens again.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The visitor does not organise it, or may not found leagues now.
        NotOpen: The season has begun, or the league is closed.
        BadLeague: A fact is invalid, or the same in all seasons.
    """
    require_changeable(access)
    person = access.person
    require(may_found(person))
    season = lock_season(access.season)
    _require_before_start(season)
    league = season.league
    before = season.starts_at, _terms(league)
    if season.number > 1 and any(getattr(league, name) != getattr(facts, name) for name in LASTING):
        raise BadLeague(
            _("The game, the matches a week and how many go up and down stay the same.")
        )
    founder = league.organiser or person
    _set(league, facts, founder, person)
    season.starts_at = midnight(facts.starts_on, founder)
    league.save(update_fields=["title", "worded_by", *TERMS])
    opened = season.status == Status.CANCELLED
    season.status, season.ended_at = Status.REGISTRATION, None
    season.save(update_fields=["starts_at", "status", "ended_at"])
    if (season.starts_at, _terms(league)) != before:
        notify(league, users_of(season) - {person.pk}, "league-changed")
    send_to_club(season, "league-opened" if opened else "league-changed")
    return league


def require_changeable(access: LeagueAccess) -> None:
    """Require that the visitor organises a league whose season has not begun.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The visitor does not organise it.
        NotOpen: The season has begun, or the league is closed.
    """
    if access.person and not access.organises:
        raise NotAllowed(_("Only the organisers of this league can do that."))
    _require_before_start(access.season)


def _require_before_start(season: Season) -> None:
    if season.league.closed_at is not None:
        raise NotOpen(_("This league is closed."))
    if season.status not in (Status.REGISTRATION, Status.CANCELLED):
        raise NotOpen(_("The season has begun. You can change the league before the next one."))


def why_not(access: LeagueAccess) -> Answer:
    """Return whether the visitor may play in the league, and else why not."""
    allowed = may_join_club(access.visitor)
    return allowed and may_play_rated(access.visitor) if access.league.rated else allowed


@transaction.atomic
def register(access: LeagueAccess) -> LeaguePlayer:
    """Register the visitor for the season; doing so again changes nothing.

    A user that the organiser has blocked gets the answer of a full league.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not play in it, or is no member of its club.
        NotOpen: The registration is closed.
        BadLeague: The league is full, or the user plays in enough leagues.
    """
    person = access.person
    require(why_not(access))
    if not access.may_enter:
        raise NotAllowed(_("This league is for members of the club."))
    season = lock_season(access.season)
    lock_people([person.pk])
    own = season.players.filter(user=person).first()
    if own is not None:
        return own
    if season.status != Status.REGISTRATION:
        raise NotOpen(_("The season has begun. Register for the next one."))
    organiser = access.league.organiser
    unwanted = access.league.club is None and organiser and has_blocked(organiser, person)
    if unwanted or season.players.count() >= PLAYERS:
        raise BadLeague(CLOSED)
    playing = LeaguePlayer.objects.filter(user=person, season__status__in=AHEAD)
    if playing.count() >= ENTERED_EACH:
        raise BadLeague(_("You play in {n} leagues, the maximum."), n=ENTERED_EACH)
    return LeaguePlayer.objects.create(season=season, user=person, registered_at=time_source.now())


def withdraw(access: LeagueAccess) -> None:
    """Take the visitor's registration back; in a running season the open matches are lost."""
    if access.person and access.mine is not None:
        withdraw_player(access.mine)


@transaction.atomic
def withdraw_player(player: LeaguePlayer) -> None:
    """Take a player out of a season; matches that run go on."""
    season = lock_season(player.season)
    if season.status == Status.REGISTRATION:
        player.delete()
        return
    if season.status != Status.RUNNING or player.withdrawn_after is not None:
        return
    begun = Fixture.objects.filter(season=season, division=player.division or 0)
    last = begun.exclude(status=Fixture.Status.OPEN).aggregate(last=Max("round"))["last"]
    player.withdrawn_after = last or 0
    player.save(update_fields=["withdrawn_after"])
    for row in fixtures.open_of(player):
        fixture = fixtures.lock(row.pk)
        if fixture.status == Fixture.Status.OPEN:
            fixtures.decide(fixture, [player], Fixture.Reason.WITHDRAWN)


def withdraw_all(user: User, name: str = "", club: int | None = None) -> None:
    """Take a user out of all leagues, or those of a club.

    With a name, it stands in place of the user, whose own leagues take no more players.
    """
    places = LeaguePlayer.objects.filter(user=user).select_related("season__league")
    if club is not None:
        places = places.filter(season__league__club=club)
    for place in places.filter(season__status__in=AHEAD, withdrawn_after=None):
        withdraw_player(place)
    if name:
        close_own(user)
        LeaguePlayer.objects.filter(user=user).update(user=None, name=name)


@transaction.atomic
def close(access: LeagueAccess, why: str = "") -> None:
    """Close a league: no more matches begin. For organisers, and for moderators with a reason.

    Raises:
        NotAllowed: The visitor is neither.
        NoReason: A moderator gave no reason.
        NotOpen: It is closed.
    """
    if access.person and not access.organises:
        _log_takedown(access, "league-close", why, access.league.organiser)
    _close(lock_season(access.season), access.person)


def close_own(user: User) -> None:
    """Close the leagues of a user without a club that take players; a running season goes on."""
    taking = Season.objects.filter(status=Status.REGISTRATION, league__closed_at=None)
    for season in taking.filter(league__organiser=user, league__club=None):
        with transaction.atomic():
            locked = lock_season(season)
            if locked.status == Status.REGISTRATION:
                _close(locked, user)


def _close(season: Season, by: User) -> None:
    """Close the league of a season, whose row is locked; raise NotOpen."""
    league = season.league
    if not League.objects.filter(pk=league.pk, closed_at=None).update(closed_at=time_source.now()):
        raise NotOpen(_("This league is closed."))
    if season.status in AHEAD:
        _call_off(season)
        notify(league, users_of(season) - {by.pk}, "league-closed")
        send_to_club(season, "league-closed")


def close_all(club: Club) -> None:
    """Close the leagues of a club that is deleted, and delete their invitations to its members."""
    for row in Season.objects.filter(league__club=club, status__in=AHEAD):
        season = lock_season(row)
        if season.status in AHEAD:
            _call_off(season)
            notify(season.league, users_of(season), "league-closed")
    club.leagues.filter(closed_at=None).update(closed_at=time_source.now())
    club.leagues.update(private=not club.public)
    forget_invitations(club)


def forget_invitations(club: Club, user_id: int | None = None) -> None:
    """Delete the invitations of members to a club's leagues, of one user or of all."""
    founded = club.leagues.values_list("pk", flat=True)
    inbox.forget_about(Notification.Kind.CLUB, [f"league:{pk}" for pk in founded], user_id)


def _call_off(season: Season) -> None:
    Fixture.objects.filter(season=season, status=Fixture.Status.OPEN).delete()
    season.status, season.ended_at = Status.CANCELLED, time_source.now()
    season.save(update_fields=["status", "ended_at"])


def report_league(access: LeagueAccess, reason: str, note: str) -> None:
    """Report a league's title to the moderators: as a report about the user who wrote it.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotOpen: No user answers for it.
        Refusal: `reports.report` refuses it.
    """
    league = access.league
    reports.report(
        access.person,
        writer_of(league),
        reason=reason,
        subject=Report.Subject.LEAGUE,
        subject_id=league.pk,
        note=note,
        evidence={"league": f"{league.title} ({league.pk})"},
    )


def writer_of(league: League) -> User:
    """Return the user who answers for a league's title: who wrote it, else a founder.

    The founder is that of the league, or else of its club; raises NotOpen if all are gone.
    """
    found = league.worded_by or league.organiser
    if found is not None:
        return found
    if league.club is not None:
        return founder_of(league.club)
    raise NotOpen(_("The player who founded this league is gone."))


def clear_title(access: LeagueAccess, why: str) -> None:
    """Replace the title of a league, in notifications too; for moderators.

    Raises:
        NotAllowed: The visitor is no moderator.
        NoReason: The reason is empty.
    """
    league = access.league
    _log_takedown(access, CLEARED, why, league.worded_by or league.organiser)
    title = f"League {league.pk[:4]}"
    League.objects.filter(pk=league.pk).update(title=title, worded_by=None)
    inbox.correct_names(Q(url__startswith=league.get_absolute_url()), league.title, title)


def _log_takedown(access: LeagueAccess, act: str, why: str, about: User | None) -> None:
    league, by = access.league, access.person
    subject = f"league {league.pk}"
    log_takedown(by, act, about=about, subject=subject, name=league.title, why=why)


def lock_season(season: Season) -> Season:
    """Return a season with its row locked until the end of the transaction."""
    locked = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    # Read after the lock, so that it is what the transaction before left.
    locked.league = League.objects.select_related("club").get(pk=locked.league_id)
    return locked


def users_of(season: Season) -> set[int]:
    """Return the ids of the users who play in a season and have not withdrawn."""
    playing = season.players.filter(withdrawn_after=None).exclude(user=None)
    return {one for one in playing.values_list("user", flat=True) if one is not None}


def midnight(day: date, person: User | None) -> datetime:
    """Return the beginning of a day in a user's time zone, in UTC."""
    return at_local(datetime.combine(day, time.min), (person and person.time_zone) or "UTC")


def _terms(league: League) -> tuple[object, ...]:
    return tuple(getattr(league, name) for name in TERMS)


def _set(league: League, facts: LeagueFacts, founder: User, by: User) -> None:
    """Validate facts that a user gives, and set them; raise BadLeague."""
    before = league.title
    try:
        league.title = clean_display_name(facts.title, TITLE_LENGTH)
    except ValidationError as invalid:
        raise BadLeague(invalid.messages[0]) from invalid
    if not league.title:
        raise BadLeague(_("Give the league a title."))
    if league.title != before:
        league.worded_by = by
    if is_removed(CLEARED, league.title, {founder.pk, by.pk} | member_ids(league.club)):
        raise BadLeague(_("A moderator removed this name. Choose another one."))
    seats = seats_of(facts.game, BadLeague)
    if 2 not in seats:
        raise BadLeague(_("Leagues are for games of two players."))
    if facts.clock not in CLOCKS or not CLOCKS[facts.clock].pace:
        raise BadLeague(_("A league needs a clock so that its matches end."))
    if facts.size not in SIZES or facts.per_week not in PER_WEEK or facts.moving not in MOVING:
        raise BadLeague(_("A division has 4 to 10 players, and one or two matches a week."))
    if facts.same_cards and CLOCKS[facts.clock].pace != Match.Pace.TURNS:
        words = _("The same cards need matches that begin together. Choose days on the clock.")
        raise BadLeague(words)
    if facts.same_cards:
        try:
            same_deal_of(facts.game)
        except BadDeal as refusal:
            raise BadLeague(refusal.template) from refusal
    now = time_source.now()
    try:
        starts_at = midnight(facts.starts_on, founder)
    except OverflowError as outside:
        raise BadLeague(_("Choose a first day within 90 days.")) from outside
    if not now < starts_at <= now + LATEST:
        raise BadLeague(_("Choose a first day within 90 days."))
    for name in TERMS:
        setattr(league, name, getattr(facts, name))
