from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.helpers.responses import Response

PASSWORD = "seven quiet towers"


@pytest.fixture(autouse=True)
def _no_limits_left_over() -> Iterator[None]:
    """Rate limits live in the cache, and the cache outlives a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anna(db: None) -> User:
    user = User.objects.create_user("Anna", "anna@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def signed_in(client: Client, anna: User) -> Client:
    sign_in(client, "Anna")
    return client


def sign_in(client: Client, login: str, password: str = PASSWORD, **more: object) -> Response:
    return client.post("/accounts/login/", {"login": login, "password": password, **more})


def age_sign_in(client: Client) -> None:
    """Let the sign-in be so long ago that the password is asked for again."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()


def prove_it(client: Client) -> None:
    """Enter the password again, as before every change to the account's security."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/"})


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200
