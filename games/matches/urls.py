"""Addresses of `games.matches`."""

from django.urls import path

from games.matches import views

urlpatterns = [
    path("matches/<slug:match_id>/moves/", views.moves, name="moves"),
    path("matches/<slug:match_id>/undo/", views.undo, name="undo"),
    path("matches/<slug:match_id>/resign/", views.resign, name="resign"),
    path("matches/<slug:match_id>/abort/", views.abort, name="abort"),
    path("matches/<slug:match_id>/show/", views.show, name="show"),
    path("matches/<slug:match_id>/hint/", views.hint, name="hint"),
    path("matches/<slug:match_id>/steps/<int:number>/", views.step, name="step"),
    path("matches/<slug:match_id>/fairness/", views.fairness, name="fairness"),
    path("settings/vacation/", views.vacation, name="vacation"),
]
