"""Condottiere on screen: the map, the armies and why they are as strong as they are, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards import condottiere as art
from games.engine.contract import Happening, Outcome
from games.presenters.condottiere.faces import ORDER, Card, card_name, face, grouped
from games.presenters.condottiere.lines import TELLERS
from games.presenters.lines import Line
from games.rules.condottiere.cards import MERCENARIES, is_winter
from games.rules.condottiere.moves import Choose, Decline, Discard, Pass, Play
from games.rules.condottiere.position import CONDOTTIERE

if TYPE_CHECKING:
    from games.presenters.table import Chair, Table


EMBLEM_SIZE = 32


@dataclass(frozen=True)
class City:
    """A city on the map: who holds it, whether it is fought for, whether it can be chosen."""

    id: str
    name: str
    path: str
    x: float
    y: float
    label_x: float
    label_y: float
    anchor: str
    owner: Chair | None
    contested: bool
    choosable: bool
    fresh: bool

    @property
    def emblem_x(self) -> float:
        return self.x - EMBLEM_SIZE / 2

    @property
    def emblem_y(self) -> float:
        return self.y - EMBLEM_SIZE / 2


@dataclass(frozen=True)
class Army:
    """A seat's side of the table."""

    chair: Chair
    hand: int
    cities: int
    series: int
    strength: int
    why: str
    cards: list[Card]
    open_hand: list[Card]
    passed: bool
    holder: bool
    to_act: bool
    leading: bool


class CondottiereBoard:
    """How the house shows Condottiere."""

    game = CONDOTTIERE

    def build(self, table: Table) -> CondottiereTable:
        return CondottiereTable(table)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        sentences = {
            "group": _("{names} unites a kingdom and wins."),
            "most-cities": _("All Italy is taken: {names} holds the most cities and wins."),
            "final-battle": _("{names} wins the final battle."),
            "final-tie": _("The final battle has no winner: {names} share the first place."),
            "points": ngettext(
                "{names} wins the series.", "{names} share the victory in the series.", count
            ),
        }
        return sentences.get(outcome.reason, _("{names} wins.")).format(names=winners)

    def tell(self, happening: Happening, names: Sequence[str]) -> list[Line]:
        teller = TELLERS.get(happening.kind)
        return [teller(happening.facts, names)] if teller is not None else []


