"""URLs of `games.conversations`."""

from django.urls import path

from games.conversations import api, consumers, views

CONVERSATION = "messages/<slug:conversation_key>"

urlpatterns = [
    path("messages/", views.conversations, name="conversations"),
    path("messages/to/<slug:username>/", views.write_to, name="write_to"),
    path("messages/after/<slug:match_id>/", views.keep_talking, name="keep_talking"),
    path(f"{CONVERSATION}/", views.conversation, name="conversation"),
    path(f"{CONVERSATION}/do/<slug:act>/", views.act, name="conversation_act"),
    path(f"{CONVERSATION}/lines/<int:message_id>/report/", views.report, name="report_message"),
]
api_urlpatterns = [
    path("messages/", api.ConversationsView.as_view(), name="api_conversations"),
    path("messages/to/<slug:username>/", api.WriteToView.as_view(), name="api_write_to"),
    path(f"{CONVERSATION}/", api.ConversationView.as_view(), name="api_conversation"),
]
websocket_urlpatterns = [
    path("ws/messages/<slug:conversation_key>/", consumers.ConversationConsumer.as_asgi())
]
