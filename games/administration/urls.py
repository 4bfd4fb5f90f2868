"""Addresses of `games.administration`."""

from django.urls import path

from games.administration import views

urlpatterns = [
    path("administration/", views.overview, name="overview"),
    path("administration/settings/", views.site_settings, name="site_settings"),
    path("administration/announcements/", views.announcements, name="announcements"),
    path(
        "administration/announcements/<int:announcement_id>/end/",
        views.end,
        name="end_announcement",
    ),
    path("administration/reasons/", views.usual_reasons, name="usual_reasons"),
    path("administration/reasons/<int:reason_id>/", views.usual_reason, name="usual_reason"),
    path("announcements/<int:announcement_id>/close/", views.close, name="close_announcement"),
]
