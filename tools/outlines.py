"""Outlines of emblems, made shorter for pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    at = start = mirror = (0, 0)
    last = ""
    parts = list(_parts(d))
    for (name, ends), (after, _) in zip(parts, [*parts[1:], ("", [])], strict=True):
        if name in ("closePath", "endPath"):
            if name == "closePath":
                out.append("z")
                at = mirror = start
            last = "z"
            continue
        if name == "lineTo" and after == "closePath" and ends[0] == start:
            continue
        letter, kept = LETTERS[name], ends
        if letter == "c" and _are_near(ends[0], mirror):
            letter, kept = "s", ends[1:]
        steps = [step for x, y in kept for step in (x - at[0], y - at[1])]
        if letter == "l" and 0 in steps:
            letter = "h" if steps[1] == 0 else "v"
            steps = [steps[0] or steps[1]]
        out.append(_joined(letter if letter != last or letter == "m" else "", steps))
        at, last = ends[-1], letter
        mirror = (2 * at[0] - ends[1][0], 2 * at[1] - ends[1][1]) if letter in "cs" else at
        if name == "moveTo":
            start = at
    return "".join(out)


def _parts(d: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield the parts of an outline in whole steps, without lines that have no length."""
    at = (0, 0)
    for name, points in recorded(d).value:
        ends = [(round(x), round(y)) for x, y in points]
        if name == "curveTo" and _is_straight(at, ends):
            name, ends = "lineTo", ends[-1:]
        if name != "lineTo" or ends[0] != at:
            yield name, ends
        at = ends[-1] if ends else at


def _are_near(one: Point, other: Point) -> bool:
    """Return whether two points differ by at most a step of the field."""
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


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
