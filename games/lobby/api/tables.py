"""Tables as JSON: games, open tables, opening one, sitting down, bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from games.engine.bots import ANY
from games.engine.contract import Json
from games.lobby.presenters.data import describe_sites_games
from games.lobby.presenters.lobby import OpenTable, lobby_for, my_tables
from games.lobby.services import admission, lobby, rematch
from games.lobby.services.lobby import TableRequest
from games.matches.api.base import (
    KEY_PARAMETER,
    ApiView,
    MatchApiView,
    TextOrNullField,
    UtcField,
    operation,
    write_schema,
)
from games.matches.api.serializers import STATUSES, AgreedSerializer, StateSerializer
from games.matches.models import Match
from games.matches.services.clocks import CLOCKS

CLOCK_NAMES = list(CLOCKS)
RATING: dict[str, Any] = {"min_value": 100, "max_value": 4000}


class OptionSerializer(serializers.Serializer[Json]):
    """An option of a game: its values, the default first; empty if any value is allowed.

    `ratable`: whether a rated match may have another value than the default.
    """

    name = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    ratable = serializers.BooleanField()


class GameSerializer(serializers.Serializer[Json]):
    """A game: its numbers of seats, its options, and its bots, weakest first."""

    game = serializers.CharField()
    name = serializers.CharField()
    rules = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = OptionSerializer(many=True)
    bots = serializers.ListField(child=serializers.CharField())
    characters = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="by level of bots, the characters it has",
    )


class ClockSerializer(serializers.Serializer[Json]):
    """A clock by its name, in seconds; null is none. `sought`: whether a ticket may name it."""

    name = serializers.CharField()
    clock = AgreedSerializer(allow_null=True)
    sought = serializers.BooleanField()


class GamesSerializer(serializers.Serializer[Json]):
    games = GameSerializer(many=True)
    clocks = ClockSerializer(many=True)


class AtTableSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    username = serializers.CharField(source="user.username", allow_null=True)
    bot = serializers.BooleanField()


class TermsSerializer(serializers.Serializer[Any]):
    """The terms of a challenge.

    `until`: the last time to accept; `fill`: the level of the bots that replace players who
    decline; `order`: who sits where; `watched`: whether everyone may watch;
    `both_sides`: whether a second match of the same cards follows, with the seats swapped.
    """

    until = UtcField(source="expires_at", allow_null=True)
    fill = serializers.CharField(allow_blank=True)
    order = serializers.CharField()
    watched = serializers.BooleanField()
    both_sides = serializers.BooleanField()


class TableSerializer(serializers.Serializer[Any]):
    """A match in a list; `why_not` is the reason why you may not sit down at an open one.

    `long_options`: the options that are too long for a list; `GET matches/{id}/` has them.
    """

    match = serializers.CharField(source="match.id")
    game = serializers.CharField(source="match.game")
    status = serializers.ChoiceField(STATUSES, source="match.status")
    seats = serializers.IntegerField(source="match.seats")
    free = serializers.IntegerField()
    options = serializers.JSONField(source="listed.options")
    long_options = serializers.ListField(
        child=serializers.CharField(), source="listed.long_options"
    )
    players = AtTableSerializer(many=True)
    host = serializers.CharField(source="host.user.username", allow_null=True)
    public = serializers.BooleanField(source="match.public")
    rated = serializers.BooleanField(source="match.rated")
    clock = AgreedSerializer(source="agreed", allow_null=True)
    bots_welcome = serializers.BooleanField(source="terms.bots_welcome")
    analysis = serializers.BooleanField(source="terms.analysis")
    least = serializers.IntegerField(source="terms.least", allow_null=True)
    most = serializers.IntegerField(source="terms.most", allow_null=True)
    mine = serializers.BooleanField()
    my_turn = serializers.BooleanField()
    why_not = TextOrNullField()
    challenge = TermsSerializer(allow_null=True)


class MyTableSerializer(TableSerializer):
    """A match you play. `key`: the key of its invitation link, while you can invite players to it.

    People sit down at `/join/{key}/`; programs send `?key=`.
    """

    key = serializers.SerializerMethodField()

    def get_key(self, table: OpenTable) -> str | None:
        match = table.match
        waits = match.status == Match.Status.OPEN
        invites = waits and match.former_id is None and table.challenge is None
        return match.key if invites else None


class TablesSerializer(serializers.Serializer[Any]):
    """Open tables, tables that you are invited to, and running public matches."""

    open = TableSerializer(many=True)
    invited = TableSerializer(many=True)
    running = TableSerializer(many=True)


@extend_schema_field({"type": "string", "pattern": "^([0-9a-fA-F]{64})?$", "default": ""})
class NonceHashField(serializers.CharField):
    """The hash of a nonce, which the services check."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False,
            default="",
            allow_blank=True,
            max_length=64,
            trim_whitespace=False,
            **kwargs,
        )


class SeatSerializer(serializers.Serializer[Json]):
    """A request for a seat.

    `sure`: take it although you have another one. `nonce_hash`: SHA-256 of 32 bytes that you reveal
    once the table is full, in hex.
    """

    sure = serializers.BooleanField(
        required=False, default=False, help_text="take the seat although you have another one"
    )
    nonce_hash = NonceHashField()


