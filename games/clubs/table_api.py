"""The JSON API of results of real tables."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.services.names import USERNAME_MAX
from games.clubs.api import ClubApiView
from games.clubs.models import NAME_LENGTH
from games.clubs.presenters import TableRow, recent_tables
from games.clubs.services import table_results
from games.clubs.services.founding import ClubAccess
from games.clubs.services.table_results import (
    MOST_POINTS,
    ResultAccess,
    SeatFacts,
    TableFacts,
    open_result,
)
from games.engine.contract import Json
from games.matches.access import require_signed_in
from games.matches.api.base import KEY_PARAMETER, operation
from games.matches.refusals import NoSuchClub

LISTED = 50
MOST_SEATS = 20


class TableSeatSerializer(serializers.Serializer[Any]):
    """A player; `username` is null for guests, whose names only members read."""

    username = serializers.CharField(source="user.username", allow_null=True)
    name = serializers.CharField()
    place = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)


class TableResultSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="result.pk")
    game = serializers.CharField(source="result.game")
    played_on = serializers.DateField(source="result.played_on")
    seats = TableSeatSerializer(source="players", many=True)


class SeatFactsSerializer(serializers.Serializer[Json]):
    """A member by `username`, or a guest by `name`."""

    username = serializers.CharField(max_length=USERNAME_MAX, required=False, default="")
    name = serializers.CharField(max_length=NAME_LENGTH, required=False, default="")
    place = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, allow_null=True, default=None
    )
    score = serializers.IntegerField(
        min_value=-MOST_POINTS, max_value=MOST_POINTS, allow_null=True, default=None
    )


class TableFactsSerializer(serializers.Serializer[Json]):
    """Places follow from scores if no player has a place."""

    game = serializers.CharField(max_length=20)
    played_on = serializers.DateField()
    seats = serializers.ListField(child=SeatFactsSerializer(), max_length=MOST_SEATS)


class TableApiView(ClubApiView):
    """Base of API views about results of real tables."""

    scope = Scope.CLUBS

    def facts(self, request: Request) -> TableFacts:
        given = self.given(request, TableFactsSerializer)
        seats = [SeatFacts(**seat) for seat in given["seats"]]
        return TableFacts(given["game"], given["played_on"], seats)

    def result(self, request: Request, club_slug: str, result_id: int) -> ResultAccess:
        return open_result(request.user, club_slug, result_id, self.opened_keys(request))

    def result_club(self, request: Request, club_slug: str, result_id: int) -> ClubAccess:
        club = self.result(request, club_slug, result_id).club
        if club is None:
            raise NoSuchClub(table_results.MISSING)
        return club


class TableResultsView(TableApiView):
    @operation(
        "table_results",
        "The newest fifty results of real tables in a club",
        TableResultSerializer(many=True),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        rows = recent_tables(self.open_club(request, club_slug), LISTED)
        return Response(TableResultSerializer(rows, many=True).data)

    @operation(
        "enter_table_result",
        "Enter the result of a game that was played in person",
        TableResultSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
        request=TableFactsSerializer,
    )
    def post(self, request: Request, club_slug: str) -> Response:
        access = self.open_club(request, club_slug)
        result = table_results.enter(access, self.facts(request))
        row = TableRow(result, knows_guests=True)
        return Response(TableResultSerializer(row).data, status=201)


class TableResultView(TableApiView):
    @operation("table_result", "A result of a real table", TableResultSerializer)
    def get(self, request: Request, club_slug: str, result_id: int) -> Response:
        access = self.result(request, club_slug, result_id)
        row = TableRow(access.result, access.knows_guests)
        return Response(TableResultSerializer(row).data)

    @operation(
        "correct_table_result",
        "Correct a result of a real table",
        TableResultSerializer,
        request=TableFactsSerializer,
    )
    def put(self, request: Request, club_slug: str, result_id: int) -> Response:
        access = self.result_club(request, club_slug, result_id)
        result = table_results.correct(access, result_id, self.facts(request))
        return Response(TableResultSerializer(TableRow(result, knows_guests=True)).data)

    @operation("delete_table_result", "Delete a result of a real table")
    def delete(self, request: Request, club_slug: str, result_id: int) -> Response:
        table_results.delete_result(self.result_club(request, club_slug, result_id), result_id)
        return Response(status=204)


class ObjectionView(TableApiView):
    @operation("object_to_table_result", "Remove your name from a result of a real table")
    def post(self, request: Request, club_slug: str, result_id: int) -> Response:
        require_signed_in(request.user)
        table_results.object_to(self.result(request, club_slug, result_id))
        return Response(status=204)
