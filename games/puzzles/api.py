"""The JSON API of puzzles: list them, read one, and answer it."""

from __future__ import annotations

from datetime import UTC

from allauth.core.internal.ratelimit import get_ip
from django.utils import timezone
from django.utils.translation import gettext_noop as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.engine.refusals import BadMove, Refusal
from games.matches.api.base import KEY_PARAMETER, ApiView, operation
from games.matches.api.schema import varies_by_game
from games.matches.api.serializers import EffectSerializer
from games.puzzles.library import (
    games_with_puzzles,
    puzzle_of,
    puzzle_of_the_day,
    puzzles_about,
)
from games.puzzles.presenters.data import describe_page, describe_puzzle, describe_row
from games.puzzles.presenters.storms import describe_storm
from games.puzzles.services import answer, attempt_at, attempts_in, ratings_of
from games.puzzles.storms import answer_storm, start


class PuzzleRowSerializer(serializers.Serializer[Json]):
    """A puzzle in a list; `solved`: whether your first answer was right, null if there is none."""

    game = serializers.CharField()
    puzzle = serializers.CharField()
    seats = serializers.IntegerField()
    rating = serializers.IntegerField()
    solved = serializers.BooleanField(allow_null=True)


class PuzzlePageSerializer(serializers.Serializer[Json]):
    """A page of the list; `after` is the parameter for the next page, null at the end."""

    puzzles = PuzzleRowSerializer(many=True)
    after = serializers.CharField(allow_null=True)


class WorthSerializer(serializers.Serializer[Json]):
    """Moves with the same result, and how many of 100 games the seat wins after them."""

    chance = serializers.IntegerField()
    moves = serializers.ListField(child=serializers.DictField())


@varies_by_game("view", "moves", "effects")
class PuzzleSerializer(serializers.Serializer[Json]):
    """A puzzle: the seat's view and legal moves, and what happened before, as far as it knows.

    Once you have answered, `worths` has the worth of every move, the best first, `themes` the
    themes, and `follow_up` the puzzle that goes on after the best move, if there is one. `rating`
    and `change` are null if your answer is not rated.
    """

    game = serializers.CharField()
    puzzle = serializers.CharField()
    rules = serializers.IntegerField()
    seats = serializers.IntegerField()
    seat = serializers.IntegerField()
    options = serializers.JSONField()
    view = serializers.DictField()
    moves = serializers.ListField(child=serializers.DictField())
    effects = EffectSerializer(many=True)
    solved = serializers.BooleanField(allow_null=True)
    answer = serializers.DictField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    change = serializers.IntegerField(allow_null=True)
    worths = WorthSerializer(many=True)
    themes = serializers.ListField(child=serializers.SlugField())
    follow_up = serializers.CharField(allow_null=True)


class StormPlaceSerializer(serializers.Serializer[Json]):
    """A user in the list of today's best storms."""

    username = serializers.CharField()
    solved = serializers.IntegerField()


class StormSerializer(serializers.Serializer[Json]):
    """Your newest storm of a game, and the best ones.

    `answers` has a “+” for each puzzle you have solved, and a “-” for each mistake; three end it.
    `left` are the seconds left. While it is `running`, `puzzle` is the one to answer, which you
    read like any other. `best` is the most puzzles you have solved in a storm.
    """

    game = serializers.CharField()
    running = serializers.BooleanField()
    left = serializers.IntegerField()
    answers = serializers.CharField(allow_blank=True)
    puzzle = serializers.CharField(allow_null=True)
    best = serializers.IntegerField(allow_null=True)
    today = StormPlaceSerializer(many=True)


class StormAnswerSerializer(serializers.Serializer[Json]):
    """An answer in a storm; one to another puzzle than the current one changes nothing."""

    puzzle = serializers.CharField(max_length=20)
    move = serializers.DictField()


class PuzzlesQuery(serializers.Serializer[Json]):
    game = serializers.SlugField(required=False, max_length=40, help_text="the slug of a game")
    theme = serializers.SlugField(
        required=False,
        max_length=60,
        help_text="of that game, as in the URL of its page; “several-moves” for puzzles that go on",
    )
    after = serializers.SlugField(
        required=False, max_length=80, help_text="from the previous response"
    )


class PuzzlesView(ApiView):
    query = PuzzlesQuery

    @operation(
        "puzzles",
        "The puzzles of all games, of one, or of one of its themes",
        PuzzlePageSerializer,
    )
    def get(self, request: Request) -> Response:
        query = self.asked_for(request)
        game, theme, after = (query.get(name, "") for name in ("game", "theme", "after"))
        attempts = attempts_in(request.user, request._request.session, game)
        return Response(describe_page(game, theme, after, attempts))


class PuzzlesOfTheDayView(ApiView):
    @operation("puzzles_of_the_day", "Today’s puzzle of each game", PuzzleRowSerializer(many=True))
    def get(self, request: Request) -> Response:
        attempts = attempts_in(request.user, request._request.session)
        rows = []
        for title in games_with_puzzles():
            puzzle = puzzle_of_the_day(title.slug, timezone.localdate(timezone=UTC))
            rating = ratings_of(title.slug, [puzzle])[puzzle.key]
            rows.append(describe_row(title.slug, puzzle, rating, attempts))
        return Response(rows)


class PuzzleView(ApiView):
    @operation("puzzle", "A puzzle, as its seat sees it", PuzzleSerializer)
    def get(self, request: Request, slug: str, puzzle: str) -> Response:
        found = puzzle_of(slug, puzzle)
        attempt = attempt_at(request.user, request._request.session, slug, found.key)
        return Response(describe_puzzle(slug, found, attempt))


class PuzzleAnswerView(ApiView):
    scope = Scope.PLAY
    signed_in = True

    @operation(
        "puzzle_answer",
        "Answer a puzzle with one of its moves",
        PuzzleSerializer,
        request={"application/json": {"type": "object"}},
        description="The first answer counts, and cannot be taken back; later answers change"
        " nothing and get the same response. It is rated if it comes at least five seconds after"
        " your last one, and is the first to this puzzle from your network.",
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, slug: str, puzzle: str) -> Response:
        found, session = puzzle_of(slug, puzzle), request._request.session
        address = str(get_ip(request._request))
        attempt = answer(self.person, session, slug, found, self.body(request), address)
        return Response(describe_puzzle(slug, found, attempt))

    def no_object(self) -> Refusal:
        return BadMove(_("A move must be an object."))


class StormView(ApiView):
    scope = Scope.PLAY

    @operation(
        "storm", "Your newest storm of a game’s puzzles, and the best of today", StormSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        puzzles_about(slug)
        return Response(describe_storm(request.user, slug))

    @operation(
        "storm_start",
        "Start a storm: as many puzzles as you can in three minutes",
        StormSerializer,
        description="The puzzles get harder, and nothing is rated. A storm that runs goes on.",
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, slug: str) -> Response:
        start(request.user, slug)
        return Response(describe_storm(request.user, slug))


class StormAnswerView(ApiView):
    scope = Scope.PLAY
    signed_in = True

    @operation(
        "storm_answer",
        "Answer the current puzzle of your storm",
        StormSerializer,
        request=StormAnswerSerializer,
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request, slug: str) -> Response:
        puzzles_about(slug)
        asked = self.given(request, StormAnswerSerializer)
        address = str(get_ip(request._request))
        answer_storm(self.person, slug, asked["puzzle"], asked["move"], address)
        return Response(describe_storm(request.user, slug))
