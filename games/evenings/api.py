"""Evenings as JSON: by their link, as its page; what a host does, for hosts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.permissions import may_host
from accounts.refusals import require
from games.evenings import services as evenings
from games.evenings.models import EVENING_NAME_LENGTH
from games.evenings.presenters import describe_evening, describe_heading, evening_for
from games.lobby.api.tables import CLOCK_NAMES, AtTableSerializer, TableSerializer
from games.lobby.services.lobby import TableRequest
from games.matches.api.base import KEY_PARAMETER, REFUSALS, ApiView


class HeadingSerializer(serializers.Serializer[Any]):
    """An evening in a list; `key` is its link's."""

    key = serializers.CharField()
    name = serializers.CharField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)


class ScoreSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    points = serializers.IntegerField()


class EveningSerializer(HeadingSerializer):
    """`attending`: whether you have said that you are there; `people`: who else has."""

    host = serializers.CharField(allow_null=True)
    hosting = serializers.BooleanField()
    attending = serializers.BooleanField()
    people = AtTableSerializer(many=True)
    waiting = TableSerializer(many=True)
    running = TableSerializer(many=True)
    scores = ScoreSerializer(many=True)


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=EVENING_NAME_LENGTH)


class TablesWantedSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(max_length=40)
    seats = serializers.IntegerField(min_value=1, max_value=20)
    tables = serializers.IntegerField(min_value=1, max_value=evenings.OPEN_TABLES)
    clock = serializers.ChoiceField(CLOCK_NAMES)
    rated = serializers.BooleanField(required=False, default=False)


class SeatedSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(max_length=20)
    username = serializers.CharField(max_length=60)


class EveningsView(ApiView):
    scope = Scope.HOST
    signed_in = True

    @extend_schema(
        operation_id="evenings",
        summary="Your own evenings, for hosts",
        responses={200: HeadingSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        require(may_host(self.person))
        return Response([describe_heading(one) for one in evenings.latest_of(self.person)])

    @extend_schema(
        operation_id="open_evening",
        summary="Open an evening, for hosts",
        parameters=[KEY_PARAMETER],
        request=NameSerializer,
        responses={201: HeadingSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        require(may_host(self.person))
        opened = evenings.open_evening(self.person, self.given(request, NameSerializer)["name"])
        return Response(describe_heading(opened), status=201)


class EveningApiView(ApiView):
    """Base of views about one evening, which whoever has its key may see."""

    scope = Scope.HOST

    def evening(self, key: str) -> Response:
        found = evening_for(self.request.user, evenings.evening_by(key))
        return Response(describe_evening(found))


class EveningView(EveningApiView):
    @extend_schema(
        operation_id="evening",
        summary="An evening: who is there, its tables and its scores",
        description="Its tables are seen, and joined, with `?key=` and the key of the evening.",
        responses={200: EveningSerializer, **REFUSALS},
    )
    def get(self, request: Request, key: str) -> Response:
        return self.evening(key)


class AttendanceView(EveningApiView):
    signed_in = True

    @extend_schema(
        operation_id="attend",
        summary="Say that you are there",
        request=None,
        responses={200: EveningSerializer, **REFUSALS},
    )
    def put(self, request: Request, key: str) -> Response:
        evenings.attend(request.user, evenings.evening_by(key))
        return self.evening(key)

    @extend_schema(
        operation_id="leave_evening",
        summary="Say that you go",
        responses={200: EveningSerializer, **REFUSALS},
    )
    def delete(self, request: Request, key: str) -> Response:
        evenings.leave(request.user, evenings.evening_by(key))
        return self.evening(key)


class EveningTablesView(EveningApiView):
    @extend_schema(
        operation_id="evening_tables",
        summary="Open equal tables for your evening",
        parameters=[KEY_PARAMETER],
        request=TablesWantedSerializer,
        responses={201: EveningSerializer, **REFUSALS},
    )
    def post(self, request: Request, key: str) -> Response:
        found = evenings.evening_by(key)
        given = self.given(request, TablesWantedSerializer)
        count = given.pop("tables")
        wanted = TableRequest(**given, public=False)
        evenings.create_tables(request.user, found, wanted, count)
        response = self.evening(key)
        response.status_code = 201
        return response


class EveningSeatsView(EveningApiView):
    @extend_schema(
        operation_id="seat",
        summary="Give somebody who is there a chair at a table of your evening",
        request=SeatedSerializer,
        responses={200: EveningSerializer, **REFUSALS},
    )
    def post(self, request: Request, key: str) -> Response:
        found = evenings.evening_by(key)
        given = self.given(request, SeatedSerializer)
        evenings.seat(request.user, found, given["match"], given["username"])
        return self.evening(key)


class EveningCloseView(EveningApiView):
    @extend_schema(
        operation_id="close_evening",
        summary="End your evening: what waits is closed, what runs goes on",
        request=None,
        responses={200: EveningSerializer, **REFUSALS},
    )
    def post(self, request: Request, key: str) -> Response:
        evenings.close(request.user, evenings.evening_by(key))
        return self.evening(key)
