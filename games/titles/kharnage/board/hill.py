"""The hill in the middle: the round, the order of turns, the current turn, and the last one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from games.boards.panels import size_of
from games.boards.seats import TablePlayer
from games.titles.kharnage.board.faces import Mark, Unit
from games.titles.kharnage.board.history import last_turn
from games.titles.kharnage.board.parts import (
    Acting,
    Hill,
    LastTurn,
    Losses,
    Moment,
    Strike,
    Turn,
)
from games.titles.kharnage.board.words import ATTACKS, kind_of
from games.titles.kharnage.rules.table import ROUNDS

if TYPE_CHECKING:
    from games.titles.kharnage.board.armies import Armies

_LATER = ("target", "turn", "revealed", "scored")
"""The effects after which the display of a Kharnage ends."""


def hill_of(armies: Armies) -> Hill:
    """Return all that the hill shows."""
    view = armies.view
    return Hill(
        round=view["round"],
        rounds=ROUNDS,
        phase=view["phase"],
        turns=_turns(armies),
        acting=_acting(armies),
        strike=_strike(armies),
        surprise=_surprise(armies),
        report=_report(armies),
        last=_last(armies),
        moment=_moment(armies),
    )


def _turns(armies: Armies) -> tuple[Turn, ...]:
    """Return the turns by initiative, or in the order of seats while players plan."""
    view = armies.view
    turns = []
    for player in armies.table.players:
        id = view["plans"][player.seat]
        plan = None if id is None else armies.plan(id)
        motion = armies.motions.shown.get(player.seat)
        turns.append(Turn(player, plan, armies.state(player.seat), motion))
    if view["phase"] == "plan":
        return tuple(turns)
    turns.sort(key=lambda turn: turn.plan.initiative if turn.plan else 10_000)
    now = next((n for n, t in enumerate(turns) if t.player.seat == view["turn"]), len(turns))
    states = ["done"] * now + ["acts"] + ["waits"] * len(turns)
    return tuple(replace(turn, state=state) for turn, state in zip(turns, states, strict=False))


def _acting(armies: Armies) -> Acting | None:
    view = armies.view
    seat = view["turn"]
    if seat is None:
        return None
    strategy = armies.cards.strategies[view["plans"][seat]]
    pending = view["pending"]
    done = pending["icons"]
    # `icons` counts an attack as done while it is made, but not a flag that the seat is asked
    # about. While the pile unfolds no icon is current.
    unfolds = bool(pending["surprises"]) or view["phase"] == "reinforce"
    doing = done if unfolds else done - 1
    rows, place = [], 0
    for row in strategy.rows:
        marks = []
        for icon in row:
            now = place == doing and not pending["surprises"]
            state = "done" if place < doing else "doing" if now else ""
            marks.append(Mark(kind_of(icon), state=state))
            place += 1
        if marks:
            rows.append(tuple(marks))
    pile = view["piles"][seat]
    return Acting(
        player=armies.table.player(seat),
        plan=armies.plan(strategy.id),
        rows=tuple(rows),
        pile=size_of(pile),
    )


def _strike(armies: Armies) -> Strike | None:
    attack = armies.attack
    if attack is None:
        return None
    targets = tuple((armies.table.player(seat), left) for seat, left in attack["targets"])
    kind = attack["kind"]
    return Strike(kind, str(ATTACKS[kind]), attack["strength"], targets)


def _surprise(armies: Armies) -> Unit | None:
    """Return the card whose surprise icons act now."""
    surprises = (armies.view["pending"] or {}).get("surprises")
    if not surprises:
        return None
    return armies.unit(surprises[0]["card"], armies.view["turn"])


def _report(armies: Armies) -> tuple[tuple[TablePlayer, int, int], ...]:
    """Return the result of the last round, while players plan and at the end."""
    if armies.view["phase"] not in ("plan", "over"):
        return ()
    for step in reversed(armies.table.steps):
        for kind, facts, _to in reversed(step.effects):
            if kind == "revealed":
                return ()
            if kind == "scored":
                rows = zip(armies.table.players, facts["destroyed"], facts["points"], strict=True)
                return tuple(sorted(rows, key=lambda row: (-row[2], -row[1])))
    return ()


def _last(armies: Armies) -> LastTurn | None:
    """Return the results of the turn before this one."""
    found = last_turn(armies.table.steps)
    if found is None:
        return None
    begun, effects = found
    players, fallen, wiped = armies.table.players, defaultdict[int, list[str]](list), set()
    for kind, facts, _to in effects:
        if kind == "destroyed":
            fallen[facts["target"]].append(facts["card"])
        elif kind == "kharnage":
            wiped.add(facts["target"])
    return LastTurn(
        player=players[begun["seat"]],
        initiative=armies.cards.strategies[begun["strategy"]].initiative,
        came=sum(kind == "deployed" for kind, _facts, _to in effects),
        losses=tuple(
            Losses(players[seat], len(ids), armies.card_words(ids), seat in wiped)
            for seat, ids in fallen.items()
        ),
    )


def _moment(armies: Armies) -> Moment | None:
    """Return the Kharnage to display, if there is one."""
    players, steps = armies.table.players, armies.table.steps
    for place in range(len(steps), 0, -1):
        for kind, facts, _to in reversed(steps[place - 1].effects):
            if kind == "kharnage":
                return Moment(f"kharnage-{place}", players[facts["seat"]], players[facts["target"]])
            if kind in _LATER:
                return None
    return None
