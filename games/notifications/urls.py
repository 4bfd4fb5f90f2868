"""Addresses of `games.notifications`."""

from django.urls import path

from games.notifications.views import notifications, turns

urlpatterns = [
    path("your-turn/", turns.page, name="your_turn"),
    path("settings/notifications/", notifications.page, name="notifications"),
    path("settings/notifications/mail/", notifications.mail, name="notify_mail"),
    path("settings/notifications/webhook/", notifications.webhook, name="notify_webhook"),
    path("settings/notifications/devices/", notifications.add_device, name="add_push"),
    path(
        "settings/notifications/devices/<int:device_id>/remove/",
        notifications.remove_device,
        name="remove_push",
    ),
    path("settings/notifications/test/", notifications.test, name="notify_test"),
    path("stop-mail/<str:token>/", notifications.stop_mail, name="stop_mail"),
    path("push-worker.js", notifications.push_worker, name="push_worker"),
]
