"""What rings the bell, and what silences it: seats that are asked, invitations and their answers,
opponents who are there, names in a chat, decided reports, blocks, people who sign out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import Case, User
from accounts.signals import blocked, case_closed, followed
from fastpath.statements import upsert
from games.achievements.signals import achieved
from games.chat.models import ChatLine
from games.chat.signals import mentioned
from games.lobby.models import Challenge, Decline, Invitation, Ticket
from games.lobby.services.callers import who_may_be_called
from games.lobby.signals import (
    challenge_failed,
    invitation_answered,
    invited,
    table_settled,
    ticket_called,
    ticket_settled,
)
from games.matches.hooks import hooks
from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.signals import seats_asked
from games.notifications.models import Notice, Notification
from games.notifications.presenters import render_bell
from games.notifications.services import inbox, presence
from games.notifications.services.channels import SESSION_DEVICE, remove_device
from games.notifications.services.scheduling import PATIENCE

Kind = Notification.Kind

hooks.bell = lambda user, but: render_bell(user, but, oob=True)
hooks.page_in_view = presence.set_present
hooks.page_left_view = presence.set_absent


@receiver(seats_asked)
def write_notices(players: Iterable[Player], **kwargs: Any) -> None:
    """Write a notice for each player, to be sent unless they answer before it is due.

    A notice that waits already is put off: then the row is locked, and no worker can take the
    old one away unseen.
    """
    due = time_source.now() + PATIENCE
    upsert([Notice(player=player, due_at=due) for player in players], ["due_at"])


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """The next user of this browser must not see whose turn it is, and nobody that they are here.

    Where they look at another page still, that says so again.
    """
    device = request.session.get(SESSION_DEVICE)
    if user is not None:
        presence.forget(user.pk)
    if user is not None and isinstance(device, int):
        remove_device(user, device)


@receiver(invited)
def ring_for_invitation(invitation: Invitation, **kwargs: Any) -> None:
    match, facts, kind = invitation.match, {}, Kind.INVITATION
    challenge = Challenge.objects.filter(match=match).first()
    if match.former_id is not None:
        kind = Kind.REMATCH
    elif challenge is not None:
        instead = challenge.instead_of
        answers = instead is not None and instead.match.host_id == invitation.user_id
        kind, facts = Kind.CHALLENGE, {"event": "countered" if answers else "challenged"}
    inbox.notify(
        [invitation.user_id],
        kind,
        match.pk,
        url=match.get_absolute_url(),
        actor=match.host,
        match=match,
        facts=facts,
        waits=True,
        shown_at=match.former_id,
    )


@receiver(invitation_answered)
def ring_for_answer(match: Match, user: User, accepted: bool, reason: str, **kwargs: Any) -> None:
    """What was asked waits no more; whoever has challenged somebody hears the answer.

    Not of a counter-challenge: that rings itself.
    """
    inbox.settle(match, user.pk)
    called = Challenge.objects.filter(match=match).exists()
    if not called or match.host_id is None or reason == Decline.COUNTER:
        return
    inbox.notify(
        [match.host_id],
        Kind.CHALLENGE,
        f"{match.pk}:{user.pk}",
        url=match.get_absolute_url(),
        actor=user,
        match=match,
        facts={"event": "accepted"} if accepted else {"event": "declined", "reason": reason},
    )


@receiver(table_settled)
def silence_table(match: Match, **kwargs: Any) -> None:
    inbox.settle(match)


@receiver(challenge_failed)
def ring_for_failure(match: Match, people: list[int], why: str, **kwargs: Any) -> None:
    """Whoever sat there waiting hears that nothing comes of it; for two, the answer said so."""
    if why == "too-few" and match.seats == 2:
        return
    inbox.notify(
        people,
        Kind.CHALLENGE,
        f"{match.pk}:over",
        url=match.get_absolute_url(),
        match=match,
        facts={"event": why},
    )


@receiver(ticket_called)
def ring_for_ticket(ticket: Ticket, game: str, **kwargs: Any) -> None:
    url = reverse("search", args=[ticket.id])
    inbox.notify([ticket.user_id], Kind.FOUND, ticket.id, url=url, facts={"game": game})


@receiver(ticket_settled)
def silence_ticket(ticket: Ticket, **kwargs: Any) -> None:
    inbox.settle_about(Kind.FOUND, ticket.id)


@receiver(mentioned)
def ring_for_mention(line: ChatLine, people: list[User], **kwargs: Any) -> None:
    """Once for each author and table, until it was read: nobody is rung by being named on and on.

    Those who do not sit there hear it as they would an invitation, from whom they choose. Whoever
    looks at the table reads the line itself.
    """
    author, match = line.author, line.match
    if author is None:
        return
    seated = set(match.players.exclude(user=None).values_list("user_id", flat=True))
    elsewhere = [person for person in people if person.pk not in seated]
    users = {person.pk for person in people if person.pk in seated}
    users |= who_may_be_called(author, elsewhere)
    here = presence.here(presence.present(users))
    users -= {user for user, shown in here.items() if shown == match.pk}
    about = f"{match.pk}:{author.pk}"
    inbox.notify(
        users - inbox.unread_about(users, Kind.MENTION, about),
        Kind.MENTION,
        about,
        url=f"{match.get_absolute_url()}#talk",
        actor=author,
        match=match,
    )


@receiver(case_closed)
def ring_for_reports(case: Case, **kwargs: Any) -> None:
    """Those who reported it hear that it was decided, and nothing else."""
    reporters = case.reports.exclude(reporter=None).values_list("reporter", flat=True)
    url = f"{reverse('people:standing')}#answers-title"
    inbox.notify(reporters, Kind.REPORT, case.pk, url=url)


@receiver(followed)
def ring_for_follower(owner: User, other: User, **kwargs: Any) -> None:
    """Only the first time: whoever follows anew was told of before."""
    url = owner.get_absolute_url()
    inbox.notify([other.pk], Kind.FOLLOWER, owner.pk, url=url, actor=owner, again=False)


@receiver(achieved)
def ring_for_achievements(
    user_id: int, match: Match, achievements: list[str], **kwargs: Any
) -> None:
    """One notice for all of a match, told once."""
    inbox.notify(
        [user_id],
        Kind.ACHIEVED,
        match.pk,
        url=match.get_absolute_url(),
        match=match,
        facts={"achievements": achievements},
        again=False,
    )


@receiver(blocked)
def forget_blocked(owner: User, other: User, **kwargs: Any) -> None:
    inbox.forget(owner, other)
