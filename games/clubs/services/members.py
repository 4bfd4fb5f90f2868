"""Join and leave a club, and decide who belongs to it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import is_banned, may_join_club
from accounts.refusals import require
from accounts.services.blocks import has_blocked
from accounts.services.people import lock_people
from core.monitoring.rate_limit import limit_use
from games.clubs.models import Club, ClubWebhook, Expulsion, JoinRequest, Membership
from games.clubs.services.chat import publish
from games.clubs.services.founding import (
    CLUBS_EACH,
    ClubAccess,
    Role,
    founder_of,
    lock_club,
    require_founder,
    require_organiser,
)
from games.clubs.services.news import notify
from games.clubs.services.webhooks import send_member
from games.matches.refusals import BadClub, NotAllowed, TooMany
from games.matches.services import time_source

MEMBERS = 1000
"""The most members of a club."""
REQUESTS_EACH = 10
"""The most clubs that a user may ask at the same time."""
JOINED_A_DAY = 10
"""How often a user may join or ask the same club within a day: each time its organisers, or its
webhook, get news of it."""
CLOSED = _("This club isn’t taking new members at the moment.")


def members_of(club: Club) -> QuerySet[Membership]:
    """Return the members with their users: the founder first, then organisers, then by time."""
    rank = Case(
        When(role=Role.FOUNDER, then=Value(0)),
        When(role=Role.ORGANISER, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return club.memberships.select_related("user").order_by(rank, "joined_at", "pk")


@transaction.atomic
def join(access: ClubAccess) -> bool:
    """Make the visitor a member, or send a request if organisers decide.

    The invitation link counts as their decision. Doing so again changes nothing. A user blocked
    by the founder gets the same answer as at a full club.

    Returns:
        Whether the visitor is a member now.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not join clubs, or was expelled from this one, or it is joined by
            its link only.
        BadClub: The club is full, or the user is in enough clubs, or asks enough of them.
        TooMany: The user has joined or asked this club often enough today.
    """
    user = access.person
    require(may_join_club(user))
    club = lock_club(access.club)
    lock_people([user.pk])
    if club.memberships.filter(user=user).exists():
        return True
    if user.memberships.count() >= CLUBS_EACH:
        raise BadClub(_("You are in {n} clubs, the maximum. Leave one first."), n=CLUBS_EACH)
    if club.expulsions.filter(user=user).exists():
        raise NotAllowed(_("You were expelled from this club. Its organisers can let you back in."))
    if has_blocked(founder_of(club), user) or club.memberships.count() >= MEMBERS:
        raise BadClub(CLOSED)
    asks = not access.has_link and club.joining != Club.Joining.OPEN
    if asks and club.joining == Club.Joining.LINK:
        raise NotAllowed(_("This club is joined by its invitation link. Ask an organiser for it."))
    if asks and user.join_requests.exclude(club=club).count() >= REQUESTS_EACH:
        raise BadClub(_("You are waiting for the answers of enough clubs. Take a request back."))
    has_asked = club.requests.filter(user=user).exists()
    if not has_asked:
        refusal = TooMany(_("You joined this club often enough today. Come back tomorrow."))
        limit_use(f"club-joins-{club.pk}-{user.pk}", JOINED_A_DAY, 24 * 3600, refusal)
    if not asks:
        _add(club, user)
        return True
    if not has_asked:
        JoinRequest.objects.create(club=club, user=user, at=time_source.now())
        notify(_organisers(club), club, user, "request")
        publish(club)
    return False


def leave(access: ClubAccess) -> None:
    """End the visitor's membership, or take their request back.

    Raises:
        SignInFirst: The visitor is not signed in.
        BadClub: The founder leaves only after handing the club over.
    """
    user = access.person
    with transaction.atomic():
        club = lock_club(access.club)
        _end_request(club, user)
        own = club.memberships.filter(user=user).first()
        if own is None:
            return
        if own.role == Role.FOUNDER:
            raise BadClub(_("Hand the club over to another member first, or dissolve it."))
        _end(own)


@transaction.atomic
def withdraw(access: ClubAccess) -> None:
    """Take the visitor's request back; this never ends a membership.

    Raises:
        SignInFirst: The visitor is not signed in.
        BadClub: The visitor is a member by now.
    """
    user = access.person
    club = lock_club(access.club)
    if club.memberships.filter(user=user).exists():
        raise BadClub(_("Your request was already accepted: you’re a member of this club."))
    _end_request(club, user)


@transaction.atomic
def accept(access: ClubAccess, username: str) -> None:
    """Make a user who has asked a member; a request that was taken back is ignored.

    Raises:
        NotAllowed: The visitor does not organise this club.
        BadClub: The club is full, or the user has no room for another club.
    """
    require_organiser(access)
    club = lock_club(access.club)
    request = club.requests.select_related("user").filter(user__username=username).first()
    if request is None:
        return
    lock_people([request.user_id])
    if club.memberships.count() >= MEMBERS:
        raise BadClub(_("A club has at most {n} members."), n=MEMBERS)
    if request.user.memberships.count() >= CLUBS_EACH or is_banned(request.user):
        raise BadClub(_("This player can’t join now."))
    _add(club, request.user)
    notify([request.user_id], club, access.user, "accepted")


def decline(access: ClubAccess, username: str) -> None:
    """Delete a request; the user is not informed, and may ask again."""
    require_organiser(access)
    access.club.requests.filter(user__username=username).delete()
    publish(access.club)


@transaction.atomic
def expel(access: ClubAccess, username: str) -> User:
    """End a membership, keep the user from joining again, and notify them.

    The user's messages stay. Organisers are expelled only by the founder.

    Returns:
        The user.

    Raises:
        NotAllowed: The visitor does not organise this club, or the member has the same role.
        BadClub: There is no such member.
    """
    require_organiser(access)
    club = lock_club(access.club)
    member = _member(club, username)
    if member.role == Role.FOUNDER or (member.role == Role.ORGANISER and not access.founded):
        raise NotAllowed(_("Only the founder can decide about organisers."))
    Expulsion.objects.get_or_create(club=club, user=member.user)
    _end(member)
    notify([member.user_id], club, None, "expelled", url=reverse("clubs"))
    return member.user


@transaction.atomic
def readmit(access: ClubAccess, username: str) -> None:
    """Let an expelled user join again, in the way in which all users do, and notify them."""
    require_organiser(access)
    expulsion = access.club.expulsions.select_for_update().filter(user__username=username).first()
    if expulsion is not None:
        expulsion.delete()
        url = "" if access.club.public else reverse("clubs")
        notify([expulsion.user_id], access.club, None, "readmitted", url=url)


@transaction.atomic
def set_role(access: ClubAccess, username: str, role: str) -> None:
    """Make a member an organiser, or an organiser a member; for the founder.

    Raises:
        NotAllowed: The visitor is not the founder.
        BadClub: There is no such member, or role, or it is the founder.
    """
    require_founder(access)
    club = lock_club(access.club)
    member = _member(club, username)
    if role not in (Role.ORGANISER, Role.MEMBER) or member.role == Role.FOUNDER:
        raise BadClub(_("Choose a member and a role."))
    if member.role != role:
        member.role = role
        member.save(update_fields=["role"])
        if role == Role.ORGANISER:
            notify([member.user_id], club, access.user, "organiser")


@transaction.atomic
def hand_over(access: ClubAccess, username: str) -> None:
    """Make another member the founder; the founder becomes an organiser.

    Raises:
        NotAllowed: The visitor is not the founder.
        BadClub: There is no such member, or the member may not lead a club.
    """
    require_founder(access)
    club = lock_club(access.club)
    member = _member(club, username)
    if member.role == Role.FOUNDER:
        return
    if not may_join_club(member.user):
        raise BadClub(_("This player can’t lead a club at the moment."))
    _make_founder(club, member)
    notify([member.user_id], club, access.user, "founder")


def leave_all(user: User) -> None:
    """End all memberships of a user whose account is deleted.

    A club that the user has founded goes to its oldest organiser, else to its oldest member, and
    without any it is dissolved.
    """
    for own in list(user.memberships.select_related("club", "user")):
        with transaction.atomic():
            club = _lock_if_there(own.club_id)
            if club is None:
                continue
            if own.role == Role.FOUNDER and _pass_on(club, user) is None:
                club.delete()
                continue
            _end(Membership.objects.get(pk=own.pk))
    user.join_requests.all().delete()


def pass_on_clubs(user: User) -> None:
    """Make another member the founder of each club of a banned user, who becomes a member.

    A club whose other members are all banned too stays as it is.
    """
    for own in list(user.memberships.filter(role=Role.FOUNDER)):
        with transaction.atomic():
            club = _lock_if_there(own.club_id)
            if club is not None and _pass_on(club, user, banned=False) is not None:
                club.memberships.filter(user=user).update(role=Role.MEMBER)


def _lock_if_there(club_id: int) -> Club | None:
    return Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()


def _pass_on(club: Club, user: User, *, banned: bool = True) -> Membership | None:
    """Make the first other member the founder, if possible one who is not banned.

    Args:
        club: The club; its row is locked.
        user: The founder until now.
        banned: Whether a banned member may follow if all others are banned.
    """
    heirs = list(members_of(club).exclude(user=user))
    heir = next((one for one in heirs if not is_banned(one.user)), None)
    if heir is None and banned and heirs:
        heir = heirs[0]
    if heir is not None:
        _make_founder(club, heir)
        notify([heir.user_id], club, None, "founder")
    return heir


def _make_founder(club: Club, heir: Membership) -> None:
    # One founder at a time, as the constraint says.
    club.memberships.filter(role=Role.FOUNDER).update(role=Role.ORGANISER)
    heir.role = Role.FOUNDER
    heir.save(update_fields=["role"])
    # It leads to the former founder's program.
    ClubWebhook.objects.filter(club=club).delete()


def _member(club: Club, username: str) -> Membership:
    member = club.memberships.select_related("user").filter(user__username=username).first()
    if member is None:
        raise BadClub(_("This player isn’t a member any more."))
    return member


def _add(club: Club, user: User) -> None:
    Membership.objects.create(club=club, user=user, joined_at=time_source.now())
    _end_request(club, user)
    send_member(club, "member-joined", user)


def _end_request(club: Club, user: User) -> None:
    if club.requests.filter(user=user).delete()[0]:
        publish(club)


def _end(member: Membership) -> None:
    member.delete()
    send_member(member.club, "member-left", member.user)


def _organisers(club: Club) -> set[int]:
    leading = club.memberships.filter(role__in=(Role.FOUNDER, Role.ORGANISER))
    return set(leading.values_list("user", flat=True))
