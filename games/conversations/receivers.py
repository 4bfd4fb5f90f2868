"""Offers the players of a finished match to keep talking."""

from games.conversations.services.opening import may_keep_talking
from games.matches import hooks

hooks.may_keep_talking.register(may_keep_talking)
