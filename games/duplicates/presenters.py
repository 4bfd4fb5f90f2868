"""The page of a deal: its tables, and once all are over, what players made of the same cards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.urls import reverse
from django.utils.formats import number_format

from games.boards.seats import letter_of
from games.boards.words import signed
from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.duplicates.results import SeatResult, results_of, tables_of
from games.duplicates.services import DealAccess, same_deal_of
from games.engine.contract import Game
from games.matches.access import players_of
from games.matches.models import Event, Match, Player
from games.matches.presenters.move_words import describe_move
from games.matches.presenters.replay import position_after, step_numbers
from games.matches.services.event_store import match_state, moves_that_stand
from games.matches.viewing import Access
from games.titles.registry import game_of

WAYS = 6
"""The most tables of which the page shows where a player chose something else."""


@dataclass(frozen=True)
class HandRow(SeatResult):
    """The result of a seat at one table, in words."""

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def margin(self) -> str:
        """The margin in words; "" for none."""
        return "" if self.compared.margin is None else _plain(self.compared.margin, sign=True)

    @property
    def percent(self) -> str:
        return "" if self.compared.percent is None else _plain(self.compared.percent)

    @property
    def imps(self) -> str:
        return "" if self.compared.imps is None else _plain(self.compared.imps, sign=True)

    @property
    def finished(self) -> bool:
        return self.match.status == Match.Status.FINISHED

    @property
    def replay(self) -> str:
        """The address of the replay as this seat saw it."""
        return f"{reverse('replay', args=[self.match.pk])}?view={self.player.seat}"


@dataclass(frozen=True)
class Hand:
    """What all players made of the cards of one seat, the best first."""

    seat: int
    mine: bool
    rows: list[HandRow]

    @property
    def letter(self) -> str:
        return letter_of(self.seat)


@dataclass(frozen=True)
class Way:
    """Another player's first move with the viewer's cards that was not the viewer's own.

    Attributes:
        row: The other player's result.
        number: The number of the player's move, from 1.
        own: The viewer's move in words; "" if the viewer made no such move.
        other: The other player's move in words.
        replay: The address of the other replay, at the table before this move.
    """

    row: HandRow
    number: int
    own: str
    other: str
    replay: str


class DealPage:
    """The page of a deal for one visitor."""

    def __init__(self, access: DealAccess) -> None:
        self.access = access
        self.deal: DuplicateDeal = access.deal
        self.game: Game = game_of(self.deal.game)
        self.same = same_deal_of(self.deal.game)

    @property
    def ended(self) -> bool:
        return self.deal.ended_at is not None

    @property
    def may_end(self) -> bool:
        """Whether the viewer may reveal the cards instead of playing the second of both sides."""
        return (
            self.deal.both_sides
            and not self.ended
            and len(self.tables) == 1
            and self.access.own is not None
            and self.access.own.status == Match.Status.FINISHED
        )

    @cached_property
    def tables(self) -> list[DuplicateTable]:
        return tables_of(self.deal)

    @cached_property
    def hands(self) -> list[Hand]:
        """The results by seat, the viewer's own first; none before all tables are over."""
        hands = []
        for seat, results in enumerate(results_of(self.deal)):
            rows = [HandRow(**vars(result)) for result in results]
            rows.sort(key=lambda row: (row.compared.margin is None, -(row.compared.margin or 0)))
            hands.append(Hand(seat, seat == self.access.seat, rows))
        return sorted(hands, key=lambda hand: not hand.mine)

    @property
    def hands_by_seat(self) -> list[Hand]:
        return sorted(self.hands, key=lambda hand: hand.seat)

    @property
    def shown_hands(self) -> list[Hand]:
        """The hands that people had at some table."""
        return [hand for hand in self.hands if any(row.player.person for row in hand.rows)]

    @cached_property
    def better_than(self) -> tuple[int, int] | None:
        """How many others did worse with the viewer's cards, and how many others had them."""
        margins = {
            row.match.pk: row.compared.margin for hand in self.hands[:1] for row in hand.rows
        }
        own = None if self.access.own is None else margins.pop(self.access.own.pk, None)
        others = [margin for margin in margins.values() if margin is not None]
        if own is None or not others:
            return None
        return sum(margin < own for margin in others), len(others)

    @cached_property
    def ways(self) -> list[Way]:
        """Where other players first chose something else with the viewer's cards."""
        own = self.access.own
        hand = next((hand for hand in self.hands if hand.mine), None)
        if own is None or hand is None or own.status != Match.Status.FINISHED:
            return []
        mine = _Line(own, hand.seat)
        others = [row for row in hand.rows if row.finished and row.match.pk != own.pk]
        ways = [_way(mine, row, hand.seat) for row in others[:WAYS]]
        return [way for way in ways if way is not None]


def result_at_table(access: Access) -> ResultAtTable | None:
    """Return the part of a match's end about its other tables; None if it has none."""
    match = access.match
    if not match.deal or access.player is None or match.status != Match.Status.FINISHED:
        return None
    table = DuplicateTable.objects.filter(match=match).select_related("deal").first()
    if table is None:
        return None
    deal, seat = table.deal, access.player.seat
    others = []
    if deal.ended_at is not None:
        seats = Player.objects.filter(
            match__duplicate_table__deal=deal, seat=seat, match__status=Match.Status.FINISHED
        ).exclude(match=match)
        others = sorted((one.score or 0 for one in seats), reverse=True)
    first = deal.both_sides and table.number == 1 and deal.ended_at is None
    return ResultAtTable(deal, first, [str(score) for score in others])


@dataclass(frozen=True)
class ResultAtTable:
    """The part of a match's end about its other tables.

    `first`: whether it is the first of both sides, and the second has not ended; `scores`: what
    others scored with the viewer's cards, the best first.
    """

    deal: DuplicateDeal
    first: bool
    scores: list[str]


def _plain(value: Fraction, *, sign: bool = False) -> str:
    """Return a number as the reader's language writes it, with one decimal unless it is whole."""
    if value.denominator == 1:
        return signed(int(value)) if sign else str(value)
    text = number_format(round(abs(float(value)), 1), 1)
    return f"{'−' if value < 0 else '+' if sign else ''}{text}"


class _Line:
    """The moves of one seat in a finished match, which all may see."""

    def __init__(self, match: Match, seat: int) -> None:
        self.access = Access(match, players_of(match), None, None)
        self.seat = seat
        self.moves = [event for event in moves_that_stand(match) if event.seat == seat]

    def words(self, event: Event) -> str:
        """Describe one of the moves."""
        state = match_state(self.access.match)
        position = position_after(state, state.history, event.number - 1)
        before = [step for step in state.history if step.number < event.number]
        return describe_move(self.access, before, position, self.seat, event.data).move

    def replay_before(self, event: Event) -> str:
        """Return the address of the replay, as this seat saw it, at the table before a move."""
        match = self.access.match
        steps = step_numbers(self.access)
        step = max((at for number, at in steps.items() if number < event.number), default=0)
        return f"{reverse('replay', args=[match.pk])}?view={self.seat}&step={step}"


def _way(mine: _Line, row: HandRow, seat: int) -> Way | None:
    other = _Line(row.match, seat)
    for index, event in enumerate(other.moves):
        own = mine.moves[index] if index < len(mine.moves) else None
        if own is None or own.data != event.data:
            words = "" if own is None else mine.words(own)
            return Way(row, index + 1, words, other.words(event), other.replay_before(event))
    return None
