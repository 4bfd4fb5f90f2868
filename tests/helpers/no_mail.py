"""A site without mail on its operator's own computer, and the browser of the operator."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts import unsent_mail

PORT = 50123
OURS = ((PORT, 80), os.getuid())
LOCAL: dict[str, Any] = {"HTTP_HOST": "127.0.0.1", "REMOTE_PORT": PORT}
"""The attributes of a request that comes directly from a program on the same computer."""


def make_local(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:
    """Make this process such a site, with changes to settings, or to `host` or `owners`."""
    owners = changes.pop("owners", [OURS])
    monkeypatch.setattr(unsent_mail, "process", unsent_mail.Process())
    unsent_mail.listens_on(changes.pop("host", "127.0.0.1"))
    monkeypatch.setattr(unsent_mail, "connections", lambda: owners)
    plain = {
        "MAIL_IS_SET_UP": False,
        "ALLOWED_HOSTS": ["127.0.0.1", "localhost", "[::1]"],
        "CSRF_TRUSTED_ORIGINS": [],
        "BEHIND_TLS": False,
        "TRUSTED_PROXIES": 0,
    }
    for name, value in {**plain, **changes}.items():
        monkeypatch.setattr(settings, name, value)


def local_client(**changes: Any) -> Client:
    return Client(**{**LOCAL, **changes})
