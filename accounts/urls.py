"""Addresses of people; signing in, e-mail and passwords are allauth's, under /accounts/."""

from django.urls import path

from accounts.views import profile, settings

app_name = "people"
urlpatterns = [
    path("players/<slug:username>/", profile.profile, name="profile"),
    path("settings/", settings.overview, name="settings"),
    path("settings/profile/", settings.edit_profile, name="edit_profile"),
    path("settings/devices/<int:session_id>/end/", settings.end_one_device, name="end_device"),
    path("settings/sign-out-everywhere/", settings.end_everywhere, name="sign_out_everywhere"),
]
