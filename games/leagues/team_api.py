"""The JSON API of team matches: read, challenge, answer, name players, cancel."""

from __future__ import annotations

from typing import Any

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
from games.leagues.team_presenters import page_of, rows_for
from games.lobby.api.tables import CLOCK_NAMES
from games.matches.api.base import KEY_PARAMETER, ApiView, TextOrNullField, UtcField, operation


class TeamRowSerializer(serializers.Serializer[Any]):
    """A team match; `home`, `away`: the addresses of the clubs; `score`: text, as “2½ : 1½”.

    The address of a club is null once it is dissolved.
    """

    id = serializers.CharField(source="team_match.id")
    game = serializers.CharField(source="team_match.game")
    clock = serializers.ChoiceField(CLOCK_NAMES, source="team_match.clock")
    rated = serializers.BooleanField(source="team_match.rated")
    starts_at = UtcField(source="team_match.starts_at")
    status = serializers.ChoiceField(TeamMatch.Status.values, source="team_match.status")
    home = serializers.CharField(source="team_match.home.slug", allow_null=True)
    away = serializers.CharField(source="team_match.away.slug", allow_null=True)
    score = TextOrNullField()


class TeamBoardSerializer(serializers.Serializer[Any]):
    """A board; before the start, only members of a club know its players."""

    number = serializers.IntegerField(source="board.number")
    home = serializers.CharField(source="home.username", allow_null=True)
    away = serializers.CharField(source="away.username", allow_null=True)
    points = TextOrNullField()
    match = serializers.CharField(source="board.match_id", allow_null=True)


class TeamMatchSerializer(TeamRowSerializer):
    zone = serializers.CharField(source="team_match.zone")
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
        return Response(TeamMatchSerializer(page_of(access)).data, status=status)


class ClubTeamsView(ClubApiView):
    scope = Scope.CLUBS

    @operation("team_matches", "The team matches of a club", TeamRowSerializer(many=True))
    def get(self, request: Request, club_slug: str) -> Response:
        rows = rows_for(self.open_club(request, club_slug))
        return Response(TeamRowSerializer(rows, many=True).data)

    @operation(
        "challenge_club",
        "Challenge another club to a team match",
        TeamMatchSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=TeamFactsSerializer,
    )
    def post(self, request: Request, club_slug: str) -> Response:
        self.open_club(request, club_slug)
        facts = TeamFacts(**self.given(request, TeamFactsSerializer))
        made = teams.challenge(request.user, club_slug, facts)
        access = open_team_match(request.user, made.pk)
        return Response(TeamMatchSerializer(page_of(access)).data, status=201)


class TeamMatchView(TeamApiView):
    @operation("team_match", "A team match and its boards", TeamMatchSerializer)
    def get(self, request: Request, team_match_id: str) -> Response:
        return self.page(request, team_match_id)

    @operation("cancel_team_match", "Cancel a team match that has not begun")
    def delete(self, request: Request, team_match_id: str) -> Response:
        teams.cancel(open_team_match(request.user, team_match_id))
        return Response(status=204)


class TeamAnswerView(TeamApiView):
    @operation(
        "answer_team_match",
        "Agree to a challenge of another club, or decline it",
        TeamMatchSerializer,
        request=TeamAnswerSerializer,
    )
    def post(self, request: Request, team_match_id: str) -> Response:
        access = open_team_match(request.user, team_match_id)
        agreed = self.given(request, TeamAnswerSerializer)["agreed"]
        teams.answer(access, agreed=agreed)
        return self.page(request, team_match_id)


class LineUpView(TeamApiView):
    @operation(
        "name_team",
        "Name the players of your club, in the order of boards or by rating",
        TeamMatchSerializer,
        request=LineUpSerializer,
    )
    def put(self, request: Request, team_match_id: str) -> Response:
        access = open_team_match(request.user, team_match_id)
        given = self.given(request, LineUpSerializer)
        side, usernames = given["side"], given["usernames"]
        teams.name_players(access, side, usernames, by_rating=given["by_rating"])
        return self.page(request, team_match_id)

    @operation("step_back_from_team", "Give up your board before the start")
    def delete(self, request: Request, team_match_id: str) -> Response:
        teams.step_back(open_team_match(request.user, team_match_id))
        return Response(status=204)
