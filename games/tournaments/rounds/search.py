"""A local search for groups with small costs. Used for tables of three to six.

It takes groups that are good already, and swaps two players of different groups while that makes
the sum of costs smaller: each player in turn, with the best partner. Then it kicks: two random
swaps, and down again; a result that is not worse is kept, otherwise the swaps are undone. A player
whose cost has a repetition in it is kicked first. The effort is counted in swaps examined, not in
time, so the same arguments always give the same groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

REPEAT = 10**10
"""The cost of two players who meet again. More than all other costs of 256 players together."""
EXAMINED = 3_000_000
"""The most swaps that are examined while players meet again."""
EXAMINED_FOR_REST = 600_000
"""The most swaps that are examined once none do."""
PATIENCE = 8
"""The search ends after this number of kicks for each player without a better result."""


def improved(
    groups: Sequence[Sequence[int]],
    pairs: Sequence[Sequence[int]],
    places: Sequence[Sequence[int]],
    seed: int,
) -> list[list[int]]:
    """Return groups of the same sizes with a smaller sum of costs.

    Args:
        groups: The players of each group, numbered from 0.
        pairs: The cost of each pair in a group, symmetric; a multiple of REPEAT for meeting again.
        places: The cost of each player in each group.
        seed: Decides the kicks.
    """
    return _Search(groups, pairs, places).run(Random(seed))


class _Search:
    def __init__(
        self,
        groups: Sequence[Sequence[int]],
        pairs: Sequence[Sequence[int]],
        places: Sequence[Sequence[int]],
    ) -> None:
        self.groups = [list(group) for group in groups]
        self.pairs = pairs
        self.players = range(sum(map(len, groups)))
        self.at = [0] * len(self.players)
        self.slot = [0] * len(self.players)
        for number, group in enumerate(self.groups):
            for slot, player in enumerate(group):
                self.at[player], self.slot[player] = number, slot
        # What each player would cost in each group, in addition to the group's players.
        self.there = [
            [
                places[player][number] + sum(pairs[player][other] for other in group)
                for player in self.players
            ]
            for number, group in enumerate(self.groups)
        ]
        self.own = [self.there[self.at[player]][player] for player in self.players]
        self.places = places
        self.examined = 0
        self.swaps: list[tuple[int, int]] = []

    def run(self, chance: Random) -> list[list[int]]:
        if len(self.groups) < 2:
            return self.groups
        self._descend()
        best = self._total()
        in_vain = 0
        while best and self.examined < (EXAMINED if best >= REPEAT else EXAMINED_FOR_REST):
            if in_vain > PATIENCE * len(self.players):
                break
            self.swaps = []
            again = [player for player in self.players if self.own[player] >= REPEAT]
            self._kick(chance.choice(again or self.players), chance)
            self._kick(chance.choice(self.players), chance)
            self._descend()
            total = self._total()
            in_vain = 0 if total < best else in_vain + 1
            if total <= best:
                best = total
            else:
                for one, other in reversed(self.swaps):
                    self._swap(one, other)
        return self.groups

    def _kick(self, player: int, chance: Random) -> None:
        others = [other for other in self.players if self.at[other] != self.at[player]]
        self._swap(player, chance.choice(others))

    def _descend(self) -> None:
        """Swap while it makes the groups better."""
        own, at, there = self.own, self.at, self.there
        swapped = True
        while swapped:
            swapped = False
            for player in self.players:
                if not own[player]:
                    continue
                here = at[player]
                costs, mine = self.pairs[player], there[here]
                best, partner = 0, -1
                for number, group in enumerate(self.groups):
                    if number == here:
                        continue
                    base = there[number][player] - own[player]
                    for other in group:
                        change = base + mine[other] - own[other] - 2 * costs[other]
                        if change < best:
                            best, partner = change, other
                self.examined += len(self.players)
                if partner >= 0:
                    self._swap(player, partner)
                    swapped = True

    def _swap(self, one: int, other: int) -> None:
        here, there = self.at[one], self.at[other]
        self.groups[here][self.slot[one]] = other
        self.groups[there][self.slot[other]] = one
        self.slot[one], self.slot[other] = self.slot[other], self.slot[one]
        self.at[one], self.at[other] = there, here
        changes = [b - a for a, b in zip(self.pairs[one], self.pairs[other], strict=True)]
        self.there[here] = [a + b for a, b in zip(self.there[here], changes, strict=True)]
        self.there[there] = [a - b for a, b in zip(self.there[there], changes, strict=True)]
        for number in (here, there):
            for player in self.groups[number]:
                self.own[player] = self.there[number][player]
        self.swaps.append((one, other))

    def _total(self) -> int:
        """Return twice the sum of all costs: each pair counts at both of its players."""
        return sum(self.own) + sum(self.places[player][self.at[player]] for player in self.players)