class CondottiereTable:
    """What the template shows, from a table's view and moves alone."""

    art = art

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = table.view
        self.phase: str = table.view["phase"]

    @cached_property
    def winter(self) -> bool:
        return is_winter(self.view["armies"])

    @cached_property
    def city_name(self) -> str:
        city = self.view["city"]
        return art.NAMES[city] if city else ""

    @cached_property
    def cities(self) -> list[City]:
        choosable = {move.city for move in self.table.moves if isinstance(move, Choose)}
        fresh = {h.facts["city"] for h in self.table.fresh if h.kind == "battle-ended"}
        return [self._city(city, choosable, fresh) for city in art.REGIONS]

    def _city(self, city: str, choosable: set[str], fresh: set[str]) -> City:
        owner = self.view["cities"].get(city)
        x, y = art.CENTRES[city]
        label_x, label_y, anchor = art.LABELS[city]
        return City(
            id=city,
            name=art.NAMES[city],
            path=art.REGIONS[city],
            x=x,
            y=y,
            label_x=label_x,
            label_y=label_y,
            anchor=anchor,
            owner=None if owner is None else self.table.chair(owner),
            contested=self.view["city"] == city,
            choosable=city in choosable,
            fresh=city in fresh,
        )

    @cached_property
    def armies(self) -> list[Army]:
        return [self._army(seat) for seat in range(len(self.table.chairs))]

    def _army(self, seat: int) -> Army:
        view = self.view
        cards = view["armies"][seat]
        hand = view["hands"][seat]
        opened = isinstance(hand, list)
        strengths = view["strengths"]
        best = max(strengths)
        last = self._just_played()
        newest = len(cards) - 1 if last == seat else -1
        return Army(
            chair=self.table.chair(seat),
            hand=len(hand) if opened else hand,
            cities=list(view["cities"].values()).count(seat),
            series=view["series"][seat],
            strength=strengths[seat],
            why=self._why(cards),
            cards=[face(card, new=place == newest) for place, card in enumerate(cards)],
            open_hand=self._open_hand(seat, hand) if opened else [],
            passed=view["passed"][seat],
            holder=view["holder"] == seat,
            to_act=view["turn"] == seat,
            leading=best > 0 and strengths[seat] == best and strengths.count(best) == 1,
        )

    def _just_played(self) -> int | None:
        for happening in self.table.fresh:
            if happening.kind == "played":
                return int(happening.facts["seat"])
        return None

    def _open_hand(self, seat: int, hand: list[str]) -> list[Card]:
        """Another seat's hand, shown open (replay with all hands)."""
        if seat == self.table.seat and self.table.live:
            return []
        return [face(card, count=count) for card, count in grouped(hand)]

    def _why(self, cards: list[str]) -> str:
        """How a strength comes about: “3 + 10 = 13, × 2 with the drum, + 10 for the heroine”."""
        mercenaries = [MERCENARIES[card] for card in cards if card in MERCENARIES]
        parts: list[str] = []
        if mercenaries and self.winter:
            parts.append(
                ngettext(
                    "{count} mercenary at 1 in winter",
                    "{count} mercenaries at 1 in winter",
                    len(mercenaries),
                ).format(count=len(mercenaries))
            )
        elif mercenaries:
            parts.append(" + ".join(map(str, sorted(mercenaries))))
        if mercenaries and "drum" in cards:
            parts.append(_("doubled by the drum"))
        if heroines := cards.count("heroine"):
            parts.append(
                ngettext(
                    "+ 10 for the heroine", "+ 10 for each of {count} heroines", heroines
                ).format(count=heroines)
            )
        return ", ".join(parts)

    # --- My side.

    @cached_property
    def hand(self) -> list[Card]:
        """My hand, equal cards together."""
        seat = self.table.seat
        if seat is None or not isinstance(self.view["hands"][seat], list):
            return []
        playable = {move.card for move in self.table.moves if isinstance(move, Play)}
        cards = self.view["hands"][seat]
        return [face(card, count=count, legal=card in playable) for card, count in grouped(cards)]

    @cached_property
    def hand_copies(self) -> list[Card]:
        """My hand card by card, to choose what to show."""
        return [copy for card in self.hand for copy in [card] * card.count]

    @cached_property
    def take_back(self) -> list[Card]:
        """The mercenaries that a scarecrow could take back now."""
        taken = [m.take for m in self.table.moves if isinstance(m, Play) and m.take is not None]
        return [face(card) for card in sorted(taken, key=ORDER.__getitem__)]

    @cached_property
    def can_play(self) -> bool:
        return any(isinstance(move, Play) for move in self.table.moves)

    @cached_property
    def can_pass(self) -> bool:
        return any(isinstance(move, Pass) for move in self.table.moves)

    @cached_property
    def can_decline(self) -> bool:
        return any(isinstance(move, Decline) for move in self.table.moves)

    @cached_property
    def can_discard(self) -> bool:
        return any(isinstance(move, Discard) for move in self.table.moves)

    @cached_property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.table.over:
            return self.table.result
        if self.table.moves:
            return self._my_question()
        turn = self.view["turn"]
        if self.phase == "discard":
            return _("Hands without mercenaries may be discarded now, in secret.")
        if turn is None:
            return ""
        name = self.table.chair(turn).name
        if self.phase == "choose":
            return _("{name} chooses the next city.").format(name=name)
        if self.view["city"] is None:
            return _("{name} is to play in the final battle.").format(name=name)
        return _("{name} is to play for {city}.").format(name=name, city=self.city_name)

    def _my_question(self) -> str:
        if self.phase == "choose":
            if self.can_decline:
                return _("Choose the city to fight for, or pass the pawn on.")
            return _("Everyone has declined: choose the city to fight for.")
        if self.phase == "discard":
            return _("You hold no mercenaries: keep your hand or discard all of it.")
        if self.view["city"] is None:
            return _("The final battle: play a card, or pass.")
        return _("Play a card for {city}, or pass.").format(city=self.city_name)

    @cached_property
    def needed(self) -> int:
        """How many connected cities win."""
        least = 4 if len(self.table.chairs) <= 3 else 3
        return least + bool(self.table.match.options["bigger_kingdom"])

    @cached_property
    def target(self) -> int:
        """The points that end a series; 0 when a single game is played."""
        return int(self.table.match.options["points"])

    @cached_property
    def seen_cards(self) -> list[Card]:
        """The cards that left play this round, for whoever counts."""
        return [face(card, count=count) for card, count in grouped(self.view["seen"])]
