"""Tickets as JSON: search for opponents, read the state of a search, withdraw it."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.contract import Json
from games.lobby.presenters.quick import search_of
from games.lobby.services import absence, dealing, meanwhile, quick, tickets
from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.matches.access import Access
from games.matches.api.base import KEY_PARAMETER, REFUSALS, ApiView, MatchApiView, write_schema
from games.matches.api.serializers import StateSerializer
from games.matches.presenters.rendering import state_of
from games.matches.refusals import BadNonce, BadTicket, NoSuchTicket
from games.matches.services import time_source
from games.titles.registry import all_games


@extend_schema_serializer(component_name="Sought")
class TicketRequestSerializer(serializers.Serializer[Any]):
    """What is looked for: any of the games, with any of the numbers of seats.

    `nonce_hash`: SHA-256 of 32 bytes that you reveal once the table is full, in hex.
    """

    games = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField())
    clock = serializers.ChoiceField(list(CLOCKS_TO_SEEK))
    rated = serializers.BooleanField(required=False)
    sure = serializers.BooleanField(required=False)
    nonce_hash = serializers.CharField(required=False)


class TableRatingSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    seats = serializers.IntegerField()
    rating = serializers.IntegerField()


class TicketSerializer(serializers.Serializer[Any]):
    """A ticket as it stands; `match` is where it led to, `window` null once anybody suits.

    `patience`: the seconds for which it waits for a larger table that others look for too.
    `usual_wait`: the seconds within which half of all who searched alike lately found a match,
    null where that is not known; `searched_lately`: how many they were. `called`: whether opponents
    are there for somebody who plays bots meanwhile. `offers_bots`: whether you may do so now;
    `aside`: whether you do; `answer_within`: the seconds in which you come, once you are called.
    """

    id = serializers.CharField(source="ticket.id")
    games = serializers.ListField(child=serializers.CharField(), source="ticket.games")
    seats = serializers.ListField(child=serializers.IntegerField(), source="ticket.seats")
    clock = serializers.CharField(source="ticket.pool.clock")
    rated = serializers.BooleanField(source="ticket.pool.rated")
    ratings = TableRatingSerializer(many=True)
    waited = serializers.IntegerField()
    window = serializers.IntegerField(allow_null=True)
    patience = serializers.IntegerField()
    usual_wait = serializers.FloatField(allow_null=True, source="estimate.seconds")
    searched_lately = serializers.IntegerField(source="estimate.searches")
    called = serializers.BooleanField()
    offers_bots = serializers.BooleanField()
    aside = serializers.BooleanField(source="ticket.aside")
    answer_within = serializers.IntegerField()
    commitment = serializers.CharField()
    match = serializers.CharField(allow_null=True, source="ticket.match_id")


class NonceHashSerializer(serializers.Serializer[Any]):
    """The hash of your part of the seed, for the match that is searched for."""

    nonce_hash = serializers.CharField(required=False)


class NoShowSerializer(StateSerializer):
    """The match that was called off, and the ticket of the search in its place."""

    ticket = serializers.CharField(allow_null=True)


class NoShowView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="no_show",
        summary="Call off a live match to which somebody has not come",
        description="From `absent.until` on, while `absent` names somebody. It counts as called off"
        " by them, and where opponents can be searched for, you search again, before all others. So"
        " you may where a table that your ticket led to was closed by others before the deal.",
        request=NonceHashSerializer,
        responses={200: NoShowSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        known = self.body(request).get("nonce_hash", "")
        if not isinstance(known, str):
            raise BadNonce(_("The hash of a nonce is 64 hexadecimal digits."))
        ticket = absence.search_again(request.user, match_id, known)
        state = state_of(self.open(request, match_id), time_source.now())
        return Response({**state, "ticket": None if ticket is None else ticket.id})


class TicketApiView(ApiView):
    """Tickets are their owners' alone: without signing in there are none."""

    scope = Scope.CHALLENGE
    signed_in = True

    def ticket(self, request: Request, ticket_id: str, status: int = 200) -> Response:
        ticket = tickets.ticket_of(request.user, ticket_id)
        return Response(TicketSerializer(search_of(ticket)).data, status=status)


