"""Deletion of an account: requested with the password, cancelled, and carried out."""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.core.mail import EmailMessage
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts.models import AccessToken, AuditEntry, Block, Case, Report, Sanction, User
from accounts.permissions import may_open_table, may_play, may_play_rated, may_sit_down
from accounts.refusals import GuestAccount
from accounts.services import appeals, deletion, export, guests, reports, sanctions
from tests.accounts.conftest import PASSWORD, age_sign_in, is_signed_in, prove_it, sign_in
from tests.accounts.test_moderation import moderator
from tests.helpers.matches import committed, person
from tests.helpers.matches import signed_in as at_browser
from tests.helpers.pages import assert_clean_page
from tests.helpers.tokens import key_for

pytestmark = pytest.mark.django_db


def confirmed(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def delete_account(user: User) -> None:
    """Delete an account, as some days after the request."""
    with committed():
        deletion.request_deletion(user)
    User.objects.filter(pk=user.pk).update(closes_at=timezone.now())
    with committed():
        assert deletion.deactivate(user)
        deletion.erase(user)


def banned(user: User, **more: Any) -> Sanction:
    return sanctions.give(moderator("Chief", "senior moderator"), user, "ban", "Insults.", **more)


def test_deletion_and_download_need_password_again(signed_in: Client, anna: User) -> None:
    age_sign_in(signed_in)
    for answer in (
        signed_in.get("/settings/data/"),
        signed_in.post("/settings/data/delete/", {"sure": "yes"}),
        signed_in.post("/settings/data/download/"),
    ):
        assert answer["Location"].startswith("/accounts/reauthenticate/")
    anna.refresh_from_db()
    assert anna.closes_at is None
    for address in ("", "delete/", "keep/", "download/"):
        stranger = Client().post(f"/settings/data/{address}")
        assert stranger["Location"].startswith("/accounts/login/")


def test_account_deletion_is_requested_and_cancelled(
    signed_in: Client, anna: User, mailoutbox: list[EmailMessage]
) -> None:
    prove_it(signed_in)
    page = assert_clean_page(signed_in.get("/settings/data/")).text
    for words in ("You can undo this for 7 days", "A club you founded", "Events you planned that"):
        assert words in page
    assert signed_in.post("/settings/data/delete/", {}).status_code == 400, (
        "the confirmation box is required"
    )
    with committed():
        signed_in.post("/settings/data/delete/", {"sure": "yes"})
    anna.refresh_from_db()
    assert anna.closes_at is not None
    assert timedelta(days=6) < anna.closes_at - timezone.now() <= timedelta(days=7)
    assert [mail.to for mail in mailoutbox] == [["anna@example.org"]]
    assert "http://127.0.0.1:8000/settings/data/" in mailoutbox[0].body
    page = assert_clean_page(signed_in.get("/settings/data/")).text
    assert "Keep my account" in page

    phone = Client()
    sign_in(phone, "Anna")
    assert "Your account will be deleted on" in phone.get("/").content.decode()
    phone.post("/settings/data/keep/")
    anna.refresh_from_db()
    assert anna.closes_at is None
    assert "Your account will be deleted on" not in phone.get("/matches/").content.decode()
    assert deletion.due() == []


def test_second_request_does_not_postpone_deletion() -> None:
    anna = person("Anna")
    assert deletion.request_deletion(anna) == deletion.request_deletion(User.objects.get())


def test_closing_account_may_play_but_start_nothing() -> None:
    anna = person("Anna")
    deletion.request_deletion(anna)
    assert may_play(anna)
    for may in (may_sit_down, may_open_table, may_play_rated):
        assert may(anna).code == "closing"
        assert may(AnonymousUser()).code == "signed-out"
    deletion.cancel_deletion(anna)
    assert may_sit_down(anna)


def test_guest_cannot_request_deletion() -> None:
    guest = guests.new_guest()
    with pytest.raises(GuestAccount):
        deletion.request_deletion(guest)
    page = assert_clean_page(at_browser(guest).get("/settings/data/")).text
    assert "It is deleted automatically" in page


def test_cancelled_deletion_prevents_due_deactivation() -> None:
    anna = person("Anna")
    deletion.request_deletion(anna)
    assert not deletion.deactivate(anna), "not yet"
    User.objects.update(closes_at=timezone.now())
    assert deletion.due() == [anna]
    deletion.cancel_deletion(anna)
    assert not deletion.deactivate(anna)
    assert User.objects.get().is_active


def test_deactivated_account_cannot_sign_in_or_cancel(signed_in: Client, anna: User) -> None:
    User.objects.update(closes_at=timezone.now())
    assert deletion.deactivate(anna)
    assert not is_signed_in(signed_in)
    sign_in(signed_in, "Anna")
    assert not is_signed_in(signed_in)
    deletion.cancel_deletion(anna)
    assert deletion.due() == [anna]


def test_deletion_removes_personal_data_and_sends_mail(
    anna: User, mailoutbox: list[EmailMessage]
) -> None:
    berta = person("Berta")
    Block.objects.create(owner=anna, other=berta)
    Block.objects.create(owner=berta, other=anna)
    key_for(anna)
    Authenticator.objects.create(user=anna, type="totp", data={})
    report = reports.report(anna, berta, reason="abuse", subject="profile", note="Look.")
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=berta,
        content_type=kind,
        object_id=str(anna.pk),
        object_repr="Anna",
        action_flag=CHANGE,
    )
    delete_account(anna)
    assert list(User.objects.all()) == [berta]
    for model in (Block, AccessToken, Authenticator, EmailAddress):
        assert not model.objects.exists(), model
    report.refresh_from_db()
    assert report.reporter is None
    assert LogEntry.objects.get().object_repr == f"deleted-{anna.pk}"
    assert [mail.subject for mail in mailoutbox] == [
        "Your account at Tavola will be deleted",
        "Your account at Tavola was deleted",
    ]
    assert mailoutbox[1].to == ["anna@example.org"]
    assert "/stored/" in mailoutbox[1].body


