"""Hooks of events: into their game nights, for banned planners and former members of clubs."""

from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver

from accounts.http import Visitor
from accounts.models import Sanction, User
from accounts.signals import sanctioned
from games.archive.hooks import kinds
from games.clubs import hooks as club_hooks
from games.clubs.models import Club, Membership
from games.events.models import Event
from games.events.occasions import EVENTS
from games.events.presenters import club_section, events_of_today
from games.events.services import running
from games.events.services.finding import access_to, dates_of
from games.events.services.planning import cancel_own, drop_registrations
from games.events.services.registering import require_place
from games.game_nights import hooks
from games.game_nights.hooks import EventLink
from games.game_nights.models import GameNight
from games.game_nights.signals import game_night_closed
from games.lobby import front_page
from games.notifications.hooks import dates

kinds.register(EVENTS)
dates.register(dates_of)
hooks.before_attending.register(require_place)
club_hooks.sections.register(club_section)
front_page.parts.register(events_of_today)


@hooks.may_enter.register
def may_enter(game_night: GameNight, visitor: Visitor) -> bool:
    """Return whether a game night exists for a visitor: not for strangers to a private club."""
    event = Event.objects.select_related("club").filter(game_night=game_night).first()
    return event is None or access_to(event, visitor).shown


@hooks.co_hosts.register
def is_co_host(game_night: GameNight, user: User) -> bool:
    """Return whether a user organises the event of a game night."""
    event = Event.objects.filter(game_night=game_night).first()
    return event is not None and access_to(event, user).organises


@hooks.event_of.register
def event_of(game_night: GameNight) -> EventLink | None:
    """Return the event of a game night, who has a place, and the next date of its series."""
    event = Event.objects.filter(game_night=game_night).first()
    if event is None:
        return None
    places = event.registrations.filter(waiting=False).select_related("user")
    registered = [one.user for one in places]
    later = Event.objects.filter(former=event, status=Event.Status.PLANNED).first()
    if later is None:
        return EventLink(event.get_absolute_url(), registered)
    url, next_url = event.get_absolute_url(), later.get_absolute_url()
    return EventLink(url, registered, next_url, later.shown_start)


@receiver(game_night_closed)
def end_event(game_night: GameNight, **signal: object) -> None:
    running.end(game_night)


@receiver(pre_delete, sender=Club)
def end_events_of_dissolved_club(instance: Club, **signal: object) -> None:
    """Cancel events ahead and close game nights; the pages stay, without the club."""
    running.end_all(instance)


@receiver(sanctioned)
def cancel_events_of_banned(sanction: Sanction, **signal: object) -> None:
    """Cancel the own events of a banned user, since the user can't run them."""
    if sanction.kind == Sanction.Kind.BAN and sanction.in_force:
        cancel_own(sanction.user)


@receiver(post_delete, sender=Membership)
def drop_registrations_of_former_member(instance: Membership, **signal: object) -> None:
    """Take back registrations and invitations for what only members may see or join."""
    events = Event.objects.filter(club=instance.club_id)
    closed = events.filter(members_only=True) | events.filter(club__public=False)
    drop_registrations(instance.user, closed)
    if not instance.club.public:
        running.forget_invitations(instance.club, instance.user_id)
