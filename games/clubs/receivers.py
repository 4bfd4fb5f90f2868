"""Counts members' matches, passes on clubs of banned founders, and forgets deleted clubs."""

from django.db.models.signals import post_delete
from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.signals import sanctioned
from games.archive.hooks import kinds
from games.clubs.models import Club, ClubWebhook, Membership
from games.clubs.occasions import CLUBS
from games.clubs.services.members import pass_on_clubs
from games.clubs.services.news import notify
from games.clubs.services.results import count_match, forget_match
from games.ladders.signals import match_annulled
from games.matches.signals import match_finished
from games.notifications.models import GroupWebhook
from games.notifications.services.inbox import forget_pages
from games.notifications.signals import group_webhook_stopped

kinds.register(CLUBS)
match_finished.connect(count_match)
match_annulled.connect(forget_match)


@receiver(post_delete, sender=Club)
def forget_pages_of_club(instance: Club, **signal: object) -> None:
    """Delete the notifications that lead to the page of a deleted club."""
    forget_pages(instance.get_absolute_url())


@receiver(post_delete, sender=Membership)
def forget_pages_of_private_club(instance: Membership, **signal: object) -> None:
    """Delete a former member's notifications that lead to a club they can't see any more."""
    if not instance.club.public:
        forget_pages(instance.club.get_absolute_url(), instance.user_id)


@receiver(sanctioned)
def pass_on_clubs_of_banned(sanction: Sanction, **signal: object) -> None:
    """Give the clubs of a banned user to another member, since the user can't lead them."""
    if sanction.kind == Sanction.Kind.BAN and sanction.in_force:
        person = User.objects.filter(pk=sanction.user_id).first()
        if person is not None:
            pass_on_clubs(person)


@receiver(group_webhook_stopped)
def notify_founder_of_stopped_webhook(hook: GroupWebhook, **signal: object) -> None:
    """Notify the founder that the club's webhook was turned off."""
    own = ClubWebhook.objects.select_related("club").filter(pk=hook.pk).first()
    if own is not None:
        page = f"{own.club.get_absolute_url()}webhook/"
        notify([own.owner_id], own.club, None, "webhook", url=page)
