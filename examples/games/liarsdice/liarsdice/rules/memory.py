"""What a seat remembers. The view shows the bid and the dice of the last round: it is enough."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.information_state import InformationState

from .moves import FACES, Claim, Shown

if TYPE_CHECKING:
    from games.engine.contract import View

    from .position import LiarsDice


class Memory(InformationState["LiarsDice"]):
    def lay_open(self, view: View) -> LiarsDice:
        world = self.rules(len(view["dice"]), self.options)
        world.turn, world.out = view["turn"], list(view["out"])
        world.bid = view["bid"] and Claim(**view["bid"])
        if (last := view["last"]) is not None:
            world.last = Shown(Claim(**last["claim"]), tuple(map(tuple, last["dice"])))
        world.dice[self.seat] = list(view["dice"][self.seat])
        return world

    def draw(self, world: LiarsDice, view: View, rng: Random) -> None:
        """Roll the dice of the other seats."""
        for other, count in enumerate(view["dice"]):
            if other != self.seat:
                world.dice[other] = sorted(rng.choice(FACES) for _ in range(count))
