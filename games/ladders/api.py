"""The ladders as JSON."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.ladders.presenters.ladders import ladder_page
from games.ladders.presenters.listing import read_choice
from games.matches.api.base import REFUSALS, ApiView
from games.matches.api.serializers import LadderNameSerializer, LadderSerializer
from games.rating import sizes_of
from games.titles.registry import all_games


class LaddersView(ApiView):
    @extend_schema(
        operation_id="ladders",
        summary="The ladders",
        responses={200: LadderNameSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        names = ((game.slug, size) for game in all_games() for size in sizes_of(game.seats))
        return Response([{"game": slug, "size": size} for slug, size in names])


class LadderView(ApiView):
    @extend_schema(
        operation_id="ladder",
        summary="A page of a ladder",
        description=(
            "The ratings of people or bots, of all time (who played a rated match in the last "
            "60 days) or of one season. Follow `after` for the next page."
        ),
        parameters=[
            OpenApiParameter("season", description="a quarter, like 2026-4; without it, all time"),
            OpenApiParameter("who", enum=["people", "bots"]),
            OpenApiParameter(
                "part",
                enum=["placed", "provisional"],
                description="provisional: fewer than ten rated matches",
            ),
            OpenApiParameter(
                "after", description="the page after this, from the previous response"
            ),
            OpenApiParameter("before", description="the page before this"),
            OpenApiParameter("at", enum=["me"], description="the page with your own row"),
        ],
        responses={200: LadderSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, size: str) -> Response:
        choice = read_choice(slug, size, request.query_params)
        return Response(ladder_page(choice, request.user, request.query_params).state())
