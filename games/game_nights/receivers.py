"""Hooks of game nights: hosts may hide chat messages, and a game night's link opens its tables."""

from games.chat.services import hide_checks
from games.game_nights.services import has_opened_link, is_host_of
from games.matches import hooks

hide_checks.register(is_host_of)
hooks.may_view.register(has_opened_link)
