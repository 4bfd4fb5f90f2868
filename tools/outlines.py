"""Outlines of emblems, made shorter for pages."""

from __future__ import annotations

from collections.abc import Sequence

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

LETTERS = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}
BEND = 1.25
"""Steps of the field by which a curve may differ from a straight line that replaces it."""
Point = tuple[float, float]


def recorded(d: str) -> RecordingPen:
    pen = RecordingPen()
    parse_path(d, pen)
    return pen


def rounded(d: str) -> str:
    """Return an outline in whole steps of the field; the difference is not visible on a page."""
    out: list[str] = []
    at = start = (0, 0)
    last = ""
    for name, points in recorded(d).value:
        if name in ("closePath", "endPath"):
            if name == "closePath":
                out.append("z")
                at = start
            last = "z"
            continue
        ends = [(round(x), round(y)) for x, y in points]
        if name == "lineTo" and ends[0] == at:
            continue
        if name == "curveTo" and _is_straight(at, ends):
            name, ends = "lineTo", ends[-1:]
        steps = [step for x, y in ends for step in (x - at[0], y - at[1])]
        letter = LETTERS[name]
        if letter == "l" and 0 in steps:
            letter = "h" if steps[1] == 0 else "v"
            steps = [steps[0] or steps[1]]
        out.append(_joined(letter if letter != last or letter == "m" else "", steps))
        at, last = ends[-1], letter
        if name == "moveTo":
            start = at
    return "".join(out)


def _is_straight(at: Point, ends: Sequence[Point]) -> bool:
    """Return whether a curve differs from the straight line to its end by less than `BEND`."""
    *handles, (x1, y1) = ends
    dx, dy = x1 - at[0], y1 - at[1]
    length = (dx * dx + dy * dy) ** 0.5
    if length == 0:
        return False
    for x, y in handles:
        along = ((x - at[0]) * dx + (y - at[1]) * dy) / length
        aside = abs((x - at[0]) * dy - (y - at[1]) * dx) / length
        # A curve covers at most three quarters of the distance to its handles.
        if aside * 0.75 > BEND or not -BEND <= along <= length + BEND:
            return False
    return True


def _joined(letter: str, steps: Sequence[int]) -> str:
    """Join numbers, with a space where neither a letter nor a minus sign separates them."""
    text = letter
    for n, step in enumerate(steps):
        text += str(step) if step < 0 or (n == 0 and letter) else f" {step}"
    return text
