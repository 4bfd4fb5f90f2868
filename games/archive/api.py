"""Finished matches as JSON: lists by filters, and records one by one or line by line."""

from __future__ import annotations

from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.forms import BaseForm
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_noop as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.archive.facts import facts_of
from games.archive.forms import BulkForm, HistoryForm
from games.archive.presenters import describe_match, match_rows
from games.archive.refusals import BadPeriod
from games.archive.search import Marked, MatchSearch, Opponents, Result
from games.archive.services import bulk, records
from games.archive.statistics import statistics_of
from games.engine.contract import Json
from games.matches.access import require_signed_in
from games.matches.api.base import REFUSALS, Answers, ApiView, MatchApiView, operation
from games.matches.presenters.rendering import serialize
from games.matches.refusals import BadBody
from games.matches.services import time_source
from games.matches.services.event_store import open_record
from games.titles.registry import titles

NDJSON = "application/x-ndjson"
LINES: Answers = {
    (200, NDJSON): OpenApiResponse(
        OpenApiTypes.STR, description="one record per line (records.md)"
    ),
    **REFUSALS,
}


class RecordsQuery(serializers.Serializer[Json]):
    since = serializers.DateField(required=False, help_text="the first day, UTC")
    until = serializers.DateField(required=False, help_text="the last day, UTC; 31 at most")
    game = serializers.CharField(required=False, max_length=20, help_text="the slug of a game")


class FactsQuery(serializers.Serializer[Json]):
    game = serializers.CharField(required=False, max_length=20, help_text="the slug of a game")


class FiltersQuery(RecordsQuery):
    until = serializers.DateField(required=False, help_text="the last day, UTC")
    text = serializers.CharField(
        required=False,
        max_length=80,
        help_text="a part of a name, the id of a match, or a word of a fact or of your notes",
    )
    fact = serializers.CharField(
        required=False, max_length=80, help_text="the `fact` of a row of `facts/`"
    )
    occasion = serializers.CharField(
        required=False,
        max_length=80,
        help_text="club-SLUG, event-ID, tournament-ID or league-ID, if you may see it",
    )
    player = serializers.CharField(
        required=False, max_length=60, help_text="another player, by username"
    )
    seats = serializers.IntegerField(required=False, min_value=1, max_value=20)
    rated = serializers.ChoiceField(["yes", "no"], required=False)
    opponents = serializers.ChoiceField(Opponents.values, required=False)


class MatchesQuery(FiltersQuery):
    whose = serializers.ChoiceField(
        ["mine", "all"], required=False, help_text="mine, if signed in; otherwise all"
    )
    result = serializers.ChoiceField(Result.values, required=False, help_text="only of your own")
    marked = serializers.ChoiceField(
        Marked.values, required=False, help_text="your bookmarks, only of your own"
    )
    older = serializers.CharField(
        required=False, max_length=200, help_text="the page after this, from the previous response"
    )
    newer = serializers.CharField(required=False, max_length=200, help_text="the page before this")


class MyRecordsQuery(FiltersQuery):
    page = serializers.ChoiceField(["yes"], required=False)
    older = serializers.CharField(
        required=False, max_length=200, help_text="the page after this, from `Link`"
    )


class PlacedSerializer(serializers.Serializer[Json]):
    seat = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    username = serializers.CharField(allow_null=True)
    bot = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True)
    left = serializers.BooleanField()


class FinishedSerializer(serializers.Serializer[Json]):
    """A finished match in a list; the players by place.

    `long_options`: the options that are too long for a list; `GET matches/{id}/` has them.
    """

    match = serializers.CharField()
    game = serializers.CharField()
    seats = serializers.IntegerField()
    options = serializers.JSONField()
    long_options = serializers.ListField(child=serializers.CharField())
    rated = serializers.BooleanField()
    annulled = serializers.BooleanField()
    public = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    players = PlacedSerializer(many=True)


class FinishedPageSerializer(serializers.Serializer[Json]):
    """A page of the list; follow `older` and `newer`, which are null if there is no such page."""

    matches = FinishedSerializer(many=True)
    older = serializers.CharField(allow_null=True)
    newer = serializers.CharField(allow_null=True)


class MatchesView(ApiView):
    query = MatchesQuery

    @operation(
        "matches", "Finished matches: your own, or everyone’s public ones", FinishedPageSerializer
    )
    def get(self, request: Request) -> Response:
        query = self.asked_for(request)
        form = HistoryForm(request.query_params, request.user)
        if not form.is_valid():
            raise bad_filters(form)
        search = MatchSearch(form.filters(), request.user, mine=form.mine)
        page = search.page(query)
        rows = match_rows(page.matches, request.user)
        return Response(
            {
                "matches": [describe_match(row) for row in rows],
                "older": page.older or None,
                "newer": page.newer or None,
            }
        )


class FactSerializer(serializers.Serializer[Json]):
    """Something that players did in a match, in the language of the request."""

    fact = serializers.CharField()
    game = serializers.CharField()
    words = serializers.CharField()


