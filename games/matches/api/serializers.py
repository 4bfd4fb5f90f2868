"""The shapes of matches in the JSON API, used only for the schema; presenters build the content."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.contract import Json
from games.matches.api.schema import varies_by_game
from games.matches.models import Match
from games.matches.services.fairness import Published

STATUSES = ["open", "running", "finished", "closed", "aborted"]
"""The states of a match, as programs see them."""


class RatingChangeSerializer(serializers.Serializer[Json]):
    """A rating before and after a finished rated match."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()


class PlayerSerializer(serializers.Serializer[Json]):
    """A player. `character`: that of a bot, if the host chose one."""

    seat = serializers.IntegerField(required=False)
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    bot = serializers.BooleanField()
    character = serializers.CharField(required=False)
    left = serializers.BooleanField(required=False)
    rating = RatingChangeSerializer(required=False)


CLOCK = {
    "seat": {"type": "integer"},
    "left": {"type": "number"},
    "runs": {"type": "boolean"},
    "out": {"type": ["string", "null"], "format": "date-time"},
}


@extend_schema_field({"type": "array", "items": {"type": ["object", "null"], "properties": CLOCK}})
class ClocksField(serializers.ListField):
    """For every seat its clock or null: the seconds left and, while it runs, when it runs out."""


class AgreedSerializer(serializers.Serializer[Json]):
    """The clock of a table, in seconds; a `cap` of 0 means no limit."""

    pace = serializers.ChoiceField(["live", "turns"])
    bank = serializers.IntegerField()
    increment = serializers.IntegerField()
    cap = serializers.IntegerField()


class AbsentSerializer(serializers.Serializer[Json]):
    """The seats of players who have not come; from `until` on the match may be called off."""

    seats = serializers.ListField(child=serializers.IntegerField())
    until = serializers.DateTimeField()


@varies_by_game("view", "moves")
class StateSerializer(serializers.Serializer[Json]):
    """The state of a match of any game; `view` and `moves` depend on the game."""

    match = serializers.CharField()
    game = serializers.CharField()
    rules = serializers.IntegerField(help_text="The version of the game's rules.")
    status = serializers.ChoiceField(STATUSES)
    options = serializers.JSONField()
    seat = serializers.IntegerField(allow_null=True, required=False)
    players = PlayerSerializer(many=True)
    turn_token = serializers.CharField(allow_null=True, required=False)
    may_undo = serializers.BooleanField(required=False)
    may_abort = serializers.BooleanField(required=False)
    agreed = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="The seats that agree to call off the match.",
    )
    rated = serializers.BooleanField(required=False)
    uncounted = serializers.ChoiceField(
        Match.Uncounted.choices,
        allow_null=True,
        required=False,
        help_text="Why a rated match changes no ratings; null if it counts.",
    )
    clock = AgreedSerializer(allow_null=True)
    clocks = ClocksField(required=False)
    answer_by = serializers.DateTimeField(allow_null=True, required=False)
    now = serializers.DateTimeField(allow_null=True, required=False)
    until = serializers.DateTimeField(allow_null=True, required=False)
    absent = AbsentSerializer(allow_null=True, required=False)
    seen = serializers.IntegerField(required=False)
    outcome = serializers.JSONField(required=False)
    annulled = serializers.BooleanField(required=False)
    seats = serializers.IntegerField(required=False)
    reveal_by = serializers.DateTimeField(allow_null=True, required=False)
    awaited = serializers.BooleanField(required=False)
    key = serializers.CharField(
        allow_null=True,
        required=False,
        help_text="In the answer to `POST tables/`: the key of the invitation link, while the"
        " table is open.",
    )


class AgreeSerializer(serializers.Serializer[Json]):
    """Whether you agree to call off the match."""

    agree = serializers.BooleanField()


class CommittedSerializer(serializers.Serializer[Json]):
    """A player's part of the seed.

    `nonce` and `origin` are empty before the deal; a nonce that is derived from the secrets is
    empty until the end. `salt` is empty before every seat is taken, and after a change of the name.
    """

    name = serializers.CharField()
    salt = serializers.CharField()
    bot = serializers.BooleanField()
    seat = serializers.IntegerField(allow_null=True)
    hash = serializers.CharField()
    nonce = serializers.CharField()
    origin = serializers.CharField()


