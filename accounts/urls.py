"""Addresses of people; signing in, e-mail and passwords are allauth's, under /accounts/."""

from django.urls import path

from accounts.views import blocks, guests, privacy, profile, settings

app_name = "people"
urlpatterns = [
    path("players/<slug:username>/", profile.profile, name="profile"),
    path("players/<slug:username>/block/", blocks.block, name="block"),
    path("players/<slug:username>/unblock/", blocks.unblock, name="unblock"),
    path("guests/", guests.arrive, name="guest"),
    path("settings/keep/", guests.keep, name="keep"),
    path("settings/", settings.overview, name="settings"),
    path("settings/profile/", settings.edit_profile, name="edit_profile"),
    path("settings/privacy/", privacy.privacy, name="privacy"),
    path("settings/devices/<int:session_id>/end/", settings.end_one_device, name="end_device"),
    path("settings/sign-out-everywhere/", settings.end_everywhere, name="sign_out_everywhere"),
]