def test_deletion_sends_no_mail_to_unconfirmed_address(mailoutbox: list[EmailMessage]) -> None:
    delete_account(person("Anna"))
    assert mailoutbox == []


def test_every_reference_to_user_allows_deletion(anna: User) -> None:
    """Every relation to a user cascades or is set to null on deletion."""
    for relation in User._meta.related_objects:
        if relation.many_to_many:
            continue  # Its rows go with either side.
        deletes = relation.field.remote_field.on_delete
        assert deletes in (models.SET_NULL, models.CASCADE), relation


def test_banned_account_is_kept_without_name_after_deletion(anna: User) -> None:
    berta = confirmed(person("Berta"))
    reports.report(anna, berta, reason="abuse", subject="profile")
    ban = banned(berta)
    appeals.appeal(berta, ban.pk, "It was not me.")
    delete_account(berta)
    kept = User.objects.get(pk=berta.pk)
    assert (kept.username, kept.name) == (f"deleted-{berta.pk}",) * 2
    assert (kept.email, kept.about, kept.is_active) == ("", "", False)
    assert not kept.has_usable_password()
    assert kept.address_hash
    assert "berta" not in kept.address_hash
    case = kept.cases.get()
    assert (case.status, case.upheld, case.verdict) == ("closed", None, deletion.VERDICT)
    assert kept.sanctions.get() == ban
    assert Client().get(f"/players/{kept.username}/").status_code == 404
    standing = at_browser(anna).get("/settings/standing/").content.decode()
    assert "The account you reported was deleted." in standing
    desk = reports.waiting(moderator("Mod"))
    assert list(desk) == []
    assert_clean_page(Client().get("/friendly/"))


