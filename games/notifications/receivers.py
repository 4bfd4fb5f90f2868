"""Receivers that add and settle notifications.

They react to questions, invitations and answers, opponents found, mentions, decided reports,
follows, achievements, blocks and sign-outs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.text import Truncator

from accounts.models import Appeal, AuditEntry, Case, Sanction, User
from accounts.permissions import Rank, staff_from
from accounts.services.bots import with_bots
from accounts.signals import (
    appeal_decided,
    blocked,
    case_closed,
    deletion_cancelled,
    deletion_requested,
    followed,
    renamed,
    sanctioned,
    staff_acted_on,
)
from core.fastpath.statements import upsert
from core.monitoring.rate_limit import is_beyond
from games.achievements.signals import achieved
from games.chat.models import ChatLine
from games.chat.signals import mentioned
from games.engine.contract import Json
from games.lobby.models import Challenge, Decline, Invitation, Ticket, terms_of
from games.lobby.services.callers import who_may_be_called
from games.lobby.signals import (
    challenge_failed,
    closed_as_vacant,
    invitation_answered,
    invited,
    missed_deal,
    table_settled,
    ticket_called,
    ticket_settled,
)
from games.matches import hooks
from games.matches.models import Match, Player
from games.matches.services import arrivals, presence, time_source
from games.matches.signals import called_off_absent, seats_asked
from games.notifications.models import Notice, Notification
from games.notifications.presenters import render_bell
from games.notifications.services import inbox
from games.notifications.services.channels import SESSION_DEVICE, remove_device
from games.notifications.services.scheduling import PATIENCE

Kind = Notification.Kind
MENTIONED_BY_ONE, MENTIONED = 5, 50
"""How often a day a user may notify one user, and all users together, by mentions at tables at
which these do not sit."""
DAY = 24 * 3600
REASON_LENGTH = 200
"""The most characters of a reason in a notification, which can be the subject of a mail."""

hooks.bell.register(partial(render_bell, oob=True))


@receiver(seats_asked)
def write_notices(players: Iterable[Player], **kwargs: object) -> None:
    """Write a notice for each player, to be sent unless the player answers before it is due.

    A notice that waits already is postponed: then the row is locked, and no worker can take the old
    one at the same time.
    """
    due = time_source.now() + PATIENCE
    # By its key: a notice and a player that refer to each other wait for the garbage collector.
    upsert([Notice(player_id=player.pk, due_at=due) for player in players], ["due_at"])


@receiver(user_logged_out)
def silence_this_browser(request: HttpRequest, user: User | None, **kwargs: object) -> None:
    """Remove the browser's push device and the user's presence at sign-out.

    Another user of the browser must not see whose turn it is. Another open page of the user reports
    presence again.
    """
    device = request.session.get(SESSION_DEVICE)
    if user is not None:
        presence.forget(user.pk)
    if user is not None and isinstance(device, int):
        remove_device(user, device)


@receiver(invited)
def ring_for_invitation(invitation: Invitation, **kwargs: object) -> None:
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
        actor=match.host,
        match=match,
        facts=facts,
        waits=True,
        shown_at=match.former_id,
    )


@receiver(invitation_answered)
def ring_for_answer(
    match: Match, user: User, accepted: bool, reason: str, **kwargs: object
) -> None:
    """Settle the invitation, and notify the challenger of the answer.

    A counter-challenge has a notification of its own.
    """
    inbox.settle(match, user.pk)
    called = Challenge.objects.filter(match=match).exists()
    if not called or match.host_id is None or reason == Decline.COUNTER:
        return
    inbox.notify(
        [match.host_id],
        Kind.CHALLENGE,
        f"{match.pk}:{user.pk}",
        actor=user,
        match=match,
        facts={"event": "accepted"} if accepted else {"event": "declined", "reason": reason},
        repeatable=True,
    )


@receiver(table_settled)
def silence_table(match: Match, **kwargs: object) -> None:
    inbox.settle(match)


@receiver(table_settled)
def ring_for_beginning(match: Match, **kwargs: object) -> None:
    """Notify the players who are elsewhere on the site when the match of a table begins.

    Players with no page in view are notified only of a live match, where they are awaited. Those
    who are asked first hear that it is their turn, and the host of a challenge that it was
    accepted. The player who made the table full comes to it anyway.
    """
    # Quick match, tournaments and game nights bring their players to the table.
    if match.status != Match.Status.RUNNING or match.host_id is None or terms_of(match).for_guests:
        return
    players = list(match.players.order_by("joined"))
    # A host who gives the last seats to bots is at the table.
    full_by = players[-1].user_id or match.host_id
    waiting = {player.user_id for player in players if player.asked_at is None}
    users = {user for user in waiting - {full_by} if user is not None}
    if not users:
        return
    if Challenge.objects.filter(match=match).exists():
        users.discard(match.host_id)
    here = presence.here(users)
    if match.pace != Match.Pace.LIVE:
        users &= here.keys()
    users -= {user for user, shown in here.items() if shown == match.pk}
    inbox.notify(users, Kind.BEGUN, match.pk, match=match)


@receiver(challenge_failed)
def ring_for_failure(match: Match, people: list[int], why: str, **kwargs: object) -> None:
    """Notify the players who waited there that the challenge failed; for two, the answer did."""
    if why == "too-few" and match.seats == 2:
        return
    inbox.notify(
        people,
        Kind.CHALLENGE,
        f"{match.pk}:over",
        match=match,
        facts={"event": why},
    )


@receiver(ticket_called)
def ring_for_ticket(ticket: Ticket, game: str, **kwargs: object) -> None:
    url = reverse("search", args=[ticket.id])
    inbox.notify([ticket.user_id], Kind.FOUND, ticket.id, url=url, facts={"game": game})


@receiver(ticket_settled)
def silence_ticket(ticket: Ticket, **kwargs: object) -> None:
    inbox.settle_about(Kind.FOUND, ticket.id)


@receiver([called_off_absent, missed_deal])
def ring_for_missed_match(match: Match, players: list[Player], **kwargs: object) -> None:
    """Notify players who did not come, and in other words those who came and ran out of time.

    Turn by turn, every player may stay away until their turn.
    """
    users = {player.user_id for player in players if player.user_id is not None}
    live = match.pace == Match.Pace.LIVE
    too_slow = arrivals.users_who_came(match, users) if live else users
    inbox.notify(users - too_slow, Kind.MISSED, match.pk, match=match)
    inbox.notify(too_slow, Kind.MISSED, match.pk, match=match, facts={"what": "time"})


@receiver(closed_as_vacant)
def ring_for_closed_table(match: Match, **kwargs: object) -> None:
    inbox.notify(
        [] if match.host_id is None else [match.host_id],
        Kind.MISSED,
        match.pk,
        match=match,
        facts={"what": "table"},
    )


@receiver(mentioned)
def ring_for_mention(line: ChatLine, people: list[User], **kwargs: object) -> None:
    """Notify mentioned users once for each author and table, until they have read it.

    Users who do not sit there are notified only if their choice lets the author invite them, and
    not often. Users who look at the table read the line itself.
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
    users -= inbox.unread_about(users, Kind.MENTION, about)
    inbox.notify(
        {user for user in users if user in seated or _may_mention(author.pk, user)},
        Kind.MENTION,
        about,
        url=f"{match.get_absolute_url()}#chat",
        actor=author,
        match=match,
    )


