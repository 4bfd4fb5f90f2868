"""`referee --battle`: armies in, strengths and the winner out."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.record import parse_json
from games.engine.refusals import BadRecord
from games.titles.condottiere.rules.cards import COPIES, strengths, strongest


def judge_battle(text: str | bytes) -> Json:
    """The answer to `{"armies": [["m10", "drum"], ["m3"]]}`; bishops and surrenders count 0."""
    try:
        by_seat = strengths(_armies(parse_json(text)))
    except BadRecord as refusal:
        return {"ok": False, "error": {"code": refusal.code, "reason": refusal.reason}}
    return {"strengths": by_seat, "winner": strongest(by_seat)}


def _armies(data: object) -> list[list[str]]:
    armies = data.get("armies") if isinstance(data, dict) else None
    if not isinstance(armies, list) or not armies:
        raise BadRecord("A battle is an object with “armies”: a list of cards for each.")
    for army in armies:
        if not isinstance(army, list) or not all(isinstance(c, str) and c in COPIES for c in army):
            raise BadRecord("An army is a list of cards.")
    return armies
