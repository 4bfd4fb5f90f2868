"""Tickets as JSON: search for opponents, read the state of a search, withdraw it."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.http import Visitor
from accounts.models import Scope
from games.engine.contract import Json
from games.lobby.presenters.quick import Search, search_of
from games.lobby.services import absence, bots_while_waiting, dealing, quick, tickets
from games.lobby.services.pairing import TicketRequest
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.matches.api.base import (
    KEY_PARAMETER,
    REFUSALS,
    ApiView,
    MatchApiView,
    operation,
    write_schema,
)
from games.matches.api.serializers import StateSerializer
from games.matches.presenters.rendering import state_of
from games.matches.refusals import BadBody, BadNonce, BadTicket, NoSuchTicket
from games.matches.services import time_source
from games.matches.viewing import Access
from games.titles.registry import all_games


@extend_schema_serializer(component_name="Sought")
class TicketRequestSerializer(serializers.Serializer[Json]):
    """A search: for any of the games, with any of the numbers of seats.

    `nonce_hash`: SHA-256 of 32 bytes that you reveal once the table is full, in hex.
    """

    games = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50)
    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=20), max_length=20
    )
    clock = serializers.ChoiceField(list(CLOCKS_TO_SEEK))
    rated = serializers.BooleanField(required=False)
    sure = serializers.BooleanField(required=False)
    nonce_hash = serializers.CharField(required=False)


class TableRatingSerializer(serializers.Serializer[Json]):
    game = serializers.CharField()
    seats = serializers.IntegerField()
    rating = serializers.IntegerField()


class TicketSerializer(serializers.Serializer[Search]):
    """The state of a ticket; `match` is the match it led to, `window` null once any opponent suits.

    `patience`: the seconds for which it waits for a larger table that others look for too.
    `usual_wait`: the seconds within which half of all similar recent searches found a match, null
    if unknown; `searched_lately`: the number of these searches. `called`: whether opponents are
    there for a player who plays bots while waiting. `offers_bots`: whether you may do so now;
    `aside`: whether you do; `answer_within`: the seconds in which you have to come once you are
    called.
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


class NonceHashSerializer(serializers.Serializer[Json]):
    """The hash of your part of the seed, for the match that is searched for."""

    nonce_hash = serializers.CharField(required=False)


class NoShowSerializer(StateSerializer):
    """The cancelled match, and the ticket of the search in its place."""

    ticket = serializers.CharField(allow_null=True)


class NoShowView(MatchApiView):
    scope = Scope.PLAY

    @operation(
        "no_show",
        "Call off a live match when a player did not show up",
        NoShowSerializer,
        request=NonceHashSerializer,
        description="From `absent.until` on, while `absent` names a player. The match counts as"
        " called off by that player, and where opponents can be searched for, you search again,"
        " before all others. You may also do so if others closed the table that your ticket led to"
        " before the deal.",
    )
    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        self.require_only(("nonce_hash",), request, match_id)
        known = self.body(request).get("nonce_hash", "")
        if not isinstance(known, str):
            raise BadNonce(_("The hash of a nonce has 64 hexadecimal digits."))
        ticket = absence.search_again(request.user, match_id, known)
        state = state_of(self.open(request, match_id), time_source.now())
        return Response({**state, "ticket": None if ticket is None else ticket.id})


class TicketApiView(ApiView):
    """Base of views of the user's own tickets: there are none without signing in."""

    scope = Scope.CHALLENGE
    signed_in = True

    def ticket(self, request: Request, ticket_id: str, status: int = 200) -> Response:
        ticket = tickets.ticket_of(request.user, ticket_id)
        return Response(TicketSerializer(search_of(ticket)).data, status=status)


