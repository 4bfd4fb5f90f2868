"""Addresses of the sockets."""

from django.urls import path

from games.live.consumers import LobbyConsumer, MatchConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
]
