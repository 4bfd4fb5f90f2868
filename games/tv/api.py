"""The JSON API of TV: which match each channel shows."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.contract import Json
from games.matches.api.base import ApiView, operation
from games.titles.registry import titles
from games.tv.channels import ALL, read_channel
from games.tv.presenters import describe_channel


class ChannelSerializer(serializers.Serializer[Json]):
    """A channel: a game, or `all`.

    `match`: what it shows now, null for nothing; `exhibition`: whether that is a match of bots for
    spectators; `spectators`: the number of pages that watch the match.
    """

    channel = serializers.CharField()
    match = serializers.CharField(allow_null=True)
    exhibition = serializers.BooleanField()
    spectators = serializers.IntegerField()


class ChannelsView(ApiView):
    @operation("tv_channels", "What each channel of TV shows now", ChannelSerializer(many=True))
    def get(self, request: Request) -> Response:
        names = [ALL, *(title.slug for title in titles())]
        return Response([describe_channel(name) for name in names])


class ChannelView(ApiView):
    @operation("tv_channel", "What a channel of TV shows now", ChannelSerializer)
    def get(self, request: Request, channel: str) -> Response:
        return Response(describe_channel(read_channel(channel)))