def _may_mention(author: int, user: int) -> bool:
    """Count a mention of a user who does not sit there; return whether it may notify them."""
    by_one = is_beyond(f"mentions:{author}:{user}", MENTIONED_BY_ONE, DAY)
    return not by_one and not is_beyond(f"mentions:{author}", MENTIONED, DAY)


@receiver(case_closed)
def ring_for_reports(case: Case, **kwargs: object) -> None:
    """Notify the reporters that the case was decided, and of nothing else."""
    reporters = case.reports.exclude(reporter=None).values_list("reporter", flat=True)
    url = f"{reverse('people:standing')}#answers-title"
    inbox.notify(reporters, Kind.REPORT, case.pk, url=url)


@receiver(staff_acted_on)
def ring_for_act_on_staff(entry: AuditEntry, **kwargs: object) -> None:
    """Notify the senior moderators of an act on staff, except those whom it is by or about.

    Without an actor, so that a senior who has blocked the moderator is notified too.
    """
    seniors = staff_from(Rank.SENIOR).exclude(pk__in=[entry.actor_id, entry.about_id])
    inbox.notify(
        seniors.values_list("pk", flat=True),
        Kind.STAFF,
        entry.pk,
        url=reverse("people:book"),
        facts={"moderator": entry.actor, "person": entry.about, "act": entry.act},
    )


