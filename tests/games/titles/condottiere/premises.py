"""The premises of the reasons that Condottiere's guide gives."""

from __future__ import annotations

from typing import Any

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Effect, Move
from games.titles.condottiere.rules.cities import BORDERS
from games.titles.condottiere.rules.moves import DECLINE, KEEP, PASS, Play
from games.titles.condottiere.rules.position import Condottiere

CHANCE = Chance(bytes(32), 1)
LONGEST = 100


def connected(position: Condottiere, seat: int, city: str) -> int:
    """Return the number of connected cities that a seat would hold with one more."""
    held = {one for one, owner in position.cities.items() if owner == seat} | {city}
    reached, edge = {city}, [city]
    while edge:
        here = edge.pop()
        for border in BORDERS:
            if here in border:
                (other,) = border - {here}
                if other in held - reached:
                    reached.add(other)
                    edge.append(other)
    return len(reached)


def needed(position: Condottiere) -> int:
    return (4 if position.seats <= 3 else 3) + bool(position.options["bigger_kingdom"])


def kingdom(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    return connected(position, seat, reason.facts["city"]) >= needed(position)


def group(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    count: int = reason.facts["n"]
    return connected(position, seat, reason.facts["city"]) == count


def threat(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    """Check that the other seat would win with the city, and may do so after the move.

    It is no reason to pass.
    """
    other, city = reason.facts["seat"], reason.facts["city"]
    out = position.passed[other] or not position.hands[other]
    has_no_part = position.phase == "battle" and out and not position.armies[other]
    named = f"Player {other}" in reason.text
    wins = connected(position, other, city) >= needed(position)
    over = "battle-ended" in kinds(position.apply(seat, move, CHANCE))
    return other != seat and named and wins and not (has_no_part or over or move == PASS)


def costs_nothing(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    before = list(position.hands[seat])
    position.apply(seat, DECLINE, CHANCE)
    return bool(before) and position.hands[seat] == before and position.may_act(seat)


def comes_of(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    facts = reason.facts
    effects = {effect.kind: effect.facts for effect in position.apply(seat, move, CHANCE)}
    ended: Any = effects.get("battle-ended")
    if facts["ended"]:
        won = "kingdom" in effects
        return ended is not None and (facts["leader"], facts["wins"]) == (ended["winner"], won)
    armies: Any = position.view(seat)["strengths"]
    most = max(armies)
    leader = armies.index(most) if most and armies.count(most) == 1 else None
    return ended is None and (list(facts["strengths"]), facts["leader"]) == (armies, leader)


def taken_back(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    card, before = reason.facts["card"], list(position.hands[seat])
    effects = position.apply(seat, move, CHANCE)
    back = position.hands[seat].count(card) == before.count(card) + 1
    return back and not position.passed[seat] and "battle-ended" not in kinds(effects)


def won(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    city = position.city
    effects = position.apply(seat, PASS, CHANCE)
    facts = next(effect.facts for effect in effects if effect.kind == "battle-ended")
    return (facts["city"], facts["winner"]) == (city, seat)


def another_battle(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    """Check that the round goes on with my cards if all pass, and after any one card of a rival."""
    hand = sorted(position.hands[seat])
    first: list[tuple[int, Move | None]] = [(seat, None)]
    for other in range(position.seats):
        if other != seat and not position.passed[other]:
            first += [(other, Play(card)) for card in dict.fromkeys(position.hands[other])]
    return bool(hand) and all(
        goes_on(position.clone(), seat, hand, other, card) for other, card in first
    )


def goes_on(table: Condottiere, seat: int, hand: list[str], other: int, card: Move | None) -> bool:
    """Pass, and let the other seat play the card and all others pass and keep their hands."""
    effects = table.apply(seat, PASS, CHANCE)
    for _ in range(LONGEST):
        if table.phase == "choose" or not table.to_move():
            break
        asked = table.to_move()[0]
        played = card if asked == other and card in table.moves(asked) else None
        card = None if played else card
        usual = KEEP if table.phase == "discard" else PASS
        effects = table.apply(asked, played or usual, CHANCE)
    again = table.phase == "choose" and "dealt" not in kinds(effects)
    return again and sorted(table.hands[seat]) == hand


def free_neighbours(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    city = reason.facts["city"]
    free = [border - {city} for border in BORDERS if city in border]
    count: int = reason.facts["n"]
    return sum(not other <= position.cities.keys() for other in free) == count


def no_lead(position: Condottiere, seat: int, move: Move, reason: Reason) -> bool:
    """Play each card: another seat wins the battle or leads, or none does."""
    cards = [other for other in position.moves(seat) if isinstance(other, Play)]
    return bool(cards) and not any(leads(position.clone(), seat, card) for card in cards)


def leads(position: Condottiere, seat: int, card: Move) -> bool:
    effects = position.apply(seat, card, CHANCE)
    ended: Any = [effect.facts for effect in effects if effect.kind == "battle-ended"]
    if ended:
        return bool(ended[0]["winner"] == seat)
    armies = position.view(seat)["strengths"]
    return armies[seat] > max(one for other, one in enumerate(armies) if other != seat)


def kinds(effects: list[Effect]) -> set[str]:
    return {effect.kind for effect in effects}


PREMISES = {
    "kingdom": kingdom,
    "connected": group,
    "threat": threat,
    "costs-nothing": costs_nothing,
    "comes-of": comes_of,
    "taken-back": taken_back,
    "won": won,
    "another-battle": another_battle,
    "free-neighbours": free_neighbours,
    "no-lead": no_lead,
}


def keeps_hand(position: Condottiere, seat: int, move: Move) -> bool:
    """Check that a pass plays no card, and that the army counts in the battle."""
    army = list(position.armies[seat])
    effects = position.apply(seat, move, CHANCE)
    return "played" not in kinds(effects) and (
        "battle-ended" in kinds(effects) or position.armies[seat] == army
    )


def few_cards(position: Condottiere, seat: int, move: Move) -> bool:
    return len(position.hands[seat]) <= 2


def plays_strength(position: Condottiere, seat: int, move: Move) -> bool:
    return isinstance(move, Play) and (move.card == "heroine" or move.card[1:].isdigit())


def winter_or_drum(position: Condottiere, seat: int, move: Move) -> bool:
    """Check that a second one changes no army."""
    assert isinstance(move, Play)
    armies = [position.armies[seat]] if move.card == "drum" else position.armies
    is_second = any(move.card in army for army in armies)
    before = position.view(seat)["strengths"]
    effects = position.apply(seat, move, CHANCE)
    unchanged = "battle-ended" in kinds(effects) or position.view(seat)["strengths"] == before
    return move.card in ("winter", "drum") and (unchanged or not is_second)


def others_go_on(position: Condottiere, seat: int, move: Move) -> bool:
    ended = "battle-ended" in kinds(position.apply(seat, move, CHANCE))
    return not ended and any(
        other != seat and hand and not position.passed[other]
        for other, hand in enumerate(position.hands)
    )


def ends_well(position: Condottiere, seat: int, move: Move) -> bool:
    """Check that the battle ends and is won, or that no seat wins it though another one led."""
    armies = position.view(seat)["strengths"]
    effects = {effect.kind: effect.facts for effect in position.apply(seat, move, CHANCE)}
    winner = effects["battle-ended"]["winner"]
    led = max(armies) > armies[seat] and armies.count(max(armies)) == 1
    return winner == seat or (winner is None and led)


def chooses(position: Condottiere, seat: int, move: Move) -> bool:
    return position.phase == "choose"


WHYS = {
    "passing": keeps_hand,
    "last-stand": few_cards,
    "mercenaries": plays_strength,
    "winter-and-drum": winter_or_drum,
    "scarecrow": others_go_on,
    "ending": ends_well,
    "choosing": chooses,
}
