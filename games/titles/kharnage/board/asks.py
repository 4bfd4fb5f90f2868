"""One sentence that says what is asked of me, or for whom the table waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.words import list_words

if TYPE_CHECKING:
    from games.titles.kharnage.board.armies import Armies
    from games.titles.kharnage.board.parts import Hill


def ask(armies: Armies, hill: Hill) -> str:
    """The sentence above the table."""
    table, view = armies.table, armies.view
    if table.over or hill.phase == "over":
        return table.result
    if table.moves:
        return _my_question(armies, hill)
    if hill.phase == "plan":
        return _waiting_for_plans(armies)
    if hill.phase == "cheer":
        silent = [table.chair(seat).name for seat in view["pending"]["cheer"]]
        return _("Kharnage! {names} must cheer.").format(names=list_words(silent))
    name = table.chair(view["turn"]).name
    sentences = {
        "reinforce": _("{name} chooses: a general, or a card of the reserve."),
        "target": _("{name} chooses whom to attack."),
        "magic": _("{name} chooses whom the magic strikes."),
        "destroy": _("{name} chooses what falls."),
        "throw": _("{name} weighs a goblin in the hand."),
        "web": _("{name} chooses a card for the web."),
    }
    return sentences[hill.phase].format(name=name)


def _waiting_for_plans(armies: Armies) -> str:
    view, table = armies.view, armies.table
    planning = [
        chair.name
        for chair in table.chairs
        if view["hands"][chair.seat] and not view["planned"][chair.seat]
    ]
    names = list_words(planning)
    if table.seat is not None and view["planned"][table.seat]:
        return _("Your plan is laid. Still planning: {names}.").format(names=names)
    return _("Round {n}. Still planning: {names}.").format(n=view["round"], names=names)


def _my_question(armies: Armies, hill: Hill) -> str:
    phase, strike = hill.phase, hill.strike
    if phase == "plan":
        return _("Choose your plan for round {n}, in secret.").format(n=hill.round)
    if phase == "reinforce":
        return _("A general's flag: send a general, or a card of your reserve.")
    if phase == "throw" and hill.surprise is not None:
        return _("Throw the {card} for a ranged attack of 3, or keep it?").format(
            card=hill.surprise.name
        )
    if phase == "web":
        return _("Put a web on an enemy card: its icons sleep from then on.")
    if phase == "cheer" and hill.moment is not None:
        return _("{name} has made a Kharnage. Cheer!").format(name=hill.moment.chair.name)
    if strike is None:
        return ""
    if phase == "destroy":
        chair, left = strike.targets[0]
        text = _("{left} strength left against {name}: destroy a card, or stop.")
        return text.format(left=left, name=chair.name)
    text = _("{kind} attack of {n}: click the army to attack, or split it.")
    if not armies.splits:
        text = _("{kind} attack of {n}: click the army to attack.")
    kind = strike.name[:1].upper() + strike.name[1:]
    return text.format(kind=kind, n=strike.strength)
