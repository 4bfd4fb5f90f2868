"""URLs of `games.puzzles`."""

from django.urls import path

from games.puzzles import api, views

PUZZLE = "puzzles/<slug:slug>/<slug:puzzle>"

STORM = "puzzles/<slug:slug>/storm"

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path(f"{STORM}/", views.storm, name="storm"),
    path(f"{STORM}/start/", views.storm_start, name="storm_start"),
    path(f"{STORM}/move/", views.storm_move, name="storm_move"),
    path(f"{STORM}/stop/", views.storm_stop, name="storm_stop"),
    path("embed/puzzles/<slug:slug>/<slug:puzzle>.svg", views.picture, name="puzzle_picture"),
    path("puzzles/<slug:slug>/", views.next_one, name="next_puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/move/", views.move, name="puzzle_move"),
    path("puzzles/<slug:slug>/<slug:puzzle>/again/", views.again, name="puzzle_again"),
]
api_urlpatterns = [
    path(f"{STORM}/", api.StormView.as_view(), name="api_storm"),
    path(f"{STORM}/answer/", api.StormAnswerView.as_view(), name="api_storm_answer"),
    path(f"{PUZZLE}/answer/", api.PuzzleAnswerView.as_view(), name="api_puzzle_answer"),
    path(f"{PUZZLE}/", api.PuzzleView.as_view(), name="api_puzzle"),
    path("puzzles/today/", api.PuzzlesOfTheDayView.as_view(), name="api_puzzles_of_the_day"),
    path("puzzles/", api.PuzzlesView.as_view(), name="api_puzzles"),
]
