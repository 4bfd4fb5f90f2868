"""URLs of `games.leagues`."""

from django.urls import path

from games.leagues import api, views

LEAGUE = "leagues/<slug:league_id>"

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.found, name="found_league"),
    path(f"{LEAGUE}/", views.league, name="league"),
    path(f"{LEAGUE}/do/<slug:act>/", views.act, name="league_act"),
]
api_urlpatterns = [
    path("leagues/", api.LeaguesView.as_view(), name="api_leagues"),
    path(f"{LEAGUE}/registration/", api.PlaceView.as_view(), name="api_league_registration"),
    path(
        f"{LEAGUE}/fixtures/<int:fixture_id>/times/",
        api.TimesView.as_view(),
        name="api_league_times",
    ),
    path(f"{LEAGUE}/", api.LeagueView.as_view(), name="api_league"),
]
