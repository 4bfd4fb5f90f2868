"""Users in the admin: searched, changed within limits, and every change logged."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.services import reports, sanctions
from tests.helpers.matches import person, signed_in

pytestmark = pytest.mark.django_db
USERS = "/admin/accounts/user/"


def staff(name: str, *codenames: str, everything: bool = False) -> User:
    user = person(name)
    user.is_staff, user.is_superuser = True, everything
    user.save()
    user.user_permissions.add(*Permission.objects.filter(codename__in=codenames))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user


@pytest.fixture
def root(db: None) -> Client:
    return signed_in(staff("Root", everything=True))


def form(user: User, **more: str) -> dict[str, str]:
    given = {"username": user.username, "email": user.email, "is_active": "on"}
    dates = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    return {**given, **dates, "display_name": "", "about": "", "language": "", **more}


def test_admin_changes_are_logged(root: Client) -> None:
    anna = person("Anna")
    url = f"{USERS}{anna.pk}/change/"
    assert root.post(url, form(anna, display_name="Anna the Great")).status_code == 302
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.about) == ("Root", "admin-change", "Anna")
    assert "isplay name" in entry.why


def test_user_cannot_be_deleted_in_admin(root: Client) -> None:
    anna = person("Anna")
    assert root.post(f"{USERS}{anna.pk}/delete/", {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": anna.pk, "post": "yes"}
    root.post(USERS, chosen)
    assert User.objects.filter(pk=anna.pk).exists()


def test_admin_signs_user_out_everywhere(root: Client) -> None:
    anna = person("Anna")
    theirs = signed_in(anna)
    root.post(USERS, {"action": "sign_out", "_selected_action": anna.pk})
    assert theirs.get("/settings/").status_code == 302
    assert AuditEntry.objects.get().act == "admin-sign-out"


def test_staff_cannot_promote_users_or_edit_other_staff(root: Client) -> None:
    half = staff("Half", "view_user", "change_user")
    client, anna = signed_in(half), person("Anna")
    powers = {"is_staff": "on", "is_superuser": "on"}
    assert client.post(f"{USERS}{anna.pk}/change/", form(anna, **powers)).status_code == 302
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (False, False)
    other = User.objects.get(username="Root")
    for user in (half, other):
        assert client.post(f"{USERS}{user.pk}/change/", form(user, **powers)).status_code == 403
        assert client.get(f"{USERS}{user.pk}/password/").status_code == 403
    client.post(USERS, {"action": "sign_out", "_selected_action": other.pk})
    assert root.get("/settings/").status_code == 200


def test_admin_hides_own_cases_and_reports(root: Client) -> None:
    me, anna = User.objects.get(username="Root"), person("Anna")
    about_me = reports.report(anna, me, reason="abuse", subject="chat", note="Root was rude.")
    by_me = reports.report(me, anna, reason="abuse", subject="chat", note="Anna was rude.")
    other = reports.report(person("Berta"), person("Carla"), reason="spam", subject="chat")
    page = root.get("/admin/accounts/report/").content.decode()
    for made, shown in ((about_me, False), (by_me, False), (other, True)):
        assert (f"/admin/accounts/report/{made.pk}/change/" in page) is shown
        status = root.get(f"/admin/accounts/case/{made.case_id}/change/").status_code
        assert status == (200 if shown else 302)


def test_audit_log_and_sanctions_are_read_only_in_admin(root: Client) -> None:
    sanctions.give(User.objects.get(username="Root"), person("Anna"), "mute", "Insults.")
    for model, row in (
        ("auditentry", AuditEntry.objects.get()),
        ("sanction", User.objects.get(username="Anna").sanctions.get()),
    ):
        url = f"/admin/accounts/{model}/"
        assert root.get(f"{url}{row.pk}/change/").status_code == 200
        assert root.post(f"{url}{row.pk}/change/", {"why": "x"}).status_code == 403
        assert root.post(f"{url}{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert root.post(f"{url}add/", {}).status_code == 403
