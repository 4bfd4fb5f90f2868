"""Simultaneous claims of lookalike names: one succeeds, and none causes an error."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client

from accounts.models import NameClaim, User
from tests.helpers.matches import person, signed_in

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
ALIKE = ("Max_0", "maxo", "MAX-O", "m_a_x_o")


def at_once(acts: list[Callable[[], int]]) -> list[int]:
    gate = Barrier(len(acts))

    def run(act: Callable[[], int]) -> int:
        gate.wait(600)
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_simultaneous_claims_of_lookalike_names_let_one_succeed() -> None:
    browsers = [signed_in(person(f"Person{letter}")) for letter in "abcd"]

    def sign_up(name: str) -> int:
        form = {"username": name, "email": f"{name}@example.org", "password1": "seven quiet towers"}
        return (
            Client(REMOTE_ADDR=f"192.0.2.{len(name)}").post("/accounts/signup/", form).status_code
        )

    def rename(browser: Client) -> int:
        form = {"display_name": "Max O.", "language": ""}
        return browser.post("/settings/profile/", form).status_code

    signing = [partial(sign_up, name) for name in ALIKE]
    renaming = [partial(rename, browser) for browser in browsers]
    assert sorted(at_once([*signing, *renaming])) == [200] * 7 + [302]
    borne = NameClaim.objects.get(skeleton="maxo").user
    assert set(User.objects.exclude(username__startswith="Person")) <= {borne}
    assert set(User.objects.exclude(display_name="")) <= {borne}
