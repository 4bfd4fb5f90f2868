"""What people under a sanction are told on whatever page they are."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from accounts.models import Sanction
from accounts.permissions import in_force, sanction_text

Kind = Sanction.Kind
ON_EVERY_PAGE = (Kind.BAN, Kind.SUSPENSION)
TOLD_ONCE = (*ON_EVERY_PAGE, Kind.MUTE, Kind.UNRATED)


def moderation_status_html(
    user: Any, *, path: str = "/", csrf_token: str = "", oob: bool = False
) -> str:
    """Warnings to be read, each with its button, and what stands against somebody.

    `oob`: as it is pushed to a page that is open, the moment it changes; then mutes and the like
    are told too, which else stand where they matter: the gravest alone. The pages of people under
    no sanction ask no database.
    """
    found = in_force(user)
    kinds = TOLD_ONCE if oob else ON_EVERY_PAGE
    grave = [one for one in found if one.kind in kinds][:1]
    context = {
        "warnings": [one for one in found if one.kind == Kind.WARNING],
        "told": [{"kind": one.kind, "words": sanction_text(one)} for one in grave],
        "path": path,
        "csrf_token": csrf_token,
        "oob": oob,
    }
    return render_to_string("accounts/_standing.html", context)
