"""Outlines of emblems, written in few characters."""

from __future__ import annotations

import pytest

from tools.outlines import rounded


@pytest.mark.parametrize(
    ("outline", "short"),
    [
        ("M10.2 10 L30 10.3 L30 40 Z", "m10 10h20v30z"),
        ("M10 10 L30 10 L30 40 L10.2 10.1 Z", "m10 10h20v30z"),
        ("M10 10 L30 10 L30 40 L10 10", "m10 10h20v30l-20-30"),
        ("M10 10 L10.1 10 L30 40 Z M50 50 l9 9", "m10 10l20 30zm40 40l9 9"),
    ],
    ids=["steps", "closing line", "open", "no length"],
)
def test_lines_that_draw_nothing_are_left_out(outline: str, short: str) -> None:
    assert rounded(outline) == short


def test_curve_that_goes_on_smoothly_repeats_no_handle() -> None:
    smooth = "M0 0 C0 40 20 60 40 60 C60 60 90 40 90 0 Z"
    assert rounded(smooth) == "m0 0c0 40 20 60 40 60s50-20 50-60z"
    sharp = "M0 0 C0 40 20 60 40 60 C40 90 90 90 90 0 Z"
    assert rounded(sharp) == "m0 0c0 40 20 60 40 60 0 30 50 30 50-60z"
