"""Condottiere on screen: the map, the armies and why they are as strong as they are, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide
from games.boards.panels import Card, size_of
from games.engine.contract import Json, Move
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.aims import Aim, aims_of
from games.titles.condottiere.board.banners import BANNERS
from games.titles.condottiere.board.chapters import CHAPTERS
from games.titles.condottiere.board.ending import kingdom_ending
from games.titles.condottiere.board.faces import card_name, face, stacked
from games.titles.condottiere.board.guide import advice_of, guide_of
from games.titles.condottiere.board.learning import lesson_of
from games.titles.condottiere.board.lines import LINE_WRITERS, describe_battle
from games.titles.condottiere.board.parts import Army, Italy, Report, italy_of, reckoning
from games.titles.condottiere.board.picture import PALETTE, draw_condottiere
from games.titles.condottiere.board.preview import Preview
from games.titles.condottiere.rules.cards import is_winter, strongest
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_needed, group_of, largest_group
from games.titles.condottiere.rules.foresight import foresee
from games.titles.condottiere.rules.moves import Choose, Play
from games.titles.condottiere.rules.position import CONDOTTIERE

if TYPE_CHECKING:
    from games.boards.drawing.sheet import Sheet
    from games.matches.presenters.table import Table


class CondottiereTable(BoardTable):
    """What the template shows, from a table's view and moves alone."""

    art = art
    neighbours = NEIGHBOURS

    # --- The battle in sight: the one being fought, or the last one until the next is chosen.

    @cached_property
    def last_battle(self) -> Json | None:
        """The facts of the last battle, while no card has been played since."""
        for happening in self.table.recent:
            if happening.kind in ("played", "passed"):
                return None
            if happening.kind == "battle-ended":
                return happening.facts
        return None

    @cached_property
    def past(self) -> Json | None:
        """The facts of the last battle, while its armies are still in sight."""
        return None if self.phase == "battle" else self.last_battle

    @property
    def is_past(self) -> bool:
        return self.past is not None

    @cached_property
    def battle(self) -> Mapping[str, Any]:
        """What holds the armies and strengths of the battle: the facts of the last, or the view."""
        return self.past or self.view

    @cached_property
    def strongest(self) -> int | None:
        """The seat that would take the city, or took it."""
        return self.past["winner"] if self.past else strongest(self.view["strengths"])

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
        armies = zip(chairs, facts["strengths"], facts["armies"], strict=True)
        fought = [(chair, strength) for chair, strength, cards in armies if cards]
        fought.sort(key=lambda side: -side[1])
        return Report(
            city=facts["city"] or "",
            text=describe_battle(facts, self.names).text,
            winner=None if winner is None else chairs[winner],
            sides=() if facts["cause"] == "bishop" else tuple(fought),
        )

    @cached_property
    def winter(self) -> bool:
        return is_winter(self.battle["armies"])

    @cached_property
    def city_name(self) -> str:
        city = self.view["city"]
        return art.NAMES[city] if city else ""

    @cached_property
    def italy(self) -> Italy:
        view, chairs = self.view, self.table.chairs
        choosable = frozenset(move.city for move in self.moves_of(Choose))
        fresh = self.report.city if self.report is not None and self.report.winner else None
        held = tuple((city, chairs[owner]) for city, owner in view["cities"].items())
        return italy_of(held, view["city"], choosable, fresh, self.kingdom)

    @cached_property
    def kingdom(self) -> frozenset[str]:
        """The connected cities that won, once a match has ended by them."""
        if self.phase != "over":
            return frozenset()
        cities = self.view["cities"]
        owned = [[c for c in cities if cities[c] == s] for s in range(len(self.table.chairs))]
        groups = [group_of(city, held) for held in owned for city in held]
        return frozenset().union(*(group for group in groups if len(group) >= self.needed))

    @cached_property
    def armies(self) -> list[Army]:
        return [self._army(seat) for seat in range(len(self.table.chairs))]

    def _army(self, seat: int) -> Army:
        view = self.view
        cards, hand = self.battle["armies"][seat], view["hands"][seat]
        newest = len(cards) - 1 if self._just_played == seat else -1
        held = [city for city, owner in view["cities"].items() if owner == seat]
        # Another seat's hand is open in a replay with all hands.
        opened = isinstance(hand, list) and seat != self.table.seat
        return Army(
            chair=self.table.chair(seat),
            to_act=view["turn"] == seat and not self.table.over,
            hand=size_of(hand),
            cities=len(held),
            series=view["series"][seat],
            group=largest_group(held),
            strength=self.battle["strengths"][seat],
            why=reckoning(cards, self.winter),
            cards=tuple(
                face(card, states="is-played") if place == newest else face(card)
                for place, card in enumerate(cards)
            ),
            open_hand=stacked(hand) if opened else (),
            passed=view["passed"][seat],
            holder=view["holder"] == seat,
            leading=self.strongest == seat,
            takes=frozenset(self.takes) if seat == self.table.seat else frozenset(),
        )

    @cached_property
    def _just_played(self) -> int | None:
        played = (h.facts["seat"] for h in self.table.fresh if h.kind == "played")
        return next(played, None)

    # --- My side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """My hand, equal cards together."""
        return stacked(self.my_cards, frozenset(move.card for move in self.moves_of(Play)))

    @cached_property
    def choosing_city(self) -> bool:
        """Whether I am to choose a city."""
        return bool(self.italy.choices)

    @property
    def i_passed(self) -> bool:
        return self.me is not None and bool(self.view["passed"][self.me.seat])

    @cached_property
    def hand_copies(self) -> tuple[Card, ...]:
        """My hand card by card, to choose what to show."""
        return tuple(copy for card in self.hand for copy in [card] * card.count)

    @cached_property
    def preview(self) -> Preview | None:
        """What my moves in the battle come to; None while I am not asked for one."""
        seat = self.table.seat
        if self.phase != "battle" or seat is None or not self.table.may_act:
            return None
        options = self.table.match.options
        prospects = foresee(self.view, options, seat, self.table.moves)
        return Preview(self.view, self.names, seat, prospects)

    @property
    def forecast(self) -> tuple[tuple[str, str], ...]:
        """The sentences beside my buttons; the style sheet shows that of what I have chosen."""
        return self.preview.lines() if self.preview is not None else ()

    @cached_property
    def takes(self) -> tuple[str, ...]:
        """The mercenaries that a scarecrow could take back now."""
        return tuple(self.preview.takes) if self.preview is not None else ()

    @property
    def take_back(self) -> tuple[Card, ...]:
        """The same as cards."""
        return tuple(face(card) for card in self.takes)

    @property
    def dearest(self) -> str:
        """The one of them that is worth most, if there are any."""
        return self.takes[-1] if self.takes else ""

    @property
    def best_back(self) -> str:
        """The one of them that is chosen beforehand, if any."""
        return self.preview.best_back if self.preview is not None else ""

    @cached_property
    def aims(self) -> tuple[Aim, ...]:
        """What each city that I may choose would bring me."""
        cities = tuple(move.city for move in self.moves_of(Choose))
        seat = self.table.seat
        if seat is None or not cities:
            return ()
        held = tuple(self.view["cities"].items())
        return aims_of(cities, held, seat, self.needed, self.names)

    @property
    def grave(self) -> tuple[Json, ...]:
        """All but playing a card; passing too, unless it takes the city."""
        return tuple({"type": kind} for kind in sorted(self.move_types - self._harmless))

    @property
    def _harmless(self) -> set[str]:
        seat, passed = self.table.seat, self.view["passed"]
        alone = all(out for other, out in enumerate(passed) if other != seat)
        return {"play", "pass"} if alone and self.strongest == seat else {"play"}

    def waiting(self) -> str:
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

    def question(self) -> str:
        if self.phase == "choose":
            if "decline" in self.move_types:
                return _("Choose the city to fight for, or pass the pawn on.")
            return _("Everyone has declined: choose the city to fight for.")
        if self.phase == "discard":
            return _("You hold no mercenaries: keep your hand or discard all of it.")
        if self.preview is not None and (last := self.preview.question()):
            return last
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
    def seen_cards(self) -> tuple[Card, ...]:
        """The cards that left play this round."""
        return stacked(self.view["seen"])

    @property
    def seen_count(self) -> int:
        return len(self.view["seen"])


class CondottiereBoard(Board):
    """Condottiere on screen."""

    game = CONDOTTIERE
    table = CondottiereTable
    line_writers = LINE_WRITERS
    chapters = CHAPTERS
    banners = BANNERS
    palette = PALETTE
    results = {
        "group": gettext_lazy("{names} unites a kingdom and wins."),
        "most-cities": gettext_lazy("All Italy is taken: {names} holds the most cities and wins."),
        "final-battle": gettext_lazy("{names} wins the final battle."),
        "final-tie": gettext_lazy("The final battle has no winner: {names} share the first place."),
        "points": ngettext_lazy(
            "{names} wins the series.", "{names} share the victory in the series.", "count"
        ),
    }

    def ending(self, table: Table) -> Ending:
        return kingdom_ending(table)

    def guide(self, table: Table) -> Guide:
        return guide_of(table.board)

    def advice(self, table: Table, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def draw(self, sheet: Sheet, table: Table) -> None:
        draw_condottiere(sheet, table.board)
