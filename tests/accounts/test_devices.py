"""A browser is recognised by its cookie for every user; only a hash is stored."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.http import DEVICE_COOKIE
from accounts.models import DeviceUse, User
from accounts.services import devices, retention
from tests.accounts.conftest import PASSWORD, sign_in
from tests.helpers.matches import people

pytestmark = pytest.mark.django_db


def sign_up(client: Client, name: str) -> User:
    form = {"username": name, "email": f"{name.lower()}@example.org", "password1": PASSWORD}
    answer = client.post("/accounts/signup/", form)
    assert answer.status_code == 302, answer.content
    return User.objects.get(username=name)


def test_accounts_in_same_browser_share_device() -> None:
    browser = Client()
    anna = sign_up(browser, "Anna")
    browser.post("/accounts/logout/")
    berta = sign_up(browser, "Berta")
    carla = sign_up(Client(), "Carla")
    assert devices.shares_device(anna)
    assert devices.shares_device(anna, berta)
    assert not devices.shares_device(anna, carla)
    everybody = [anna.pk, berta.pk, carla.pk]
    assert devices.pairs_of_one_device(everybody) == {frozenset((anna.pk, berta.pk))}


def test_second_sign_in_in_same_browser_updates_device_use(anna: User) -> None:
    browser = Client()
    sign_in(browser, "Anna")
    first = DeviceUse.objects.get()
    browser.post("/accounts/logout/")
    sign_in(browser, "Anna")
    again = DeviceUse.objects.get()
    assert (again.first_at, again.pk) == (first.first_at, first.pk)
    assert again.last_at > first.last_at


def test_guest_shares_device_with_account_in_same_browser() -> None:
    browser = Client()
    browser.post("/guests/")
    guest = User.objects.get()
    browser.post("/accounts/logout/")
    assert devices.shares_device(guest, sign_up(browser, "Anna"))


def test_device_cookie_is_signed_and_http_only(anna: User) -> None:
    browser = Client()
    answer = sign_in(browser, "Anna")
    cookie = answer.cookies[DEVICE_COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert cookie["max-age"] > 300 * 86400
    value = cookie.value.partition(":")[0]
    assert value not in DeviceUse.objects.get().device
    forger = Client()
    forger.cookies[DEVICE_COOKIE] = f"{value}:forged:forged"
    sign_up(forger, "Berta")
    assert not devices.shares_device(anna), "an id with a forged signature is ignored"


def test_device_cookie_is_secure_if_session_cookie_is(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SESSION_COOKIE_SECURE", True)
    assert sign_in(Client(), "Anna").cookies[DEVICE_COOKIE]["secure"]


def test_users_of_same_network_do_not_share_device() -> None:
    anna, berta = people("Anna", "Berta")
    for key, user in enumerate((anna, berta)):
        devices.note_use(user, f"Browser {key}", "192.0.2.7")
    assert devices.shares_network(anna, berta)
    assert devices.shares_network(berta)
    assert not devices.shares_device(anna, berta)
    assert "192.0.2.7" not in {use.network for use in DeviceUse.objects.all()}


def test_sign_up_records_network() -> None:
    anna, berta, carla = (
        sign_up(Client(REMOTE_ADDR=address), name)
        for name, address in (
            ("Anna", "2001:db8:1:1::7"),
            ("Berta", "2001:db8:1:1::8"),
            ("Carla", "192.0.2.8"),
        )
    )
    assert devices.shares_network(anna, berta), "of an IPv6 address only the network counts"
    assert not devices.shares_network(anna, carla)


def test_device_uses_are_deleted_after_evidence_days() -> None:
    (anna,) = people("Anna")
    for days, device in ((1, "old"), (-2, "new")):
        devices.note_use(anna, device)
        at = timezone.now() - timedelta(days=settings.EVIDENCE_DAYS + days)
        newest = DeviceUse.objects.latest("pk")
        DeviceUse.objects.filter(pk=newest.pk).update(last_at=at)
    assert retention.sweep()["uses of devices"] == 1
    assert DeviceUse.objects.count() == 1
