"""A hint in words, and the table that shows it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.guides import Hint as ShownHint
from games.engine.contract import Json, Move
from games.engine.replay import read_move
from games.hints.models import Hint
from games.hints.services import UNFINISHED, Comparison
from games.matches.presenters.rendering import rendered
from games.matches.presenters.table import Table, table_for
from games.matches.services import time_source
from games.matches.services.event_store import match_state
from games.matches.viewing import Access

STEP = 5


def hinted_table(access: Access, hint: Hint) -> Table:
    """Return the player's table with a hint for their open question."""
    table = table_for(access, time_source.now())
    move = None if hint.move is None else _read(access, hint.move)
    comparison = "" if hint.comparison is None else comparison_words(table, hint.comparison, access)
    url = hint_url(access, hint, table.turn_token) if hint.status in UNFINISHED else ""
    table.hint = ShownHint(hint.status, move, comparison, url)
    return table


def hinted_table_html(access: Access, hint: Hint) -> str:
    """Render the table with a hint; never cached."""
    return rendered(hinted_table(access, hint))


def hint_url(access: Access, hint: Hint, turn_token: str | None) -> str:
    """Return the URL of what comes after a hint in its present state."""
    known = urlencode({"turn_token": turn_token or "", "known": hint.status})
    return f"{reverse('hint', args=[access.match.id])}?{known}"


def comparison_words(table: Table, comparison: Comparison, access: Access) -> str:
    """Return the chances with the hinted move and with the other one, in a sentence."""
    chance = percent(comparison["chance"])
    if "other" not in comparison:
        return _("You’d win about {chance} of 100 games like this.").format(chance=chance)
    advice = table.game_board.board.advice(table, _read(access, comparison["other"]))
    other, less = advice.move.removesuffix("."), percent(comparison["other_chance"])
    # Equal numbers would not say that one of the moves is better.
    if comparison["clear"] and less < chance:
        text = _("You’d win about {chance} of 100 games like this, and about {less} with “{move}”.")
        return text.format(chance=chance, less=less, move=other)
    text = _("You’d win about {chance} of 100 games like this. “{move}” is about as good.")
    return text.format(chance=chance, move=other)


def percent(chance: float) -> int:
    """Return a chance in steps of five per cent: it is estimated in few worlds."""
    return STEP * round(100 * chance / STEP)


def describe_hint(access: Access, hint: Hint, turn_token: object) -> Json:
    """Return a hint as JSON; what is not known yet is null."""
    known: Comparison | None = hint.comparison
    return {
        "game": access.match.game,
        "turn_token": turn_token,
        "state": hint.status,
        "move": hint.move,
        "chance": None if known is None else percent(known["chance"]),
        "other": None if known is None else known.get("other"),
        "other_chance": (
            None if known is None or "other" not in known else percent(known["other_chance"])
        ),
    }


def _read(access: Access, data: Json) -> Move:
    return read_move(match_state(access.match).position, data)
