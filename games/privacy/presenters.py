"""The page about what is stored and for how long."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.personal_data import Lines, Topic, personal_data


@dataclass(frozen=True)
class Part:
    """A part of the page; `stored` has pairs: what is stored, and until when."""

    title: str
    emblem: str
    stored: Lines


def stored_parts() -> list[Part]:
    """Return the parts of the page, with what all apps declare in their `privacy.py`."""
    heads: dict[Topic, tuple[str, str]] = {
        "account": (_("Your account"), "person"),
        "tables": (_("At the tables"), "cards"),
        "moderation": (_("A friendly place"), "shield"),
        "browser": (_("Cookies, logs, email"), "log"),
    }
    shown = [data.shown() for data in personal_data]
    return [
        Part(title, emblem, [line for lines in shown for line in lines.get(topic, [])])
        for topic, (title, emblem) in heads.items()
    ]