class TicketsView(TicketApiView):
    @extend_schema(
        operation_id="tickets",
        summary="Your tickets that wait",
        responses={200: TicketSerializer(many=True), **REFUSALS},
    )
    def get(self, request: Request) -> Response:
        searches = [search_of(ticket) for ticket in tickets.waiting_tickets(request.user)]
        return Response(TicketSerializer(searches, many=True).data)

    @extend_schema(
        operation_id="seek",
        summary="Look for opponents",
        description="One ticket waits for each of live and turn by turn; a new one takes its place."
        " A live one is taken back unless it is asked after every 20 seconds.",
        request=TicketRequestSerializer,
        responses={201: TicketSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        body = self.body(request)
        if "nonce" in body:
            raise BadNonce(
                _("Send the hash of a nonce, “nonce_hash”, and keep the nonce for later.")
            )
        serializer = TicketRequestSerializer(data=body)
        if not serializer.is_valid():
            raise BadTicket(_("A ticket names “games”, “seats” and a “clock”."))
        given = {"rated": False, "sure": False, "nonce_hash": "", **serializer.validated_data}
        games, seats = tuple(given["games"]), tuple(given["seats"])
        if not set(games) <= {game.slug for game in all_games()}:
            raise BadTicket(_("There is no such game here."))
        wanted = TicketRequest(games, seats, given["clock"], given["rated"])
        known = given["nonce_hash"]
        ticket = quick.seek(request.user, wanted, sure=given["sure"], nonce_hash=known)
        return self.ticket(request, ticket.id, 201)


class TicketView(TicketApiView):
    @extend_schema(
        operation_id="ticket",
        summary="How a ticket stands",
        responses={200: TicketSerializer, **REFUSALS},
    )
    def get(self, request: Request, ticket_id: str) -> Response:
        tickets.mark_seen(request.user, ticket_id)
        return self.ticket(request, ticket_id)

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
            return self.ticket(request, ticket_id)
        except NoSuchTicket:
            return Response(status=204)


class MeanwhileSerializer(NonceHashSerializer):
    """The game, and the level of the bot in each other chair."""

    game = serializers.CharField(max_length=40)
    bots = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=20
    )


@write_schema(
    "bots_meanwhile",
    "Play bots while your search goes on",
    MeanwhileSerializer,
    status=201,
    parameters=[KEY_PARAMETER],
    description="Where `offers_bots` says so, a minute after a live search began. The match with"
    " the bots is unrated and without a clock, and the search waits half an hour longer. Once the"
    " ticket says `called`, come within `answer_within` seconds.",
)
class MeanwhileView(TicketApiView):
    def post(self, request: Request, ticket_id: str) -> Response:
        given = self.given(request, MeanwhileSerializer)
        game, levels, known = given["game"], tuple(given["bots"]), given.get("nonce_hash", "")
        match = meanwhile.play_bots(request.user, ticket_id, game, levels, nonce_hash=known)
        return self.state_after(match.id, 201)


@write_schema(
    "come",
    "Leave the bots for the people who are there",
    response=TicketSerializer,
    description="The ticket then names the match, or, where they are gone, searches on.",
)
class ComeView(TicketApiView):
    def post(self, request: Request, ticket_id: str) -> Response:
        return self.ticket(request, meanwhile.come(request.user, ticket_id).id)


class NonceSerializer(serializers.Serializer[Any]):
    """The 32 bytes whose hash you sent when you sat down, in hex."""

    nonce = serializers.CharField()


class RevealView(MatchApiView):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="reveal",
        summary="Reveal the nonce that you have committed to",
        description="Once the state of the match says `awaited`. Note the commitments and hashes of"
        " its fairness first: with them you can check the record after the end.",
        request=NonceSerializer,
        responses={200: StateSerializer, **REFUSALS},
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Any, match_id: str, body: Json, _asked: Any) -> Access:
            nonce = body.get("nonce")
            return dealing.reveal(user, match_id, nonce if isinstance(nonce, str) else "")

        return self.act(request, match_id, act)
