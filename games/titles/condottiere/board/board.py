"""Condottiere on screen: the map, the armies with their strengths explained, and the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards.board import Board, BoardTable
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending
from games.boards.guides import Advice, Guide, Threat
from games.boards.panels import Card, size_of
from games.boards.table_view import TableView
from games.engine.contract import Effect, Json, Move
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.aims import Aim, aims_of
from games.titles.condottiere.board.banners import BANNERS
from games.titles.condottiere.board.chapters import CHAPTERS
from games.titles.condottiere.board.ending import kingdom_ending
from games.titles.condottiere.board.faces import card_name, face, laid, stacked
from games.titles.condottiere.board.guide import advice_of, guide_of, threats_of
from games.titles.condottiere.board.learning import lesson_of
from games.titles.condottiere.board.lines import (
    LINE_WRITERS,
    describe_battle,
    describe_own_victory,
)
from games.titles.condottiere.board.parts import Army, Italy, Report, italy_of, reckoning
from games.titles.condottiere.board.picture import PALETTE, draw_condottiere
from games.titles.condottiere.board.preview import Preview
from games.titles.condottiere.rules import shapes
from games.titles.condottiere.rules.cards import MERCENARIES, is_winter, strongest
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_needed, group_of, largest_group
from games.titles.condottiere.rules.foresight import foresee
from games.titles.condottiere.rules.moves import Choose, Play
from games.titles.condottiere.rules.position import CONDOTTIERE


class CondottiereTable(BoardTable):
    """The template's values, computed only from the table's view and moves."""

    view: shapes.View
    art = art
    neighbours = NEIGHBOURS

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        return threats_of(self)

    @property
    def stakes(self) -> str:
        """Who wins the match with the city fought for."""
        return " ".join(threat.text for threat in self.threats) if self.view["city"] else ""

    def explain(self, effect: Effect) -> str:
        if effect.kind != "played" or effect.facts["card"] in MERCENARIES:
            return ""
        card = face(effect.facts["card"])
        return f"{card.name}: {card.tip}"

    # --- The battle on screen: the current one, or the last one until the next is chosen.

    @cached_property
    def last_battle(self) -> Json | None:
        """Return the facts of the last battle, until a seat plays or passes in the next."""
        for effect in self.table.recent:
            if effect.kind in ("played", "passed"):
                return None
            if effect.kind == "battle-ended":
                return effect.facts
        return None

    @cached_property
    def past(self) -> Json | None:
        """Return the facts of the last battle, while its armies are still on screen."""
        return None if self.phase == "battle" else self.last_battle

    @property
    def is_past(self) -> bool:
        return self.past is not None

    @cached_property
    def battle(self) -> Mapping[str, Any]:
        """Return the armies and strengths on screen: the last battle's facts, or the view."""
        return self.past or self.view

    @cached_property
    def strongest(self) -> int | None:
        """Return the seat that would take the city, or took it."""
        return self.past["winner"] if self.past else strongest(self.view["strengths"])

    @property
    def counted(self) -> bool:
        """Whether the strengths of the armies count: after a bishop they don't."""
        return self.past is None or self.past["cause"] != "bishop"

    @cached_property
    def report(self) -> Report | None:
        facts = self.last_battle
        if facts is None:
            return None
        players, winner = self.table.players, facts["winner"]
        armies = zip(players, facts["strengths"], facts["armies"], strict=True)
        fought = [(player, strength) for player, strength, cards in armies if cards]
        fought.sort(key=lambda side: -side[1])
        mine = winner is not None and players[winner].you
        return Report(
            city=facts["city"] or "",
            text=describe_own_victory(facts) if mine else describe_battle(facts, self.names).text,
            winner=None if winner is None else players[winner],
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
        view = self.view
        choosable = frozenset(move.city for move in self.moves_of(Choose))
        fresh = self.report.city if self.report is not None and self.report.winner else None
        held = tuple(view["cities"].items())
        return italy_of(held, self.names, view["city"], choosable, fresh, self.kingdom)

    @cached_property
    def kingdom(self) -> frozenset[str]:
        """Return the connected cities that won the match, once it is over."""
        if self.phase != "over":
            return frozenset()
        cities = self.view["cities"]
        owned = [[c for c in cities if cities[c] == s] for s in range(len(self.table.players))]
        groups = [group_of(city, held) for held in owned for city in held]
        return frozenset().union(*(group for group in groups if len(group) >= self.needed))

    @cached_property
    def armies(self) -> list[Army]:
        return [self._army(seat) for seat in range(len(self.table.players))]

    def _army(self, seat: int) -> Army:
        view = self.view
        cards, hand = self.battle["armies"][seat], view["hands"][seat]
        # After a bishop no card counts, so each shows its number.
        counting, winter = (cards, self.winter) if self.counted else ([], False)
        newest = len(cards) - 1 if self._just_played == seat else -1
        held = [city for city, owner in view["cities"].items() if owner == seat]
        # In a replay with all hands, other seats' hands are open.
        open_hand = hand if isinstance(hand, list) and seat != self.table.seat else []
        return Army(
            player=self.table.player(seat),
            to_act=view["turn"] == seat and not self.table.over,
            hand=size_of(hand),
            cities=len(held),
            series=view["series"][seat],
            group=largest_group(held),
            strength=self.battle["strengths"][seat],
            why=reckoning(cards, self.winter),
            cards=tuple(
                laid(card, counting, winter, "is-played" if place == newest else "")
                for place, card in enumerate(cards)
            ),
            open_hand=stacked(open_hand),
            passed=view["passed"][seat],
            holder=view["holder"] == seat,
            leading=self.strongest == seat,
            takes=frozenset(self.takes) if seat == self.table.seat else frozenset(),
            threat=self.threat_of(seat),
        )

    @cached_property
    def _just_played(self) -> int | None:
        played = (one.facts["seat"] for one in self.table.fresh if one.kind == "played")
        return next(played, None)

    # --- My side.

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """Return the viewer's hand, equal cards together."""
        return stacked(self.my_cards, frozenset(move.card for move in self.moves_of(Play)))

    @cached_property
    def choosing_city(self) -> bool:
        """Return whether the viewer has to choose a city."""
        return bool(self.italy.choices)

    @property
    def i_passed(self) -> bool:
        return self.me is not None and self.view["passed"][self.me.seat]

    @property
    def i_have_an_army(self) -> bool:
        return self.me is not None and bool(self.view["armies"][self.me.seat])

    @cached_property
    def hand_copies(self) -> tuple[Card, ...]:
        """Return the viewer's hand card by card, to choose the cards to show."""
        return tuple(copy for card in stacked(self.my_cards) for copy in [card] * card.count)

    @cached_property
    def preview(self) -> Preview | None:
        """Return the results of the viewer's moves; None unless the viewer is to move."""
        seat = self.table.seat
        if self.phase != "battle" or seat is None or not self.table.may_act:
            return None
        options = self.table.options
        prospects = foresee(self.view, options, seat, self.table.moves)
        return Preview(self.view, self.names, seat, prospects)

    @property
    def forecast(self) -> tuple[tuple[str, str], ...]:
        """The sentences next to the buttons; the style sheet shows that of the chosen move."""
        if self.preview is None:
            return ()
        return self.preview.lines() if self.table.suggests else self.preview.requests()

    @property
    def likely(self) -> str:
        """The type of move whose button is coloured; empty where the board suggests none."""
        if self.preview is None or not self.table.suggests:
            return ""
        return "pass" if self.preview.passing_wins else "play"

    @cached_property
    def takes(self) -> tuple[str, ...]:
        """Return the mercenaries that a scarecrow could take back now."""
        return tuple(self.preview.takes) if self.preview is not None else ()

    @property
    def take_back(self) -> tuple[Card, ...]:
        """The cards that a scarecrow could take back now."""
        return tuple(face(card) for card in self.takes)

    @property
    def dearest(self) -> str:
        """The most valuable of these mercenaries, if there are any."""
        return self.takes[-1] if self.takes else ""

    @property
    def best_back(self) -> str:
        """The mercenary that is selected by default, if any."""
        return self.preview.best_back if self.preview is not None and self.table.suggests else ""

    @cached_property
    def aims(self) -> tuple[Aim, ...]:
        """Return the gains of each city that the viewer may choose."""
        cities = tuple(move.city for move in self.moves_of(Choose))
        seat = self.table.seat
        if seat is None or not cities:
            return ()
        held = tuple(self.view["cities"].items())
        return aims_of(cities, held, seat, self.needed, self.names)

    @property
    def grave(self) -> tuple[Json, ...]:
        """The moves that need a confirmation: all but a card, and a pass that takes the city."""
        return tuple({"type": kind} for kind in sorted(self.move_types - self._harmless))

    @property
    def _harmless(self) -> set[str]:
        seat, passed = self.table.seat, self.view["passed"]
        unopposed = all(out for other, out in enumerate(passed) if other != seat)
        return {"play", "pass"} if unopposed and self.strongest == seat else {"play"}

    def waiting(self) -> str:
        turn = self.view["turn"]
        if self.phase == "discard":
            return _("Hands without mercenaries may be discarded now, in secret.")
        if turn is None:
            return ""
        name = self.table.player(turn).name
        if self.phase == "choose":
            return _("{name} is choosing the next city.").format(name=name)
        if self.view["city"] is None:
            return _("Waiting for {name} to play in the final battle.").format(name=name)
        return _("Waiting for {name} to play for {city}.").format(name=name, city=self.city_name)

    def question(self) -> str:
        if self.phase == "choose":
            if "decline" in self.move_types:
                return _("Choose the city to fight for, or pass the pawn on.")
            return _("Everyone has declined: choose the city to fight for.")
        if self.phase == "discard":
            return _("You have no mercenaries: keep your hand or discard all of it.")
        if self.preview is not None and self.table.suggests and (last := self.preview.question()):
            return last
        if self.view["city"] is None:
            return _("The final battle: play a card, or pass.")
        return _("Play a card for {city}, or pass.").format(city=self.city_name)

    @cached_property
    def needed(self) -> int:
        """Return how many connected cities win."""
        return group_needed(len(self.table.players), self.table.options)

    @cached_property
    def target(self) -> int:
        """Return the points that end a series; 0 for a single game."""
        return int(self.table.options["points"])

    @cached_property
    def seen_cards(self) -> tuple[Card, ...]:
        """Return the cards that left play this round."""
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
    decisive = frozenset({"battle-ended"})
    palette = PALETTE
    results = {
        "group": gettext_lazy("{names} unites a kingdom and wins."),
        "most-cities": gettext_lazy(
            "All of Italy is taken: {names} holds the most cities and wins."
        ),
        "final-battle": gettext_lazy("{names} wins the final battle."),
        "final-tie": gettext_lazy("The final battle has no winner: {names} share first place."),
        "points": ngettext_lazy(
            "{names} wins the series.", "{names} share the victory in the series.", "count"
        ),
    }

    def condense(self, effects: Sequence[Effect]) -> list[Effect]:
        """Leave out the viewer's answer if the discarded hands are shown in the same step."""
        shown = {effect.facts["seat"] for effect in effects if effect.kind == "discarded"}
        return [
            effect
            for effect in effects
            if effect.kind != "answered" or effect.facts["seat"] not in shown
        ]

    def ending(self, table: TableView) -> Ending:
        return kingdom_ending(table)

    def guide(self, table: TableView) -> Guide:
        return guide_of(table.board)

    def advice(self, table: TableView, move: Move) -> Advice:
        return advice_of(table.board, move)

    def lesson(self, chosen: Move, better: Move) -> str:
        return lesson_of(chosen, better)

    def card_name(self, card: str) -> str:
        return card_name(card)

    def draw(self, sheet: Sheet, table: TableView) -> None:
        draw_condottiere(sheet, table.board)
