"""Flags, the reinforcement pile and the icons of deployed cards (spec: Play; Icons)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Effect, Move
from games.titles.kharnage.rules import attacks, moves
from games.titles.kharnage.rules.cards import FLAGS, LINES
from games.titles.kharnage.rules.table import WEBS, Attack, Surprise

if TYPE_CHECKING:
    from games.engine.chance import Chance
    from games.engine.contract import Options
    from games.titles.kharnage.rules.cards import Army, Card, CardSet
    from games.titles.kharnage.rules.position import Kharnage

THROW_STRENGTH = 3


# --- The armies.


def deal_armies(cards: CardSet, seats: int, options: Options, chance: Chance) -> list[Army]:
    """Return the armies of option `armies`, or else shuffle all of the set, one for each seat."""
    chosen = options["armies"]
    if chosen is None:
        chosen = chance.shuffle(list(cards.armies))
    return [cards.armies[army] for army in chosen[:seats]]


# --- The pile.


def raise_flag(position: Kharnage, seat: int, effects: list[Effect]) -> None:
    """Put the reserve's top card face down on the pile; empty reserve: nothing comes."""
    reserve = position.reserves[seat]
    if reserve:
        position.piles[seat].append(reserve.pop())
    effects.append(Effect("flag", {"seat": seat, "pile": len(position.piles[seat])}))


def reinforce_moves(position: Kharnage, seat: int) -> list[Move]:
    return [
        *(moves.reinforce(general.id) for general in position.generals[seat]),
        moves.reinforce(None),
    ]


def reinforce(position: Kharnage, seat: int, move: moves.Reinforce, chance: Chance) -> list[Effect]:
    """Carry out a general's flag: the same as a unit's, or a general from hand."""
    position.done += 1
    if move.general is None:
        effects: list[Effect] = []
        raise_flag(position, seat, effects)
        return effects
    general = position.cards.cards[move.general]
    position.generals[seat].remove(general)
    position.piles[seat].append(general)
    return [Effect("general", {"seat": seat, "card": general.id})]


# --- Deploying.


def set_up(position: Kharnage, seat: int) -> None:
    """Carry out strategy 0, all of whose flags are unit flags then (spec: Play).

    Only reinforcements and `large` work.
    """
    effects: list[Effect] = []
    for icon in position.armies[seat].set_up.icons:
        if icon in FLAGS:
            raise_flag(position, seat, effects)
    while position.piles[seat]:
        for card in _put_down(position, seat, effects):
            for _ in card.set_up_steps:
                raise_flag(position, seat, effects)


def deploy_next(position: Kharnage, seat: int, effects: list[Effect]) -> None:
    """Put the pile's top card into its line; its surprise icons act before the next card."""
    for card in _put_down(position, seat, effects):
        if card.steps:
            position.surprises.append(Surprise(card))


def _put_down(position: Kharnage, seat: int, effects: list[Effect]) -> list[Card]:
    """Put down the top card and the other pieces of a large unit; return them as they act."""
    card = position.piles[seat].pop()
    down = [card, *_fetch(position, seat, card)] if card.large else [card]
    left = len(position.piles[seat])
    for number, piece in enumerate(down):
        position.put(seat, piece)
        facts = {
            "seat": seat,
            "card": piece.id,
            "line": LINES[piece.line],
            "fetched": number > 0,
            "pile": left,
        }
        effects.append(Effect("deployed", facts))
    return down


def _fetch(position: Kharnage, seat: int, first: Card) -> list[Card]:
    """Take a large unit's other pieces from the reserve and the pile, to be put down at once.

    Their icons act in this order: reserve before pile, each from the top. A fetched piece is
    not replaced, nothing is reshuffled.
    """
    fetched: list[Card] = []
    for stack in (position.reserves[seat], position.piles[seat]):
        pieces = [card for card in stack if not first.large.isdisjoint(card.large)]
        if pieces:
            fetched += reversed(pieces)
            stack[:] = [card for card in stack if first.large.isdisjoint(card.large)]
    return fetched


# --- Surprise icons.


def next_surprise(position: Kharnage, effects: list[Effect]) -> bool:
    """Carry out the next icon of a deployed card, left to right; return whether a seat is asked."""
    surprise = position.surprises[0]
    if surprise.step == len(surprise.card.steps):
        del position.surprises[0]
        return False
    seat = position.turn
    assert seat is not None
    icon, number = surprise.card.steps[surprise.step]
    if icon == "throw":
        # Not asked without an army to attack or with the card already gone (spec: Play).
        if not surprise.thrown and attacks.ranged_targets(position, seat):
            position.phase = "throw"
            return True
    elif icon == "web":
        # Not asked with no token left or no unwebbed enemy card (spec: Play).
        if may_web(position, seat):
            position.phase = "web"
            return True
    elif icon == "surprise-reinforce":
        raise_flag(position, seat, effects)
    else:
        # Its own icons are the strength: no knight, no trample.
        facts = {"seat": seat, "card": surprise.card.id, "icon": icon, "strength": number}
        effects.append(Effect("surprise", facts))
        attacks.begin(position, seat, Attack(icon.removeprefix("surprise-"), number))
    surprise.step += 1
    return False


def throw(position: Kharnage, seat: int, move: moves.Throw, chance: Chance) -> list[Effect]:
    """Discard the card for a ranged attack; its remaining icons still act (spec: Icons)."""
    surprise = position.surprises[0]
    surprise.step += 1
    if move.do:
        # It scores for no seat, and takes no kharnage token from its own army (spec: Icons).
        surprise.thrown = True
        position.take(seat, surprise.card)
        attacks.begin(position, seat, Attack("ranged", THROW_STRENGTH))
    return [Effect("throw", {"seat": seat, "card": surprise.card.id, "do": move.do})]


def may_web(position: Kharnage, seat: int) -> bool:
    if sum(map(len, position.webs)) >= WEBS:
        return False
    return any(
        size > len(position.webs[other])
        for other, size in enumerate(position.sizes)
        if other != seat
    )


def web_moves(position: Kharnage, seat: int) -> list[Move]:
    """Return all enemy cards without a web, or none."""
    found: list[Move] = [
        moves.web(other, LINES[number], card.id)
        for other in range(position.seats)
        if other != seat
        for number, line in enumerate(position.lines[other])
        for card in dict.fromkeys(line)
    ]
    found.append(moves.NO_WEB)
    return found


def web(position: Kharnage, seat: int, move: moves.Web, chance: Chance) -> list[Effect]:
    """Put a web token on an enemy card: its melee, ranged, magic and shield icons do not count."""
    position.surprises[0].step += 1
    if move.target is not None:
        assert move.card is not None
        card = position.cards.cards[move.card]
        position.take(move.target, card)
        position.put(move.target, card, web=True)
    facts = {"seat": seat, "target": move.target, "line": move.line, "card": move.card}
    return [Effect("web", facts)]
