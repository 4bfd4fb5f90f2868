"""The armies around the hill, as one viewer sees them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards.panels import size_of
from games.boards.seats import TablePlayer
from games.boards.table_view import TableView
from games.boards.words import list_words
from games.engine.contract import Json, Move
from games.titles.kharnage.board import faces
from games.titles.kharnage.board.history import last_round
from games.titles.kharnage.board.motions import Motions, motions_of, stack_key
from games.titles.kharnage.board.parts import Army, Blow, Head, Rank, Stack
from games.titles.kharnage.board.tolls import Tolls
from games.titles.kharnage.board.words import LINES, RACES, named
from games.titles.kharnage.rules.attacks import KNIGHTS, melee_reach
from games.titles.kharnage.rules.cards import LINES as ALL_LINES
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.forecast import Copy, Fall
from games.titles.kharnage.rules.moves import Destroy, Target, Web

PLACES = {2: ("me", "far"), 3: ("me", "left", "right"), 4: ("me", "left", "far", "right")}
"""The places of the armies as the viewer sees them, clockwise: left is the next seat."""


def carried(move: Move) -> str:
    """Return a move as the value of a button."""
    return json.dumps(move.dump(), separators=(",", ":"))


def _part(falls: dict[int, Fall], seat: int, copy: Copy) -> int:
    """Return how many copies of a card fall in an army."""
    fall = falls.get(seat)
    return 0 if fall is None else fall.cards.get(copy, 0)


class Armies:
    """The armies of a table, built only from its view and moves."""

    def __init__(self, table: TableView) -> None:
        self.table = table
        self.view = table.view
        self.cards = cards_of(table.options)
        self.me = table.near
        self.language = get_language()
        attack = (table.view["pending"] or {}).get("attack")
        self.attack: Json | None = attack
        self.targets: list[list[int]] = attack["targets"] if attack else []
        self.tolls = Tolls(self)

    def unit(self, id: str, seat: int | None = None, web: bool = False) -> faces.Unit:
        return faces.unit(self.cards.cards[id], self.language, seat, web)

    def plan(self, id: str, legal: bool = False) -> faces.Plan:
        return faces.plan(self.cards.strategies[id], self.language, legal)

    def card_words(self, ids: Sequence[str]) -> str:
        """Return the names of cards with their numbers: “2 × Longbow and Herald”."""
        counts = Counter(ids)
        names = ((self.unit(id).name, n) for id, n in counts.items())
        return list_words([f"{n} × {name}" if n > 1 else name for name, n in names])

    @cached_property
    def motions(self) -> Motions:
        return motions_of(self.table.fresh, self.cards, self.table.seat)

    @cached_property
    def sizes(self) -> list[int]:
        return [sum(map(len, lines.values())) for lines in self.view["lines"]]

    @cached_property
    def kills(self) -> list[list[str]]:
        """Return the cards destroyed this round, or in the last round while players plan."""
        kills: list[list[str]] = self.view["kills"]
        if self.view["phase"] in ("plan", "over") and not any(kills):
            return last_round(self.table.steps, len(kills))
        return kills

    @cached_property
    def splits(self) -> bool:
        """Return whether an attack may be split between two armies now."""
        return any(isinstance(m, Target) and len(m.seats) == 2 for m in self.table.moves)

    def all(self) -> list[Army]:
        """Return the armies clockwise from the viewer's own."""
        seats = len(self.table.players)
        return [self._army((self.me + n) % seats, PLACES[seats][n]) for n in range(seats)]

    def _army(self, seat: int, place: str) -> Army:
        reserve, pile = self.view["reserves"][seat], self.view["piles"][seat]
        head = self._head(seat, place)
        return Army(
            player=head.player,
            to_act=head.state in ("acts", "planning", "asked"),
            head=head,
            ranks=self._ranks(seat),
            blows=self._blows(seat),
            half=self.tolls.toll(self.tolls.half, seat),
            thrown=self.tolls.toll(self.tolls.whole, seat)
            if self.view["phase"] == "throw"
            else None,
            barred=self.tolls.barred(seat),
            # Its cards are shown large, even on a phone, to the player who chooses among them.
            opened=self.table.may_act
            and (head.left is not None or any(target == seat for target, _id, _web in self.acts)),
            open_reserve=self._open(pile, reserve) if isinstance(reserve, list) else (),
        )

    def _head(self, seat: int, place: str) -> Head:
        view = self.view
        army = self.cards.armies[view["armies"][seat]]
        entries = [entry for line in ALL_LINES for entry in view["lines"][seat][line]]
        cards = [self.cards.cards[entry["card"]] for entry in entries]
        awake = [c for c, entry in zip(cards, entries, strict=True) if not entry["web"]]
        magic = sum(card.magic for card in awake)
        player = self.table.player(seat)
        return Head(
            player=player,
            place=place,
            small=len(view["lines"]) > 2 and not (player.you and place == "me"),
            emblem=army.id,
            name=named(army.name),
            race=str(RACES[army.id]),
            melee=sum(card.melee for card in awake) + magic,
            ranged=sum(card.ranged for card in awake) + magic,
            magic=magic,
            knights=sum(card.knight for card in cards) >= KNIGHTS,
            reach=self._reach(seat),
            points=view["points"][seat],
            tokens=view["kharnage"][seat],
            reserve=size_of(view["reserves"][seat]),
            plans=tuple(self.plan(id) for id in view["hands"][seat]),
            generals=tuple(self.unit(id) for id in view["generals"][seat]),
            kills=self._kills(seat),
            state=self.state(seat),
            left=self._left(seat),
            waits=next((left for other, left in self.targets[1:] if other == seat), None),
        )

    def _left(self, seat: int) -> int | None:
        """Return the strength left of the attack on this seat; None without an attack."""
        if not self.targets or self.targets[0][0] != seat or not self.sizes[seat]:
            return None
        return self.targets[0][1]

    def state(self, seat: int) -> str:
        """Return the state of this seat: planning, ready, acts, asked, or ""."""
        phase = self.view["phase"]
        if self.table.over:
            return ""
        if phase == "plan":
            if self.view["planned"][seat]:
                return "ready"
            return "planning" if self.view["hands"][seat] else ""
        if phase == "cheer":
            return "asked" if seat in self.view["pending"]["cheer"] else ""
        return "acts" if self.view["turn"] == seat else ""

    @cached_property
    def _order(self) -> dict[str, int]:
        """Return the place of each card in the card set."""
        return {id: n for n, id in enumerate(self.cards.cards)}

    @cached_property
    def _line_names(self) -> dict[str, str]:
        return {line: str(LINES[line]) for line in ALL_LINES}

    def _ranks(self, seat: int) -> tuple[Rank, ...]:
        open_line = self._open_line(seat)
        return tuple(
            Rank(line, name, self._stacks(seat, line), line == open_line)
            for line, name in self._line_names.items()
        )

    def _open_line(self, seat: int) -> str | None:
        """Return the line that can be attacked, if this army is under attack."""
        if not self.targets or self.targets[0][0] != seat:
            return None
        lines = self.view["lines"][seat]
        return next((line for line in ALL_LINES if lines[line]), None)

    def _stacks(self, seat: int, line: str) -> tuple[Stack, ...]:
        entries = Counter((e["card"], bool(e["web"])) for e in self.view["lines"][seat][line])
        kinds = sorted(entries, key=lambda kind: (self._order[kind[0]], kind[1]))
        return tuple(self._stack(seat, id, web, entries[id, web]) for id, web in kinds)

    def _stack(self, seat: int, id: str, web: bool, count: int) -> Stack:
        move = self.acts.get((seat, id, web))
        tolls = self.tolls
        return Stack(
            key=stack_key(seat, id, web),
            unit=self.unit(id, seat, web),
            count=count,
            motion=None if web else self.motions.arrived.get((seat, id)),
            stays=count > self.motions.came.get((seat, id), 0),
            move="" if move is None else carried(move),
            note=tolls.note(seat, id, web, move),
            falls=_part(tolls.whole, seat, (id, web)),
            halves=_part(tolls.half, seat, (id, web)),
            loses=tolls.loses(seat, move),
        )

    @cached_property
    def acts(self) -> dict[tuple[int, str, bool], Destroy | Web]:
        """Return the move of a click on a card, by army, card, and whether it is under a web."""
        found: dict[tuple[int, str, bool], Destroy | Web] = {}
        for move in self.table.moves:
            if isinstance(move, Destroy):
                found[move.target, move.card, move.web] = move
            elif isinstance(move, Web) and move.target is not None and move.card is not None:
                found[move.target, move.card, False] = move
        return found

    def _kills(self, seat: int) -> tuple[Stack, ...]:
        counts = Counter(self.kills[seat])
        return tuple(
            Stack(
                key=f"taken-{seat}-{id}",
                unit=self.unit(id, self.view["armies"].index(self.cards.cards[id].army)),
                count=count,
                motion=self.motions.taken.get((seat, id)),
                stays=count > 1,
            )
            for id, count in counts.items()
        )

    def _reach(self, seat: int) -> tuple[TablePlayer, ...] | None:
        """Return the players melee reaches; None if it reaches all, or the army has no cards."""
        if len(self.sizes) < 4 or not self.sizes[seat]:
            return None
        return tuple(self.table.player(other) for other in melee_reach(self.sizes, seat))

    def _blows(self, seat: int) -> tuple[Blow, ...]:
        """Return the attacks that a click on this army begins."""
        aims = [m for m in self.table.moves if isinstance(m, Target) and m.seats]
        if not aims or self.attack is None:
            return ()
        strength: int = self.attack["strength"]
        near = {move.seats for move in aims if move.as_ == "melee"}
        blows = []
        for move in aims:
            if move.seats[-1] != seat or move.as_ == "melee":
                continue
            split = len(move.seats) == 2
            power = (strength + 1) // 2 if split else strength
            toll = self.tolls.toll(self.tolls.half if split else self.tolls.whole, seat)
            assert toll is not None
            # A separate radio button sends the kind of a magic attack.
            sent = {"type": move.type, "seats": list(move.seats)}
            blows.append(
                Blow(
                    move=json.dumps(sent, separators=(",", ":")),
                    label=f"{self._aim_words(move, power)}. {toll.words}",
                    kind=self.attack["kind"],
                    strength=power,
                    toll=toll,
                    first=move.seats[0] if split else None,
                    ranged_only=move.as_ is not None and move.seats not in near,
                )
            )
        return tuple(blows)

    def _aim_words(self, move: Target, power: int) -> str:
        names = [self.table.player(seat).name for seat in move.seats]
        if len(names) == 1:
            return _("Attack {name} with {n}").format(name=names[0], n=power)
        text = _("Attack {first}, then {second}, with {n} each")
        return text.format(first=names[0], second=names[1], n=power)

    def _open(self, pile: list[str], reserve: list[str]) -> tuple[faces.Unit, ...]:
        """Return the cards to come, the next first, for a replay with all hands."""
        return tuple(self.unit(id) for id in reversed([*reserve, *pile]))
