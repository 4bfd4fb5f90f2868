"""The JSON API of deals that several tables get."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.duplicates.presenters import DealPage, describe_deal
from games.duplicates.services import open_deal
from games.engine.contract import Json
from games.matches.api.base import ApiView, operation


class DealPlayerSerializer(serializers.Serializer[Json]):
    """A player; `username`: null for bots and deleted accounts; `bot`: the level of a bot."""

    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True)


class DealTableSerializer(serializers.Serializer[Json]):
    number = serializers.IntegerField()
    match = serializers.CharField()
    players = DealPlayerSerializer(many=True)


class DealResultSerializer(serializers.Serializer[Json]):
    """The result of a seat at a table, against the same seat at the others.

    `margin`: its score less the average of the others'; `matchpoints` of `most`, `percent` and
    `imps`: as in duplicate bridge. Each is null if there is nothing to compare.
    """

    match = serializers.CharField()
    player = DealPlayerSerializer()
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    margin = serializers.FloatField(allow_null=True)
    matchpoints = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField()
    percent = serializers.FloatField(allow_null=True)
    imps = serializers.FloatField(allow_null=True)


class DealHandSerializer(serializers.Serializer[Json]):
    seat = serializers.IntegerField()
    results = DealResultSerializer(many=True)


class DealSerializer(serializers.Serializer[Json]):
    """A deal that several tables get.

    `ended_at`: null while a table is played; until then there are no `hands`. `worth`: the points
    of bridge that one point of difference counts for IMPs.
    """

    id = serializers.CharField()
    game = serializers.CharField()
    seats = serializers.IntegerField()
    both_sides = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    worth = serializers.IntegerField()
    tables = DealTableSerializer(many=True)
    hands = DealHandSerializer(many=True)


class DealView(ApiView):
    @operation(
        "deal",
        "Tables with the same cards; once all are over, their results compared",
        DealSerializer,
    )
    def get(self, request: Request, deal_id: str) -> Response:
        access = open_deal(request.user, deal_id, self.opened_keys(request))
        return Response(describe_deal(DealPage(access)))