@receiver(sanctioned)
def ring_for_sanction(sanction: Sanction, **kwargs: object) -> None:
    """Notify a user of a mute or a ban from rated play, and of its being lifted or shortened.

    Every page shows a warning, a suspension or a ban anyway.
    """
    if sanction.kind not in (Sanction.Kind.MUTE, Sanction.Kind.UNRATED):
        return
    _ring_about(sanction, {} if sanction.lifted_at is None else {"lifted": True})


@receiver(appeal_decided)
def ring_for_appeal(appeal: Appeal, **kwargs: object) -> None:
    """Notify a user of the result of their appeal, in place of the change of the sanction."""
    _ring_about(Sanction.objects.get(pk=appeal.sanction_id), {"verdict": appeal.verdict})


def _ring_about(sanction: Sanction, facts: Json) -> None:
    until = "" if sanction.until is None else sanction.until.isoformat()
    inbox.notify(
        [sanction.user_id],
        Kind.SANCTION,
        sanction.pk,
        url=f"{reverse('people:standing')}#sanction-{sanction.pk}",
        facts={"sanction": sanction.kind, "until": until, **facts},
    )


@receiver(renamed)
def ring_for_rename(user: User, why: str, **kwargs: object) -> None:
    """Notify a user of the name that replaces theirs, until they choose a username."""
    if not why:
        inbox.settle_about(Kind.SANCTION, "rename", user.pk)
        return
    reason = Truncator(" ".join(why.split())).chars(REASON_LENGTH)
    inbox.notify(
        [user.pk],
        Kind.SANCTION,
        "rename",
        url=f"{reverse('people:standing')}#names-title",
        facts={"sanction": "rename", "person": user.username, "why": reason},
    )


@receiver(followed)
def ring_for_follower(owner: User, other: User, **kwargs: object) -> None:
    """Notify only of the first follow, not of a repeated one."""
    url = owner.get_absolute_url()
    inbox.notify([other.pk], Kind.FOLLOWER, owner.pk, url=url, actor=owner, again=False)


@receiver(achieved)
def ring_for_achievements(
    user_id: int, match: Match, achievements: list[str], **kwargs: object
) -> None:
    """Notify once of all achievements of a match."""
    inbox.notify(
        [user_id],
        Kind.ACHIEVED,
        match.pk,
        match=match,
        facts={"achievements": achievements},
        again=False,
    )


@receiver(deletion_requested)
def ring_for_closing(user: User, **kwargs: object) -> None:
    """Notify the other players of the user's running matches that the account will be deleted.

    Each is notified once for a match, however often the user changes their mind. The user's bots
    leave their matches too.
    """
    facts = {"event": "closing", "at": user.closes_at.isoformat() if user.closes_at else ""}
    for one in with_bots(user):
        inbox.restate(Kind.CLOSING, one, facts)
        own = Player.objects.filter(user=one, left_at=None, match__status=Match.Status.RUNNING)
        for player in own.select_related("match"):
            others = Player.objects.filter(match=player.match, left_at=None).exclude(user=None)
            inbox.notify(
                others.values_list("user_id", flat=True),
                Kind.CLOSING,
                f"{player.match_id}:{one.pk}",
                actor=one,
                match=player.match,
                facts=facts,
                again=False,
            )


@receiver(deletion_cancelled)
def ring_for_staying(user: User, **kwargs: object) -> None:
    for one in with_bots(user):
        inbox.restate(Kind.CLOSING, one, {"event": "stays"})


@receiver(blocked)
def forget_blocked(owner: User, other: User, **kwargs: object) -> None:
    for one in with_bots(other):
        inbox.forget(owner, one)
