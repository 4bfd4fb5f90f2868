"""Hooks of tournaments: into events, tables, rematches and clubs."""

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from games.archive.hooks import kinds
from games.clubs.models import Club
from games.events import hooks as event_hooks
from games.lobby import hooks as lobby_hooks
from games.matches import hooks as match_hooks
from games.tournaments.occasions import TOURNAMENTS
from games.tournaments.presenters.links import home_of, in_contest, keeps_seats, kinds_of, may_view
from games.tournaments.services.directing import clear_reasons
from games.tournaments.services.entering import require_open
from games.tournaments.services.planning import plan_again
from games.tournaments.services.running import begin, end_all

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


@receiver(pre_delete, sender=Club)
def end_tournaments_of_dissolved_club(instance: Club, **signal: object) -> None:
    """End the tournaments that run; their results stay, without the club."""
    end_all(instance)
