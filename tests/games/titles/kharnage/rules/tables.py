"""Build Kharnage tables from short strings.

Every army of the toy set has grunts (front, 1, melee), bows (center, 1, ranged), mages (back, 2,
magic) and walls (front, 2, shield); a test adds its own units. Units are named without their
army: `lay("grunt bow!")` is a grunt, and a bow under a web.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move
from games.engine.record import Record
from games.engine.refusals import Refusal
from games.engine.replay import play_one
from games.titles.kharnage.rules.cards import ARMIES
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage

SEED = bytes(32)


def unit(name: str, icons: str = "", line: str = "front", defence: int = 1, count: int = 3) -> Json:
    return {
        "id": name,
        "count": count,
        "line": line,
        "defence": defence,
        "icons": icons.split(),
    }


TOY = (
    unit("grunt", "melee", count=9),
    unit("bow", "ranged", "center", count=5),
    unit("mage", "magic", "back", 2),
    unit("wall", "shield", defence=2),
)


def strategy(id: str, initiative: int, rows: str) -> Json:
    """`rows`: icons, the rows parted by slashes."""
    return {"id": id, "initiative": initiative, "rows": [row.split() for row in rows.split("/")]}


def toy_army(
    army: str,
    number: int,
    rows: str = "",
    units: Sequence[Json] = (),
    generals: Sequence[Json] = (),
    set_up: str = "unit",
) -> Json:
    """Seat `number` acts as the so-manieth; its card is `<army>-plan`."""

    def own(card: Json) -> Json:
        return {**card, "id": f"{army}-{card['id']}"}

    bosses = [{k: v for k, v in own(card).items() if k != "count"} for card in generals]
    return {
        "units": [own(card) for card in (*units, *TOY)],
        "generals": bosses,
        "strategies": [
            strategy(f"{army}-0", 0, set_up),
            strategy(f"{army}-plan", 10 * (number + 1), rows),
            strategy(f"{army}-later", 10 * (number + 1) + 5, ""),
        ],
    }


def toy_cards(rows: Sequence[str] = ("",), **more: Any) -> Json:
    """Return four armies; `rows` are the strategies of the first seats, `more` for the first."""
    return {
        "armies": {
            army: toy_army(
                army,
                number,
                rows[number] if number < len(rows) else "",
                **(more if not number else {}),
            )
            for number, army in enumerate(ARMIES)
        }
    }


def lay(army: str, text: str) -> list[Json]:
    return [
        {"card": f"{army}-{name.rstrip('!')}", "web": name.endswith("!")} for name in text.split()
    ]


def lines_of(cards: Json, army: str, text: str) -> Json:
    """Cards in the lines they belong to."""
    own = cards["armies"][army]
    line = {card["id"]: card["line"] for card in (*own["units"], *own["generals"])}
    lines: Json = {"front": [], "center": [], "back": []}
    for entry in lay(army, text):
        lines[line[entry["card"]]].append(entry)
    return lines


def table(
    *lines: str,
    rows: str | Sequence[str] = "",
    reserve: str = "",
    pile: str = "",
    cheer: str = "auto",
    units: Sequence[Json] = (),
    generals: Sequence[Json] = (),
    **given: Any,
) -> Kharnage:
    """At plan: one text of cards in line for each seat, in the order of ARMIES."""
    rows = (rows,) if isinstance(rows, str) else rows
    cards = toy_cards(rows, units=units, generals=generals)
    armies = list(ARMIES[: len(lines)])
    position: Json = {
        "armies": armies,
        "hands": [[f"{army}-plan", f"{army}-later"] for army in armies],
        "lines": [lines_of(cards, army, text) for army, text in zip(armies, lines, strict=True)],
        "reserves": [[f"human-{name}" for name in reserve.split()], *([] for _ in armies[1:])],
        "piles": [[f"human-{name}" for name in pile.split()], *([] for _ in armies[1:])],
        "generals": [[f"human-{card['id']}" for card in generals], *([] for _ in armies[1:])],
        **given,
    }
    return load(position, cards, cheer=cheer, seats=len(lines))


def battle(*lines: str, **more: Any) -> Kharnage:
    """Return a table after all have planned; seat 0 carries out its card first."""
    position = table(*lines, **more)
    plan_all(position)
    return position


def load(given: Any, cards: Json | None = None, seats: int = 2, **options: Any) -> Kharnage:
    agreed = KHARNAGE.read_options({"cards": cards, **options}, seats)
    return Kharnage.load(given, seats, agreed, Chance(SEED, 0))


def deal(seats: int = 4, number: int = 0, **options: Any) -> Kharnage:
    agreed = KHARNAGE.read_options(options, seats)
    return Kharnage.deal(seats, agreed, Chance(Random(number).randbytes(32), 0))


def plan_all(position: Kharnage) -> list[Effect]:
    effects = []
    for seat in position.to_move():
        effects += play(position, "plan", seat, strategy=f"{position.armies[seat].id}-plan")
    return effects


def play(position: Kharnage, type: str, seat: int | None = None, **fields: Any) -> list[Effect]:
    """Play a recorded move of the seat on turn, as step 1."""
    return send(
        position,
        {"seat": position.to_move()[0] if seat is None else seat, "type": type, **named(fields)},
    )


def named(fields: Json) -> Json:
    """Fields by their names: one that Python keeps for itself is given as `as_`."""
    return {name.removesuffix("_"): value for name, value in fields.items()}


def send(position: Kharnage, data: Any) -> list[Effect]:
    record = Record(Kharnage, position.seats, position.options, SEED)
    return play_one(position, record, 1, data)


def attack(position: Kharnage, *seats: int, **fields: Any) -> list[Effect]:
    return play(position, "target", seats=list(seats), **fields)


def destroy(position: Kharnage, target: int, *names: str) -> list[Effect]:
    """Destroy cards, named without their army."""
    effects: list[Effect] = []
    for entry in lay(position.armies[target].id, " ".join(names)):
        web = {"web": True} if entry["web"] else {}
        effects += play(position, "destroy", target=target, card=entry["card"], **web)
    return effects


def refusal_of(position: Kharnage, data: Any) -> Refusal | None:
    before = position.dump()
    copy = position.clone()
    try:
        send(copy, data)
    except Refusal as refusal:
        assert copy.dump() == before
        return refusal
    return None


def code_of(position: Kharnage, type: str, seat: int | None = None, **fields: Any) -> str | None:
    """Return the code with which a move is refused, or None; the position does not change."""
    asked = (*position.to_move(), 0)[0] if seat is None else seat
    refusal = refusal_of(position, {"seat": asked, "type": type, **named(fields)})
    return None if refusal is None else refusal.code


def legal(position: Kharnage, seat: int | None = None) -> list[Json]:
    asked = position.to_move()[0] if seat is None else seat
    return [move.dump() for move in position.moves(asked)]


def chosen_targets(position: Kharnage) -> list[list[int]]:
    """Return the seats of every legal target move."""
    return sorted(move["seats"] for move in legal(position))


def names(position: Kharnage, seat: int) -> str:
    """Return the names of the cards in a seat's lines, without army; webbed ones last, marked."""
    plain = sorted(c.id.partition("-")[2] for line in position.lines[seat] for c in line)
    webbed = sorted(c.id.partition("-")[2] + "!" for c in position.webs[seat])
    return " ".join(plain + webbed)


def kinds(effects: list[Effect]) -> list[str]:
    return [effect.kind for effect in effects]


def facts(effects: list[Effect], kind: str) -> list[Json]:
    return [effect.facts for effect in effects if effect.kind == kind]


def random_moves(
    number: int, seats: int, **options: Any
) -> Iterator[tuple[Kharnage, int, Move, Chance]]:
    """Yield the moves of a random game before each is played; callers must not change anything."""
    rng = Random(number)
    position = deal(seats, number, **options)
    seed = Random(number).randbytes(32)
    step = 0
    while asked := position.to_move():
        step += 1
        seat = rng.choice(asked)
        moves = position.moves(seat)
        # Webs, throws and blows are sought out: they are where the trouble would be.
        keen = [move for move in moves if move.type in ("destroy", "throw", "web", "reinforce")]
        move = rng.choice(keen if keen and rng.random() < 0.6 else moves)
        yield position, seat, move, Chance(seed, step)
        position.play(seat, move, Chance(seed, step))