def test_banned_address_is_banned_again_after_confirmation() -> None:
    berta = confirmed(person("Berta"))
    ban = banned(berta)
    delete_account(berta)
    again = User.objects.create_user("Fresh", "BERTA@example.org", PASSWORD)
    deletion.recognise(again, again.email, confirmed=False)
    assert may_play(again), "an unconfirmed address may belong to another person"
    note = again.sanctions.get()
    assert (note.kind, f"deleted-{berta.pk}" in note.reason) == ("note", True)
    deletion.recognise(again, again.email, confirmed=True)
    again.refresh_from_db()
    assert may_play(again).code == "ban"
    assert set(again.sanctions.values_list("kind", flat=True)) == {"ban", "note"}
    assert again.sanctions.filter(pk=ban.pk).exists()
    assert not User.objects.filter(pk=berta.pk).exists(), (
        "the kept row of the old account is deleted"
    )
    assert AuditEntry.objects.filter(act="known-again", about_id=again.pk).exists()


def test_reporter_does_not_learn_name_of_returned_player(anna: User) -> None:
    berta, mod = confirmed(person("Berta")), moderator("Mod")
    first = reports.report(anna, berta, reason="abuse", subject="profile").case
    reports.claim(mod, first.pk)
    reports.close(mod, first.pk, upheld=True, verdict="Insults.")
    reports.report(anna, berta, reason="name", subject="name")
    banned(berta)
    delete_account(berta)
    client = at_browser(anna)
    before = client.get("/settings/standing/").content.decode()
    assert "The moderators acted on your report about Berta." in before
    fresh = User.objects.create_user("Fresh", "berta@example.org", PASSWORD)
    deletion.recognise(fresh, fresh.email, confirmed=True)
    after = client.get("/settings/standing/").content.decode()
    assert "Fresh" not in after
    for words in ("acted on your report about Berta", "The account you reported was deleted."):
        assert after.count(words) == before.count(words) == 1
    data = json.loads("".join(export.json_parts(anna)))
    assert [made["about"] for made in data["reports_made"]] == ["Berta", "Berta"]


def test_sign_up_with_banned_address_is_recognised(mailoutbox: list[EmailMessage]) -> None:
    from tests.accounts.test_entrance import link_in

    berta = confirmed(person("Berta"))
    banned(berta)
    delete_account(berta)
    mailoutbox.clear()
    client = Client()
    form = {"username": "Fresh", "email": "berta@example.org", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    fresh = User.objects.get(username="Fresh")
    assert fresh.sanctions.get().kind == "note"
    client.post(link_in(mailoutbox[0]))
    fresh.refresh_from_db()
    assert may_play(fresh).code == "ban"


def test_unconfirmed_address_is_not_remembered_as_banned() -> None:
    berta = person("Berta")
    banned(berta)
    delete_account(berta)
    assert User.objects.get(pk=berta.pk).address_hash == ""


def test_ended_sanctions_store_no_address_hash() -> None:
    berta = confirmed(person("Berta"))
    chief = moderator("Chief", "senior moderator")
    sanctions.lift(chief, sanctions.give(chief, berta, "ban", "Insults."), "A mistake.")
    sanctions.give(chief, berta, "warning", "Be kind.")
    delete_account(berta)
    kept = User.objects.get(pk=berta.pk)
    assert (kept.address_hash, kept.sanctions.count()) == ("", 2)


@pytest.mark.parametrize("sanctioned", [False, True])
def test_case_stays_when_another_account_of_it_is_deleted(anna: User, sanctioned: bool) -> None:
    second = person("Second")
    case = Case.objects.create(about=anna)
    case.others.add(second)
    if sanctioned:
        banned(second)
    delete_account(second)
    assert Case.objects.get() == case
    assert not case.others.exists()


def test_deleted_moderator_releases_claimed_cases(anna: User) -> None:
    mod, berta = moderator("Mod"), person("Berta")
    reports.report(anna, berta, reason="abuse", subject="profile")
    reports.claim(mod, Case.objects.get(about=berta).pk)
    delete_account(mod)
    assert Case.objects.get(about=berta).claimed_by is None
    assert AuditEntry.objects.get(act="claim").actor == "Mod", "the log keeps the name of the actor"
    assert not Report.objects.exclude(case__about=berta).exists()
    assert Case.objects.count() == 1
