"""A refusal as it is read on screen."""

from __future__ import annotations

from django.utils.translation import gettext

from refusals import Refusal


def refusal_text(refusal: Refusal) -> str:
    """A refusal in the reader's language."""
    return gettext(refusal.template).format(**refusal.facts)
