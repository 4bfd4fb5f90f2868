"""Outlines of emblems: shorter ones for pages, and PNG pictures where SVG does not work."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

from fontTools.misc.bezierTools import cubicPointAtT, quadraticPointAtT
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

FIELD = 512
"""The width and height of the field on which emblems are drawn."""
LETTERS = {"moveTo": "m", "lineTo": "l", "curveTo": "c", "qCurveTo": "q"}
STEPS = 12
"""Straight pieces that approximate a curve."""
BEND = 1.25
"""Steps of the field by which a curve may differ from a straight line that replaces it."""
ROWS = 4
"""Scan lines for each row of pixels."""
Point = tuple[float, float]
Colour = tuple[int, int, int]


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


def _edges(d: str, scale: float, shift: float) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of an outline in order, scaled and then shifted."""
    at = start = (0.0, 0.0)
    for name, points in recorded(d).value:
        places = [(x * scale + shift, y * scale + shift) for x, y in points]
        if name == "moveTo":
            at = start = places[0]
            continue
        if name in ("closePath", "endPath"):
            places = [start]
        elif name == "curveTo":
            curve = (at, *places)
            places = [cubicPointAtT(*curve, n / STEPS) for n in range(1, STEPS + 1)]
        elif name == "qCurveTo":
            curve = (at, *places)
            places = [quadraticPointAtT(*curve, n / STEPS) for n in range(1, STEPS + 1)]
        for place in places:
            yield at, place
            at = place


def coverage(d: str, size: int, scale: float, shift: float) -> list[list[float]]:
    """Return how much of each pixel is inside an outline, from 0 to 1, by the even-odd rule."""
    edges = list(_edges(d, scale, shift))
    rows = []
    for top in range(size):
        row = [0.0] * size
        for n in range(ROWS):
            y = top + (n + 0.5) / ROWS
            crossed = sorted(
                x0 + (y - y0) * (x1 - x0) / (y1 - y0)
                for (x0, y0), (x1, y1) in edges
                if (y0 <= y) != (y1 <= y)
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                for x in range(max(0, int(left)), min(size, int(right) + 1)):
                    row[x] += max(0.0, min(right, x + 1) - max(left, x)) / ROWS
        rows.append(row)
    return rows


def png(size: int, layers: Sequence[tuple[str, float, Colour]]) -> bytes:
    """Draw outlines as a square PNG picture.

    Args:
        size: The side of the picture in pixels.
        layers: The outlines from bottom to top, each with the share of the side it fills, and its
            colour.
    """
    pixels = [[(0.0, 0.0, 0.0, 0.0)] * size for _ in range(size)]
    for d, share, colour in layers:
        scale = size * share / FIELD
        drawn = coverage(d, size, scale, size * (1 - share) / 2)
        for row, covered in zip(pixels, drawn, strict=True):
            for x, part in enumerate(covered):
                if part:
                    *below, alpha = row[x]
                    whole = part + alpha * (1 - part)
                    red, green, blue = (
                        (c * part + b * alpha * (1 - part)) / whole
                        for c, b in zip(colour, below, strict=True)
                    )
                    row[x] = (red, green, blue, whole)
    lines = b"".join(
        b"\0"
        + bytes(round(value) for r, g, b, alpha in row for value in (r, g, b, min(alpha, 1) * 255))
        for row in pixels
    )
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
