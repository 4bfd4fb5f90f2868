"""`referee --award`: one column in, who takes its goal out."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Json
from games.engine.fields import is_int
from games.engine.record import parse_json
from games.engine.refusals import BadRecord
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import CARDS, MOST_SEATS, Goal
from games.titles.kabale.rules.loading import is_goal


def judge_award(text: str | bytes) -> Json:
    """The answer to `{"goal": ["music", 3], "cards": [{"seat": 0, "card": "king"}]}`."""
    try:
        goal, cards = _column(parse_json(text))
    except BadRecord as refusal:
        return {"ok": False, "error": {"code": refusal.code, "reason": refusal.reason}}
    return award(goal, cards).dump()


def _column(data: Any) -> tuple[Goal, list[tuple[int, str]]]:
    if not isinstance(data, dict) or not is_goal(data.get("goal")):
        raise BadRecord("An award is an object with a “goal”: an area and its points.")
    listed = data.get("cards")
    if not isinstance(listed, list):
        raise BadRecord("An award has “cards”: a list from the goal outwards.")
    cards = [_card(laid) for laid in listed]
    if len(set(cards)) < len(cards):
        raise BadRecord("Every seat has each card once.")
    return Goal(*data["goal"]), cards


def _card(data: Any) -> tuple[int, str]:
    if not isinstance(data, dict):
        raise BadRecord("A card in a column is an object with “seat” and “card”.")
    seat, card = data.get("seat"), data.get("card")
    if not is_int(seat) or not 0 <= seat < MOST_SEATS:
        raise BadRecord("A card in a column names its seat.")
    if not isinstance(card, str) or card not in CARDS:
        raise BadRecord("There is no such card.")
    return seat, card
