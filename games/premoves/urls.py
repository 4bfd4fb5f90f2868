"""URLs of `games.premoves`."""

from django.urls import path

from games.premoves import views

urlpatterns = [
    path("settings/turns/", views.turn_settings, name="turn_settings"),
    path("matches/<slug:match_id>/plan/", views.plan, name="plan"),
]
