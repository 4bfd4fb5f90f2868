"""URLs of `games.game_nights`."""

from django.urls import path

from games.game_nights import api, views

GAME_NIGHT = "game-nights/<slug:key>"

urlpatterns = [
    path("game-nights/", views.mine, name="game_nights"),
    path("game-nights/<str:key>/", views.game_night, name="game_night"),
    path("game-nights/<str:key>/<slug:act>/", views.act, name="game_night_act"),
]
api_urlpatterns = [
    path(f"{GAME_NIGHT}/tables/", api.GameNightTablesView.as_view(), name="api_game_night_tables"),
    path(f"{GAME_NIGHT}/seats/", api.GameNightSeatsView.as_view(), name="api_game_night_seats"),
    path(f"{GAME_NIGHT}/attendance/", api.AttendanceView.as_view(), name="api_attendance"),
    path(f"{GAME_NIGHT}/rounds/", api.GameNightRoundsView.as_view(), name="api_game_night_rounds"),
    path(f"{GAME_NIGHT}/close/", api.GameNightCloseView.as_view(), name="api_game_night_close"),
    path(f"{GAME_NIGHT}/", api.GameNightView.as_view(), name="api_game_night"),
    path("game-nights/", api.GameNightsView.as_view(), name="api_game_nights"),
]
