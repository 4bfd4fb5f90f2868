"""The export of all that is stored about a user (`accounts.personal_data`), for that user."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import Section, personal_data

FORMAT = "tavola-data-1"
ALSO = (
    "Passwords, codes and keys are not in this file.",
    "Reports about you are listed with their results once their case is closed, without the "
    "reporter; moderators’ notes to each other are left out.",
    "Matches that still run are listed without their content.",
)


def sections() -> list[Section]:
    """Return the sections of all apps."""
    return [section for data in personal_data for section in data.exported]


def withheld() -> dict[str, str]:
    """Return the columns that are not exported, each with the reason."""
    return {column: reason for data in personal_data for column, reason in data.withheld.items()}


def json_parts(user: User) -> Iterator[str]:
    """Yield the JSON file of a user's rows, part by part, with the reasons for withheld columns."""
    head = {
        "format": FORMAT,
        "written_at": timezone.now(),
        # Several columns have the same reason.
        "kept_back": [*dict.fromkeys([*ALSO, *withheld().values()])],
    }
    text = json.dumps(head, cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
    yield text.removesuffix("\n}")
    for section in sections():
        yield f',\n "{section.name}": ['
        for number, row in enumerate(section.rows(user)):
            yield f"{',' if number else ''}\n  {json.dumps(row, cls=DjangoJSONEncoder)}"
        yield "\n ]"
    yield "\n}\n"
