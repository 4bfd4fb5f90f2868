"""Refusals speak in labels on pages, and in the keys of the JSON to programs."""

from __future__ import annotations

import pytest

from core.refusals import Refusal
from core.refusals.words import refusal_text, refusal_text_for_programs


class NoField(Refusal, code="no-field", keys=("field",)):
    """A field is missing."""


class NoFieldAtAll(NoField):
    """All fields are missing."""


@pytest.mark.parametrize(
    ("key", "shown"),
    [("group_needed", "Group needed"), ("to", "To"), ("", ""), (7, "7")],
)
@pytest.mark.parametrize("kind", [NoField, NoFieldAtAll])
def test_keys_are_words_on_pages_only(kind: type[NoField], key: object, shown: str) -> None:
    refusal = kind("“{field}” of {name} is missing.", field=key, name="bid_of_all")
    assert refusal_text(refusal) == f"“{shown}” of bid_of_all is missing."
    assert refusal_text_for_programs(refusal) == f"“{key}” of bid_of_all is missing."
