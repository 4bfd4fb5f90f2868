"""URLs of `games.tournaments`."""

from django.urls import path

from games.tournaments import api, consumers, views

TOURNAMENT = "tournaments/<slug:tournament_id>"

urlpatterns = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.plan, name="plan_tournament"),
    path(f"{TOURNAMENT}/", views.tournament, name="tournament"),
    path(f"{TOURNAMENT}/standings.csv", views.standings, name="tournament_standings"),
    path(f"{TOURNAMENT}/edit/", views.edit, name="edit_tournament"),
    path(f"{TOURNAMENT}/direct/", views.direct, name="direct_tournament"),
    path(f"{TOURNAMENT}/do/<slug:act>/", views.act, name="tournament_act"),
    path(f"{TOURNAMENT}/rounds/<int:number>/", views.round_page, name="tournament_round"),
    path(
        f"{TOURNAMENT}/rounds/<int:number>/<int:table>/", views.correct, name="correct_tournament"
    ),
    path(f"embed/{TOURNAMENT}/", views.embedded_standings, name="embedded_tournament"),
]
api_urlpatterns = [
    path("tournaments/", api.TournamentsView.as_view(), name="api_tournaments"),
    path(f"{TOURNAMENT}/", api.TournamentView.as_view(), name="api_tournament"),
    path(f"{TOURNAMENT}/entry/", api.EntryView.as_view(), name="api_tournament_entry"),
    path(f"{TOURNAMENT}/here/", api.HereView.as_view(), name="api_tournament_here"),
    path(
        f"{TOURNAMENT}/rounds/<int:number>/",
        api.TournamentRoundView.as_view(),
        name="api_tournament_round",
    ),
    path(f"{TOURNAMENT}/pause/", api.PauseView.as_view(), name="api_tournament_pause"),
    path(
        f"{TOURNAMENT}/rounds/<int:number>/<int:table>/",
        api.DecisionView.as_view(),
        name="api_tournament_table",
    ),
    path(
        f"{TOURNAMENT}/players/<str:username>/removal/",
        api.RemovalView.as_view(),
        name="api_tournament_removal",
    ),
    path(f"stream/{TOURNAMENT}/", api.TournamentStreamView.as_view(), name="api_stream_tournament"),
]
websocket_urlpatterns = [
    path(
        "ws/api/v1/stream/tournaments/<slug:tournament_id>/",
        consumers.TournamentStreamConsumer.as_asgi(),
    ),
    path("ws/tournaments/<slug:tournament_id>/", consumers.TournamentConsumer.as_asgi()),
]
