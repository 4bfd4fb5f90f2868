"""Condottiere on screen: the map, the armies and why they are as strong as they are, the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.board import Board, BoardTable
from games.engine.contract import Json, Outcome
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.faces import ORDER, Card, card_name, face, grouped
from games.titles.condottiere.board.lines import LINE_WRITERS
from games.titles.condottiere.board.parts import Army, Italy, Report, italy_of
from games.titles.condottiere.rules.cards import MERCENARIES, is_winter, strongest
from games.titles.condottiere.rules.cities import group_needed, largest_group
from games.titles.condottiere.rules.moves import Choose, Decline, Discard, Play
from games.titles.condottiere.rules.position import CONDOTTIERE

if TYPE_CHECKING:
    from games.matches.presenters.table import Chair, Table


SUMMED_ABOVE = 5


class CondottiereBoard(Board):
    """How the house shows Condottiere."""

    game = CONDOTTIERE
    line_writers = LINE_WRITERS

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


class CondottiereTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    art = art

    # --- The battle on the table: the one being fought, or the last one until the next is chosen.

    @cached_property
    def last_battle(self) -> Json | None:
        """The facts of the last battle, while no card has been played since."""
        for happening in reversed(self.table.recent):
            if happening.kind in ("played", "passed"):
                return None
            if happening.kind == "battle-ended":
                return happening.facts
        return None

    @cached_property
    def past(self) -> Json | None:
        """The facts of the last battle, while its armies still lie on the table to be looked at."""
        return None if self.phase == "battle" else self.last_battle

    @property
    def is_past(self) -> bool:
        return self.past is not None

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return tuple(self.table.chairs)

    @cached_property
    def battle_armies(self) -> list[list[str]]:
        armies: list[list[str]] = (self.past or self.view)["armies"]
        return armies

    @cached_property
    def battle_strengths(self) -> list[int]:
        strengths: list[int] = (self.past or self.view)["strengths"]
        return strengths

    @cached_property
    def strongest(self) -> int | None:
        """The seat that would take the city, or took it."""
        if self.past is not None:
            winner: int | None = self.past["winner"]
            return winner
        return strongest(self.battle_strengths)

    @property
    def counted(self) -> bool:
        """Whether the armies' strengths mean anything: a bishop's battle is not counted."""
        return self.past is None or self.past["cause"] != "bishop"

    @cached_property
    def report(self) -> Report | None:
        facts = self.last_battle
        if facts is None:
            return None
        chairs, winner = self.table.chairs, facts["winner"]
        line = LINE_WRITERS["battle-ended"](facts, [chair.name for chair in chairs])
        counted = facts["cause"] != "bishop"
        fought = [(chairs[seat], facts["strengths"][seat]) for seat in self._fought(facts)]
        sides = tuple(sorted(fought, key=lambda side: -side[1])) if counted else ()
        city = facts["city"] or ""
        name = art.NAMES[city] if city else ""
        return Report(city, name, line.text, None if winner is None else chairs[winner], sides)

    def _fought(self, facts: Json) -> list[int]:
        return [seat for seat, army in enumerate(facts["armies"]) if army]

    @cached_property
    def winter(self) -> bool:
        return is_winter(self.battle_armies)

    @cached_property
    def city_name(self) -> str:
        city = self.view["city"]
        return art.NAMES[city] if city else ""

    @cached_property
    def italy(self) -> Italy:
        view, chairs = self.view, self.table.chairs
        choosable = frozenset(move.city for move in self.table.moves if isinstance(move, Choose))
        fresh = self.report.city if self.report is not None and self.report.winner else None
        held = tuple((city, chairs[owner]) for city, owner in view["cities"].items())
        return italy_of(held, view["city"], choosable, fresh)

    @cached_property
    def armies(self) -> list[Army]:
        return [self._army(seat) for seat in range(len(self.table.chairs))]

    def _army(self, seat: int) -> Army:
        view = self.view
        cards = self.battle_armies[seat]
        hand = view["hands"][seat]
        opened = isinstance(hand, list)
        newest = len(cards) - 1 if self._just_played() == seat else -1
        held = [city for city, owner in view["cities"].items() if owner == seat]
        return Army(
            chair=self.table.chair(seat),
            hand=len(hand) if opened else hand,
            cities=len(held),
            series=view["series"][seat],
            group=largest_group(held),
            strength=self.battle_strengths[seat],
            why=self._why(cards),
            cards=tuple(face(card, new=place == newest) for place, card in enumerate(cards)),
            open_hand=self._open_hand(seat, hand) if opened else (),
            passed=view["passed"][seat],
            holder=view["holder"] == seat,
            to_act=view["turn"] == seat and not self.table.over,
            leading=self.strongest == seat,
        )

    def _just_played(self) -> int | None:
        for happening in self.table.fresh:
            if happening.kind == "played":
                return int(happening.facts["seat"])
        return None

    def _open_hand(self, seat: int, hand: list[str]) -> tuple[Card, ...]:
        """Another seat's hand, shown open (replay with all hands)."""
        if seat == self.table.seat:
            return ()
        return tuple(face(card, count=count) for card, count in grouped(hand))

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
        elif len(mercenaries) > SUMMED_ABOVE:
            parts.append(
                _("{sum} from {count} mercenaries").format(
                    sum=sum(mercenaries), count=len(mercenaries)
                )
            )
        elif mercenaries:
            parts.append(" + ".join(map(str, sorted(mercenaries))))
        if mercenaries and "drum" in cards:
            parts.append(_("doubled by the drum"))
        plain = len(mercenaries) == 1 and len(parts) == 1 and not self.winter
        heroines = cards.count("heroine")
        if not heroines:
            return "" if plain else ", ".join(parts)
        more = ngettext(
            "+ 10 for the heroine", "+ 10 for each of {count} heroines", heroines
        ).format(count=heroines)
        simple = len(parts) < 2 and not self.winter
        return f"{', '.join(parts)}{' ' if simple else ', '}{more}" if parts else more

    # --- My side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """My hand, equal cards together."""
        seat = self.table.seat
        if seat is None or not isinstance(self.view["hands"][seat], list):
            return ()
        playable = {move.card for move in self.table.moves if isinstance(move, Play)}
        cards = self.view["hands"][seat]
        return tuple(
            face(card, count=count, legal=card in playable) for card, count in grouped(cards)
        )

    @cached_property
    def choosing(self) -> bool:
        """Whether I am to choose a city."""
        return bool(self.italy.choices)

    @cached_property
    def i_passed(self) -> bool:
        seat = self.table.seat
        return seat is not None and bool(self.view["passed"][seat])

    @cached_property
    def hand_copies(self) -> tuple[Card, ...]:
        """My hand card by card, to choose what to show."""
        return tuple(copy for card in self.hand for copy in [card] * card.count)

    @cached_property
    def take_back(self) -> list[Card]:
        """The mercenaries that a scarecrow could take back now."""
        taken = [m.take for m in self.table.moves if isinstance(m, Play) and m.take is not None]
        return [face(card) for card in sorted(taken, key=ORDER.__getitem__)]

    @cached_property
    def can_play(self) -> bool:
        return any(isinstance(move, Play) for move in self.table.moves)

    @cached_property
    def can_decline(self) -> bool:
        return any(isinstance(move, Decline) for move in self.table.moves)

    @cached_property
    def can_discard(self) -> bool:
        return any(isinstance(move, Discard) for move in self.table.moves)

    @cached_property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.table.over or self.phase == "over":
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
        return group_needed(len(self.table.chairs), self.table.match.options)

    @cached_property
    def target(self) -> int:
        """The points that end a series; 0 when a single game is played."""
        return int(self.table.match.options["points"])

    @cached_property
    def seen_cards(self) -> list[Card]:
        """The cards that left play this round, for whoever counts."""
        return [face(card, count=count) for card, count in grouped(self.view["seen"])]
