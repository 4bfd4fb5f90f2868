"""Refusals as text on screen."""

from __future__ import annotations

from django.utils.translation import gettext

from core.refusals import Refusal


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal's reason in the reader's language."""
    return gettext(refusal.template).format(**refusal.facts)
