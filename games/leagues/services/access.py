"""Find leagues: the access of a visitor to one, and lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.permissions import may_moderate
from games.clubs.models import Club, Membership
from games.leagues.models import Fixture, League, LeaguePlayer, Season
from games.matches.access import OfVisitor
from games.matches.refusals import NoSuchLeague, NotAllowed

SHOWN = 50
Status = Season.Status


@dataclass(frozen=True)
class LeagueAccess(OfVisitor):
    """A league as one visitor may see it.

    Attributes:
        league: The league.
        season: The season that is shown: usually the newest.
        visitor: The visitor.
        membership: The visitor's membership in the league's club, if there is one.
        mine: The visitor's place in this season, unless withdrawn.
    """

    league: League
    season: Season
    visitor: Visitor
    membership: Membership | None
    mine: LeaguePlayer | None

    @property
    def organises(self) -> bool:
        """Whether the visitor decides about the league."""
        if self.league.club_id is not None:
            return self.membership is not None and self.membership.organises
        user = pk_of(self.visitor)
        return user is not None and self.league.organiser_id == user

    @property
    def may_enter(self) -> bool:
        """Whether the league is open to the visitor: that of a club only to members."""
        return self.league.club_id is None or self.membership is not None


def open_league(visitor: Visitor, league_id: str, number: int | None = None) -> LeagueAccess:
    """Return a league for a visitor who may see it, with its newest season or another one.

    Raises:
        NoSuchLeague: There is no such league or season, or its club is private, and the visitor
            is neither a member nor a moderator; once that club is dissolved, neither a player.
    """
    found = League.objects.select_related("club", "organiser").filter(pk=league_id).first()
    if found is not None:
        membership = None
        if found.club_id is not None and visitor.is_authenticated:
            membership = Membership.objects.filter(club=found.club_id, user=visitor).first()
        public = not found.private if found.club is None else found.club.public
        shown = public or membership is not None or (found.private and _has_part(found, visitor))
        seasons = Season.objects.filter(league=found)
        season = (seasons if number is None else seasons.filter(number=number)).first()
        if season is not None and (shown or may_moderate(visitor)):
            season.league = found
            return LeagueAccess(found, season, visitor, membership, _place(season, visitor))
    raise NoSuchLeague(_("There is no such league. Check that the link is complete."))


def open_fixture(access: LeagueAccess, number: int) -> Fixture:
    """Return a fixture of the visitor's own in this season.

    Raises:
        NotAllowed: The visitor does not play it.
    """
    mine = access.mine
    if access.person and mine is not None:
        both = Fixture.objects.select_related("first__user", "second__user", "season__league")
        own = both.filter(Q(first=mine) | Q(second=mine), season=access.season, pk=number).first()
        if own is not None:
            return own
    raise NotAllowed(_("Only the two players of a match can agree on its time."))


def visible_to(visitor: Visitor, club: Club | None = None) -> QuerySet[League]:
    """Return the leagues that lists show to a visitor, of a club or of all, without closed ones."""
    shown = Q(club=None, private=False) | Q(club__public=True)
    if visitor.is_authenticated:
        shown |= Q(club__in=Membership.objects.filter(user=visitor).values("club"))
    found = League.objects.filter(shown, closed_at=None).select_related("club", "organiser")
    return found if club is None else found.filter(club=club)


def newest_seasons(leagues: Iterable[League]) -> dict[str, Season]:
    """Return the newest season of each of these leagues by its id, with its number of players."""
    by_id = {league.pk: league for league in leagues}
    found: dict[str, Season] = {}
    counted = Season.objects.annotate(registered=Count("players"))
    for season in counted.filter(league__in=by_id).order_by("number"):
        season.league = by_id[season.league_id]
        found[season.league_id] = season
    return found


def _has_part(league: League, visitor: Visitor) -> bool:
    user = pk_of(visitor)
    played = LeaguePlayer.objects.filter(season__league=league, user=user)
    return user is not None and (league.organiser_id == user or played.exists())


def _place(season: Season, visitor: Visitor) -> LeaguePlayer | None:
    if not visitor.is_authenticated:
        return None
    return season.players.filter(user=pk_of(visitor), withdrawn_after=None).first()
