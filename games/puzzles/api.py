"""Puzzles as JSON: lists, those of the day, one of them, and an answer to it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.refusals import BadMove, Refusal
from games.matches.api.base import KEY_PARAMETER, REFUSALS, ApiView
from games.matches.api.serializers import HappeningSerializer
from games.puzzles.library import games_with_puzzles, puzzle_of, puzzle_of_the_day
from games.puzzles.presenters import describe_page, describe_puzzle, describe_row
from games.puzzles.services import answer, attempt_at, attempts_in, ratings_of


class PuzzleRowSerializer(serializers.Serializer[Any]):
    """A puzzle in a list; `solved`: whether your first answer was right, null before it."""

    game = serializers.CharField()
    puzzle = serializers.CharField()
    seats = serializers.IntegerField()
    rating = serializers.IntegerField()
    solved = serializers.BooleanField(allow_null=True)


class PuzzlePageSerializer(serializers.Serializer[Any]):
    """A page of the list; `after` leads on to the next one, null at the end."""

    puzzles = PuzzleRowSerializer(many=True)
    after = serializers.CharField(allow_null=True)


class WorthSerializer(serializers.Serializer[Any]):
    """Moves of one effect, and how many of 100 games the seat wins after them."""

    chance = serializers.IntegerField()
    moves = serializers.ListField(child=serializers.DictField())


class PuzzleSerializer(serializers.Serializer[Any]):
    """A puzzle: what the seat sees and may do, and what happened until then as far as it knows.

    Once you have answered, `worths` has what every move was worth, the best first."""

    game = serializers.CharField()
    puzzle = serializers.CharField()
    rules = serializers.IntegerField()
    seats = serializers.IntegerField()
    seat = serializers.IntegerField()
    options = serializers.JSONField()
    view = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    happenings = HappeningSerializer(many=True)
    solved = serializers.BooleanField(allow_null=True)
    answer = serializers.DictField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)
    worths = WorthSerializer(many=True)


class PuzzlesQuery(serializers.Serializer[Any]):
    game = serializers.SlugField(required=False, default="", help_text="the slug of a game")
    theme = serializers.SlugField(
        required=False, default="", help_text="of that game, as the addresses of its page name it"
    )
    after = serializers.SlugField(required=False, default="", help_text="from the answer before")


class PuzzlesView(ApiView):
    @extend_schema(
        operation_id="puzzles",
        summary="The puzzles of all games, of one, or of one of its themes",
        parameters=[PuzzlesQuery],
        responses={200: PuzzlePageSerializer, **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        asked = self.asked_for(request, PuzzlesQuery)
        attempts = attempts_in(request.user, request._request.session, asked["game"])
        return Response(describe_page(asked["game"], asked["theme"], asked["after"], attempts))


class PuzzlesOfTheDayView(ApiView):
    @extend_schema(
        operation_id="puzzles_of_the_day",
        summary="Today’s puzzle of each game",
        responses={200: PuzzleRowSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        attempts = attempts_in(request.user, request._request.session)
        rows = []
        for title in games_with_puzzles():
            puzzle = puzzle_of_the_day(title.slug, timezone.localdate())
            rating = ratings_of(title.slug, [puzzle])[puzzle.key]
            rows.append(describe_row(title.slug, puzzle, rating, attempts))
        return Response(rows)


class PuzzleView(ApiView):
    @extend_schema(
        operation_id="puzzle",
        summary="A puzzle, as its seat sees it",
        responses={200: PuzzleSerializer, **REFUSALS},
    )
    def get(self, request: Request, slug: str, puzzle: str) -> Response:
        found = puzzle_of(slug, puzzle)
        attempt = attempt_at(request.user, request._request.session, slug, found.key)
        return Response(describe_puzzle(slug, found, attempt))


class PuzzleAnswerView(ApiView):
    scope = Scope.PLAY
    signed_in = True

    @extend_schema(
        operation_id="puzzle_answer",
        summary="Answer a puzzle by one of its moves",
        description="The first answer counts, and cannot be taken back; what comes later changes"
        " nothing and is answered the same.",
        parameters=[KEY_PARAMETER],
        request={"application/json": {"type": "object"}},
        responses={200: PuzzleSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str, puzzle: str) -> Response:
        found, session = puzzle_of(slug, puzzle), request._request.session
        attempt = answer(self.person, session, slug, found, self.body(request))
        return Response(describe_puzzle(slug, found, attempt))

    def no_object(self) -> Refusal:
        return BadMove(_("A move is an object."))
