"""URLs of `games.evenings`."""

from django.urls import path

from games.evenings import views

urlpatterns = [
    path("evenings/", views.mine, name="evenings"),
    path("evenings/<str:key>/", views.evening, name="evening"),
    path("evenings/<str:key>/<slug:act>/", views.act, name="evening_act"),
]
