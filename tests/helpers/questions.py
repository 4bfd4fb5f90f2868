"""The questions that pages ask players in random games, one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html.parser import HTMLParser
from typing import Any

from core.fastpath.template_compiler import render
from games.boards.seats import TablePlayer
from games.engine.contract import Json, Position
from games.engine.testing.tables import Table as Kind
from games.engine.testing.tables import examples, random_game, seed_bytes, through_json
from games.matches.models import Match
from games.matches.presenters.table import Table
from games.titles.registry import newest

GAMES_EACH = 3


@dataclass(frozen=True)
class Question:
    """A question to a seat at one moment of a game."""

    table: Table
    number: int

    @property
    def kind(self) -> tuple[str, ...]:
        """The kind of the question: the phase, and the kinds of moves that answer it."""
        return (self.table.board.phase, *sorted({move.type for move in self.table.moves}))

    @cached_property
    def html(self) -> str:
        return render("matches/_table.html", {"match": self.table.match, "table": self.table})

    @cached_property
    def buttons(self) -> Buttons:
        return Buttons(self.html)


@dataclass(frozen=True)
class Button:
    """A button of the page that sends a move."""

    id: str
    key: str
    move: Json


class Buttons(HTMLParser):
    """The buttons of a table that send moves, and the moves that the page delays."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[Button] = []
        self.bar: list[Button] = []
        self.grave: list[Json] = []
        self.feed(html[html.find('class="acts"') : html.rfind('class="hand')])
        self.bar, self.all = self.all, []
        self.feed(html)

    def final_bar(self, undo: bool) -> tuple[str, ...]:
        """Return the ids of the buttons next to the hand whose moves cannot be undone."""
        return tuple(button.id for button in self.bar if not undo or self.holds(button.move))

    def holds(self, move: Json) -> bool:
        """Return whether the page delays this move for a moment."""
        return any(kind.items() <= move.items() for kind in self.grave)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("form") != "move-form":
            return
        if tag == "button" and given.get("name") == "move":
            move = json.loads(given["value"])
            self.all.append(Button(given.get("id", ""), given.get("data-key", ""), move))
        elif given.get("name") == "turn_token":
            self.grave = json.loads(given.get("data-grave") or "[]")


def pairs(kind: Kind, number: int) -> Iterator[tuple[Question, Question]]:
    """Yield each two consecutive questions to the same seat in one random game."""
    asked: dict[int, Question] = {}
    for count, turn in enumerate(random_game(kind, seed_bytes(number))):
        question = Question(table_of_seat(turn.position, turn.seat, kind, count), count)
        if turn.seat in asked:
            yield asked[turn.seat], question
        asked[turn.seat] = question


def table_of_seat(position: Position, seat: int, kind: Kind, number: int = 0) -> Table:
    """Return the table that is shown to a seat that has to move, without earlier steps."""
    game = position.game
    players = [_table_player(other, seat) for other in range(kind.seats)]
    options: Any = dict(kind.options)
    running = Match.Status.RUNNING
    match = Match(
        id="walked", game=game.slug, seats=kind.seats, options=options, status=running, rules=1
    )
    moves = position.moves(seat)
    return Table(
        match=match,
        seat=seat,
        # Views share objects with the position, which changes.
        view=through_json(position.view(seat)),
        players=players,
        moves=moves,
        turn_token=f"question-{number}",
        steps=[],
        final=[move for move in moves if not game.undo or position.reveals(move)],
    )


def _table_player(seat: int, you: int) -> TablePlayer:
    you_are = seat == you
    return TablePlayer(
        seat, f"Player {seat}", "", "", left=False, you=you_are, place=None, score=None
    )


@cache
def kinds_of_pairs(slug: str) -> list[tuple[Question, Question]]:
    """Return one pair of consecutive questions for each two kinds, from games at a full table."""
    game = newest(slug).game
    chosen = [{}, dict([game.timed_option])] if game.timed_option else [{}]
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Question, Question]] = {}
    for options in chosen:
        agreed = game.read_options(options, game.seats[-1])
        kind = Kind(newest(slug), game.seats[-1], tuple(agreed.items()))
        for number in range(examples(GAMES_EACH)):
            for pair in pairs(kind, number):
                found.setdefault((pair[0].kind, pair[1].kind), pair)
    return list(found.values())
