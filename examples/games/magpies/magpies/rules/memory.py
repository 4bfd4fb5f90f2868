"""What a seat remembers. The view shows everything that was ever open: it is enough."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.engine.information_state import InformationState

if TYPE_CHECKING:
    from games.engine.contract import View

    from .position import Magpies


class Memory(InformationState["Magpies"]):
    def lay_open(self, view: View) -> Magpies:
        world = self.rules(len(view["hands"]), self.options)
        world.read(view, "offer", "hands", "bids", "won", "last")
        return world

    def draw(self, world: Magpies, view: View, rng: Random) -> None:
        """Shuffle the treasures that are left, and draw the feathers that lie face down."""
        world.stack = world.unseen()
        rng.shuffle(world.stack)
        for other, laid in enumerate(view["laid"]):
            if laid and other != self.seat:
                world.bids[other] = rng.choice(world.hands[other])
