"""The play of Condottiere, in the numbered steps of the rules (spec: Play; Options)."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Self

from games.engine.chance import Chance
from games.engine.contract import Effect, Game, Json, Move, Option, Options, Outcome, places_by
from games.engine.fields import among, is_object, is_seat, listed
from games.engine.piles import without
from games.engine.refusals import IllegalMove
from games.engine.state import State, computed, per_seat, start
from games.titles.condottiere.rules import hidden, loading, shapes
from games.titles.condottiere.rules.cards import (
    COPIES,
    DECK,
    MERCENARIES,
    is_army,
    strengths,
    strongest,
)
from games.titles.condottiere.rules.cities import CITIES, group_needed, group_of, largest_group
from games.titles.condottiere.rules.information_state import Memory
from games.titles.condottiere.rules.moves import (
    CHOOSE,
    DECLINE,
    DISCARD,
    KEEP,
    PASS,
    PLAY,
    TAKE_BACK,
    Choose,
    Decline,
    Discard,
    Keep,
    Pass,
    Play,
    read_move,
)
from games.titles.condottiere.rules.words import why_not

CONDOTTIERE = Game(
    slug="condottiere",
    name="Condottiere",
    seats=range(2, 7),
    options=(
        Option("bigger_kingdom", (False, True)),
        Option("taking_cities", (False, True)),
        Option("points", (0, 20, 30)),
    ),
    exclusive=(("points", "taking_cities"),),
)
HAND = 10
CARDS_PER_CITY = 2
GROUP_POINTS = 2


# Not a lambda of `declines`: at its comma, makemessages would miss the refusal.
def _is_number_of_seats(value: object, seats: int) -> bool:
    return is_seat(value, seats + 1)


class Condottiere(State):
    """The full state; hands and armies are lists of card ids in no particular order.

    `out` has the cards of this round's earlier battles and the discarded hands, which all seats
    have seen. Cards in no hand, army or `out` have not been dealt this round.
    """

    game = CONDOTTIERE
    read_move = staticmethod(read_move)
    revealing = frozenset(("dealt", "discard-asked", "discarded"))
    information_state = Memory

    phase: shapes.Phase = start(
        "choose",
        among(("choose", "battle", "discard")),
        "The phase of a position must be choose, battle or discard.",
    )
    holder: int = start(0, is_seat, "“holder” must be a seat.")
    turn: int | None = start(0)
    city: str | None = start(None, among(CITIES), "“city” must be a city.")
    cities: dict[str, int] = start({}, is_object, "“cities” must be an object.")
    hands: list[list[str]] = per_seat([], is_army)
    armies: list[list[str]] = per_seat([], is_army)
    passed: list[bool] = per_seat(False)
    declines: int = start(
        0,
        _is_number_of_seats,
        "“declines” counts from 0 to the number of seats.",
    )
    answers: list[str | None] = per_seat(None, among((None, "keep", "discard")))
    final: list[int] | None = start(None, listed(is_seat), "“final” must list the tied seats.")
    series: list[int] = per_seat(0)
    out: list[str] = start([], written=False)
    rest = computed("not_in_play")

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position._deal(range(seats), chance)
        return position

    def fill(self, given: Json, chance: Chance) -> None:
        loading.fill(self, given)

    # --- The seat to move, and its moves.

    def to_move(self) -> tuple[int, ...]:
        if self.turn is not None:
            return (self.turn,)
        return tuple(seat for seat in self.asked() if self.answers[seat] is None)

    @property
    def silence(self) -> Move | None:
        """Keep, for a seat that does not answer in time: others can't see that it is asked."""
        return KEEP if self.phase == "discard" else None

    def asked(self) -> list[int]:
        """Return the seats that are asked in the discard phase (step 5), which is a secret.

        They are those with cards, but no mercenary.
        """
        if self.phase != "discard":
            return []
        return [seat for seat in range(self.seats) if self._may_discard(seat)]

    def moves(self, seat: int) -> list[Move]:
        if self.phase == "battle":
            return self._battle_moves(seat) if seat == self.turn else []
        if self.phase == "choose":
            return self._choices() if seat == self.turn else []
        return [DISCARD, KEEP] if seat in self.to_move() else []

    def _battle_moves(self, seat: int) -> list[Move]:
        hand = self.hands[seat]
        found = [PLAY[card] for card in dict.fromkeys(hand)]
        if "scarecrow" in hand:
            army = dict.fromkeys(self.armies[seat])
            found += [TAKE_BACK[card] for card in army if card in MERCENARIES]
        found.append(PASS)
        return found

    def _choices(self) -> list[Move]:
        found = [CHOOSE[city] for city in CITIES if self.may_be_fought_for(city)]
        # When every seat has declined in a row, the holder must choose (spec: Play).
        if self.declines < self.seats:
            found.append(DECLINE)
        return found

    def may_be_fought_for(self, city: str) -> bool:
        """Return whether the holder may choose a city.

        It is unconquered or, with `taking_cities`, held by another seat (spec: Options).
        """
        owner = self.cities.get(city)
        if owner is None:
            return True
        return bool(self.options["taking_cities"]) and owner != self.holder

    def may_act(self, seat: int) -> bool:
        """Return whether a seat can act in the battle; in a final only the tied seats can.

        The seat has cards and has not passed.
        """
        if self.final is not None and seat not in self.final:
            return False
        return bool(self.hands[seat]) and not self.passed[seat]

    def showable(self, seat: int) -> list[str]:
        return list(self.hands[seat])

    def why_not(self, seat: int, move: Move) -> IllegalMove:
        return why_not(self, seat, move)

    # --- Carrying out a move.

    def _choose(self, seat: int, move: Choose, chance: Chance) -> list[Effect]:
        """Carry out step 2: the battle for the city begins."""
        self.declines = 0
        self.city = move.city
        self.phase = "battle"
        chosen = Effect("chosen", {"seat": self.holder, "city": move.city})
        return [chosen, *self._lead(chance)]

    def _decline(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Carry out step 2: the pawn goes to the next seat on the left."""
        declined = Effect("declined", {"seat": self.holder})
        self.declines += 1
        self.holder = self.turn = self._left_of(self.holder)
        return [declined]

    def _play(self, seat: int, move: Play, chance: Chance) -> list[Effect]:
        card, take = move.card, move.take
        hand, army = self.hands[seat], self.armies[seat]
        hand.remove(card)
        army.append(card)
        if take is None:
            effects = [Effect("played", {"seat": seat, "card": card})]
        else:
            # The scarecrow stays in the army; only a mercenary comes back.
            army.remove(take)
            hand.append(take)
            effects = [Effect("played", {"seat": seat, "card": card, "take": take})]
        if card in ("surrender", "bishop"):
            return effects + self._end_battle(card, chance)
        return effects + self._go_on(seat, chance)

    def _pass(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Pass: final for this battle, except for the city's owner before their first card."""
        effects = [Effect("passed", {"seat": seat})]
        if not self._defends_untouched(seat):
            self.passed[seat] = True
        elif not any(self.may_act(other) for other in range(self.seats) if other != seat):
            # The owner's pass ends the battle as soon as no other seat can act (spec: Options).
            return effects + self._end_battle("passed", chance)
        return effects + self._go_on(seat, chance)

    def _defends_untouched(self, seat: int) -> bool:
        """Return whether a seat owns the city fought for, and has not played its first card."""
        return (
            self.city is not None and self.cities.get(self.city) == seat and not self.armies[seat]
        )

    def _lead(self, chance: Chance) -> list[Effect]:
        """Carry out step 3: the holder leads, or the next seat clockwise that can."""
        for seat in self.clockwise_from(self.holder):
            if self.may_act(seat):
                self.turn = seat
                return []
        return self._end_battle("nobody", chance)

    def _go_on(self, seat: int, chance: Chance) -> list[Effect]:
        """Give the turn to the next seat clockwise that can act; with none the battle ends.

        That may be the same seat again.
        """
        for step in range(1, self.seats + 1):
            following = (seat + step) % self.seats
            if self.may_act(following):
                self.turn = following
                return []
        return self._end_battle("passed", chance)

    # --- The end of a battle (step 4) and what follows.

    def _end_battle(self, cause: str, chance: Chance) -> list[Effect]:
        by_seat = strengths(self.armies)
        winner = None if cause == "bishop" else strongest(by_seat)
        owner = self.cities.get(self.city) if self.city is not None else None
        if winner is not None:
            self.holder = winner
        elif owner is not None:
            # Without a winner the owner keeps the city and takes the pawn (spec: Options).
            self.holder = owner
        else:
            self.holder = self._left_of(self.holder)
        facts = {
            "city": self.city,
            "cause": cause,
            "winner": winner,
            "owner": owner,
            "strengths": by_seat,
            "armies": [list(army) for army in self.armies],
            "holder": self.holder,
        }
        ended = Effect("battle-ended", facts)
        fought_for, final = self.city, self.final
        if winner is not None and fought_for is not None:
            self.cities[fought_for] = winner
        self._clear_battle()
        if final is not None:
            return [ended, self._end_final(final, winner)]
        return [ended, *self._after_battle(fought_for, winner, chance)]

    def _clear_battle(self) -> None:
        for army in self.armies:
            self.out += army
        self.armies = [[] for _ in range(self.seats)]
        self.passed = [False] * self.seats
        self.city = self.final = None

    def _after_battle(self, city: str | None, winner: int | None, chance: Chance) -> list[Effect]:
        """Carry out step 5: test for a win, then for hands to discard, then for a new round."""
        if winner is not None and city is not None:
            held = {c for c, seat in self.cities.items() if seat == winner}
            if len(group_of(city, held)) >= self.group_needed():
                return self._win_by_group(winner, chance)
            if len(self.cities) == len(CITIES):
                return self._all_taken(chance)
        if any(self._may_discard(seat) for seat in range(self.seats)):
            self.phase = "discard"
            self.turn = None
            return [Effect("discard-asked", {})]
        return self._next_battle_or_round(chance)

    def _may_discard(self, seat: int) -> bool:
        hand = self.hands[seat]
        return bool(hand) and MERCENARIES.keys().isdisjoint(hand)

    def _answer(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        """Carry out step 5: seats answer in secret, then discard together (spec: Play)."""
        self.answers[seat] = move.type
        facts = {"seat": seat, "answer": move.type}
        effects = [Effect("answered", facts, frozenset((seat,)))]
        if self.to_move():
            return effects
        for other, answer in enumerate(self.answers):
            if answer == "discard":
                cards, self.hands[other] = self.hands[other], []
                effects.append(Effect("discarded", {"seat": other, "cards": cards}))
                self.out += cards
        self.answers = [None] * self.seats
        return effects + self._next_battle_or_round(chance)

    def _next_battle_or_round(self, chance: Chance) -> list[Effect]:
        """Carry out step 6: with at most one seat holding cards, deal again (spec: Play)."""
        effects = []
        if sum(map(bool, self.hands)) <= 1:
            effects.append(self._deal(range(self.seats), chance))
        self.phase = "choose"
        self.turn = self.holder
        return effects

    def _deal(self, receivers: Collection[int], chance: Chance) -> Effect:
        """Carry out step 1: deal 10 cards each and 2 for each city held, seat 0 first."""
        deck = chance.shuffle(DECK)
        held = self.cities_held()
        self.out = []
        for seat in range(self.seats):
            size = HAND + CARDS_PER_CITY * held[seat] if seat in receivers else 0
            self.hands[seat] = [deck.pop() for _ in range(size)]
        return Effect("dealt", {"hands": [len(hand) for hand in self.hands]})

    # --- Winning (step 8) and the series of games (option `points`).

    def group_needed(self) -> int:
        """Return how many connected cities win at this table."""
        return group_needed(self.seats, self.options)

    def cities_held(self) -> list[int]:
        """Count the cities that each seat holds."""
        owners = list(self.cities.values())
        return [owners.count(seat) for seat in range(self.seats)]

    def _win_by_group(self, winner: int, chance: Chance) -> list[Effect]:
        effects = [Effect("kingdom", {"seat": winner})]
        if self.options["points"]:
            return effects + self._score_game(winner, chance)
        return [*effects, self._end(self._places_after(winner), "group")]

    def _all_taken(self, chance: Chance) -> list[Effect]:
        held = self.cities_held()
        tied = [seat for seat in range(self.seats) if held[seat] == max(held)]
        if self.options["points"]:
            return self._score_game(None, chance)
        if len(tied) == 1:
            return [self._end(places_by(held), "most-cities")]
        return self._begin_final(tied, chance)

    def _begin_final(self, tied: list[int], chance: Chance) -> list[Effect]:
        effects = [Effect("final", {"seats": tied}), self._deal(tied, chance)]
        self.final = tied
        self.phase = "battle"
        return effects + self._lead(chance)

    def _end_final(self, tied: list[int], winner: int | None) -> Effect:
        if winner is not None:
            return self._end(self._places_after(winner), "final-battle")
        held = self.cities_held()
        places = places_by(
            [(seat in tied, 0 if seat in tied else held[seat]) for seat in range(self.seats)]
        )
        return self._end(places, "final-tie")

    def _places_after(self, winner: int) -> tuple[int, ...]:
        """Return the places: the winner first, the others by cities held; equal ones share."""
        held = self.cities_held()
        return places_by([(seat == winner, held[seat]) for seat in range(self.seats)])

    def _score_game(self, by_group: int | None, chance: Chance) -> list[Effect]:
        """Score a game of a series, then end the series or begin the next game."""
        held = self.cities_held()
        for seat in range(self.seats):
            self.series[seat] += held[seat] + (GROUP_POINTS if seat == by_group else 0)
        effects = [Effect("scored", {"series": list(self.series), "cities": held})]
        if max(self.series) >= self.options["points"]:
            return [*effects, self._end(places_by(self.series), "points")]
        if by_group is None:
            # The only seat with most cities, or else the left of the pawn's holder (spec: Options).
            untied = held.count(max(held)) == 1
            self.holder = held.index(max(held)) if untied else self._left_of(self.holder)
        else:
            self.holder = by_group
        self.cities = {}
        effects.append(self._deal(range(self.seats), chance))
        self.phase = "choose"
        self.turn = self.holder
        return effects

    def _end(self, places: tuple[int, ...], reason: str) -> Effect:
        self.phase = "over"
        self.turn = None
        scores = self.series if self.options["points"] else self.cities_held()
        self.ended = Outcome(tuple(scores), places, reason)
        return Effect("over", dict(self.ended.dump()))

    plays = {
        Choose: _choose,
        Decline: _decline,
        Play: _play,
        Pass: _pass,
        Discard: _answer,
        Keep: _answer,
    }

    # --- Around the table.

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(self.seats)]

    # --- Dumps, views, positions that a seat resamples, and checks.

    def not_in_play(self) -> list[str]:
        """Return the cards out of play until the next deal, in the order of the deck list."""
        in_play = [card for pile in (*self.hands, *self.armies) for card in pile]
        return without(DECK, in_play)

    def view(self, seat: int | None) -> shapes.View:
        return hidden.view(self, seat)

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = self.clone()
        hidden.resample(resampled, seat, rng)
        return resampled

    def check(self) -> None:
        piles = [*self.hands, *self.armies, self.out]
        cards = [card for pile in piles for card in pile]
        assert all(cards.count(card) <= copies for card, copies in COPIES.items())
        assert set(cards) <= COPIES.keys()
        assert all(0 <= seat < self.seats for seat in self.cities.values())
        assert set(self.cities) <= set(CITIES)
        assert (self.outcome() is None) == bool(self.to_move()) == (self.phase != "over")
        assert all(self.moves(seat) for seat in self.to_move())
        assert (self.turn is None) == (self.phase in ("discard", "over"))
        if self.phase != "battle":
            assert self.city is None
            assert self.final is None
            assert not any(self.armies)
            assert not any(self.passed)
        if self.phase != "over":
            needed = self.group_needed()
            for seat in range(self.seats):
                held = {city for city, owner in self.cities.items() if owner == seat}
                assert largest_group(held) < needed