class TicketsView(TicketApiView):
    @operation("tickets", "Your waiting tickets", TicketSerializer(many=True))
    def get(self, request: Request) -> Response:
        waiting = tickets.waiting_tickets(request.user)
        return Response([TicketSerializer(search_of(ticket)).data for ticket in waiting])

    @operation(
        "seek",
        "Look for opponents",
        TicketSerializer,
        request=TicketRequestSerializer,
        status=201,
        description="You have one waiting ticket each for live and turn by turn; a new one replaces"
        " it. A live one is withdrawn unless you read it every 20 seconds.",
    )
    def post(self, request: Request) -> Response:
        body = self.body(request)
        if "nonce" in body:
            raise BadNonce(
                _("Send the hash of a nonce as “nonce_hash”, and keep the nonce for later.")
            )
        try:
            sent = self.given(request, TicketRequestSerializer)
        except BadBody as wrong:
            raise BadTicket(wrong.template, **wrong.facts) from wrong
        given = {"rated": False, "sure": False, "nonce_hash": "", **sent}
        games, seats = tuple(given["games"]), tuple(given["seats"])
        if not set(games) <= {game.slug for game in all_games()}:
            raise BadTicket(_("There is no such game here."))
        wanted = TicketRequest(games, seats, given["clock"], given["rated"])
        known = given["nonce_hash"]
        ticket = quick.seek(request.user, wanted, sure=given["sure"], nonce_hash=known)
        return self.ticket(request, ticket.id, 201)


class TicketView(TicketApiView):
    @operation("ticket", "The state of a ticket", TicketSerializer)
    def get(self, request: Request, ticket_id: str) -> Response:
        tickets.mark_seen(request.user, ticket_id)
        return self.ticket(request, ticket_id)

    @extend_schema(
        operation_id="withdraw",
        summary="Withdraw a ticket",
        description="One that has led to a match stays, and is returned with 200.",
        request=None,
        responses={200: TicketSerializer, 204: None, **REFUSALS},
    )
    def delete(self, request: Request, ticket_id: str) -> Response:
        tickets.ticket_of(request.user, ticket_id)
        tickets.withdraw(request.user, ticket_id)
        try:
            return self.ticket(request, ticket_id)
        except NoSuchTicket:
            return Response(status=204)


class BotsWhileWaitingSerializer(NonceHashSerializer):
    """The game, and the level of the bot at each other seat."""

    game = serializers.CharField(max_length=40)
    bots = serializers.ListField(
        child=serializers.CharField(max_length=20), min_length=1, max_length=20
    )


@write_schema(
    "bots_while_waiting",
    "Play bots while your search goes on",
    BotsWhileWaitingSerializer,
    status=201,
    parameters=[KEY_PARAMETER],
    description="Possible if `offers_bots` is true, ten seconds after a live search began. The"
    " match with the bots is unrated and without a clock, and the search waits half an hour longer."
    " Once the ticket's `called` is true, come within `answer_within` seconds.",
)
class BotsWhileWaitingView(TicketApiView):
    def post(self, request: Request, ticket_id: str) -> Response:
        given = self.given(request, BotsWhileWaitingSerializer)
        game, levels, known = given["game"], tuple(given["bots"]), given.get("nonce_hash", "")
        match = bots_while_waiting.play_bots(
            request.user, ticket_id, game, levels, nonce_hash=known
        )
        return self.state_after(match.id, 201)


@write_schema(
    "come",
    "Leave the bots and join the opponents who were found",
    response=TicketSerializer,
    description="The ticket then names the match, or the search continues if they are gone.",
)
class ComeView(TicketApiView):
    def post(self, request: Request, ticket_id: str) -> Response:
        return self.ticket(request, bots_while_waiting.come(request.user, ticket_id).id)


class NonceSerializer(serializers.Serializer[Json]):
    """The 32 bytes whose hash you sent when you sat down, in hex."""

    nonce = serializers.CharField()


class RevealView(MatchApiView):
    scope = Scope.PLAY

    @operation(
        "reveal",
        "Reveal the nonce that you have committed to",
        StateSerializer,
        request=NonceSerializer,
        description="Possible once `awaited` is true in the match's state. Note the transcript"
        " of its fairness first: with them you can check the record after the end.",
    )
    def post(self, request: Request, match_id: str) -> HttpResponseBase:
        def act(user: Visitor, match_id: str, body: Json, _asked: object) -> Access:
            nonce = body.get("nonce")
            return dealing.reveal(user, match_id, nonce if isinstance(nonce, str) else "")

        return self.act(request, match_id, act, known=("nonce",))
