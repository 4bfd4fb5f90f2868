"""Finished matches as JSON: lists by filters, and records one by one or line by line."""

from __future__ import annotations

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

from games.archive.forms import BulkForm, HistoryForm
from games.archive.presenters import describe_match, match_rows
from games.archive.refusals import BadPeriod
from games.archive.search import Marked, MatchSearch, Opponents, Result
from games.archive.services import bulk, records
from games.engine.contract import Json
from games.matches.api.base import REFUSALS, Answers, ApiView, MatchApiView
from games.matches.presenters.rendering import serialize
from games.matches.refusals import BadBody
from games.matches.services import time_source
from games.matches.services.event_store import open_record

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


class MatchesQuery(RecordsQuery):
    until = serializers.DateField(required=False, help_text="the last day, UTC")
    whose = serializers.ChoiceField(
        ["mine", "all"], required=False, help_text="mine, if signed in; otherwise all"
    )
    text = serializers.CharField(
        required=False, max_length=80, help_text="a name, the id of a match, a word of your notes"
    )
    player = serializers.CharField(
        required=False, max_length=60, help_text="another player, by username"
    )
    seats = serializers.IntegerField(required=False, min_value=1, max_value=20)
    rated = serializers.ChoiceField(["yes", "no"], required=False)
    result = serializers.ChoiceField(Result.values, required=False, help_text="only of your own")
    marked = serializers.ChoiceField(
        Marked.values, required=False, help_text="your bookmarks, only of your own"
    )
    opponents = serializers.ChoiceField(Opponents.values, required=False)
    older = serializers.CharField(
        required=False, max_length=200, help_text="the page after this, from the previous response"
    )
    newer = serializers.CharField(required=False, max_length=200, help_text="the page before this")


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

    @extend_schema(
        operation_id="matches",
        summary="Finished matches: your own, or everyone’s public ones",
        parameters=[MatchesQuery],
        responses={200: FinishedPageSerializer, **REFUSALS},
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


def bad_filters(form: BaseForm) -> BadBody:
    """Return the first problem of the filters."""
    name, problems = next(iter(form.errors.items()))
    return BadBody(_("“{name}” is invalid: {problem}"), name=name, problem=str(problems[0]))


class RecordView(MatchApiView):
    @extend_schema(
        operation_id="record",
        summary="The record of a finished match",
        description="All of it, in the format of records.md; open once the match is over.",
        responses={200: OpenApiTypes.OBJECT, **REFUSALS},
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
        parameters=[RecordsQuery],
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

    @extend_schema(
        operation_id="my_records",
        summary="The records of all matches you finished, one per line, the newest first",
        responses=LINES,
    )
    def get(self, request: Request) -> HttpResponseBase:
        return StreamingHttpResponse(records.own_records(request.user), content_type=NDJSON)
