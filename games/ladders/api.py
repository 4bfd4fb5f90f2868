"""The ladders as JSON."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.contract import Json
from games.ladders.presenters.ladders import ladder_page
from games.ladders.presenters.listing import read_choice
from games.matches.api.base import ApiView, operation
from games.matches.api.serializers import LadderNameSerializer, LadderSerializer
from games.rating import sizes_of
from games.titles.registry import all_games


class LadderQuery(serializers.Serializer[Json]):
    season = serializers.CharField(
        required=False, max_length=10, help_text="a quarter, like 2026-4; without it, all time"
    )
    who = serializers.ChoiceField(["people", "bots"], required=False)
    part = serializers.ChoiceField(
        ["placed", "provisional"],
        required=False,
        help_text="provisional: fewer than ten rated matches",
    )
    after = serializers.CharField(
        required=False, max_length=200, help_text="the page after this, from the previous response"
    )
    before = serializers.CharField(required=False, max_length=200, help_text="the page before this")
    at = serializers.ChoiceField(["me"], required=False, help_text="the page with your own row")


class LaddersView(ApiView):
    @operation("ladders", "The ladders", LadderNameSerializer(many=True))
    def get(self, request: Request) -> Response:
        names = ((game.slug, size) for game in all_games() for size in sizes_of(game.seats))
        return Response([{"game": slug, "size": size} for slug, size in names])


class LadderView(ApiView):
    query = LadderQuery

    @operation(
        "ladder",
        "A page of a ladder",
        LadderSerializer,
        description=(
            "The ratings of people or bots, of all time (who played a rated match in the last "
            "60 days) or of one season. Follow `after` for the next page."
        ),
    )
    def get(self, request: Request, slug: str, size: str) -> Response:
        query = self.asked_for(request)
        choice = read_choice(slug, size, query)
        return Response(ladder_page(choice, request.user, query).state())
