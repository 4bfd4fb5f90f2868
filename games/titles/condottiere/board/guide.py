"""Explanations at the table of Condottiere: each question for a first match, and advice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.guides import RULE, Advice, Guide, Reason, Threat
from games.boards.panels import size_of
from games.titles.condottiere.board.faces import card_name, face
from games.titles.condottiere.board.map import NAMES
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_of, largest_group
from games.titles.condottiere.rules.moves import Choose, Decline, Discard, Keep, Pass, Play
from games.titles.condottiere.rules.threats import threats

if TYPE_CHECKING:
    from games.engine.contract import Move
    from games.titles.condottiere.board.board import CondottiereTable


def guide_of(board: CondottiereTable) -> Guide:
    """Explain the decision of the seat that is to move."""
    if board.phase == "choose":
        return _choosing(board)
    if board.phase == "discard":
        return Guide(
            _(
                "A hand without a mercenary rarely wins a city. The others only find out if you"
                " discard it."
            ),
            _(
                "Many players discard it, so that new cards come sooner. With a heroine it can"
                " still win."
            ),
        )
    return Guide(_rules_of_battle(board), _usual_in_battle(board))


def threats_of(board: CondottiereTable) -> tuple[Threat, ...]:
    """Return who wins the match with which city next, other players first."""
    found = [] if board.over else threats(board.view, board.table.options).items()
    mine = board.table.seat
    return tuple(
        _threat(board, seat, cities)
        for seat, cities in sorted(found, key=lambda one: one[0] == mine)
    )


def _threat(board: CondottiereTable, seat: int, cities: tuple[str, ...]) -> Threat:
    words = {
        "name": board.names[seat],
        "cities": " / ".join(NAMES[city] for city in cities[:3]),
        "n": largest_group(_held(board, seat)),
        "needed": board.needed,
    }
    text = _("{name} wins with {cities}: {n} of {needed} cities are connected.")
    if seat == board.table.seat:
        text = _("You win with {cities}: {n} of {needed} cities are connected.")
    return Threat(seat, text.format(**words), _("wins with {cities}").format(**words))


def _choosing(board: CondottiereTable) -> Guide:
    asked = _("The pawn has gone all the way round, so this time you must choose a city.")
    if "decline" in board.move_types:
        asked = _("You choose which city is fought for, or let the next player choose.")
    if board.me is None or not _held(board):
        usual = _("A city with many neighbours is a good first one: only connected cities win.")
    else:
        usual = _("Most players choose a city next to their own, since only connected cities win.")
    return Guide(asked, usual)


def _rules_of_battle(board: CondottiereTable) -> str:
    seat, view = board.table.seat, board.view
    if view["city"] is None:
        return _("Everyone plays one card at a time. The strongest army wins the whole game.")
    if seat is not None and view["cities"].get(view["city"]) == seat and not view["armies"][seat]:
        return _("It’s your city: until your first card you can pass and still come back.")
    text = _(
        "Everyone plays one card at a time. A player who passes is out, but their army may still"
        " win {city}."
    )
    return text.format(city=board.city_name)


def _usual_in_battle(board: CondottiereTable) -> str:
    seat, strengths = board.table.seat, board.view["strengths"]
    assert seat is not None
    if board.strongest == seat:
        if _is_alone(board):
            return _("You lead and no one can answer. Pass, and you win with what’s on the table.")
        return _(
            "You lead. Add as little as you can: you’ll need the cards in your hand later, too."
        )
    if board.view["city"] is None:
        return _("No battle comes after this one, so there’s no reason to save cards.")
    behind = max(strengths) - strengths[seat]
    if not behind:
        return _("Many players start with a low card, to see what the city is worth to the others.")
    text = ngettext(
        "You’re {n} behind. Go on only if the city is worth it: cards must last for many battles.",
        "You’re {n} behind. Go on only if the city is worth it: cards must last for many battles.",
        behind,
    )
    return text.format(n=behind)


def advice_of(board: CondottiereTable, move: Move) -> Advice:
    """Describe a move, and why it may be a good one."""
    match move:
        case Choose(city):
            text = _("Fight for {city}.").format(city=NAMES[city])
            reasons = (*_joined(board, city), *_threats(board, city))
            return Advice(text, reasons or _free_neighbours(board, city))
        case Decline():
            return Advice(_("Pass the pawn on."), _costs_nothing(board))
        case Play(card, take):
            return Advice(_playing(card, take), (*_stakes(board, move), *_why_play(board, move)))
        case Pass():
            return Advice(_("Pass."), tuple(_why_pass(board)))
        case Keep():
            why = _("Only a discarded hand shows the others that it has no mercenary.")
            return Advice(_("Keep your hand."), (Reason(RULE, why),))
        case Discard():
            why = _("The sooner hands are empty, the sooner new cards are dealt.")
            return Advice(_("Discard your hand."), (Reason(RULE, why),))
    raise TypeError(move)


def _joined(board: CondottiereTable, city: str) -> Iterator[Reason]:
    """Yield the connected cities that the viewer would hold with this one."""
    group = len(group_of(city, {*_held(board), city}))
    if group >= board.needed:
        yield Reason("kingdom", _("It would complete your kingdom."), {"city": city})
    elif group > 1:
        text = ngettext(
            "With it you would hold {n} connected city.",
            "With it you would hold {n} connected cities.",
            group,
        )
        yield Reason("connected", text.format(n=group), {"city": city, "n": group})


def _free_neighbours(board: CondottiereTable, city: str) -> tuple[Reason, ...]:
    """Return the number of cities next to a city that no player holds, if there are some."""
    free = len(set(NEIGHBOURS[city]) - board.view["cities"].keys())
    if free < 2:
        return ()
    text = ngettext(
        "{n} city next to it is free: only connected cities win.",
        "{n} cities next to it are free: only connected cities win.",
        free,
    )
    return (Reason("free-neighbours", text.format(n=free), {"city": city, "n": free}),)


def _stakes(board: CondottiereTable, move: Play) -> Iterator[Reason]:
    """Yield who would win the game with the city fought for, unless the move ends the battle."""
    city, seat = board.view["city"], board.table.seat
    ends = board.preview is not None and board.preview.prospects[move].ended is not None
    if city is None or ends:
        return
    if seat is not None and _completes(board, seat, city):
        text = _("You would complete a kingdom with {city}.")
        yield Reason("kingdom", text.format(city=NAMES[city]), {"city": city})
    yield from _threats(board, city)


def _threats(board: CondottiereTable, city: str) -> Iterator[Reason]:
    """Yield the other players who would complete a kingdom with a city and may still take it."""
    for player in board.table.players:
        seat = player.seat
        if seat != board.table.seat and _completes(board, seat, city) and _may_take(board, seat):
            text = _("{name} would complete a kingdom with {city}.")
            words = text.format(name=player.name, city=NAMES[city])
            yield Reason("threat", words, {"seat": seat, "city": city})


def _completes(board: CondottiereTable, seat: int, city: str) -> bool:
    return len(group_of(city, {*_held(board, seat), city})) >= board.needed


def _may_take(board: CondottiereTable, seat: int) -> bool:
    """Return whether a seat may win the battle: it has an army, or cards to play."""
    view = board.view
    return bool(
        view["strengths"][seat] or (size_of(view["hands"][seat]) and not view["passed"][seat])
    )


def _costs_nothing(board: CondottiereTable) -> tuple[Reason, ...]:
    if not board.my_cards:
        return ()
    why = _("It costs nothing: you can still fight for the city that’s chosen.")
    return (Reason("costs-nothing", why),)


def _playing(card: str, take: str | None) -> str:
    if take is None:
        return _("Play this card: {card}.").format(card=face(card).name)
    text = _("Play the scarecrow and take this card back: {card}.")
    return text.format(card=card_name(take))


def _why_play(board: CondottiereTable, move: Play) -> Iterator[Reason]:
    if board.preview is None:
        yield Reason(RULE, face(move.card).tip)
        return
    prospect = board.preview.prospects[move]
    if move.take is not None and prospect.ended is None:
        why = _("It comes back to your hand, and you stay in the battle.")
        yield Reason("taken-back", why, {"card": move.take})
    elif move.take is None:
        facts = {
            "strengths": prospect.strengths,
            "leader": prospect.leader,
            "ended": prospect.ended is not None,
            "wins": prospect.wins,
        }
        yield Reason("comes-of", board.preview.comes_of(move), facts)


def _why_pass(board: CondottiereTable) -> Iterator[Reason]:
    if board.strongest == board.table.seat and _is_alone(board):
        yield Reason("won", _("You lead, and no one can answer any more."))
    elif _another_battle_may_follow(board):
        why = _("Your cards can fight in another battle of this round.")
        yield Reason("another-battle", why)
    elif not _may_lead(board):
        yield Reason("no-lead", _("None of your cards would take the lead."))


def _may_lead(board: CondottiereTable) -> bool:
    """Return whether the viewer would be the strongest after some card, or not known to."""
    return board.preview is None or any(
        prospect.leader == board.table.seat
        for move, prospect in board.preview.prospects.items()
        if isinstance(move, Play)
    )


def _another_battle_may_follow(board: CondottiereTable) -> bool:
    """Return whether no rival's next card can make this the last battle of the round.

    So no seat wins the game with this city, another city is left, and another hand lasts.
    """
    view, city = board.view, board.view["city"]
    if city is None or not board.my_cards:
        return False
    seats = range(len(view["hands"]))
    others = sum(size_of(view["hands"][seat]) for seat in seats if seat != board.table.seat)
    left = set(NEIGHBOURS) - view["cities"].keys() - {city}
    return bool(others > 1 and left and not any(_completes(board, seat, city) for seat in seats))


def _held(board: CondottiereTable, seat: int | None = None) -> set[str]:
    """Return the cities of a seat, by default the viewer's."""
    of = board.table.seat if seat is None else seat
    return {city for city, owner in board.view["cities"].items() if owner == of}


def _is_alone(board: CondottiereTable) -> bool:
    """Return whether no other seat can add to an army in this battle."""
    view = board.view
    return all(
        passed or not size_of(hand)
        for seat, (passed, hand) in enumerate(zip(view["passed"], view["hands"], strict=True))
        if seat != board.table.seat
    )
