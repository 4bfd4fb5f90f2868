"""The JSON API of game nights: read and attend one by its key, and the actions of hosts."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from accounts.permissions import may_host
from accounts.refusals import require
from games.game_nights import services as game_nights
from games.game_nights.models import GAME_NIGHT_NAME_LENGTH
from games.game_nights.presenters import game_night_for
from games.game_nights.rounds import DrawRequest, draw_round
from games.lobby.api.tables import CLOCK_NAMES, AtTableSerializer, TableSerializer
from games.lobby.services.lobby import TableRequest
from games.matches.api.base import KEY_PARAMETER, ApiView, UtcField, operation


class HeadingSerializer(serializers.Serializer[Any]):
    """A game night in a list; `key` is the key in its link."""

    key = serializers.CharField()
    name = serializers.CharField()
    opened_at = UtcField()
    closed_at = UtcField(allow_null=True)


class ScoreSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    points = serializers.IntegerField()


class PlacedPlayerSerializer(AtTableSerializer):
    place = serializers.IntegerField(allow_null=True)


class ResultSerializer(serializers.Serializer[Any]):
    """A finished match; `round`: 0 if its table was not drawn."""

    match = serializers.CharField(source="match.pk")
    game = serializers.CharField(source="match.game")
    round = serializers.IntegerField()
    ended_at = UtcField(source="match.ended_at", allow_null=True)
    players = PlacedPlayerSerializer(many=True)


class GameNightSerializer(serializers.Serializer[Any]):
    """A game night; `attending`: whether you attend it; `people`: the users who do."""

    key = serializers.CharField(source="game_night.key")
    name = serializers.CharField(source="game_night.name")
    opened_at = UtcField(source="game_night.opened_at")
    closed_at = UtcField(source="game_night.closed_at", allow_null=True)
    host = serializers.CharField(source="game_night.host.username", allow_null=True)
    hosting = serializers.BooleanField()
    attending = serializers.BooleanField(source="there")
    people = AtTableSerializer(many=True)
    waiting = TableSerializer(many=True)
    running = TableSerializer(many=True)
    scores = ScoreSerializer(many=True)
    results = ResultSerializer(many=True)
    deals = serializers.ListField(child=serializers.CharField(), source="deal_ids")


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=GAME_NIGHT_NAME_LENGTH)


class TablesWantedSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(max_length=40)
    seats = serializers.IntegerField(min_value=1, max_value=20)
    tables = serializers.IntegerField(min_value=1, max_value=game_nights.OPEN_TABLES)
    clock = serializers.ChoiceField(CLOCK_NAMES)
    rated = serializers.BooleanField(required=False, default=False)


class DrawSerializer(serializers.Serializer[Any]):
    """The tables of a round.

    `sizes`: the allowed numbers of seats; `bots`: fill tables; `same_cards`: tables of the same
    size get the same cards, and stay sealed until all of them are over.
    """

    game = serializers.CharField(max_length=40)
    sizes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=20), max_length=20
    )
    clock = serializers.ChoiceField(CLOCK_NAMES, required=False)
    bots = serializers.BooleanField(required=False)
    same_cards = serializers.BooleanField(required=False)


class SeatedSerializer(serializers.Serializer[Any]):
    match = serializers.CharField(max_length=20)
    username = serializers.CharField(max_length=60)


class GameNightsView(ApiView):
    scope = Scope.HOST
    signed_in = True

    @operation("game_nights", "Your own game nights, for hosts", HeadingSerializer(many=True))
    def get(self, request: Request) -> Response:
        require(may_host(self.person))
        own = game_nights.latest_of(self.person)
        return Response(HeadingSerializer(own, many=True).data)

    @operation(
        "open_game_night",
        "Open a game night, for hosts",
        HeadingSerializer,
        request=NameSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request) -> Response:
        require(may_host(self.person))
        name = self.given(request, NameSerializer)["name"]
        opened = game_nights.open_game_night(self.person, name)
        return Response(HeadingSerializer(opened).data, status=201)


class GameNightApiView(ApiView):
    """Base of the views about one game night, open to every visitor with its key."""

    scope = Scope.HOST

    def game_night(self, key: str, status: int = 200) -> Response:
        found = game_night_for(self.request.user, game_nights.game_night_by(key, self.request.user))
        return Response(GameNightSerializer(found).data, status=status)


class GameNightView(GameNightApiView):
    @operation(
        "game_night",
        "A game night: who is there, its tables and its scores",
        GameNightSerializer,
        description="With `?key=` and the key of the game night you can see and join its tables.",
    )
    def get(self, request: Request, key: str) -> Response:
        return self.game_night(key)


class AttendanceView(GameNightApiView):
    signed_in = True

    @operation("attend", "Attend a game night", GameNightSerializer)
    def put(self, request: Request, key: str) -> Response:
        game_nights.attend(request.user, game_nights.game_night_by(key, request.user))
        return self.game_night(key)

    @operation("leave_game_night", "Leave a game night", GameNightSerializer)
    def delete(self, request: Request, key: str) -> Response:
        game_nights.leave(request.user, game_nights.game_night_by(key, request.user))
        return self.game_night(key)


class GameNightTablesView(GameNightApiView):
    @operation(
        "game_night_tables",
        "Open equal tables for your game night",
        GameNightSerializer,
        request=TablesWantedSerializer,
        status=201,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, key: str) -> Response:
        found = game_nights.game_night_by(key, request.user)
        given = self.given(request, TablesWantedSerializer)
        count = given.pop("tables")
        wanted = TableRequest(**given, public=False)
        game_nights.create_tables(request.user, found, wanted, count)
        return self.game_night(key, 201)


class GameNightSeatsView(GameNightApiView):
    @operation(
        "seat",
        "Give a user who attends a seat at a table of your game night",
        GameNightSerializer,
        request=SeatedSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        found = game_nights.game_night_by(key, request.user)
        given = self.given(request, SeatedSerializer)
        game_nights.seat(request.user, found, given["match"], given["username"])
        return self.game_night(key)


class GameNightRoundsView(GameNightApiView):
    @operation(
        "draw_round",
        "Seat everyone who is at your game night by draw, and start the matches",
        GameNightSerializer,
        request=DrawSerializer,
        status=201,
        description="Players who have met least sit together.",
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, key: str) -> Response:
        found = game_nights.game_night_by(key, request.user)
        given = self.given(request, DrawSerializer)
        wanted = DrawRequest(**{**given, "sizes": tuple(given["sizes"])})
        draw_round(request.user, found, wanted)
        return self.game_night(key, 201)


class GameNightCloseView(GameNightApiView):
    @operation(
        "close_game_night",
        "End your game night: waiting tables are closed, running matches continue",
        GameNightSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        game_nights.close(request.user, game_nights.game_night_by(key, request.user))
        return self.game_night(key)
