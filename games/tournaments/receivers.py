"""Hooks of tournaments: into events, tables and rematches."""

from games.archive.hooks import kinds
from games.events import hooks as event_hooks
from games.lobby import hooks as lobby_hooks
from games.matches import hooks as match_hooks
from games.tournaments.occasions import TOURNAMENTS
from games.tournaments.presenters.links import home_of, in_contest, keeps_seats, kinds_of, may_view
from games.tournaments.services.directing import clear_reasons
from games.tournaments.services.entering import require_open
from games.tournaments.services.planning import plan_again
from games.tournaments.services.running import begin

kinds.register(TOURNAMENTS)
event_hooks.begin.register(begin)
event_hooks.before_registering.register(require_open)
event_hooks.kinds_of.register(kinds_of)
event_hooks.planned_again.register(plan_again)
event_hooks.texts_cleared.register(clear_reasons)
lobby_hooks.seats_in_order.register(keeps_seats)
match_hooks.homes.register(home_of)
match_hooks.in_contest.register(in_contest)
match_hooks.may_view.register(may_view)
