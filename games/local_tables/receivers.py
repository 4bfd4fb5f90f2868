"""Hooks of local tables: their host may view the match, and continues it from the lobby."""

from games.lobby import front_page
from games.local_tables.presenters import part_of_front_page
from games.local_tables.services import may_view
from games.matches import hooks

hooks.may_view.register(may_view)
front_page.parts.register(part_of_front_page)
