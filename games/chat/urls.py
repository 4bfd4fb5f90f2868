"""Addresses of `games.chat`."""

from django.urls import path

from games.chat import api, views

urlpatterns = [
    path("matches/<slug:match_id>/chat/", views.post_line, name="chat"),
    path("matches/<slug:match_id>/chat/<int:line_id>/mute/", views.mute, name="mute"),
    path("matches/<slug:match_id>/chat/unmute/", views.unmute, name="unmute"),
]
api_urlpatterns = [
    path("matches/<slug:match_id>/chat/", api.ChatView.as_view(), name="api_chat"),
]
