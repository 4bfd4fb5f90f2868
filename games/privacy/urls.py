"""Addresses of `games.privacy`."""

from django.urls import path

from games.privacy import views

urlpatterns = [
    path("settings/data/download/", views.my_data, name="my_data"),
]
