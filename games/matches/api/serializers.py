"""The shapes of the JSON API, for the schema alone; the presenters build the content."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.matches.models import Match


class RatingChangeSerializer(serializers.Serializer[Any]):
    """What a finished rated match did to a rating."""

    before = serializers.IntegerField()
    after = serializers.IntegerField()


class PlayerSerializer(serializers.Serializer[Any]):
    """`character`: of a bot, if whoever seated it named one."""

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
    """A clock for every seat: seconds left, and the moment it is out while it runs; or null."""


class AgreedSerializer(serializers.Serializer[Any]):
    """The clock of a table, in seconds; `cap` 0 is without limit."""

    pace = serializers.ChoiceField(["live", "turns"])
    bank = serializers.IntegerField()
    increment = serializers.IntegerField()
    cap = serializers.IntegerField()


class AbsentSerializer(serializers.Serializer[Any]):
    """The seats of those who have not come; from then on the match may be called off."""

    seats = serializers.ListField(child=serializers.IntegerField())
    until = serializers.DateTimeField()


class StateSerializer(serializers.Serializer[Any]):
    """What a match of any game tells; `view` and `moves` are told game by game."""

    match = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(["open", "running", "finished", "closed", "aborted"])
    options = serializers.JSONField()
    seat = serializers.IntegerField(allow_null=True, required=False)
    players = PlayerSerializer(many=True)
    asked = serializers.CharField(allow_null=True, required=False)
    may_undo = serializers.BooleanField(required=False)
    may_abort = serializers.BooleanField(required=False)
    rated = serializers.BooleanField(required=False)
    uncounted = serializers.ChoiceField(
        Match.Uncounted.choices,
        allow_null=True,
        required=False,
        help_text="Why a rated match counts for nobody’s rating; null if it counts.",
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


class CommittedSerializer(serializers.Serializer[Any]):
    """A player's part of the seed; `nonce` and `origin` are empty before the deal, and the nonce
    until the end where it follows from the secrets."""

    name = serializers.CharField()
    bot = serializers.BooleanField()
    seat = serializers.IntegerField(allow_null=True)
    hash = serializers.CharField()
    nonce = serializers.CharField()
    origin = serializers.CharField()


class FairnessSerializer(serializers.Serializer[Any]):
    """What may be known of the seed; `chairs` in the order in which they were taken."""

    version = serializers.IntegerField()
    commitments = serializers.ListField(child=serializers.CharField())
    chairs = CommittedSerializer(many=True)


class MoveSerializer(serializers.Serializer[Any]):
    """A move: its type, the question it answers, and the fields of its type."""

    type = serializers.CharField()
    asked = serializers.CharField()


class UndoSerializer(serializers.Serializer[Any]):
    """The question that stands now."""

    asked = serializers.CharField()


class MovesSerializer(serializers.Serializer[Any]):
    """The open question, and every legal answer to it, as the game of the match writes moves."""

    game = serializers.CharField()
    asked = serializers.CharField(allow_null=True)
    moves = serializers.ListField(child=serializers.DictField())


class HintSerializer(serializers.Serializer[Any]):
    """The question you asked about, and the move that a strong bot would answer it with."""

    game = serializers.CharField()
    asked = serializers.CharField()
    move = serializers.DictField()


class EventsQuery(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        required=False, default=0, min_value=0, help_text="the last number you have"
    )


class HappeningSerializer(serializers.Serializer[Any]):
    """What a move brought about, as far as your seat may know."""

    kind = serializers.CharField()
    facts = serializers.DictField()


class EventSerializer(serializers.Serializer[Any]):
    """One thing that your seat knows of. `seat`: whose it is, where that is told by itself.

    `kind`: a `move` has `happenings`, and is written out if it is your own; an `undo` takes back
    the event `undoes`; to `show` names `cards`, and for whoever shows them `to`; of the others,
    which end somebody's match or stop their clock, `facts` say why.
    """

    game = serializers.CharField()
    number = serializers.IntegerField()
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    move = serializers.DictField(required=False)
    happenings = HappeningSerializer(many=True, required=False)
    undoes = serializers.IntegerField(allow_null=True, required=False)
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    to = serializers.ListField(child=serializers.IntegerField(), required=False)
    facts = serializers.DictField(required=False)


class EventsSerializer(serializers.Serializer[Any]):
    """`last`: the number of the newest event you know of."""

    events = EventSerializer(many=True)
    last = serializers.IntegerField()


class LadderNameSerializer(serializers.Serializer[Any]):
    """A ladder: the game and the class of tables, `2` or `3+` players."""

    game = serializers.CharField()
    size = serializers.ChoiceField(["2", "3+"])


class LadderRowSerializer(serializers.Serializer[Any]):
    """Somebody in a ladder."""

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
    """A page of a ladder, and the caller's own row wherever it stands."""

    season = serializers.CharField(allow_null=True)
    bots = serializers.BooleanField()
    provisional = serializers.BooleanField()
    placed_count = serializers.IntegerField()
    provisional_count = serializers.IntegerField()
    rows = LadderRowSerializer(many=True)
    mine = LadderRowSerializer(allow_null=True)
    after = serializers.CharField(allow_null=True)
    before = serializers.CharField(allow_null=True)


class ErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    reason = serializers.CharField()


class RefusalSerializer(serializers.Serializer[Any]):
    """What was declined and why; with a move the fresh table."""

    error = ErrorSerializer()
    table = StateSerializer(required=False)
