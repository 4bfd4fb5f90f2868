"""Addresses of the sockets."""

from django.urls import path

from games.embeds.consumers import EmbedConsumer
from games.lobby.consumers import LobbyConsumer, SearchConsumer
from games.matches.sockets.consumers import OwnConsumer
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.sockets.programs import ProgramConsumer
from games.matches.sockets.streams import MatchStreamConsumer
from games.notifications.consumers import PersonStreamConsumer, YourTurnConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/quick/<slug:ticket_id>/", SearchConsumer.as_asgi()),
    path("ws/me/", OwnConsumer.as_asgi()),
    path("ws/your-turn/", YourTurnConsumer.as_asgi()),
    path("ws/api/v1/matches/<slug:match_id>/", ProgramConsumer.as_asgi()),
    path("ws/api/v1/stream/matches/<slug:match_id>/", MatchStreamConsumer.as_asgi()),
    path("ws/api/v1/stream/me/", PersonStreamConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
    path("ws/embed/matches/<slug:match_id>/", EmbedConsumer.as_asgi()),
]
