"""The JSON API of leagues: read and found them, register, and agree on times."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.clubs.models import SLUG_LENGTH
from games.engine.contract import Json
from games.events.api import ReasonSerializer
from games.events.models import TITLE_LENGTH, ZONE_LENGTH
from games.leagues.models import Fixture, Season
from games.leagues.presenters import page_of, rows_of
from games.leagues.services import access as finding
from games.leagues.services import fixtures, seasons
from games.leagues.services.access import LeagueAccess, open_league
from games.leagues.services.seasons import MOVING, PER_WEEK, SIZES, LeagueFacts
from games.lobby.api.tables import CLOCK_NAMES
from games.matches.api.base import KEY_PARAMETER, ApiView, UtcField, operation
from games.matches.refusals import BadBody


class LeagueRowSerializer(serializers.Serializer[Any]):
    """A league with its newest season, of which `status` and `starts_at` are.

    `size`: the players of a division; `per_week`: its matches in a week; `moving`: how many go up
    and down; `same_cards`: whether all matches of a round get the same cards.
    """

    id = serializers.CharField(source="league.id")
    title = serializers.CharField(source="league.title")
    game = serializers.CharField(source="league.game")
    clock = serializers.ChoiceField(CLOCK_NAMES, source="league.clock")
    rated = serializers.BooleanField(source="league.rated")
    size = serializers.IntegerField(source="league.size")
    per_week = serializers.IntegerField(source="league.per_week")
    moving = serializers.IntegerField(source="league.moving")
    same_cards = serializers.BooleanField(source="league.same_cards")
    closed_at = UtcField(source="league.closed_at", allow_null=True)
    organiser = serializers.CharField(source="league.organiser.username", allow_null=True)
    club = serializers.CharField(source="league.club.slug", allow_null=True)
    season = serializers.IntegerField(source="season.number")
    status = serializers.ChoiceField(Season.Status.values, source="season.status")
    starts_at = UtcField(source="season.starts_at")
    players = serializers.IntegerField()


class LeagueLineSerializer(serializers.Serializer[Any]):
    """A line of a table; `points` is text, such as “2½”."""

    username = serializers.CharField(source="player.user.username", allow_null=True)
    name = serializers.CharField()
    place = serializers.IntegerField()
    points = serializers.CharField()
    wins = serializers.IntegerField()
    played = serializers.IntegerField()


class FixtureSerializer(serializers.Serializer[Any]):
    """Two players who meet; `reason`: why it was decided without a match."""

    id = serializers.IntegerField(source="fixture.pk")
    round = serializers.IntegerField(source="fixture.round")
    opens_at = UtcField(source="fixture.opens_at")
    first = serializers.CharField(source="fixture.first.user.username", allow_null=True)
    second = serializers.CharField(source="fixture.second.user.username", allow_null=True)
    points = serializers.ListField(child=serializers.CharField(), allow_null=True, source="result")
    reason = serializers.ChoiceField(Fixture.Reason.values, allow_null=True)
    agreed_at = UtcField(source="fixture.agreed_at", allow_null=True)
    match = serializers.CharField(source="match.pk", allow_null=True)


class DivisionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    table = LeagueLineSerializer(source="lines", many=True)
    fixtures = FixtureSerializer(source="meetings", many=True)


class ProposedTimeSerializer(serializers.Serializer[Any]):
    """A time for one of your matches; `own`: whether you propose it."""

    id = serializers.IntegerField()
    fixture = serializers.IntegerField()
    at = UtcField()
    zone = serializers.CharField()
    own = serializers.BooleanField()


class LeagueSerializer(LeagueRowSerializer):
    registered = serializers.BooleanField()
    people = serializers.ListField(child=serializers.CharField(allow_null=True), source="usernames")
    divisions = DivisionSerializer(many=True)
    proposals = ProposedTimeSerializer(many=True)


class LeagueFactsSerializer(serializers.Serializer[Json]):
    title = serializers.CharField(max_length=TITLE_LENGTH)
    game = serializers.CharField(max_length=20)
    starts_on = serializers.DateField()
    clock = serializers.ChoiceField(CLOCK_NAMES, default="turns-24")
    rated = serializers.BooleanField(default=False)
    size = serializers.IntegerField(min_value=SIZES[0], max_value=SIZES[-1], default=8)
    per_week = serializers.IntegerField(min_value=PER_WEEK[0], max_value=PER_WEEK[-1], default=1)
    moving = serializers.IntegerField(min_value=MOVING[0], max_value=MOVING[-1], default=2)
    same_cards = serializers.BooleanField(default=False)
    club = serializers.CharField(
        max_length=SLUG_LENGTH, required=False, allow_blank=True, default=""
    )


class TimeSerializer(serializers.Serializer[Json]):
    """A local time in a time zone, or the `proposal` to accept."""

    time = serializers.DateTimeField(required=False, default_timezone=None)
    zone = serializers.CharField(max_length=ZONE_LENGTH, required=False, default="UTC")
    proposal = serializers.IntegerField(required=False, min_value=1)

    def validate(self, given: Json) -> Json:
        """Require one of the two."""
        if ("time" in given) == ("proposal" in given):
            raise BadBody(_("Send a “time” or a “proposal”, one of the two."))
        return given


class LeagueApiView(ApiView):
    """Base of API views about leagues."""

    scope = Scope.EVENTS

    def league(self, access: LeagueAccess, status: int = 200) -> Response:
        """Return the league as the caller sees it now."""
        now = open_league(access.visitor, access.league.pk)
        return Response(LeagueSerializer(page_of(now)).data, status=status)


class LeaguesView(LeagueApiView):
    @operation("leagues", "The leagues that you may see", LeagueRowSerializer(many=True))
    def get(self, request: Request) -> Response:
        found = finding.visible_to(request.user)[: finding.SHOWN]
        return Response(LeagueRowSerializer(rows_of(found), many=True).data)

    @operation(
        "found_league",
        "Found a league, and open the registration for its first season",
        LeagueSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=LeagueFactsSerializer,
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, LeagueFactsSerializer)
        club = given.pop("club")
        league = seasons.found(request.user, LeagueFacts(**given), club)
        return self.league(open_league(request.user, league.pk), status=201)


class LeagueView(LeagueApiView):
    @operation(
        "league", "A league: its tables, its fixtures, and times proposed to you", LeagueSerializer
    )
    def get(self, request: Request, league_id: str) -> Response:
        return self.league(open_league(request.user, league_id))

    @operation("close_league", "Close a league", request=ReasonSerializer)
    def delete(self, request: Request, league_id: str) -> Response:
        access = open_league(request.user, league_id)
        seasons.close(access, self.given(request, ReasonSerializer)["why"])
        return Response(status=204)


class PlaceView(LeagueApiView):
    @operation("register_in_league", "Register for the season", LeagueSerializer)
    def put(self, request: Request, league_id: str) -> Response:
        access = open_league(request.user, league_id)
        seasons.register(access)
        return self.league(access)

    @operation("withdraw_from_league", "Withdraw from the season")
    def delete(self, request: Request, league_id: str) -> Response:
        seasons.withdraw(open_league(request.user, league_id))
        return Response(status=204)


class TimesView(LeagueApiView):
    @operation(
        "propose_league_time",
        "Propose a time for a match of yours, or accept one",
        LeagueSerializer,
        parameters=[KEY_PARAMETER],
        request=TimeSerializer,
    )
    def post(self, request: Request, league_id: str, fixture_id: int) -> Response:
        access = open_league(request.user, league_id)
        given = self.given(request, TimeSerializer)
        if "proposal" in given:
            fixtures.accept(access, fixture_id, given["proposal"])
        else:
            fixtures.propose(access, fixture_id, given["time"], given["zone"])
        return self.league(access)
