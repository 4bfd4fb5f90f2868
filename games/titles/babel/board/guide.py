"""Explanations at the table of Babel: each question for a first match, and advice on a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.guides import Advice, Guide, Reason, Threat
from games.titles.babel.board.faces import AMONG, NAMES, PEOPLE, POWER_NAMES, TO, counted
from games.titles.babel.board.outlook import (
    HIGHEST_LEVEL,
    buildable_level,
    gives_power,
    height_at,
    powers_of,
)
from games.titles.babel.board.parts import promise_of
from games.titles.babel.rules.cards import RUN, runs
from games.titles.babel.rules.moves import (
    POWER_OF,
    Build,
    Discard,
    End,
    Migrate,
    Power,
    Settle,
    Travel,
)

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.babel.board.board import BabelTable
    from games.titles.babel.board.parts import Goal
    from games.titles.babel.rules.threats import Win


def guide_of(board: BabelTable) -> Guide:
    """Explain the decision of the seat that is to move."""
    seat, kinds = board.table.seat, board.move_types
    assert seat is not None
    if board.choosing:
        return Guide(
            _("A power takes half your hand, but you decide which cards go."),
            _(
                "Keep cards that can lie side by side, and cards for the sites you want to travel"
                " to."
            ),
        )
    if board.view["duty"][seat]:
        return _first_build(board, seat)
    if kinds == {"end"}:
        return Guide(
            _("Without cards, temples or powers to use, there’s nothing else you can do now."),
            _("At the end of your turn, two temple cards are added to your row."),
        )
    if "build" in kinds:
        return Guide(
            _("A level goes on the one below it. You need as many cards at the site as its level."),
            _(
                "Most players build whenever they can: your opponent may take what you leave on"
                " top."
            ),
        )
    if "power" in kinds:
        return Guide(
            _(
                "Three cards of one tribe side by side give you its power, for the price of one of"
                " them."
            ),
            _("Look at each group before you choose: it shows what its powers would do here."),
        )
    return Guide(
        _("You can go on as long as you like: settle here, travel for a card, migrate three."),
        _(
            "Most players lay equal cards side by side, up to the next level, and keep one to"
            " travel."
        ),
    )


def threats_of(board: BabelTable) -> tuple[Threat, ...]:
    """Return who wins the match with what next, the other player first; one threat a player."""
    mine = board.table.seat
    by_seat = {win.seat: win for win in reversed(board.wins)}
    return tuple(
        _threat(board, win) for win in sorted(by_seat.values(), key=lambda win: win.seat == mine)
    )


def _threat(board: BabelTable, win: Win) -> Threat:
    what = POWER_NAMES[win.move.power] if isinstance(win.move, Power) else _level(board, win.move)
    words = {"name": board.names[win.seat], "what": what, "there": AMONG[win.site]}
    text = _("{name} can win {there}: {what}.")
    if win.seat == board.table.seat:
        text = _("You can win {there}: {what}.")
    brief = _("can win {there}").format(**words)
    return Threat(win.seat, text.format(**words), brief)


def _level(board: BabelTable, build: Build) -> str:
    return _("level {n}").format(n=board.view["rows"][build.row][-1])


def _first_build(board: BabelTable, seat: int) -> Guide:
    """Explain the duty of the first turn, step by step."""
    single = _("Give up a tribe you hold only once: three alike have a power.")
    if board.in_quarry:
        return Guide(_("Your stone must leave the quarry: a card takes it to its site."), single)
    if any(move.row == seat for move in board.moves_of(Build)):
        return Guide(
            _("One of your cards is here, and that’s enough for level 1."),
            _("You owe this build before your turn can end. After that you can go on."),
        )
    site = board.view["sites"][board.stone]
    if not site["temples"][seat] and not site["tribes"][seat]:
        return Guide(
            _("A temple needs tribe cards: with one of yours here you can start it."),
            _("Settle a tribe you hold several of: three side by side have a power."),
        )
    return Guide(_("Your first build starts a new temple, so travel where you have none."), single)


def advice_of(board: BabelTable, move: Move) -> Advice:
    """Describe a move, and why it may be a good one."""
    prospects = board.prospects
    match move:
        case Travel(tribe):
            why = tuple(_why_travel(board, tribe))
            return Advice(_("Travel {there}.").format(there=TO[tribe]), why)
        case Settle(tribe):
            text = _("Settle this card {there}: {tribe}.")
            text = text.format(there=AMONG[board.stone], tribe=NAMES[tribe])
            return Advice(text, tuple(_why_settle(board, tribe)) or _enough(board, board.stone))
        case Build(row):
            plan = board.builds[row]
            text = _("Build level {level}.").format(level=plan.level)
            return Advice(text, (Reason("effect", plan.effect),))
        case Migrate(source, to) if prospects is not None:
            goal = prospects.goals([move])[to][0]
            text = _("Migrate three cards: {source} → {to}.")
            why = tuple(_why_migrate(board, goal, to)) or _enough(board, to, len(goal.row))
            return Advice(text.format(source=PEOPLE[source], to=PEOPLE[to]), why)
        case Power(run=int(run)) if prospects is not None:
            (offer,) = prospects.offers([move])[run]
            text = _("Use this power: {power}.").format(power=offer.label)
            return Advice(text, (Reason("effect", offer.effect),))
        case Discard(tribe):
            text = _("Give this card up: {tribe}.").format(tribe=NAMES[tribe])
            return Advice(text, tuple(_why_discard(board, tribe)))
        case End():
            return Advice(_("End your turn."), _why_end(board))
    raise TypeError(move)


def _why_travel(board: BabelTable, site: str) -> Iterator[Reason]:
    """Yield the level that the seat could build at a site, and a power that it could use there."""
    row: list[str] = board.view["sites"][site]["tribes"][board.near]
    yield from _levels(board, site, len(row))
    tribes = (tribe for _start, tribe in runs(row))
    for power in chain.from_iterable(map(powers_of, tribes)):
        if gives_power(board.view, board.near, site, row, [power]):
            text = _("There you can use this power: {power}.")
            yield Reason("power", text.format(power=POWER_NAMES[power]), {"power": power})
            return
    hand = Counter(board.my_cards)
    hand[site] -= 1
    for tribe in hand:
        yield from _gathered(board, site, row, tribe, hand[tribe])


def _levels(board: BabelTable, site: str, cards: int) -> Iterator[Reason]:
    """Yield the level that the seat could build, once a card of its hand is played.

    Args:
        board: The board.
        site: The site where the stone then is.
        cards: The number of the seat's cards there by then.
    """
    level = buildable_level(board.view, board.near, site)
    left = level - cards
    if level and left <= 0:
        yield Reason("level", _("Then you can build level {n}.").format(n=level), {"n": level})
    elif level and left < len(board.my_cards):
        text = ngettext(
            "Settle {left} more card, and you can build level {n}.",
            "Settle {left} more cards, and you can build level {n}.",
            left,
        )
        yield Reason("settled", text.format(left=left, n=level), {"n": level, "left": left})


def _gathered(
    board: BabelTable, site: str, row: list[str], tribe: str, held: int
) -> Iterator[Reason]:
    """Yield a power that the seat could use with more cards of a tribe on top of its row.

    Args:
        board: The board.
        site: The site where the stone then is.
        row: The seat's row there by then.
        tribe: The tribe.
        held: The number of its cards in the seat's hand by then.
    """
    on_top = next((n for n, card in enumerate(reversed(row)) if card != tribe), len(row))
    needed = RUN - on_top
    then = [*row, *[tribe] * needed]
    for power in powers_of(tribe) if 0 < needed <= held else ():
        if gives_power(board.view, board.near, site, then, [power]):
            text = _("Then settle {cards}, and you can use this power: {power}.")
            words = text.format(cards=counted(tribe, needed), power=POWER_NAMES[power])
            yield Reason("gathered", words, {"tribe": tribe, "n": needed, "power": power})
            return


def _why_settle(board: BabelTable, tribe: str) -> Iterator[Reason]:
    """Yield the level it allows, and how many equal cards would lie side by side on the row."""
    row: list[str] = board.view["sites"][board.stone]["tribes"][board.near]
    if buildable_level(board.view, board.near, board.stone) > len(row):
        yield from _levels(board, board.stone, len(row) + 1)
    others = next((n for n, card in enumerate(reversed(row)) if card != tribe), len(row))
    then = [*row, tribe]
    if not others:
        yield from _gathered(board, board.stone, then, tribe, board.my_cards.count(tribe) - 1)
        return
    if others + 1 >= RUN and not gives_power(
        board.view, board.near, board.stone, then, powers_of(tribe)
    ):
        return
    text = _("That makes {n} side by side: they give you a power.")
    if others + 1 < RUN:
        text = _("That makes {n} side by side: three alike have a power.")
    yield Reason("alike", text.format(n=others + 1), {"n": others + 1})


def _why_migrate(board: BabelTable, goal: Goal, to: str) -> Iterator[Reason]:
    """Yield the groups that the migration makes and whose powers would do something there."""
    runs = [
        (tribe, size)
        for tribe, size in goal.gains
        if gives_power(board.view, board.near, to, list(goal.row), [POWER_OF[tribe]])
    ]
    if runs:
        yield Reason("promise", f"{promise_of(runs)}.", {"runs": runs})


def _enough(board: BabelTable, site: str, cards: int = 0) -> tuple[Reason, ...]:
    """Return the level above the seat's temple that its cards at a site then allow.

    Args:
        board: The board.
        site: The site.
        cards: The number of the seat's cards there by then; by default one more than now.
    """
    n = cards or len(board.view["sites"][site]["tribes"][board.near]) + 1
    if not height_at(board.view, board.near, site) < n <= HIGHEST_LEVEL:
        return ()
    text = ngettext(
        "Then you have {n} card {there}: enough for level {n}.",
        "Then you have {n} cards {there}: enough for level {n}.",
        n,
    )
    return (Reason("enough", text.format(n=n, there=AMONG[site]), {"n": n, "site": site}),)


def _why_discard(board: BabelTable, tribe: str) -> Iterator[Reason]:
    """Yield why the seat can do without a card of its hand."""
    kept = board.my_cards.count(tribe) - 1
    if not kept:
        text = _("It’s your only one of them: three alike have a power.")
    elif kept >= RUN:
        text = _("You keep {n} of them: three alike have a power.").format(n=kept)
    elif tribe == board.stone:
        text = _("You can’t travel with it now: your stone is there.")
    else:
        return
    yield Reason("spare", text, {"kept": kept})


def _why_end(board: BabelTable) -> tuple[Reason, ...]:
    if board.is_last_turn:
        return ()
    return (Reason("temple-cards", _("Two new temple cards are added to your row.")),)
