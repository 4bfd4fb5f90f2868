"""A drawing area for pictures: shapes, text, emblems and cards, written as SVG.

Lengths are those of a preview of 1200 × 630. User text is escaped here and only here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils.html import escape

from games.boards.drawing import palette as colours
from games.boards.drawing.emblems import NEUTRAL, outlines
from games.boards.drawing.letters import FAMILIES, TEXT, TITLE, fitted, width_of
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.panels import Card
from games.boards.seats import emblem_of

Attribute = str | float | None
NAMED_FROM = 78
"""Cards of at least this width show their name."""


class Sheet:
    """Collects SVG elements in drawing order."""

    def __init__(self, palette: Palette | None = None) -> None:
        self.palette = palette or Palette()
        self._parts: list[str] = []
        self._emblems: dict[str, str] = {}

    def svg(self, width: float, height: float, label: str) -> str:
        """Return the whole picture as an SVG document."""
        defs = "".join(self._emblems.values())
        size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        title = escape(plain(label))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>'
            f"<defs>{defs}</defs>{''.join(self._parts)}</svg>"
        )

    # --- Shapes

    def draw(self, tag: str, **attributes: Attribute) -> None:
        """Add one element; underscores in attribute names become hyphens."""
        self._parts.append(f"<{tag}{written(attributes)}/>")

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, **more: Attribute
    ) -> None:
        self.draw("rect", x=x, y=y, width=width, height=height, fill=fill, **more)

    def circle(self, x: float, y: float, r: float, fill: str, **more: Attribute) -> None:
        self.draw("circle", cx=x, cy=y, r=r, fill=fill, **more)

    def path(self, d: str, fill: str = "none", **more: Attribute) -> None:
        self.draw("path", d=d, fill=fill, **more)

    @contextmanager
    def group(
        self, x: float = 0, y: float = 0, scale: float = 1, **more: Attribute
    ) -> Iterator[None]:
        """Move and scale everything that is drawn inside the block."""
        transform = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        self._parts.append(f"<g{written({'transform': transform, **more})}>")
        yield
        self._parts.append("</g>")

    @contextmanager
    def turned(self, degrees: float, x: float, y: float) -> Iterator[None]:
        """Rotate everything that is drawn inside the block around a point."""
        self._parts.append(f'<g transform="rotate({degrees:g} {x:g} {y:g})">')
        yield
        self._parts.append("</g>")

    @contextmanager
    def define(self) -> Iterator[None]:
        """Hide everything that is drawn inside the block; it can be referenced by id."""
        self._parts.append("<defs>")
        yield
        self._parts.append("</defs>")

    def include(self, svg: str) -> None:
        """Add SVG markup of this site; never pass user content."""
        self._parts.append(svg)

    @contextmanager
    def clip(self, name: str) -> Iterator[None]:
        """Define a clip path from what is drawn inside the block, for use with `clip_path`."""
        self._parts.append(f"<clipPath{written({'id': name})}>")
        yield
        self._parts.append("</clipPath>")

    # --- Text and emblems

    def text(
        self,
        x: float,
        y: float,
        words: object,
        size: float,
        fill: str = colours.INK,
        *,
        bold: bool = False,
        title: bool = False,
        anchor: str = "start",
        room: float | None = None,
        **more: Attribute,
    ) -> float:
        """Draw text on the baseline `y`, shrunk or cut to `room`; return its width."""
        family = TITLE if title else TEXT
        line = plain(str(words))
        if room is not None:
            line, size = fitted(line, size, room, family, bold=bold)
        look: dict[str, Attribute] = {
            "font-family": FAMILIES[family],
            "font-size": round(size, 1),
            "font-weight": 640 if title else 700 if bold else 500,
            "fill": fill,
            "text-anchor": None if anchor == "start" else anchor,
        }
        self._parts.append(
            f"<text{written({'x': x, 'y': y, **look, **more})}>{escape(line)}</text>"
        )
        return width_of(line, size, family, bold=bold)

    def emblem(
        self, name: str, x: float, y: float, size: float, colour: str, **more: Attribute
    ) -> None:
        """Draw an emblem in a square with this upper left corner."""
        known = outlines()
        drawn = name if name in known else NEUTRAL
        if drawn in known:
            self._emblems[drawn] = known[drawn]
            square = {"x": x, "y": y, "width": size, "height": size}
            href = f"#emblem-{drawn}"
            self.draw("use", href=href, **square, color=colour, fill=colour, **more)

    def seat(self, seat: int, x: float, y: float, size: float) -> None:
        """Draw a seat's emblem on a disc in its colour."""
        half = size / 2
        self.circle(x + half, y + half, half, seat_colour(seat))
        self.emblem(emblem_of(seat), x + size * 0.2, y + size * 0.2, size * 0.6, colours.ON_DARK)

    # --- Cards

    def card(self, x: float, y: float, width: float, card: Card, *, faded: bool = False) -> None:
        """Draw a card's face or back like static/css/card.css, simplified for small sizes."""
        with self.group(x, y, width / 100, opacity=0.5 if faded else None):
            self._lies()
            if card.hidden:
                self._back(card)
            else:
                self._face(card, named=width >= NAMED_FROM)

    def _lies(self) -> None:
        self.rect(1.5, 3, 100, 140, "#3b2a14", rx=9, fill_opacity=0.16)

    def _back(self, card: Card) -> None:
        colour = self.palette.accent if card.seat is None else seat_colour(card.seat)
        self.rect(0, 0, 100, 140, colours.CREAM, rx=9, stroke="#cdbfa8", stroke_width=1)
        self.rect(5, 5, 90, 130, colour, rx=6)
        self.path(
            "M5 35H95M5 65H95M5 95H95M5 125H95M25 5V135M50 5V135M75 5V135",
            stroke=colours.ON_DARK,
            stroke_opacity=0.16,
            stroke_width=2,
        )
        self.circle(50, 70, 29, colour)
        self.emblem(card.emblem, 27, 47, 46, colours.ON_DARK)

    def _face(self, card: Card, *, named: bool) -> None:
        tone, foot = self.palette.tone(card.tone), 104 if named else 130
        self.rect(0, 0, 100, 140, colours.CREAM, rx=9)
        self.rect(8, 8, 84, foot - 10, tone, rx=20, fill_opacity=0.1)
        size = 60 if named else 66
        self.emblem(card.emblem, 50 - size / 2, foot / 2 - size / 2 + 12, size, tone)
        self.rect(
            0.5, 0.5, 99, 139, "none", rx=9, stroke=tone, stroke_opacity=0.45, stroke_width=1.5
        )
        if card.value:
            value = card.value
            small = len(value) > 2
            # A light edge separates the value from the emblem.
            self.text(
                *(8, 32 if small else 36, value, 24 if small else 34, tone),
                title=True,
                room=60,
                stroke=colours.CREAM,
                stroke_width=5,
                paint_order="stroke",
                stroke_linejoin="round",
            )
        if named:
            self.text(50, 128, card.name, 15, anchor="middle", room=92, bold=True)


def as_card(shown: object) -> Card:
    """Convert a mapping or object that boards/_card.html can draw to a card."""
    if isinstance(shown, Card):
        return shown
    known = shown if isinstance(shown, Mapping) else vars(shown)
    value = known.get("value", getattr(shown, "value", None))
    return Card(
        id=str(known.get("id", "")),
        name=str(known["name"]),
        tip="",
        emblem=str(known["emblem"]),
        tone=str(known.get("tone", getattr(shown, "tone", "")) or ""),
        value="" if value is None else str(value),
        hidden=bool(known.get("hidden", False)),
    )


def plain(words: str) -> str:
    """Return the text without characters that XML does not allow."""
    return "".join(letter for letter in words if letter.isprintable())


def written(attributes: Mapping[str, Attribute]) -> str:
    """Return attributes as written in a tag; those that are None are left out."""
    return "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
