"""Conditional moves of a battle: what a player does when the turn comes round to them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Json, Move, View
from games.titles.condottiere.board.faces import ORDER, face
from games.titles.condottiere.rules.moves import PASS, PLAY
from games.titles.contract import Plans


def scope(view: View, seat: int) -> Json | None:
    """Return the battle and the seat's cards, if the seat can still act in a battle."""
    if view["phase"] != "battle" or not _may_act(view, seat):
        return None
    return {
        "city": view["city"],
        "seen": len(view["seen"]),
        "hand": sorted(view["hands"][seat]),
        "army": sorted(view["armies"][seat]),
    }


def moves(view: View, seat: int) -> Sequence[tuple[Move, str]]:
    """Return to pass, and to play each card of the hand, in the order of the hand."""
    cards = sorted(set(view["hands"][seat]), key=ORDER.__getitem__)
    return [
        (PASS, _("pass")),
        *((PLAY[card], _("play {card}").format(card=face(card).name)) for card in cards),
    ]


def holds(condition: str, view: View, seat: int) -> bool:
    """Return whether all others are out of the battle, one is at least as strong, or anything."""
    others = [other for other in range(len(view["hands"])) if other != seat]
    if condition == "last":
        return not any(_may_act(view, other) for other in others)
    strengths = view["strengths"]
    if condition == "behind":
        return any(strengths[other] >= strengths[seat] for other in others)
    return True


def _may_act(view: View, seat: int) -> bool:
    return _fights(view, seat) and bool(view["hands"][seat]) and not view["passed"][seat]


def _fights(view: View, seat: int) -> bool:
    """Return whether a seat takes part: in a final battle only the tied seats do."""
    return view["final"] is None or seat in view["final"]


PLANS = Plans(
    conditions={
        "last": gettext_lazy("If all others have passed"),
        "behind": gettext_lazy("If another army is at least as strong as mine"),
        "any": gettext_lazy("In any other case"),
    },
    scope=scope,
    moves=moves,
    holds=holds,
)
