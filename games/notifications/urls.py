"""Addresses of `games.notifications`."""

from django.urls import path

from games.notifications import api, consumers, views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/read/", views.read_notices, name="read_notices"),
    path("notices/<int:notice_id>/", views.notice, name="notice"),
    path("your-turn/", views.your_turn, name="your_turn"),
    path("settings/notifications/", views.page, name="notifications"),
    path("settings/notifications/kinds/", views.kinds, name="notify_kinds"),
    path("settings/notifications/callers/", views.callers, name="choose_callers"),
    path("settings/notifications/mail/", views.mail, name="notify_mail"),
    path("settings/notifications/quiet/", views.quiet_hours, name="quiet_hours"),
    path("settings/notifications/remind/", views.remind, name="notify_remind"),
    path("settings/notifications/webhook/", views.webhook, name="notify_webhook"),
    path("settings/notifications/devices/", views.add_device, name="add_push"),
    path(
        "settings/notifications/devices/<int:device_id>/remove/",
        views.remove_device,
        name="remove_push",
    ),
    path("settings/notifications/test/", views.test, name="notify_test"),
    path("stop-mail/<str:token>/", views.stop_mail, name="stop_mail"),
]
api_urlpatterns = [
    path("stream/me/", api.PersonStreamView.as_view(), name="api_stream_me"),
]
websocket_urlpatterns = [
    path("ws/your-turn/", consumers.YourTurnConsumer.as_asgi()),
    path("ws/api/v1/stream/me/", consumers.PersonStreamConsumer.as_asgi()),
]