class FactsView(ApiView):
    query = FactsQuery

    @operation(
        "facts",
        "What matches can be searched for: the facts of each game",
        FactSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        game = self.asked_for(request).get("game", "")
        every = [each for title in titles() for each in facts_of(title)]
        return Response(
            [
                {"fact": one.key, "game": one.game, "words": words}
                for one, words in every
                if game in ("", one.game)
            ]
        )


class CountedSerializer(serializers.Serializer[Any]):
    matches = serializers.IntegerField(source="all.matches")
    won = serializers.IntegerField(source="all.won")


class ResultsLineSerializer(serializers.Serializer[Any]):
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    key = serializers.CharField()
    name = serializers.CharField()


class OpeningSerializer(serializers.Serializer[Any]):
    opening = serializers.CharField(source="slug")
    name = serializers.CharField()
    choices = ResultsLineSerializer(many=True)


class GameStatisticsSerializer(CountedSerializer):
    """Your results in a game: by number of players, seat (from 1), and first decisions."""

    game = serializers.CharField(source="game.slug")
    sizes = ResultsLineSerializer(many=True)
    seats = ResultsLineSerializer(many=True)
    openings = OpeningSerializer(many=True)


class OpponentSerializer(serializers.Serializer[Any]):
    """A person you met; in how many matches you finished `ahead` of them, and `behind`."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    matches = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()


class StatisticsSerializer(CountedSerializer):
    games = GameStatisticsSerializer(many=True)
    opponents = OpponentSerializer(many=True)


class MyStatisticsView(ApiView):
    signed_in = True
    query = FiltersQuery

    @operation(
        "my_statistics", "Your results by game, seat, opening and opponent", StatisticsSerializer
    )
    def get(self, request: Request) -> Response:
        self.asked_for(request)
        search = own_search(request)
        return Response(StatisticsSerializer(statistics_of(self.person, search.rows)).data)


def own_search(request: Request) -> MatchSearch:
    """Return the search in the caller's own matches that a request asks for; raise BadBody."""
    form = HistoryForm({**request.query_params.dict(), "whose": "mine"}, request.user)
    if not form.is_valid():
        raise bad_filters(form)
    return MatchSearch(form.filters(), request.user, mine=True)


def bad_filters(form: BaseForm) -> BadBody:
    """Return the first problem of the filters."""
    name, problems = next(iter(form.errors.items()))
    return BadBody(_("“{name}” is invalid: {problem}"), name=name, problem=str(problems[0]))


class RecordView(MatchApiView):
    @operation(
        "record",
        "The record of a finished match",
        OpenApiTypes.OBJECT,
        description="All of it, in the format of records.md; open once the match is over.",
    )
    def get(self, request: Request, match_id: str) -> HttpResponseBase:
        content = serialize(open_record(self.open(request, match_id).match))
        return HttpResponse(content, content_type="application/json")


class RecordsView(ApiView):
    signed_in = True
    query = RecordsQuery

    @extend_schema(
        operation_id="records",
        summary="The records of everyone’s public matches of some days, one per line",
        description="The oldest first; one file a minute for each user.",
        responses=LINES,
    )
    def get(self, request: Request) -> HttpResponseBase:
        form = BulkForm(request.query_params)
        if not form.is_valid():
            raise BadPeriod(_("Write dates like this: ?since=2026-11-01&until=2026-11-30"))
        lines = bulk.public_records(request.user, **form.cleaned_data)
        return StreamingHttpResponse(lines, content_type=NDJSON)


class MonthView(ApiView):
    @extend_schema(
        operation_id="records_of_month",
        summary="The records of all public matches that ended in a month, one per line",
        description="Open to all, without a token: a data set for research. `month` is like"
        " `2026-11`, UTC, and the oldest match comes first. One file a minute for each account, or"
        " address without one. Nothing is stored: names are those of the moment.",
        responses=LINES,
    )
    def get(self, request: Request, month: str) -> HttpResponseBase:
        reader = str(request.user.pk or get_ip(request._request))
        records = bulk.MonthOfRecords(month, reader, time_source.now())
        headers = {"Content-Disposition": f'attachment; filename="tavola-{month}.ndjson"'}
        return StreamingHttpResponse(records, content_type=NDJSON, headers=headers)


class MyRecordsView(ApiView):
    signed_in = True
    query = MyRecordsQuery

    @extend_schema(
        operation_id="my_records",
        summary="The records of the matches you finished, one per line, the newest first",
        description="All of them in one file a minute, or with `page=yes` at most 20 in a response,"
        " whose `Link` header names the next page.",
        responses=LINES,
    )
    def get(self, request: Request) -> HttpResponseBase:
        person, asked = require_signed_in(request.user), self.asked_for(request)
        search = own_search(request)
        if "page" not in asked:
            lines = records.own_records(person, search.rows)
            return StreamingHttpResponse(lines, content_type=NDJSON)
        page = search.page({"older": asked.get("older", "")})
        lines = records.record_lines([match.pk for match in page.matches])
        response = StreamingHttpResponse(lines, content_type=NDJSON)
        if page.older:
            query = request.query_params.copy()
            query["older"] = page.older
            response["Link"] = (
                f'<{request.build_absolute_uri("?" + query.urlencode())}>; rel="next"'
            )
        return response
