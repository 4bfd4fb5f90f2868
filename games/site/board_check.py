"""Draw a game's board before players do: every viewer, in every language, from deal to end.

What is drawn comes from a random match with the fewest and one with the most seats: the table of
each seat and of spectators, the replay with open hands, the end. Every lesson is drawn too, step by
step. The errors name the language, the viewer, the seed and the line. The rules must read each
move that a page offers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

from django.conf import settings
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.utils.translation import override

from core.fastpath.template_compiler import render
from games.boards.seats import TablePlayer
from games.engine.contract import Outcome, Position
from games.engine.history import EventKind, Step, visible_steps
from games.engine.refusals import BadMove
from games.engine.testing.tables import Table as Kind
from games.engine.testing.tables import random_game, seed_bytes, through_json
from games.lessons.checking import one_way
from games.lessons.presenters import lesson_table
from games.matches.models import Match
from games.matches.presenters.boards import own_board
from games.matches.presenters.table import Replayed, Table
from games.site.offered_moves import OfferedMoves
from games.titles.checking import why
from games.titles.contract import Title
from games.titles.sources import last_place

DRAWN = 8
"""The number of positions of a match that are drawn, besides the first of each kind of move."""
NAMES = ("Giovanna", "Bartholomew", "Ada", "Maximilian", "Li", "Konstantin")
NAMED = re.compile(r"""["']([\w/.-]+\.html)["']""")
"""A template that another one names, to include it or to pass it on."""
COMPILED = re.compile(r"<compiled (.+)>")


@dataclass(frozen=True)
class Drawn:
    """A table to draw, and words for where it comes from."""

    about: str
    table: Table


def board_faults(title: Title, folder: Path, languages: Sequence[str]) -> list[str]:
    """Return what is wrong with the templates and the board of a title, each error once."""
    found = list(template_faults(folder)) or _load_faults(title, folder)
    if found:
        return found
    errors: dict[str, str] = {}
    for one in (*_match_tables(title), *_lesson_tables(title)):
        for language in languages:
            with override(language):
                fault = _fault_of(partial(_draw, one.table, title), folder)
            if fault is not None:
                errors.setdefault(fault, f"{fault}\nin {language}, {one.about}")
    return list(errors.values())


def template_faults(folder: Path) -> Iterator[str]:
    """Yield the templates of a title that cannot be read, or that name one that is not there."""
    root = folder / "templates"
    for file in sorted(root.rglob("*.html")):
        name, text = file.relative_to(root).as_posix(), file.read_text("utf-8")
        try:
            get_template(name)
        except TemplateSyntaxError as error:
            line = getattr(getattr(error, "token", None), "lineno", None)
            yield f"{name}{f':{line}' if line else ''}: {error}"
        for number, row in enumerate(text.splitlines(), start=1):
            for other in NAMED.findall(row):
                if not _exists(other):
                    yield f"{name}:{number}: there is no template {other}"


def _exists(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    except TemplateSyntaxError:
        pass  # It is there; its own fault is named at its own line.
    return True


def _load_faults(title: Title, folder: Path) -> list[str]:
    fault = _fault_of(lambda: own_board(title.slug), folder)
    return [] if fault is None else [fault]


def _fault_of(draw: Callable[[], object], folder: Path) -> str | None:
    """Return the error of drawing with its line; None if there is none."""
    try:
        draw()
    except Exception as error:
        return f"{why(error)} ({_line_of(error, folder)})"
    return None


def _line_of(error: Exception, folder: Path) -> str:
    """Return the innermost line of the title's own code or template in a traceback."""
    place = last_place(error, folder)
    trace, templates = error.__traceback__, []
    while trace is not None:
        code = trace.tb_frame.f_code
        compiled = COMPILED.fullmatch(code.co_filename)
        if compiled:
            templates.append(compiled[1])
        trace = trace.tb_next
    own = [name for name in templates if name.startswith("games/")]
    return str(place or next(reversed(own or templates), "in a template"))


def _draw(table: Table, title: Title) -> None:
    """Draw a table whole, with what a page asks the board for besides its template."""
    context = {"match": table.match, "table": table}
    board = table.game_board
    _check_offers(render("matches/_table.html", context), title, table.match.seats)
    if board.art:
        render(board.art, context)
    for move in table.moves:
        board.board.advice(table, move)
    for step in table.steps[-1:]:
        board.board.chapter(step.effects, table.names)


def _check_offers(html: str, title: Title, seats: int) -> None:
    """Check that the rules can read every move that a page offers."""
    for move in OfferedMoves(html).moves:
        kind = move.get("type")
        if not isinstance(kind, str):
            raise AssertionError("a button of the page sends a move without a “type”")
        try:
            title.newest.read_move(move, seats)
        except BadMove as refusal:
            with override(settings.LANGUAGE_CODE):
                said = f"the page offers a move “{kind}” that the rules do not read"
                raise AssertionError(f"{said}: {refusal.reason}") from None


# --- A random match.


def _match_tables(title: Title) -> Iterator[Drawn]:
    game = title.game
    for number, seats in enumerate(sorted({game.seats[0], game.seats[-1]})):
        options = game.read_options({}, seats)
        yield from _tables_of(Kind(title.newest, seats, tuple(options.items())), number)


def _tables_of(kind: Kind, number: int) -> Iterator[Drawn]:
    """Yield the tables of one random match that are drawn."""
    seed, history = seed_bytes(number), list[Step]()
    moves = [(turn.seat, turn.move) for turn in random_game(kind, seed)]
    chosen = {*Random(number).sample(range(len(moves)), min(DRAWN, len(moves))), 0}
    kinds: set[str] = set()
    position = kind.deal(seed)
    for at, turn in enumerate(random_game(kind, seed)):
        position = turn.position
        if at in chosen or turn.move.type not in kinds:
            kinds.add(turn.move.type)
            yield from _tables_at(position, kind, seed, history)
        effects = position.clone().play(turn.seat, turn.move, turn.fresh_chance())
        step = Step(at + 1, EventKind.MOVE, turn.seat, turn.move.dump(), tuple(effects))
        history.append(step)
    yield from _tables_at(position, kind, seed, history)


def _tables_at(
    position: Position, kind: Kind, seed: bytes, history: Sequence[Step]
) -> Iterator[Drawn]:
    """Yield the table of every viewer at a position, and the replay with open hands."""
    # A new id, because logs are cached by the match.
    outcome, about = position.outcome(), f"{kind.seats} seats, after move {len(history)}"
    match = _match(kind, token_hex(5), outcome)
    everyone: list[int | None] = [None, *range(kind.seats)]
    for viewer in everyone:
        who = "spectators" if viewer is None else f"seat {viewer}"
        moves = [] if viewer is None else position.moves(viewer)
        yield Drawn(
            f"{who} of {about} of seed {seed.hex()}",
            _table(match, position, viewer, history, outcome, moves=moves),
        )
    steps = {step.number: step.number for step in history}
    yield Drawn(
        f"the replay of {about} of seed {seed.hex()}",
        _table(match, position, None, history, outcome, replayed=Replayed("all", steps)),
    )


def _match(kind: Kind, match_id: str, outcome: Outcome | None) -> Match:
    return Match(
        id=match_id,
        game=kind.rules.game.slug,
        rules=kind.rules.game.rules,
        seats=kind.seats,
        options=dict(kind.options),
        status=Match.Status.RUNNING if outcome is None else Match.Status.FINISHED,
        outcome=None if outcome is None else dict(outcome.dump()),
    )


def _table(
    match: Match,
    position: Position,
    viewer: int | None,
    history: Sequence[Step],
    outcome: Outcome | None,
    *,
    moves: Sequence[Any] = (),
    replayed: Replayed | None = None,
) -> Table:
    view = position.view(viewer)
    if replayed is not None:
        view = {**view, **position.dump()}
    players = [
        TablePlayer(
            seat=seat,
            name=NAMES[seat % len(NAMES)],
            username="",
            bot="easy" if seat == 1 else "",
            left=False,
            you=seat == viewer,
            place=None if outcome is None else outcome.places[seat],
            score=None if outcome is None else outcome.scores[seat],
        )
        for seat in range(match.seats)
    ]
    game = position.game
    return Table(
        match=match,
        seat=viewer,
        # Views share objects with the position, which changes.
        view=through_json(view),
        players=players,
        moves=list(moves),
        turn_token="drawn" if moves else None,
        steps=visible_steps(history, viewer),
        live=replayed is None,
        replayed=replayed,
        final=[move for move in moves if not game.undo or position.reveals(move)],
        showable=() if viewer is None else tuple(position.showable(viewer)),
    )


# --- Lessons.


def _lesson_tables(title: Title) -> Iterator[Drawn]:
    for lesson in title.lessons:
        for course in one_way(title.slug, lesson):
            about = f"the lesson {lesson.slug}, step {len(course.place.done) + 1}"
            yield Drawn(about, lesson_table(course, NAMES[0]))