class CharacterField(serializers.CharField):
    """A character that the bots' level has (see `games`), or any."""

    def __init__(self, **kwargs: Any) -> None:
        words = "a character of the bots’ level; “any”: each has its own, which stays hidden"
        super().__init__(required=False, default=ANY, max_length=20, help_text=words, **kwargs)


class TableRequestSerializer(SeatSerializer):
    """The table you want.

    `bots`: the level of each seat that a bot takes; `character`: of those bots whose level has it;
    `least` and `most`: the range of ratings allowed; `invited`: usernames.
    """

    game = serializers.CharField(max_length=40)
    seats = serializers.IntegerField(min_value=1, max_value=20)
    options = serializers.DictField(required=False, default=dict)
    public = serializers.BooleanField(required=False, default=True)
    bots = serializers.ListField(
        child=serializers.CharField(max_length=20), required=False, default=list, max_length=20
    )
    character = CharacterField()
    rated = serializers.BooleanField(
        required=False, default=False, help_text="whether the result changes ratings"
    )
    clock = serializers.ChoiceField(CLOCK_NAMES)
    bots_welcome = serializers.BooleanField(
        required=False, default=False, help_text="whether accounts of bots may sit down, too"
    )
    analysis = serializers.BooleanField(
        required=False,
        default=False,
        help_text="whether players of a rated turn-by-turn match may use analysis boards",
    )
    least = serializers.IntegerField(required=False, allow_null=True, default=None, **RATING)
    most = serializers.IntegerField(required=False, allow_null=True, default=None, **RATING)
    invited = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, max_length=12
    )


class FillSerializer(serializers.Serializer[Json]):
    level = serializers.CharField(max_length=20)
    character = CharacterField()


class InviteSerializer(serializers.Serializer[Json]):
    username = serializers.CharField(max_length=60)


class GamesView(ApiView):
    @operation("games", "The available games, options, bots and clocks", GamesSerializer)
    def get(self, request: Request) -> Response:
        return Response(describe_sites_games())


class TablesView(ApiView):
    scope = Scope.CHALLENGE

    @operation("tables", "The lobby", TablesSerializer)
    def get(self, request: Request) -> Response:
        return Response(TablesSerializer(lobby_for(request.user)).data)

    @operation(
        "open_table",
        "Open a table and sit down at it",
        StateSerializer,
        request=TableRequestSerializer,
        status=201,
        description="With bots in all other seats the match begins at once.",
        parameters=[KEY_PARAMETER],
    )
    def post(self, request: Request) -> Response:
        given = self.given(request, TableRequestSerializer)
        seat = {name: given.pop(name) for name in ("sure", "nonce_hash")}
        given |= {"bots": tuple(given["bots"]), "invited": tuple(given["invited"])}
        match = lobby.open_table(self.person, TableRequest(**given), **seat)
        response = self.state_after(match.id, 201)
        response.data["key"] = match.key if response.data["status"] == "open" else None
        return response


class MyTablesView(ApiView):
    signed_in = True

    @operation(
        "my_tables",
        "The tables you sit at, those first where it is your turn",
        MyTableSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(MyTableSerializer(my_tables(request.user), many=True).data)


class TableActionView(MatchApiView):
    """Base of API views that act on a table that the visitor may see."""

    scope = Scope.CHALLENGE
    takes: ClassVar[type[serializers.Serializer[Json]]]
    does: ClassVar[Callable[..., object]]
    """Called with the user, the match id, and the serializer's fields as keywords."""

    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        type(self).does(request.user, match_id, **self.given(request, self.takes))
        return self.state_after(match_id)


@write_schema(
    "join",
    "Sit down at an open table, or take up a challenge",
    SeatSerializer,
    description="Sent again with another `nonce_hash` it replaces the first one while seats are"
    " free; at a full table that is refused with `nonce-bound`.",
    parameters=[KEY_PARAMETER],
)
class JoinView(TableActionView):
    takes, does = SeatSerializer, staticmethod(lobby.join)


@write_schema("seat_bots", "Give every free seat of your table to a bot", FillSerializer)
class BotsView(TableActionView):
    takes, does = FillSerializer, staticmethod(lobby.fill_with_bots)


@write_schema("invite", "Invite a player to your table by username", InviteSerializer)
class InviteView(TableActionView):
    takes, does = InviteSerializer, staticmethod(admission.invite_to)


@write_schema(
    "leave",
    "Give up your seat at a table that has not begun; a host closes it",
    status=204,
    response=None,
)
class LeaveView(MatchApiView):
    scope = Scope.CHALLENGE

    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        self.require_only((), request, match_id)
        lobby.leave(request.user, match_id)
        return Response(status=204)


@write_schema(
    "rematch",
    "Offer a rematch of a finished match, or join the one that is offered",
    SeatSerializer,
    status=201,
)
class RematchView(MatchApiView):
    scope = Scope.CHALLENGE

    def post(self, request: Request, match_id: str) -> Response:
        self.open(request, match_id)
        known = self.given(request, SeatSerializer)["nonce_hash"]
        return self.state_after(rematch.offer(request.user, match_id, known).id, 201)
