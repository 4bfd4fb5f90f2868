"""URLs of `games.matches`."""

from django.urls import path

from games.matches import views
from games.matches.api import views as api
from games.matches.api.schema_view import SchemaView
from games.matches.api.streams import AllMatchesStreamView, MatchStreamView
from games.matches.sockets.consumers import OwnConsumer
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.sockets.programs import ProgramConsumer
from games.matches.sockets.streams import AllMatchesStreamConsumer, MatchStreamConsumer

MATCH = "matches/<slug:match_id>"

urlpatterns = [
    path("matches/<slug:match_id>/moves/", views.moves, name="moves"),
    path("matches/<slug:match_id>/undo/", views.undo, name="undo"),
    path("matches/<slug:match_id>/resign/", views.resign, name="resign"),
    path("matches/<slug:match_id>/abort/", views.abort, name="abort"),
    path("matches/<slug:match_id>/agree/", views.agree, name="agree"),
    path("matches/<slug:match_id>/show/", views.show, name="show"),
    path("matches/<slug:match_id>/steps/<int:number>/", views.step, name="step"),
    path("matches/<slug:match_id>/fairness/", views.fairness, name="fairness"),
    path("matches/<slug:match_id>/options/", views.options, name="options"),
    path("settings/vacation/", views.vacation, name="vacation"),
]
api_urlpatterns = [
    path("", api.RootView.as_view(), name="api_root"),
    path(f"{MATCH}/moves/", api.MoveView.as_view(), name="api_moves"),
    path(f"{MATCH}/events/", api.EventsView.as_view(), name="api_events"),
    path(f"{MATCH}/undo/", api.UndoView.as_view(), name="api_undo"),
    path(f"{MATCH}/resign/", api.ResignView.as_view(), name="api_resign"),
    path(f"{MATCH}/call-off/", api.AbortView.as_view(), name="api_call_off"),
    path(f"{MATCH}/agree/", api.AgreeView.as_view(), name="api_agree"),
    path(f"{MATCH}/fairness/", api.FairnessView.as_view(), name="api_fairness"),
    path(f"{MATCH}/", api.MatchView.as_view(), name="api_match"),
    path(f"stream/{MATCH}/", MatchStreamView.as_view(), name="api_stream_match"),
    path("stream/matches/", AllMatchesStreamView.as_view(), name="api_stream_matches"),
    path("schema/", SchemaView.as_view(), name="api_schema"),
]
websocket_urlpatterns = [
    path("ws/me/", OwnConsumer.as_asgi()),
    path("ws/api/v1/matches/<slug:match_id>/", ProgramConsumer.as_asgi()),
    path("ws/api/v1/stream/matches/", AllMatchesStreamConsumer.as_asgi()),
    path("ws/api/v1/stream/matches/<slug:match_id>/", MatchStreamConsumer.as_asgi()),
    path("ws/matches/<slug:match_id>/", MatchConsumer.as_asgi()),
]
