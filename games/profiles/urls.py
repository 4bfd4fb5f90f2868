"""URLs of `games.profiles`."""

from django.urls import path

from games.profiles import views

urlpatterns = [
    path("players/<slug:username>/against/<slug:other>/", views.against, name="against"),
]