class FairnessSerializer(serializers.Serializer[Published]):
    """The public facts about the seed; `players` in the order in which they sat down.

    `transcript`: JSON as text, to which every revealed nonce is bound; empty before every seat is
    taken. `kept`: the called-off match whose draw and transcript are used, or null.
    """

    version = serializers.IntegerField()
    transcript = serializers.CharField()
    commitments = serializers.ListField(child=serializers.CharField())
    players = CommittedSerializer(many=True)
    kept = serializers.CharField(allow_null=True)


class MoveSerializer(serializers.Serializer[Json]):
    """A move: its type, the question it answers, and the fields of its type."""

    type = serializers.CharField()
    turn_token = serializers.CharField()


class UndoSerializer(serializers.Serializer[Json]):
    """The open question."""

    turn_token = serializers.CharField()


@varies_by_game("moves")
class MovesSerializer(serializers.Serializer[Json]):
    """The open question, and every legal answer to it, as the game of the match writes moves."""

    game = serializers.CharField()
    turn_token = serializers.CharField(allow_null=True)
    moves = serializers.ListField(child=serializers.DictField())


class EventsQuery(serializers.Serializer[Json]):
    after = serializers.IntegerField(
        required=False, default=0, min_value=0, help_text="the last number you have"
    )


class EffectSerializer(serializers.Serializer[Json]):
    """An effect of a move, as far as your seat may know."""

    kind = serializers.CharField()
    facts = serializers.DictField()


@varies_by_game("move", "effects")
class EventSerializer(serializers.Serializer[Json]):
    """An event that your seat knows of. `seat`: whose it is; null in moves of other seats.

    Whose move it was may be a secret; if it is not, the facts of its effects name the seat.
    By `kind`: a `move` has `effects`, and your own also has the `move`; an `undo` takes back the
    event `undoes`; a `show` has `cards`, and your own also has `to`. For the other kinds, in which
    a player leaves or a clock stops, `facts` give the reason, and if several players caused it
    their `seats`.
    """

    game = serializers.CharField()
    number = serializers.IntegerField()
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.DictField(required=False)
    effects = EffectSerializer(many=True, required=False)
    undoes = serializers.IntegerField(allow_null=True, required=False)
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    to = serializers.ListField(child=serializers.IntegerField(), required=False)
    facts = serializers.DictField(required=False)


class EventsSerializer(serializers.Serializer[Json]):
    """Events; `last` is the number of the newest event you know of."""

    events = EventSerializer(many=True)
    last = serializers.IntegerField()


class LadderNameSerializer(serializers.Serializer[Json]):
    """A ladder: the game and the class of tables, `2` or `3+` players."""

    game = serializers.CharField()
    size = serializers.ChoiceField(["2", "3+"])


class LadderRowSerializer(serializers.Serializer[Json]):
    """A player in a ladder."""

    place = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    bot = serializers.CharField(allow_null=True)
    rating = serializers.IntegerField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    win_rate = serializers.IntegerField()
    last_change = serializers.IntegerField()
    last_match = serializers.DateTimeField()
    provisional = serializers.BooleanField()
    active = serializers.BooleanField()


class LadderSerializer(LadderNameSerializer):
    """A page of a ladder, and the caller's own row, even if it is on another page."""

    season = serializers.CharField(allow_null=True)
    bots = serializers.BooleanField()
    provisional = serializers.BooleanField()
    placed_count = serializers.IntegerField()
    provisional_count = serializers.IntegerField()
    rows = LadderRowSerializer(many=True)
    mine = LadderRowSerializer(allow_null=True)
    after = serializers.CharField(allow_null=True)
    before = serializers.CharField(allow_null=True)


class VersionSerializer(serializers.Serializer[Json]):
    version = serializers.CharField()


class ErrorSerializer(serializers.Serializer[Json]):
    code = serializers.CharField()
    reason = serializers.CharField()


class RefusalSerializer(serializers.Serializer[Json]):
    """The code and reason of a refusal; for moves also the current state of the table."""

    error = ErrorSerializer()
    table = StateSerializer(required=False)
