"""Tickets of the JSON door: look for opponents, ask how it stands, take it back."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.lobby.presenters.quick import search_of
from games.lobby.services import quick, tickets
from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.matches.access import require_signed_in
from games.matches.api.views import REFUSALS, MatchApiView
from games.matches.refusals import BadTicket, NoSuchTicket
from games.titles.registry import all_games


class SoughtSerializer(serializers.Serializer[Any]):
    """What is looked for: any of the games, with any of the numbers of seats."""

    games = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())
    clock = serializers.ChoiceField(list(CLOCKS_TO_SEEK))
    rated = serializers.BooleanField(required=False)
    sure = serializers.BooleanField(required=False)
    nonce = serializers.CharField(required=False)


class TableRatingSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    seats = serializers.IntegerField()
    rating = serializers.IntegerField()


class TicketSerializer(serializers.Serializer[Any]):
    """A ticket as it stands; `match` is where it led to, `window` null once anybody suits."""

    id = serializers.CharField()
    games = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())
    clock = serializers.CharField()
    rated = serializers.BooleanField()
    ratings = TableRatingSerializer(many=True)
    waited = serializers.IntegerField()
    window = serializers.IntegerField(allow_null=True)
    commitment = serializers.CharField()
    match = serializers.CharField(allow_null=True)


class TicketApiView(MatchApiView):
    """Tickets are their owners' alone: without signing in there are none."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        require_signed_in(request.user)


class TicketsView(TicketApiView):
    @extend_schema(
        operation_id="tickets",
        summary="Your tickets that wait",
        responses={200: TicketSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        waiting = tickets.waiting_tickets(request.user)
        return Response([search_of(ticket).state() for ticket in waiting])

    @extend_schema(
        operation_id="seek",
        summary="Look for opponents",
        description="One ticket waits for each of live and turn by turn; a new one takes its place."
        " A live one is taken back unless it is asked after every 20 seconds.",
        request=SoughtSerializer,
        responses={201: TicketSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        body = self._body(request)
        serializer = SoughtSerializer(data=body)
        if not serializer.is_valid():
            raise BadTicket(_("A ticket names “games”, “seats” and a “clock”."))
        given = serializer.validated_data
        if not set(given["games"]) <= {game.slug for game in all_games()}:
            raise BadTicket(_("There is no such game here."))
        sought = TicketRequest(
            tuple(given["games"]), tuple(given["seats"]), given["clock"], given.get("rated", False)
        )
        ticket = quick.seek(
            request.user, sought, sure=given.get("sure", False), nonce=given.get("nonce", "")
        )
        return _told(request, ticket.id, 201)


class TicketView(TicketApiView):
    @extend_schema(
        operation_id="ticket",
        summary="How a ticket stands",
        responses={200: TicketSerializer, **REFUSALS},
    )
    def get(self, request: Request, ticket_id: str) -> Response:
        tickets.saw(request.user, ticket_id)
        return _told(request, ticket_id)

    @extend_schema(
        operation_id="withdraw",
        summary="Take a ticket back",
        description="One that has led to a match stays, and is answered with 200.",
        responses={200: TicketSerializer, 204: None, **REFUSALS},
    )
    def delete(self, request: Request, ticket_id: str) -> Response:
        tickets.ticket_of(request.user, ticket_id)
        tickets.withdraw(request.user, ticket_id)
        try:
            return _told(request, ticket_id)
        except NoSuchTicket:
            return Response(status=204)


def _told(request: Request, ticket_id: str, status: int = 200) -> Response:
    ticket = tickets.ticket_of(request.user, ticket_id)
    return Response(search_of(ticket).state(), status=status)
