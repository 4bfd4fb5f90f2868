"""Addresses of `games.chat`."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("matches/<slug:match_id>/chat/", views.post_line, name="chat"),
    path("matches/<slug:match_id>/chat/<int:line_id>/mute/", views.mute, name="mute"),
    path("matches/<slug:match_id>/chat/unmute/", views.unmute, name="unmute"),
]
