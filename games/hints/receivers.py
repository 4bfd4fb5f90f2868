"""Tables against bots offer hints."""

from games.hints.services import is_against_bots
from games.matches import hooks

hooks.may_hint.register(is_against_bots)
