"""An administrator, and their browser."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from tests.helpers.matches import person, signed_in


@pytest.fixture
def chief(db: None) -> User:
    user = person("Chief")
    user.is_staff = user.is_superuser = True
    user.save(update_fields=["is_staff", "is_superuser"])
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user


@pytest.fixture
def browser(chief: User) -> Client:
    return signed_in(chief)
