"""A bot that uses the engine to think and plays over Tavola's API against the site's bots.

    python3 engine_bot.py https://tavola.example tavola_KEY GAME 3

It needs `tavola_games`, and `random_bot.py` next to it. In this repository nothing has to be
installed: run it as `python3 -m examples.engine_bot`.
It remembers what its seat was shown, resamples worlds that fit, and plays each legal move to the
end in some of them at random. It answers with the move that leads to the best places.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from typing import Any

from tavola_games import Chance, Effect, InformationState, Move, game, newest

try:
    from examples.random_bot import Site
except ModuleNotFoundError:
    from random_bot import Site  # type: ignore[import-not-found,no-redef]  # outside of it

WORLDS = 3
LONGEST = 300


class Thinker:
    """One match, as far as its seat knows it."""

    def __init__(self, slug: str, rng: random.Random) -> None:
        self._slug, self._rules, self._rng = slug, newest(slug), rng
        self._information_state: InformationState[Any] | None = None

    def choose(self, message: Any) -> Any:
        """Learn from a message of the stream; return a move if the message asks for one."""
        if message["type"] == "event":
            self._learn(message["event"])
        state = message.get("state", {})
        if "view" not in state:
            return None
        seat, seats = state["seat"], len(state["players"])
        if self._information_state is None and seat is not None:
            options = game(self._slug).read_options(state["options"], seats)
            self._information_state = self._rules.information_state(
                self._rules, seat, options, state["view"]
            )
        if not state["moves"]:
            return None
        moves = [self._rules.read_move(move, seats) for move in state["moves"]]
        return max(moves, key=lambda move: self._worth(state["view"], move)).dump()

    def _learn(self, event: Any) -> None:
        """Learn from an event; an undo starts again from the next view."""
        if event["kind"] == "undo":
            self._information_state = None
        if self._information_state is None:
            return
        for one in event.get("effects", ()):
            self._information_state.learn(Effect(one["kind"], one["facts"]))
        if event["kind"] == "show" and event["seat"] != self._information_state.seat:
            self._information_state.shown(event["seat"], event["cards"])

    def _worth(self, view: Any, move: Move) -> float:
        """Return how good a move is: minus the sum of the places it leads to in some worlds."""
        assert self._information_state is not None
        seat, found = self._information_state.seat, 0.0
        for _ in range(WORLDS):
            world = self._information_state.resample(view, self._rng)
            world.play(seat, move, self._chance())
            for _step in range(LONGEST):
                if not (asked := world.to_move()):
                    break
                other = asked[0]
                world.play(other, self._rng.choice(world.moves(other)), self._chance())
            outcome = world.outcome()
            found -= world.seats if outcome is None else outcome.places[seat]
        return found

    def _chance(self) -> Chance:
        return Chance(self._rng.randbytes(32), 0)


if __name__ == "__main__":
    address, key, slug, count = sys.argv[1:] if len(sys.argv) == 5 else sys.exit(__doc__)
    if not (address.startswith(("http:", "https:")) and count.isdecimal() and int(count)):
        sys.exit(f"{__doc__}\nAn address begins with https or http, and a count is 1 or more.")
    with suppress(KeyboardInterrupt):
        for _ in range(int(count)):
            Site(address, key).play(slug, Thinker(slug, random.Random()).choose)
