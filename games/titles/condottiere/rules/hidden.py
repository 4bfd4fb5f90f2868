"""The view of a seat, and positions that the seat can't tell apart (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.piles import seen_by, without
from games.titles.condottiere.rules import shapes
from games.titles.condottiere.rules.cards import DECK, MERCENARIES, strengths

if TYPE_CHECKING:
    from games.engine.contract import Options, View
    from games.titles.condottiere.rules.position import Condottiere


def view(position: Condottiere, seat: int | None) -> shapes.View:
    """Return the open table and the seat's own secrets.

    A view differs from a position. Other hands are sizes, `answers` has only the seat's own answer,
    and there is no `rest`. `seen` has the cards played or shown in this round's earlier battles,
    and `strengths` the strength of each army.
    """
    return {
        "phase": position.phase,
        "holder": position.holder,
        "turn": position.turn,
        "city": position.city,
        "cities": dict(position.cities),
        "hands": seen_by(seat, position.hands),
        "armies": [list(army) for army in position.armies],
        "strengths": strengths(position.armies),
        "passed": list(position.passed),
        "declines": position.declines,
        "answers": [
            answer if owner == seat else None for owner, answer in enumerate(position.answers)
        ],
        "final": None if position.final is None else list(position.final),
        "series": list(position.series),
        "seen": list(position.out),
    }


def open_table(rules: type[Condottiere], view: View, options: Options) -> Condottiere:
    """Return a position with everything that a view shows; hidden hands are empty."""
    position = rules(len(view["hands"]), options)
    position.phase, position.declines = view["phase"], view["declines"]
    position.holder, position.turn, position.city = view["holder"], view["turn"], view["city"]
    position.cities = dict(view["cities"])
    position.hands = [list(hand) if isinstance(hand, list) else [] for hand in view["hands"]]
    position.armies = [list(army) for army in view["armies"]]
    position.passed = list(view["passed"])
    position.answers = list(view["answers"])
    position.final = None if view["final"] is None else list(view["final"])
    position.series = list(view["series"])
    position.out = list(view["seen"])
    return position


def resample(position: Condottiere, seat: int | None, rng: Random) -> None:
    """Draw again what the seat cannot know: other hands, the seats asked, their answers."""
    own = position.hands[seat] if seat is not None else []
    open_cards = [card for army in position.armies for card in army] + position.out
    unknown = without(without(DECK, own), open_cards)
    rng.shuffle(unknown)
    others = [other for other in range(position.seats) if other != seat]
    if position.phase == "discard" and seat not in position.to_move():
        # Another seat must owe an answer, so one of them gets a hand without mercenaries.
        special = [card for card in unknown if card not in MERCENARIES]
        waiting = _someone_asked(position, others, len(special), rng)
        position.hands[waiting] = special[: len(position.hands[waiting])]
        position.answers[waiting] = None
        unknown = without(unknown, position.hands[waiting])
        others.remove(waiting)
    for other in others:
        position.hands[other] = [unknown.pop() for _ in position.hands[other]]
        position.answers[other] = None
    asked = set(position.asked())
    for other in others:
        if other in asked:
            position.answers[other] = rng.choice((None, "keep", "discard"))


def _someone_asked(position: Condottiere, others: list[int], special: int, rng: Random) -> int:
    """Draw a seat that may hold no mercenary; a small hand is likelier."""
    able = [other for other in others if 0 < len(position.hands[other]) <= special]
    able.sort(key=lambda other: len(position.hands[other]))
    return able[min(int(rng.expovariate(1)), len(able) - 1)]
