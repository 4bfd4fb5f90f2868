"""URLs of `games.puzzles`."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/<slug:slug>/", views.next_one, name="next_puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/", views.puzzle, name="puzzle"),
    path("puzzles/<slug:slug>/<slug:puzzle>/move/", views.move, name="puzzle_move"),
    path("puzzles/<slug:slug>/<slug:puzzle>/again/", views.again, name="puzzle_again"),
]
