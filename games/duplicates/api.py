"""The JSON API of deals that several tables get."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.duplicates.presenters import DealPage
from games.duplicates.services import open_deal
from games.matches.api.base import ApiView, TextOrNullField, UtcField, operation
from games.matches.models import Player


class RoundedField(serializers.FloatField):
    """A number with at most two decimals."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), 2)


class SeatedBotField(TextOrNullField):
    """The level of a bot that sat down; one that plays on for a person who left is not shown."""

    def to_representation(self, value: Any) -> Any:
        player: Player = value
        return super().to_representation(player.bot if player.left_at is None else "")


class DealPlayerSerializer(serializers.Serializer[Any]):
    """A player; `username`: null for bots and deleted accounts; `bot`: the level of a bot."""

    name = serializers.CharField()
    username = serializers.CharField(source="user.username", allow_null=True)
    bot = SeatedBotField(source="*")


class DealTableSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    match = serializers.CharField(source="match_id")
    players = DealPlayerSerializer(source="match.players", many=True)


class DealResultSerializer(serializers.Serializer[Any]):
    """The result of a seat at a table, against the same seat at the others.

    `margin`: its score less the average of the others'; `matchpoints` of `most`, `percent` and
    `imps`: as in duplicate bridge. Each is null if there is nothing to compare.
    """

    match = serializers.CharField(source="match.pk")
    player = DealPlayerSerializer()
    place = serializers.IntegerField(source="player.place", allow_null=True)
    score = serializers.IntegerField(source="player.score", allow_null=True)
    margin = RoundedField(source="compared.margin", allow_null=True)
    matchpoints = serializers.IntegerField(source="compared.matchpoints", allow_null=True)
    most = serializers.IntegerField(source="compared.most")
    percent = RoundedField(source="compared.percent", allow_null=True)
    imps = RoundedField(source="compared.imps", allow_null=True)


class DealHandSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    results = DealResultSerializer(source="rows", many=True)


class DealSerializer(serializers.Serializer[Any]):
    """A deal that several tables get.

    `ended_at`: null while a table is played; until then there are no `hands`. `worth`: the points
    of bridge that one point of difference counts for IMPs.
    """

    id = serializers.CharField(source="deal.pk")
    game = serializers.CharField(source="deal.game")
    seats = serializers.IntegerField(source="deal.seats")
    both_sides = serializers.BooleanField(source="deal.both_sides")
    opened_at = UtcField(source="deal.opened_at")
    ended_at = UtcField(source="deal.ended_at", allow_null=True)
    worth = serializers.IntegerField(source="same.worth")
    tables = DealTableSerializer(many=True)
    hands = DealHandSerializer(source="hands_by_seat", many=True)


class DealView(ApiView):
    @operation(
        "deal",
        "Tables with the same cards; once all are over, their results compared",
        DealSerializer,
    )
    def get(self, request: Request, deal_id: str) -> Response:
        access = open_deal(request.user, deal_id, self.opened_keys(request))
        return Response(DealSerializer(DealPage(access)).data)
