"""The memory of a seat, and the hands that it resamples (spec: Hidden from a viewer).

A view only shows which cards have been played in this round. A seat also remembers that a mercenary
which a scarecrow took back is in a hand, and so is a card that was shown. After a battle either
every hand holds a mercenary, or the seats whose hands do not are asked whether to discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb
from random import Random
from typing import TYPE_CHECKING

from games.engine.contract import Effect, View
from games.engine.information_state import InformationState
from games.engine.piles import without
from games.titles.condottiere.rules import hidden
from games.titles.condottiere.rules.cards import DECK, MERCENARIES

if TYPE_CHECKING:
    from games.titles.condottiere.rules.position import Condottiere

TRIES = 30
"""The number of deals tried until all hands that must hold a mercenary do; then each gets one."""


class Memory(InformationState["Condottiere"]):
    """The memory of a seat.

    `sizes`: by seat, the size of its hand. `held`: by seat, cards that are certainly in its hand.
    `armed`: the seats whose hand, unless empty, certainly holds a mercenary. `bare`: seats of which
    at least one certainly holds no mercenary; None if there may be no such seat.

    Until the next deal hands only shrink, except for mercenaries taken back. So what was true of a
    hand after an earlier battle stays true until its seat plays a mercenary.
    """

    def begin(self, view: View) -> None:
        self.sizes = [len(hand) if isinstance(hand, list) else hand for hand in view["hands"]]
        self.others = [other for other in range(len(self.sizes)) if other != self.seat]
        self._forget()
        if view["phase"] == "discard":
            self._asked()

    def _forget(self) -> None:
        """Forget everything about hands, after a new deal or the end."""
        self.held: list[Counter[str]] = [Counter() for _ in self.sizes]
        self.armed: set[int] = set()
        self.armed_before: set[int] = set()
        self.bare: set[int] | None = None
        self.is_bare_new = False

    # --- What is learned.

    def learn(self, effect: Effect) -> None:
        kind, facts = effect.kind, effect.facts
        if kind == "played":
            self._played(facts["seat"], facts["card"], facts.get("take"))
        elif kind == "battle-ended":
            # No seat is asked to discard, unless the next effect says so.
            self.armed_before, self.armed = self.armed, set(self.others)
        elif kind == "discard-asked":
            self.armed = self.armed_before
            self._asked()
        elif kind == "answered":
            # This seat was asked, so it does not know whether another one was.
            self.bare = None if self.is_bare_new else self.bare
        elif kind == "discarded":
            self.sizes[facts["seat"]] = 0
            self.held[facts["seat"]].clear()
            self._was_bare(facts["seat"])
        elif kind == "dealt":
            self.sizes = list(facts["hands"])
            self._forget()
        elif kind in ("kingdom", "over"):
            self._forget()

    def _asked(self) -> None:
        """Note that a hand holds no mercenary; earlier suspects stay suspects."""
        self.is_bare_new = self.bare is None
        if self.bare is None:
            self.bare = self._unarmed()

    def _unarmed(self) -> set[int]:
        """Return the other seats that may hold cards without a mercenary."""
        return {other for other in self.others if self.sizes[other]} - self.armed

    def _was_bare(self, seat: int) -> None:
        """Note that a hand held no mercenary: if it was a suspect, no other one has to be."""
        if self.bare is not None and seat in self.bare:
            self.bare = None

    def _played(self, seat: int, card: str, take: str | None) -> None:
        held = self.held[seat]
        held[card] = max(0, held[card] - 1)
        if card in MERCENARIES:
            self.armed.discard(seat)
            if self.bare is not None:
                self.bare.discard(seat)
        if take is not None:
            held[take] += 1
            return
        self.sizes[seat] -= 1
        if not self.sizes[seat]:
            self._was_bare(seat)

    def shown(self, seat: int, cards: Iterable[str]) -> None:
        # Some of the cards may have been known before, so the hand holds at least those shown.
        self.held[seat] |= Counter(cards)

    def agrees_with(self, position: Condottiere) -> bool:
        hands = position.hands
        if any(not self.held[other] <= Counter(hands[other]) for other in self.others):
            return False
        if any(hands[seat] and is_bare(hands[seat]) for seat in self.armed):
            return False
        suspects = self._suspects(position)
        return suspects is None or any(is_bare(hands[seat]) for seat in suspects)

    def _suspects(self, table: Condottiere) -> set[int] | None:
        """Return seats of which at least one holds no mercenary; None if there may be none."""
        if table.phase != "discard":
            return self.bare
        if self.seat in table.to_move():
            # This seat is asked, and may be the only one.
            return None if self.is_bare_new else self.bare
        # Another seat still has to answer.
        return self._unarmed() if self.bare is None else self.bare

    # --- What is resampled.

    def lay_open(self, view: View) -> Condottiere:
        return hidden.open_table(self.rules, view, self.options)

    def draw(self, world: Condottiere, view: View, rng: Random) -> None:
        """Deal the unseen cards to the other hands, and guess which seats have answered."""
        suspects = self._suspects(world)
        hands = world.hands
        for other in self.others:
            hands[other] = list(self.held[other].elements())
        missing = [size - len(hand) for size, hand in zip(self.sizes, hands, strict=True)]
        lying = [card for pile in (*hands, *world.armies, world.out) for card in pile]
        unseen = without(DECK, lying)
        waiting = None
        if suspects is not None:
            special = [card for card in unseen if card not in MERCENARIES]
            waiting = self._bare_seat(suspects, hands, missing, (len(special), len(unseen)), rng)
            dealt = rng.sample(special, missing[waiting])
            hands[waiting] += dealt
            missing[waiting] = 0
            unseen = without(unseen, dealt)
        self._deal(hands, missing, unseen, rng)
        if world.phase == "discard":
            asked = set(world.asked())
            for other in self.others:
                if other in asked and other != waiting:
                    world.answers[other] = rng.choice((None, "keep", "discard"))

    def _bare_seat(
        self,
        suspects: set[int],
        hands: list[list[str]],
        missing: list[int],
        unseen: tuple[int, int],
        rng: Random,
    ) -> int:
        """Draw one of the suspects, weighted by the chance that its hand has no mercenary.

        `unseen`: the number of unseen cards that are no mercenaries, and of all unseen cards.
        """
        special, total = unseen
        able = [seat for seat in sorted(suspects) if is_bare(hands[seat])]
        weights = [comb(special, missing[seat]) / comb(total, missing[seat]) for seat in able]
        return rng.choices(able, weights)[0]

    def _deal(
        self, hands: list[list[str]], missing: list[int], unseen: list[str], rng: Random
    ) -> None:
        """Deal the other cards, until the hands that must hold a mercenary do."""
        armed = [seat for seat in sorted(self.armed) if missing[seat] and is_bare(hands[seat])]
        total = sum(missing)
        for _ in range(TRIES):
            dealt = rng.sample(unseen, total)
            parts = {}
            for other in self.others:
                cut = len(dealt) - missing[other]
                parts[other], dealt = dealt[cut:], dealt[:cut]
            if not any(is_bare(parts[seat]) for seat in armed):
                break
        else:
            parts = self._deal_armed(armed, missing, unseen, rng)
        for other in self.others:
            hands[other] += parts[other]

    def _deal_armed(
        self, armed: list[int], missing: list[int], unseen: list[str], rng: Random
    ) -> dict[int, list[str]]:
        """Deal a mercenary to each hand that must hold one, then the other cards to all."""
        mercenaries = [card for card in unseen if card in MERCENARIES]
        firsts = dict(zip(armed, rng.sample(mercenaries, len(armed)), strict=True))
        rest = without(unseen, firsts.values())
        rng.shuffle(rest)
        parts = {other: [firsts[other]] if other in firsts else [] for other in self.others}
        for other, part in parts.items():
            part += [rest.pop() for _ in range(missing[other] - len(part))]
        return parts


def is_bare(hand: Iterable[str]) -> bool:
    """Return whether a hand holds no mercenary."""
    return MERCENARIES.keys().isdisjoint(hand)
