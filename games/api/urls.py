"""Addresses of the JSON door."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from games.api.views import MatchView, MoveView, UndoView

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("matches/<slug:match_id>/", MatchView.as_view(), name="api_match"),
    path("matches/<slug:match_id>/undo/", UndoView.as_view(), name="api_undo"),
    path("matches/<slug:match_id>/moves/", MoveView.as_view(), name="api_moves"),
]
