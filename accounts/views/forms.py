"""Forms of pages that save, or show why what they say was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.forms import BaseForm

from core.refusals import Refusal
from core.refusals.words import refusal_text

Saved = TypeVar("Saved")


class Refused(ValidationError):
    """A refusal as an error of a form."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal_text(refusal), code=refusal.code)
        self.status = refusal.status


def saved(form: BaseForm, save: Callable[[], Saved], *refusals: type[Refusal]) -> Saved | None:
    """Return what `save` saved; None for an invalid form, or one that shows why it was refused.

    Args:
        form: The submitted form.
        save: Saves what the valid form says.
        *refusals: The refusals that the form shows.
    """
    if not form.is_valid():
        return None
    try:
        return save()
    except refusals as refusal:
        form.add_error(None, Refused(refusal))
        return None


def status_of(form: BaseForm) -> int:
    """Return the HTTP status of a form's page: of its refusal, 400 if invalid, otherwise 200."""
    problems = [one for some in form.errors.as_data().values() for one in some]
    return getattr(problems[0], "status", 400) if problems else 200
