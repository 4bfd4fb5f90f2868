"""The roles of the house, as Django groups: laid out after every migration, never taken away."""

from __future__ import annotations

from typing import Any

ROLES: dict[str, tuple[str, ...]] = {
    "moderator": ("moderate",),
    "senior moderator": ("moderate", "moderate_all"),
    "host": ("host",),
}
"""Each role's permissions of this app, by codename."""


def lay_out(using: str = "default", **kwargs: Any) -> None:
    """Make sure that every role exists and holds at least its permissions."""
    from django.contrib.auth.models import Group, Permission

    for name, codenames in ROLES.items():
        group, _new = Group.objects.using(using).get_or_create(name=name)
        held = Permission.objects.using(using).filter(
            content_type__app_label="accounts", codename__in=codenames
        )
        group.permissions.add(*held)
