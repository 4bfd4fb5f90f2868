"""URLs of `games.ladders`."""

from django.urls import path

from games.ladders import views

urlpatterns = [
    path("ladders/", views.ladders, name="ladders"),
    path("ladders/<slug:slug>/<str:size>/", views.ladder, name="ladder"),
]
