"""Personal data is deleted after its retention period."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Case, Report, Sanction, User
from accounts.personal_data import PersonalData, personal_data
from accounts.services import retention
from tests.accounts.conftest import sign_in
from tests.helpers.matches import people, person

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=settings.EVIDENCE_DAYS + 1)
LATELY = timezone.now() - timedelta(days=settings.EVIDENCE_DAYS - 2)


def case(about: User, **more: object) -> Case:
    made = Case.objects.create(about=about, **more)
    Report.objects.create(case=made, reason="abuse", subject="profile", evidence={"said": "…"})
    return made


def sanction(user: User, **more: object) -> Sanction:
    return Sanction.objects.create(user=user, **{"kind": "ban", "reason": "…", **more})


def test_evidence_is_deleted_some_time_after_case_is_closed() -> None:
    anna = person("Anna")
    case(anna, status="closed", closed_at=LONG_AGO)
    lately = case(anna, status="closed", closed_at=LATELY)
    still_open = case(anna, opened_at=LONG_AGO)
    assert retention.sweep()["cases"] == 1
    assert set(Case.objects.all()) == {lately, still_open}
    assert Report.objects.count() == 2


def test_case_is_kept_as_long_as_its_sanction() -> None:
    anna = person("Anna")
    old = case(anna, status="closed", closed_at=LONG_AGO)
    ban = sanction(anna, case=old, since=LONG_AGO)
    counts = retention.sweep()
    assert (counts["cases"], counts["sanctions"]) == (0, 0)
    Sanction.objects.filter(pk=ban.pk).update(lifted_at=LONG_AGO)
    counts = retention.sweep()
    assert (counts["cases"], counts["sanctions"]) == (1, 1)


@pytest.mark.parametrize(
    ("more", "goes"),
    [
        ({"since": LONG_AGO}, False),
        ({"since": LONG_AGO, "until": LONG_AGO}, True),
        ({"since": LONG_AGO, "until": LATELY}, False),
        ({"kind": "warning", "since": LONG_AGO}, False),
        ({"kind": "warning", "since": LONG_AGO, "read_at": LONG_AGO}, True),
        ({"kind": "note", "since": LONG_AGO}, True),
        ({"kind": "note", "since": LATELY}, False),
    ],
)
def test_sanction_is_deleted_some_time_after_its_end(more: dict[str, object], goes: bool) -> None:
    sanction(person("Anna"), **more)
    assert retention.sweep()["sanctions"] == int(goes)


def test_deleted_account_loses_address_hash_before_rest() -> None:
    anna = person("Anna")
    User.objects.update(is_active=False, gone_at=LONG_AGO, address_hash="x" * 64)
    ban = sanction(anna, until=timezone.now() + timedelta(days=1))
    retention.sweep()
    anna.refresh_from_db()
    assert anna.address_hash
    Sanction.objects.filter(pk=ban.pk).update(until=LATELY)
    retention.sweep()
    anna.refresh_from_db()
    assert anna.address_hash == ""
    Sanction.objects.filter(pk=ban.pk).update(until=LONG_AGO)
    assert retention.sweep()["records of deleted accounts"] == 1
    assert not User.objects.exists()


def test_expired_sessions_and_devices_are_deleted(anna: User) -> None:
    phone, desk = Client(), Client()
    sign_in(phone, "Anna")
    sign_in(desk, "Anna")
    assert (Session.objects.count(), UserSession.objects.count()) == (2, 2)
    key = phone.cookies["sessionid"].value
    Session.objects.filter(session_key=key).update(expire_date=timezone.now())
    counts = retention.sweep()
    assert (counts["sessions"], counts["devices"]) == (1, 1)
    assert UserSession.objects.get().session_key == desk.cookies["sessionid"].value


def test_sweep_deletes_bounded_number_and_next_sweep_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    monkeypatch.setattr(retention, "MOST", 4)
    for user in people(*["Anna", "Berta", "Carla", "Dora", "Emma"]):
        sanction(user, until=LONG_AGO)
    assert [retention.sweep()["sanctions"] for _round in range(3)] == [4, 1, 0]


def test_failing_kind_blocks_no_other_kind(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> int:
        raise RuntimeError("no")

    case(person("Anna"), status="closed", closed_at=LONG_AGO)
    failing = PersonalData(expired={"sanctions": fail, "cases": Case.objects.all})
    with personal_data.replaced(failing):
        counts = retention.sweep()
    assert "sanctions" not in counts
    assert counts["cases"] == 1
    assert "could not be deleted (sanctions)" in caplog.text


def test_retention_period_of_evidence_is_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EVIDENCE_DAYS", 10)
    case(person("Anna"), status="closed", closed_at=timezone.now() - timedelta(days=11))
    assert retention.sweep()["cases"] == 1
