"""URLs of accounts; signing in, e-mail and passwords are allauth's, under /accounts/."""

from django.urls import path

from accounts.views import (
    bots,
    follows,
    guests,
    moderation,
    moderation_status,
    profile,
    settings,
    tokens,
)

app_name = "people"
urlpatterns = [
    path("players/<slug:username>/", profile.profile, name="profile"),
    path("players/<slug:username>/block/", profile.set_block, {"blocked": True}, name="block"),
    path("players/<slug:username>/unblock/", profile.set_block, {"blocked": False}, name="unblock"),
    path("players/<slug:username>/follow/", follows.follow, name="follow"),
    path("players/<slug:username>/unfollow/", follows.unfollow, name="unfollow"),
    path("players/<slug:username>/note/", profile.write_note, name="note"),
    path("guests/", guests.arrive, name="guest"),
    path("settings/keep/", guests.convert, name="keep"),
    path("players/<slug:username>/report/", moderation_status.report, name="report"),
    path("friendly/", moderation_status.statistics, name="friendly-place"),
    path("settings/standing/", moderation_status.moderation_status, name="standing"),
    path("settings/standing/username/", moderation_status.choose_username, name="choose_username"),
    path(
        "settings/standing/<int:sanction_id>/read/",
        moderation_status.read_warning,
        name="read_warning",
    ),
    path("settings/standing/<int:sanction_id>/appeal/", moderation_status.appeal, name="appeal"),
    path("moderation/", moderation.desk, name="desk"),
    path("moderation/book/", moderation.audit_log, name="book"),
    path("moderation/cases/<int:case_id>/", moderation.case, name="case"),
    path("moderation/cases/<int:case_id>/<str:act>/", moderation.act_on_case, name="act_on_case"),
    path("moderation/players/<slug:username>/", moderation.record, name="record"),
    path("moderation/players/<slug:username>/sanction/", moderation.give, name="sanction"),
    path("moderation/players/<slug:username>/rename/", moderation.rename, name="rename"),
    path("moderation/sanctions/<int:sanction_id>/lift/", moderation.lift, name="lift"),
    path("moderation/appeals/<int:appeal_id>/decide/", moderation.decide, name="decide"),
    path("settings/", settings.overview, name="settings"),
    path("settings/profile/", settings.edit_profile, name="edit_profile"),
    path("settings/shield/", settings.edit_shield, name="edit_shield"),
    path("settings/time-zone/", settings.note_time_zone, name="note_time_zone"),
    path("settings/privacy/", settings.privacy, name="privacy"),
    path("settings/tokens/", tokens.own_tokens, name="tokens"),
    path("settings/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path("settings/bot/", bots.become_bot, name="bot"),
    path("settings/bot/code/", bots.bot_code, name="bot_code"),
    path("settings/data/", settings.data, name="data"),
    path("settings/data/delete/", settings.request_deletion, name="delete_account"),
    path("settings/data/keep/", settings.cancel_deletion, name="keep_account"),
    path("settings/devices/<int:session_id>/end/", settings.end_one_device, name="end_device"),
    path("settings/sign-out-everywhere/", settings.end_everywhere, name="sign_out_everywhere"),
]
