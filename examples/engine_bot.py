"""Thinks with the engine, and plays over Tavola's API against the site's own bots.

    python3 -m examples.engine_bot https://tavola.example tavola_KEY GAME 3

in this repository, or wherever `tavola_games` is installed and `random_bot.py` lies beside it. It
remembers what its seat was told, imagines worlds that fit that, and plays each legal move on to the
end in some of them, at random: the move that leads to the best places is its answer.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from examples.random_bot import Site
from tavola_games import Chance, Happening, Knowledge, Move, game, newest

WORLDS = 3
LONGEST = 300


class Thinker:
    """One match of a game, as far as its seat knows."""

    def __init__(self, slug: str, rng: random.Random) -> None:
        self._slug, self._rules, self._rng = slug, newest(slug), rng
        self._knowledge: Knowledge[Any] | None = None

    def choose(self, message: Any) -> Any:
        """Learn from a message of the stream; a move where it asks for one."""
        if message["type"] == "event":
            self._learn(message["event"])
        state = message.get("state", {})
        if "view" not in state:
            return None
        seat, seats = state["seat"], len(state["players"])
        if self._knowledge is None and seat is not None:
            options = game(self._slug).read_options(state["options"], seats)
            self._knowledge = self._rules.knowledge(self._rules, seat, options, state["view"])
        if not state["moves"]:
            return None
        moves = [self._rules.read_move(move, seats) for move in state["moves"]]
        return max(moves, key=lambda move: self._worth(state["view"], move)).dump()

    def _learn(self, event: Any) -> None:
        """What came before the first view is in it; after an undo the next view is the first."""
        if event["kind"] == "undo":
            self._knowledge = None
        if self._knowledge is None:
            return
        for one in event.get("happenings", ()):
            self._knowledge.learn(Happening(one["kind"], one["facts"]))
        if event["kind"] == "show" and event["seat"] != self._knowledge.seat:
            self._knowledge.shown(event["seat"], event["cards"])

    def _worth(self, view: Any, move: Move) -> float:
        """How a move turns out in some worlds: the sum of the places it leads to, negative."""
        assert self._knowledge is not None
        seat, found = self._knowledge.seat, 0.0
        for _ in range(WORLDS):
            world = self._knowledge.imagine(view, self._rng)
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
    address, key, slug, count = sys.argv[1:]
    for _ in range(int(count)):
        Site(address, key).play(slug, Thinker(slug, random.Random()).choose)
