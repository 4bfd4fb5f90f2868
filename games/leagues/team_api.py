"""The JSON API of team matches: read, challenge, answer, name players, cancel."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.clubs.api import ClubApiView
from games.clubs.models import NAME_LENGTH
from games.engine.contract import Json
from games.events.models import ZONE_LENGTH
from games.leagues.models import TeamMatch
from games.leagues.services import teams
from games.leagues.services.teams import AWAY, BOARDS, HOME, TeamFacts, open_team_match
from games.leagues.team_presenters import describe_page, describe_row, page_of, rows_for
from games.lobby.api.tables import CLOCK_NAMES
from games.matches.api.base import KEY_PARAMETER, REFUSALS, ApiView


class TeamRowSerializer(serializers.Serializer[Json]):
    """A team match; `home`, `away`: the addresses of the clubs; `score`: text, as “2½ : 1½”."""

    id = serializers.CharField()
    game = serializers.CharField()
    clock = serializers.ChoiceField(CLOCK_NAMES)
    rated = serializers.BooleanField()
    starts_at = serializers.DateTimeField()
    status = serializers.ChoiceField(TeamMatch.Status.values)
    home = serializers.CharField()
    away = serializers.CharField()
    score = serializers.CharField(allow_null=True)


class TeamBoardSerializer(serializers.Serializer[Json]):
    """A board; before the start, only members of a club know its players."""

    number = serializers.IntegerField()
    home = serializers.CharField(allow_null=True)
    away = serializers.CharField(allow_null=True)
    points = serializers.CharField(allow_null=True)
    match = serializers.CharField(allow_null=True)


class TeamMatchSerializer(TeamRowSerializer):
    zone = serializers.CharField()
    boards = TeamBoardSerializer(many=True)


class TeamFactsSerializer(serializers.Serializer[Json]):
    """A challenge: `rival` is the name or the address of the other club."""

    rival = serializers.CharField(max_length=NAME_LENGTH + 20)
    game = serializers.CharField(max_length=20)
    start = serializers.DateTimeField(default_timezone=None)
    zone = serializers.CharField(max_length=ZONE_LENGTH, default="UTC")
    clock = serializers.ChoiceField(CLOCK_NAMES, default="live-10")
    rated = serializers.BooleanField(default=False)
    boards = serializers.IntegerField(min_value=BOARDS[0], max_value=BOARDS[-1], default=4)


class TeamAnswerSerializer(serializers.Serializer[Json]):
    agreed = serializers.BooleanField()


class LineUpSerializer(serializers.Serializer[Json]):
    """Usernames from the first board; "" leaves a board open."""

    side = serializers.ChoiceField([HOME, AWAY])
    usernames = serializers.ListField(
        child=serializers.CharField(max_length=60, allow_blank=True), max_length=BOARDS[-1]
    )
    by_rating = serializers.BooleanField(default=False)


class TeamApiView(ApiView):
    """Base of API views about one team match."""

    scope = Scope.CLUBS

    def page(self, request: Request, team_match_id: str, status: int = 200) -> Response:
        """Return the team match as the caller sees it now."""
        access = open_team_match(request.user, team_match_id)
        return Response(describe_page(page_of(access)), status=status)


class ClubTeamsView(ClubApiView):
    scope = Scope.CLUBS

    @extend_schema(
        operation_id="team_matches",
        summary="The team matches of a club",
        responses={200: TeamRowSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request, club_slug: str) -> Response:
        rows = rows_for(self.open_club(request, club_slug))
        return Response([describe_row(row) for row in rows])

    @extend_schema(
        operation_id="challenge_club",
        summary="Challenge another club to a team match",
        parameters=[KEY_PARAMETER],
        request=TeamFactsSerializer,
        responses={201: TeamMatchSerializer, **REFUSALS},
    )
    def post(self, request: Request, club_slug: str) -> Response:
        self.open_club(request, club_slug)
        facts = TeamFacts(**self.given(request, TeamFactsSerializer))
        made = teams.challenge(request.user, club_slug, facts)
        access = open_team_match(request.user, made.pk)
        return Response(describe_page(page_of(access)), status=201)


class TeamMatchView(TeamApiView):
    @extend_schema(
        operation_id="team_match",
        summary="A team match and its boards",
        responses={200: TeamMatchSerializer, **REFUSALS},
    )
    def get(self, request: Request, team_match_id: str) -> Response:
        return self.page(request, team_match_id)

    @extend_schema(
        operation_id="cancel_team_match",
        summary="Cancel a team match that has not begun",
        request=None,
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request, team_match_id: str) -> Response:
        teams.cancel(open_team_match(request.user, team_match_id))
        return Response(status=204)


class TeamAnswerView(TeamApiView):
    @extend_schema(
        operation_id="answer_team_match",
        summary="Agree to a challenge of another club, or decline it",
        request=TeamAnswerSerializer,
        responses={200: TeamMatchSerializer, **REFUSALS},
    )
    def post(self, request: Request, team_match_id: str) -> Response:
        access = open_team_match(request.user, team_match_id)
        agreed = self.given(request, TeamAnswerSerializer)["agreed"]
        teams.answer(access, agreed=agreed)
        return self.page(request, team_match_id)


class LineUpView(TeamApiView):
    @extend_schema(
        operation_id="name_team",
        summary="Name the players of your club, in the order of boards or by rating",
        request=LineUpSerializer,
        responses={200: TeamMatchSerializer, **REFUSALS},
    )
    def put(self, request: Request, team_match_id: str) -> Response:
        access = open_team_match(request.user, team_match_id)
        given = self.given(request, LineUpSerializer)
        side, usernames = given["side"], given["usernames"]
        teams.name_players(access, side, usernames, by_rating=given["by_rating"])
        return self.page(request, team_match_id)

    @extend_schema(
        operation_id="step_back_from_team",
        summary="Give up your board before the start",
        request=None,
        responses={204: None, **REFUSALS},
    )
    def delete(self, request: Request, team_match_id: str) -> Response:
        teams.step_back(open_team_match(request.user, team_match_id))
        return Response(status=204)
