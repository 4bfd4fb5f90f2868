"""The bot's choice in a battle: estimate the worth of every way to go on, and take the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.engine.contract import Move
from games.engine.piles import without
from games.titles.condottiere.bots.map import WON
from games.titles.condottiere.bots.plans import Cards, plans
from games.titles.condottiere.bots.style import Style
from games.titles.condottiere.bots.table import PRICES, Table, price_of
from games.titles.condottiere.rules.cards import MERCENARIES, strength, strongest
from games.titles.condottiere.rules.moves import PASS, PLAY, TAKE_BACK

FIGHTERS = {*MERCENARIES, "heroine"}
SERIOUS = 50.0
"""The stake for which a bot would spend a whole hand: see `_purse`."""


class Prospects(NamedTuple):
    """The worth of an end of the battle to me, and the chance that the game goes on after it."""

    worth: float
    goes_on: float


class Reach(NamedTuple):
    """What a rival may still do in the battle."""

    added: float
    """The strength that they may well add."""
    now: int
    most: float
    """The highest strength that they can reach."""


class Battle:
    """A battle as one seat, `me`, sees it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rivals = table.rivals()
        self.stakes, self.zeal = self._stakes()
        self.ends = self._ends()
        self.purse = self._purse()
        # All of these both without and with winter, since a plan may bring it.
        self._outcomes: tuple[dict[int, Prospects], ...] = ({}, {})
        self._lost: dict[bool, Prospects] = {}
        self._reach: dict[bool, list[Reach]] = {}
        self._winning, self._unwon = self._won_by(table.me), self._won_by(None)
        armies = [[] if seat == table.me else army for seat, army in enumerate(table.armies)]
        self._theirs = {
            winter: [strength(army, winter) for army in armies] for winter in (False, True)
        }
        self._best_of_others = {winter: max(theirs) for winter, theirs in self._theirs.items()}
        self._winter_of_others = any("winter" in army for army in armies)

    def _stakes(self) -> tuple[list[float], list[float]]:
        """Return the worth to me of each winner, and the part of a hand each seat would spend."""
        table = self.table
        seats = range(table.seats)
        if table.city is None:
            me = [WON if seat == table.me else -WON for seat in seats]
            return me, [1.0] * table.seats
        city = table.city
        own = [table.map.stake(seat, seat, city) for seat in seats]
        return table.map.stakes(table.me, city), [zeal_for(stake, table.style) for stake in own]

    def _ends(self) -> list[bool]:
        """Return by winner whether the battle ends the game, so that saved cards are worthless."""
        table = self.table
        if table.city is None:
            return [True] * table.seats
        return [table.map.wins(seat, table.city) for seat in range(table.seats)]

    def _purse(self) -> float:
        """Return the price of the cards that I may still spend on this city.

        Without this limit a bot spends its whole hand on a minor city, one card at a time. With two
        seats there is little to save for, since an empty hand ends the round.
        """
        table = self.table
        spent = sum(PRICES[card] for card in table.armies[table.me])
        whole = spent + sum(PRICES[card] for card in table.hand)
        if table.seats == 2 or table.city is None:
            return whole
        at_stake = max(self.stakes[table.me], -min(self.stakes))
        return min(1.0, table.style.part + at_stake / SERIOUS) * whole - spent

    # --- The ways to go on.

    def best(self, rng: Random) -> Move:
        move = self._best()
        if move != PASS and self._lays_decoy():
            return PLAY["scarecrow"]
        if (
            move == PASS
            and self._all_idle()
            and (not self.rivals or rng.random() < self.table.style.curiosity)
        ):
            # The city is cheap, and a round among cautious bots has to end.
            smallest = min(
                (card for card in self.table.hand if card in FIGHTERS),
                key=PRICES.__getitem__,
                default=None,
            )
            return PASS if smallest is None else PLAY[smallest]
        return move

    def _lays_decoy(self) -> bool:
        """Return whether to open the battle with a scarecrow, so that a rival shows strength."""
        table = self.table
        return (
            table.style.decoys
            and bool(self.rivals)
            and "scarecrow" in table.hand
            and self._all_idle()
        )

    def _all_idle(self) -> bool:
        """Return whether no army has any strength, and the city is not mine to defend."""
        return not any(self.table.strengths()) and not self.table.defends_untouched()

    def _best(self) -> Move:
        table, army, hand = self.table, self.table.armies[self.table.me], self.table.hand
        if table.defends_untouched() and self.rivals:
            # My pass is not final, so I wait to see which strength I need.
            return PASS
        ways: list[tuple[float, Move]] = [(self.worth_of_passing(army, hand), PASS)]
        plan, worth = self.best_plan(army, hand)
        if plan:
            ways.append((worth, PLAY[self.first_of(plan)]))
        ways += self._rescues(army, hand)
        if "surrender" in hand:
            ways.append((self._at_once("surrender"), PLAY["surrender"]))
        if "bishop" in hand:
            ways.append((self._at_once("bishop"), PLAY["bishop"]))
        return max(ways, key=lambda way: way[0])[1]

    def _at_once(self, card: str) -> float:
        """Return the worth of ending the battle: surrender for the strongest, bishop unwon."""
        table = self.table
        winner = strongest(table.strengths()) if card == "surrender" else None
        left = without(table.hand, [card])
        return self._with_what_is_left(self._won_by(winner), left)

    def _rescues(self, army: list[str], hand: list[str]) -> Iterator[tuple[float, Move]]:
        """Return scarecrows for my best mercenaries, which pay if I win without them or lose."""
        if "scarecrow" not in hand:
            return
        fighters = sorted(set(army) & MERCENARIES.keys(), key=MERCENARIES.__getitem__)
        for card in fighters[-2:]:
            then = [*without(army, [card]), "scarecrow"]
            left = [*without(hand, ["scarecrow"]), card]
            worth = self.worth_of_passing(then, left)
            yield max(worth, self.best_plan(then, left)[1]), TAKE_BACK[card]

    def worth_of_passing(self, army: Sequence[str], hand: list[str]) -> float:
        winter = self._winter_of_others or "winter" in army
        return self._with_what_is_left(self.outcome(strength(army, winter), winter), hand)

    def best_plan(self, army: Sequence[str], hand: list[str]) -> tuple[Cards, float]:
        """Return the cards of the highest worth to add, and their worth; -∞ if there are none."""
        best, best_worth = Cards(), float("-inf")
        to_come, purse = self.table.to_come, self.purse
        whole, mercenaries = price_of(hand), sum(card in MERCENARIES for card in hand)
        for cunning, paid, before, times, winter, ways in plans(army, hand, self._winter_of_others):
            outcomes, size = self._outcomes[winter], len(hand) - len(cunning)
            for value, (price, cards) in ways.items():
                if paid + price > purse or not (cunning or cards):
                    continue
                mine = before + value * times
                worth, goes_on = outcomes.get(mine) or self.outcome(mine, winter)
                if goes_on:
                    if len(cards) < mercenaries:
                        left = whole - paid - price
                    else:
                        left = price_of(without(hand, cunning + cards))
                    worth += goes_on * to_come(left, size - len(cards))
                if worth > best_worth:
                    best, best_worth = cunning + cards, worth
        return best, best_worth

    def first_of(self, plan: Cards) -> str:
        """Return the card of a plan to begin with: the cheapest that puts me ahead, if any.

        Small steps show little, lose little to winter, and may make the others give up. The `pride`
        of a style asks for a larger lead.
        """
        table = self.table
        army = table.armies[table.me]
        cards = sorted(dict.fromkeys(plan), key=PRICES.__getitem__)
        for lead in sorted({table.style.pride, 0}, reverse=True):
            for card in cards:
                winter = self._winter_of_others or "winter" in army or card == "winter"
                if strength([*army, card], winter) > self._best_of_others[winter] + lead:
                    return card
        helping = [card for card in cards if card != "drum" or len(cards) == 1]
        return helping[0]

    # --- Predictions.

    def _with_what_is_left(self, prospects: Prospects, hand: list[str]) -> float:
        """Return the worth of an end of this battle and of the cards left in hand after it."""
        worth, goes_on = prospects
        return worth + goes_on * self.table.to_come(price_of(hand), len(hand))

    def _won_by(self, winner: int | None) -> Prospects:
        if winner is None:
            return Prospects(0.0, 1.0)
        return Prospects(self.stakes[winner], 1.0 - self.ends[winner])

    def outcome(self, mine: int, winter: bool) -> Prospects:
        """Return my prospects if I end this battle with this strength."""
        outcomes = self._outcomes[winter]
        found = outcomes.get(mine)
        if found is None:
            found = outcomes[mine] = self._outcome(mine, winter)
        return found

    def _outcome(self, mine: int, winter: bool) -> Prospects:
        if not self.rivals:
            me, theirs = self.table.me, self._theirs[winter]
            final = [mine if seat == me else own for seat, own in enumerate(theirs)]
            return self._won_by(strongest(final))
        lead = mine - self._best_of_others[winter]
        lost = self._losing(winter)
        if lead < 0:
            return lost
        # With equal strengths no seat wins.
        won = self._winning if lead else self._unwon
        holding, shape = 1.0, self.table.style.shape
        for reach, now, most in self._reaches(winter):
            if mine <= most:
                # The chance that this rival does not make up my lead.
                holding *= 1 - exp(-(((mine - now + 0.5) / reach) ** shape))
        losing = 1 - holding
        return Prospects(
            holding * won.worth + losing * lost.worth, holding * won.goes_on + losing * lost.goes_on
        )

    def _reaches(self, winter: bool) -> list[Reach]:
        """Return for each rival what they may still do."""
        if winter not in self._reach:
            self._reach[winter] = [self._reach_of(rival, winter) for rival in self.rivals]
        return self._reach[winter]

    def _reach_of(self, rival: int, winter: bool) -> Reach:
        table, now = self.table, self._theirs[winter][rival]
        reach = table.usual_strength(rival, winter) * self.zeal[rival]
        if "drum" not in table.armies[rival]:
            drum = table.chance_of_drum(rival)
            reach += 0.5 * drum * (now + reach / 2)
        return Reach(max(0.5, reach), now, table.most_of(rival, winter))

    def _losing(self, winter: bool) -> Prospects:
        """Return my prospects if another seat wins, weighted by the chances of each."""
        if winter not in self._lost:
            self._lost[winter] = self._one_of_others(self._theirs[winter])
        return self._lost[winter]

    def _one_of_others(self, theirs: Sequence[int]) -> Prospects:
        table = self.table
        weights: dict[int, float] = {
            other: (theirs[other] + 1) ** 1.5
            if other not in self.rivals
            else (theirs[other] + 1 + table.usual_strength(other, False) * 0.5) ** 1.5
            for other in table.others
            if theirs[other] or other in self.rivals
        }
        total = sum(weights.values())
        worth = sum(self.stakes[other] * weight for other, weight in weights.items())
        ending = sum(weight for other, weight in weights.items() if self.ends[other])
        return Prospects(worth / total, 1 - ending / total)


def zeal_for(stake: float, style: Style) -> float:
    """Return the part of a hand that a seat spends on a city of this stake."""
    return min(0.9, style.zeal + stake / style.ardour)
