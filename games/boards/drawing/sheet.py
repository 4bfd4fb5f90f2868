"""A sheet that a picture is drawn on: shapes, words, emblems and cards, written as SVG.

Measures are those of a preview of 1200 × 630. What people wrote is escaped here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.html import escape

from games.boards.drawing import palette as colours
from games.boards.drawing.emblems import NEUTRAL, outlines
from games.boards.drawing.letters import FAMILIES, TEXT, TITLE, fitted, width_of
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.panels import Card, emblem_of

Attribute = str | float | None
CARD_HEIGHT = 1.4
NAMED_FROM = 78
"""A card as wide as that bears its name."""


class Sheet:
    """Collects what is drawn, in the order in which it lies there."""

    def __init__(self, palette: Palette | None = None) -> None:
        self.palette = palette or Palette()
        self._parts: list[str] = []
        self._emblems: dict[str, str] = {}

    def svg(self, width: float, height: float, label: str) -> str:
        """The whole picture as a document of its own."""
        defs = "".join(self._emblems.values())
        size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        title = escape(plain(label))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>'
            f"<defs>{defs}</defs>{''.join(self._parts)}</svg>"
        )

    # --- Shapes

    def draw(self, tag: str, **attributes: Attribute) -> None:
        """One shape; names are written with a hyphen for each underscore."""
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
        """What is drawn within lies at this place, in this size."""
        transform = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
        self._parts.append(f"<g{written({'transform': transform, **more})}>")
        yield
        self._parts.append("</g>")

    @contextmanager
    def turned(self, degrees: float, x: float, y: float) -> Iterator[None]:
        """What is drawn within is turned about this point."""
        self._parts.append(f'<g transform="rotate({degrees:g} {x:g} {y:g})">')
        yield
        self._parts.append("</g>")

    @contextmanager
    def define(self) -> Iterator[None]:
        """What is drawn within is not seen, and may be referred to."""
        self._parts.append("<defs>")
        yield
        self._parts.append("</defs>")

    def include(self, svg: str) -> None:
        """A drawing that is written already: of this site's own, never what people wrote."""
        self._parts.append(svg)

    @contextmanager
    def clip(self, name: str) -> Iterator[None]:
        """What is drawn within is an outline that cuts out what names it by `clip_path`."""
        self._parts.append(f"<clipPath{written({'id': name})}>")
        yield
        self._parts.append("</clipPath>")

    # --- Words and emblems

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
        """Words on the baseline `y`, in no more `room` than there is; how wide they are."""
        family = TITLE if title else TEXT
        line = plain(str(words))
        if room is not None:
            line, size = fitted(line, size, room, family, bold=bold)
        look: dict[str, Any] = {
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
        """An emblem in a square whose upper left corner is given."""
        known = outlines()
        drawn = name if name in known else NEUTRAL
        if drawn in known:
            self._emblems[drawn] = known[drawn]
            look: dict[str, Any] = {"width": size, "height": size, "color": colour, "fill": colour}
            self.draw("use", href=f"#emblem-{drawn}", x=x, y=y, **look, **more)

    def seat(self, seat: int, x: float, y: float, size: float) -> None:
        """A seat as a disc of its colour with its emblem."""
        half = size / 2
        self.circle(x + half, y + half, half, seat_colour(seat))
        self.emblem(emblem_of(seat), x + size * 0.2, y + size * 0.2, size * 0.6, colours.ON_DARK)

    # --- Cards

    def card(self, x: float, y: float, width: float, card: Card, *, faded: bool = False) -> None:
        """A card face up, or its back: that of static/css/card.css, as far as its size allows."""
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
            # A light edge keeps it apart from the emblem.
            look: dict[str, Any] = {"title": True, "room": 60}
            self.text(
                *(8, 32 if small else 36, value, 24 if small else 34, tone),
                **look,
                stroke=colours.CREAM,
                stroke_width=5,
                paint_order="stroke",
                stroke_linejoin="round",
            )
        if named:
            self.text(50, 128, card.name, 15, anchor="middle", room=92, bold=True)


def as_card(shown: object) -> Card:
    """Whatever boards/_card.html can draw, a mapping or an object, as a card to draw here."""
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
    """Words without what XML cannot hold."""
    return "".join(letter for letter in words if letter.isprintable())


def written(attributes: dict[str, Any]) -> str:
    """Attributes as they stand in a tag; those that are None are left out."""
    return "".join(
        f' {name.replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"
