"""Addresses of the JSON API."""

from django.urls import path

from games.ladders.api import LaddersView, LadderView
from games.lobby.api import NoShowView, RevealView, TicketsView, TicketView
from games.matches.api.schema_view import SchemaView
from games.matches.api.views import FairnessView, MatchView, MoveView, UndoView

urlpatterns = [
    path("matches/<slug:match_id>/moves/", MoveView.as_view(), name="api_moves"),
    path("matches/<slug:match_id>/undo/", UndoView.as_view(), name="api_undo"),
    path("matches/<slug:match_id>/no-show/", NoShowView.as_view(), name="api_no_show"),
    path("matches/<slug:match_id>/fairness/", FairnessView.as_view(), name="api_fairness"),
    path("matches/<slug:match_id>/reveal/", RevealView.as_view(), name="api_reveal"),
    path("matches/<slug:match_id>/", MatchView.as_view(), name="api_match"),
    path("tickets/<slug:ticket_id>/", TicketView.as_view(), name="api_ticket"),
    path("tickets/", TicketsView.as_view(), name="api_tickets"),
    path("ladders/<slug:slug>/<str:size>/", LadderView.as_view(), name="api_ladder"),
    path("ladders/", LaddersView.as_view(), name="api_ladders"),
    path("schema/", SchemaView.as_view(), name="api_schema"),
]
