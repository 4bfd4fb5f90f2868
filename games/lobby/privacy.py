"""What the lobby stores about a user, and how their places in it are given up."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.personal_data import DAY, PersonalData, Section, describe_duration
from accounts.services.bots import with_bots
from games.lobby.models import Challenge, Invitation, InvitationPolicy, Ticket
from games.lobby.services import lobby, tickets, waiting_time
from games.matches import publish
from games.matches.models import Match
from games.matches.services.renaming import matches_of


def withdraw(user: User) -> None:
    """End the searches, seats at open tables and invitations of a user and the user's bots.

    So no player waits for them.
    """
    for one in with_bots(user):
        _withdraw(one)


def _withdraw(user: User) -> None:
    tickets.withdraw_all(user)
    for match_id in matches_of(user, Match.Status.OPEN):
        lobby.leave(user, match_id)
    invitations = Invitation.objects.filter(user=user, match__status=Match.Status.OPEN)
    matches = [invitation.match for invitation in invitations.select_related("match")]
    invitations.delete()
    for match in matches:
        publish.match_moved(match.id, match.last_number)


def old_invitations() -> QuerySet[Invitation]:
    past = timezone.now() - timedelta(days=settings.CHAT_DAYS)
    return Invitation.objects.filter(at__lt=past).exclude(match__status=Match.Status.OPEN)


PersonalData(
    exported=(
        Section("invitations", Invitation, "user", "match=match_id at declined_at reason"),
        Section("who_may_invite", InvitationPolicy, "user", "callers"),
        Section(
            "challenges",
            Challenge,
            "match__host",
            "match=match_id expires_at fill order watched instead_of=instead_of_id",
            covers=(),
        ),
        Section(
            "searches",
            Ticket,
            "user",
            "games seats clock=pool__clock rated=pool__rated filed_at seen_until first"
            " aside called_at found_at match=match_id",
        ),
    ),
    erase=lambda user, name: withdraw(user),
    expired={"invitations": old_invitations, "past searches": waiting_time.delete_old},
    shown=lambda: {
        "tables": [
            (
                _("Invitations, and tables where no match was played."),
                describe_duration(settings.CHAT_DAYS * DAY),
            ),
            (
                _("How long a search for opponents took, and for which tables; without names."),
                describe_duration(waiting_time.STORED_FOR),
            ),
        ],
        "browser": [
            (
                _("Your numbers for shuffles and the site’s commitments, only in your browser."),
                _("The numbers for 60 days, the commitments for 400 days."),
            )
        ],
    },
).register()
