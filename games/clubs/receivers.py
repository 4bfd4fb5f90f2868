"""Counts the results of matches between members, and passes on the clubs of banned founders."""

from django.dispatch import receiver

from accounts.models import Sanction, User
from accounts.signals import sanctioned
from games.archive.hooks import kinds
from games.clubs.occasions import CLUBS
from games.clubs.services.members import pass_on_clubs
from games.clubs.services.results import count_match, forget_match
from games.ladders.signals import match_annulled
from games.matches.signals import match_finished

kinds.register(CLUBS)
match_finished.connect(count_match)
match_annulled.connect(forget_match)


@receiver(sanctioned)
def pass_on_clubs_of_banned(sanction: Sanction, **signal: object) -> None:
    """Give the clubs of a banned user to another member, since the user can't lead them."""
    if sanction.kind == Sanction.Kind.BAN and sanction.in_force:
        person = User.objects.filter(pk=sanction.user_id).first()
        if person is not None:
            pass_on_clubs(person)
