"""URLs of `games.puzzles`."""

from django.urls import path

from games.puzzles import api, views

PUZZLE = "puzzles/<slug:slug>/<slug:puzzle>"

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:slug>/", views.next_one, name="next_puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/move/", views.move, name="puzzle_move"),
    path("puzzles/<slug:slug>/<slug:puzzle>/again/", views.again, name="puzzle_again"),
]
api_urlpatterns = [
    path(f"{PUZZLE}/answer/", api.PuzzleAnswerView.as_view(), name="api_puzzle_answer"),
    path(f"{PUZZLE}/", api.PuzzleView.as_view(), name="api_puzzle"),
    path("puzzles/today/", api.PuzzlesOfTheDayView.as_view(), name="api_puzzles_of_the_day"),
    path("puzzles/", api.PuzzlesView.as_view(), name="api_puzzles"),
]
