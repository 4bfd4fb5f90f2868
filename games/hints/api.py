"""The JSON API of hints."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from core.refusals import Refusal
from games.engine.contract import Json
from games.hints import services
from games.hints.models import Hint
from games.hints.presenters import describe_hint
from games.matches.api.base import REFUSALS, MatchApiView
from games.matches.api.schema import varies_by_game
from games.matches.api.serializers import UndoSerializer


@varies_by_game("move")
class HintSerializer(serializers.Serializer[Json]):
    """The question you asked about, and the move that the strongest bot would make.

    `move` is null until the bot has found it. In the states “quick” and “failed” the move is that
    of a weaker bot, which answers if the strongest one takes longer than five seconds. `chance`:
    how many of 100 games you would win with it; `other`: another good move, with its
    `other_chance`. These are null until they are known, and if there is nothing to compare.
    """

    game = serializers.CharField()
    turn_token = serializers.CharField()
    state = serializers.ChoiceField(choices=Hint.Status.values)
    move = serializers.DictField(allow_null=True)
    chance = serializers.IntegerField(allow_null=True)
    other = serializers.DictField(allow_null=True)
    other_chance = serializers.IntegerField(allow_null=True)


class HintView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="hint",
        summary="What the strongest bot would do at your seat",
        description="Only in unrated matches in which bots play all other seats, and at most twenty"
        " questions a minute. The bot knows only what your seat may know. The body has the"
        " question, `turn_token`. The status is 202 until the move and its chances are known; the"
        " move comes first. Repeat the request, without an `Idempotency-Key`, to get the rest.",
        request=UndoSerializer,
        responses={200: HintSerializer, 202: HintSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        try:
            self.require_only(("turn_token",), request, match_id)
            turn_token = self.body(request).get("turn_token")
            access, hint = services.ask(request.user, match_id, turn_token)
        except Refusal as refusal:
            return self.refused(request, match_id, refusal)
        status = 202 if hint.status in services.UNFINISHED else 200
        return Response(describe_hint(access, hint, turn_token), status=status)
