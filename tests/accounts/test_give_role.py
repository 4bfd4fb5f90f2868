"""The command that gives and takes roles."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import AuditEntry, User
from accounts.permissions import may_host, may_moderate, may_moderate_all
from tests.helpers.matches import person

pytestmark = pytest.mark.django_db


def give(*words: str) -> str:
    out = StringIO()
    call_command("give_role", *words, stdout=out)
    return out.getvalue().strip()


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_command_gives_and_takes_role_and_logs_it(settings: Settings) -> None:
    settings.HOSTS_NEED_ROLE = True
    anna = person("Anna")
    assert give("anna", "senior moderator") == "Anna: senior moderator"
    assert may_moderate(fresh(anna))
    assert may_moderate_all(fresh(anna))
    assert not may_host(fresh(anna))
    assert give("Anna", "host") == "Anna: host, senior moderator"
    assert give("Anna", "senior moderator", "--take") == "Anna: host"
    assert not may_moderate(fresh(anna))
    assert may_host(fresh(anna))
    assert give("Anna", "host", "--take") == "Anna: no role"
    acts = AuditEntry.objects.order_by("pk").values_list("act", "about", "subject", "actor")
    assert acts[0] == ("give-role", "Anna", "senior moderator", "")
    assert [act for act, *_rest in acts] == ["give-role", "give-role", "take-role", "take-role"]


def test_command_that_changes_nothing_logs_nothing() -> None:
    person("Anna")
    assert give("Anna", "host", "--take") == "Anna: no role"
    for _time in range(2):
        assert give("Anna", "host") == "Anna: host"
    assert AuditEntry.objects.get().act == "give-role"


def test_unknown_user_or_role_is_refused() -> None:
    with pytest.raises(CommandError, match="no user called Berta"):
        give("Berta", "host")
    with pytest.raises(CommandError, match="invalid choice"):
        give("Berta", "king")
    guest = person("Gast")
    User.objects.filter(pk=guest.pk).update(guest_until="2099-01-01T00:00Z")
    with pytest.raises(CommandError, match="roles are for permanent accounts"):
        give("Gast", "host")
