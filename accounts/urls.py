"""Addresses of people; signing in, e-mail and passwords are allauth's, under /accounts/."""

from django.urls import path

from accounts.views import blocks, closing, guests, moderation, privacy, profile, settings, standing

app_name = "people"
urlpatterns = [
    path("players/<slug:username>/", profile.profile, name="profile"),
    path("players/<slug:username>/block/", blocks.block, name="block"),
    path("players/<slug:username>/unblock/", blocks.unblock, name="unblock"),
    path("guests/", guests.arrive, name="guest"),
    path("settings/keep/", guests.keep, name="keep"),
    path("players/<slug:username>/report/", standing.report, name="report"),
    path("house/", standing.house, name="house"),
    path("settings/standing/", standing.standing, name="standing"),
    path("settings/standing/<int:sanction_id>/read/", standing.read, name="read_warning"),
    path("settings/standing/<int:sanction_id>/appeal/", standing.appeal, name="appeal"),
    path("moderation/", moderation.desk, name="desk"),
    path("moderation/book/", moderation.book, name="book"),
    path("moderation/cases/<int:case_id>/", moderation.case, name="case"),
    path("moderation/cases/<int:case_id>/<str:act>/", moderation.act_on_case, name="act_on_case"),
    path("moderation/players/<slug:username>/", moderation.record, name="record"),
    path("moderation/players/<slug:username>/sanction/", moderation.give, name="sanction"),
    path("moderation/players/<slug:username>/rename/", moderation.rename, name="rename"),
    path("moderation/sanctions/<int:sanction_id>/lift/", moderation.lift, name="lift"),
    path("moderation/appeals/<int:appeal_id>/decide/", moderation.decide, name="decide"),
    path("settings/", settings.overview, name="settings"),
    path("settings/profile/", settings.edit_profile, name="edit_profile"),
    path("settings/privacy/", privacy.privacy, name="privacy"),
    path("settings/data/", closing.data, name="data"),
    path("settings/data/delete/", closing.delete, name="delete_account"),
    path("settings/data/keep/", closing.keep, name="keep_account"),
    path("settings/devices/<int:session_id>/end/", settings.end_one_device, name="end_device"),
    path("settings/sign-out-everywhere/", settings.end_everywhere, name="sign_out_everywhere"),
]
