"""Challenges as JSON: sent, received, and their answers."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.lobby.api.tables import CLOCK_NAMES, SeatSerializer, TableSerializer
from games.lobby.models import Challenge, Decline
from games.lobby.presenters.lobby import lobby_for
from games.lobby.services import admission, challenges
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.api.base import KEY_PARAMETER, ApiView, MatchApiView, operation
from games.matches.api.serializers import StateSerializer


class ChallengesSerializer(serializers.Serializer[Json]):
    """The open challenges to you, and your own."""

    received = TableSerializer(many=True)
    sent = TableSerializer(many=True)


class ChallengeRequestSerializer(SeatSerializer):
    """The players you challenge, and the terms.

    `fill`: the level of the bots that replace players who decline, empty for none; `instead_of`:
    the match id of a challenge to you that this answers; `both_sides`: whether a second match of
    the same cards follows, with the seats swapped.
    """

    game = serializers.CharField(max_length=40)
    seats = serializers.IntegerField(min_value=1, max_value=20)
    options = serializers.DictField(required=False, default=dict)
    rated = serializers.BooleanField(required=False, default=False)
    clock = serializers.ChoiceField(CLOCK_NAMES)
    invited = serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=1, max_length=12
    )
    fill = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    order = serializers.ChoiceField(
        Challenge.Order.values, required=False, default=Challenge.Order.LOT
    )
    watched = serializers.BooleanField(required=False, default=True)
    instead_of = serializers.CharField(required=False, default="", allow_blank=True, max_length=20)
    both_sides = serializers.BooleanField(required=False, default=False)


class DeclineSerializer(serializers.Serializer[Json]):
    reason = serializers.ChoiceField(Decline.values, required=False, default="", allow_blank=True)


class ChallengesView(ApiView):
    scope = Scope.CHALLENGE
    signed_in = True

    @operation("challenges", "The open challenges to you, and yours", ChallengesSerializer)
    def get(self, request: Request) -> Response:
        lobby = lobby_for(request.user)
        parts = {"received": lobby.invited, "sent": lobby.mine}
        found = {
            name: [one for one in rows if one.challenge is not None] for name, rows in parts.items()
        }
        return Response(ChallengesSerializer(found).data)

    @operation(
        "challenge",
        "Challenge people by their usernames",
        StateSerializer,
        request=ChallengeRequestSerializer,
        status=201,
        description="They accept it with `join`, in the same way as players sit down at a table.",
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, ChallengeRequestSerializer)
        seat = {name: given.pop(name) for name in ("sure", "nonce_hash")}
        names = ("fill", "order", "watched", "instead_of", "both_sides")
        terms = Terms(**{name: given.pop(name) for name in names})
        given["invited"] = tuple(given["invited"])
        match = challenges.challenge(self.person, TableRequest(**given), terms, **seat)
        return self.state_after(match.id, 201)


class DeclineView(MatchApiView):
    scope = Scope.CHALLENGE

    @operation("decline", "Decline a challenge or an invitation", request=DeclineSerializer)
    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        reason = self.given(request, DeclineSerializer)["reason"]
        admission.decline(request.user, match_id, reason)
        return Response(status=204)
