"""Puzzles in the administration, read-only."""

from django.contrib import admin

from accounts.admin import ReadOnly
from games.puzzles.models import PuzzleAttempt, PuzzleRating, Solver, Storm


@admin.register(PuzzleAttempt)
class PuzzleAttemptAdmin(ReadOnly):
    list_display = ("user", "game", "puzzle", "solved", "rating", "change", "at")
    list_filter = ("game", "solved", "at")
    search_fields = ("user__username", "puzzle")
    list_select_related = ("user",)


@admin.register(Solver)
class SolverAdmin(ReadOnly):
    list_display = ("user", "game", "rating", "tried", "solved")
    list_filter = ("game",)
    search_fields = ("user__username",)
    list_select_related = ("user",)


@admin.register(PuzzleRating)
class PuzzleRatingAdmin(ReadOnly):
    list_display = ("game", "puzzle", "rating", "tried", "solved")
    list_filter = ("game",)
    search_fields = ("puzzle",)


@admin.register(Storm)
class StormAdmin(ReadOnly):
    list_display = ("user", "game", "solved", "answers", "started_at", "ended_at")
    list_filter = ("game", "started_at")
    search_fields = ("user__username",)
    list_select_related = ("user",)
