"""The check of settings at the start of every command."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, register
from django.core.checks import Warning as SystemWarning

from core.environment import Environment


@register()
def warn_of_misspelt_settings(**options: object) -> list[CheckMessage]:
    """Warn of variables that were probably meant to be settings."""
    environment: Environment = settings.ENVIRONMENT
    return [
        SystemWarning(f"{wrong} is not a setting. Did you mean {right}?", id="tavola.W001")
        for wrong, right in environment.misspelt().items()
    ]
