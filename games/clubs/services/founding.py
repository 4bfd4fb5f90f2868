"""Found, find, change and dissolve clubs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import Report, User
from accounts.permissions import may_found_club, may_moderate
from accounts.refusals import require
from accounts.services import reports
from accounts.services.lookalikes import skeleton_of
from accounts.services.names import clean_about, clean_display_name
from accounts.services.people import lock_people
from accounts.services.takedowns import is_removed, log_takedown
from accounts.shields import Shield
from core.monitoring.rate_limit import limit_use
from games.clubs.models import ABOUT_LENGTH, SLUG_LENGTH, Club, Membership
from games.clubs.services.news import notify
from games.matches.access import OfVisitor, require_signed_in
from games.matches.models import new_id, new_key
from games.matches.refusals import BadClub, NoSuchClub, NotAllowed, TooMany
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services import inbox

FOUNDED_EACH = 3
"""The most clubs that a user may be the founder of."""
FOUNDED_A_DAY = 3
CLUBS_EACH = 30
"""The most clubs that a user may be a member of."""
FOUND = 50
"""The most clubs shown; a longer beginning of the name finds others."""
TAKEN = _("This name looks too much like the name of another club. Choose another one.")
CLEARED = "club-clear"
Role = Membership.Role


@dataclass(frozen=True)
class ClubAccess(OfVisitor):
    """A club as one visitor may see it.

    Attributes:
        club: The club.
        visitor: The visitor.
        membership: The visitor's membership; None for users who are no members.
        has_link: Whether the visitor has opened the invitation link.
    """

    club: Club
    visitor: Visitor
    membership: Membership | None
    has_link: bool

    @property
    def user(self) -> User | None:
        """The visitor who is signed in; None for any other."""
        return self.visitor if self.visitor.is_authenticated else None

    @property
    def organises(self) -> bool:
        return self.membership is not None and self.membership.organises

    @property
    def founded(self) -> bool:
        return self.membership is not None and self.membership.role == Role.FOUNDER


@dataclass(frozen=True)
class ClubFacts:
    """What a club's page says, as typed."""

    name: str
    about: str = ""
    language: str = ""
    joining: str = Club.Joining.OPEN
    public: bool = True
    shield: str = ""


def open_club(user: Visitor, slug: str, opened: Collection[str] = ()) -> ClubAccess:
    """Return a club for a visitor who may see it.

    Args:
        user: The visitor.
        slug: The club's address.
        opened: The keys of the invitation links that this visitor has opened.

    Raises:
        NoSuchClub: There is no such club, or it is private and the visitor has no part in it.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is not None:
        person = user if user.is_authenticated else None
        own = None if person is None else club.memberships.filter(user=person).first()
        access = ClubAccess(club, user, own, club.key in opened)
        if club.public or own is not None or access.has_link or may_moderate(user):
            return access
    raise NoSuchClub(_("There is no such club. Check that the link is complete."))


def club_with_key(key: str) -> Club:
    """Return the club of an invitation link; raise NoSuchClub."""
    club = Club.objects.filter(key=key).first()
    if club is None:
        raise NoSuchClub(_("There is no such club. Check that the link is complete."))
    return club


def clubs_of(user: User) -> QuerySet[Membership]:
    """Return a user's memberships with their clubs, in the order of the clubs' names."""
    return user.memberships.select_related("club").order_by("club__name", "club")


@dataclass(frozen=True)
class ClubRow:
    """A club in a list, and the number of its members."""

    club: Club
    members: int


def public_clubs(typed: str = "") -> list[ClubRow]:
    """Return the public clubs whose name contains a text, the largest first."""
    clubs = Club.objects.filter(public=True)
    wanted = skeleton_of(typed[:ABOUT_LENGTH])
    if typed.strip():
        clubs = clubs.filter(skeleton__contains=wanted) if wanted else clubs.none()
    counted = clubs.annotate(members=Count("memberships")).order_by("-members", "name", "pk")
    return [ClubRow(club, club.members) for club in counted[:FOUND]]


def found(user: Visitor, facts: ClubFacts) -> Club:
    """Found a club, whose founder is its first member.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not found clubs.
        BadClub: A fact is invalid, or the user is in enough clubs.
        TooMany: The user has founded too many clubs today.
    """
    person = require_signed_in(user)
    require(may_found_club(person))
    club = Club(founded_at=time_source.now())
    _set(club, facts, person)
    _require_new_name(club, [person.pk])
    with transaction.atomic():
        lock_people([person.pk])
        own = Membership.objects.filter(user=person)
        if own.filter(role=Role.FOUNDER).count() >= FOUNDED_EACH:
            words = _("You already lead {n} clubs, the maximum. Hand one over first.")
            raise BadClub(words, n=FOUNDED_EACH)
        if own.count() >= CLUBS_EACH:
            raise BadClub(_("You are in {n} clubs, the maximum. Leave one first."), n=CLUBS_EACH)
        refusal = TooMany(_("You have founded enough clubs today. Come back tomorrow."))
        limit_use(f"clubs-{person.pk}", FOUNDED_A_DAY, 24 * 3600, refusal)
        club.slug = _new_slug(club)
        _save(club)
        Membership.objects.create(
            club=club, user=person, role=Role.FOUNDER, joined_at=club.founded_at
        )
    return club


def change(access: ClubAccess, facts: ClubFacts) -> Club:
    """Change what a club's page says, who may see it, and how users join it.

    Raises:
        NotAllowed: The visitor does not organise this club, or may not write for others now.
        BadClub: A fact is invalid.
    """
    require_organiser(access)
    require(may_found_club(access.person))
    with transaction.atomic():
        club = lock_club(access.club)
        _set(club, facts, access.person)
        _require_new_name(club, member_ids(club))
        _save(club)
    return club


def renew_link(access: ClubAccess) -> None:
    """Give a club a new invitation link; the one before leads nowhere from now on."""
    require_organiser(access)
    Club.objects.filter(pk=access.club.pk).update(key=new_key())


@transaction.atomic
def dissolve(access: ClubAccess, why: str = "") -> None:
    """Delete a club with all that is its own, and notify its members; matches stay.

    Its events and leagues end, and stay without a club. For its founder, and for moderators with a
    reason.

    Raises:
        NotAllowed: The visitor is neither.
        NoReason: A moderator gave no reason.
        NoSuchClub: It was dissolved before.
    """
    if not access.founded:
        _log_takedown(access, "club-dissolve", why)
    club = lock_club(access.club)
    notify(member_ids(club) - {access.person.pk}, club, None, "dissolved", url=reverse("clubs"))
    club.delete()


@transaction.atomic
def clear_texts(access: ClubAccess, why: str) -> None:
    """Replace the name of a club and its address, and remove its text; for moderators.

    The organisers are notified. Notifications that lead to the former address are deleted; others
    show the new name.

    Raises:
        NotAllowed: The visitor is no moderator.
        NoReason: The reason is empty.
    """
    _log_takedown(access, CLEARED, why)
    club = access.club
    inbox.forget_pages(club.get_absolute_url())
    removed = club.name
    club.slug, club.about, club.worded_by = new_id(), "", None
    club.name = f"Club {club.slug}"
    club.skeleton = skeleton_of(club.name)
    club.save(update_fields=["slug", "name", "about", "skeleton", "worded_by"])
    of_it = Q(facts__club=removed) | Q(facts__person=removed)
    inbox.correct_names(Q(kind=Notification.Kind.CLUB) & of_it, removed, club.name)
    organisers = club.memberships.filter(role__in=(Role.FOUNDER, Role.ORGANISER))
    notify(set(organisers.values_list("user", flat=True)), club, None, "cleared")


def report_club(access: ClubAccess, reason: str, note: str) -> None:
    """Report a club's name or text to the moderators: as a report about the user who wrote it.

    Raises:
        SignInFirst: The visitor is not signed in.
        Refusal: `reports.report` refuses it.
    """
    club = access.club
    reports.report(
        access.person,
        responsible_for(club),
        reason=reason,
        subject=Report.Subject.CLUB,
        subject_id=club.slug,
        note=note,
        evidence={"club": f"{club.name} ({club.slug})", "lines": club.about.splitlines()},
    )


def founder_of(club: Club) -> User:
    """Return the member who leads a club."""
    return club.memberships.select_related("user").get(role=Role.FOUNDER).user


def member_ids(club: Club | None) -> set[int]:
    """Return the ids of the users who are members of a club; none without a club."""
    return set() if club is None else set(club.memberships.values_list("user", flat=True))


def responsible_for(club: Club) -> User:
    """Return the user who answers for a club's name and text: who wrote them, else its founder.

    A founder may have been given the club by another member, without a question.
    """
    return club.worded_by or founder_of(club)


def _log_takedown(access: ClubAccess, act: str, why: str) -> None:
    club = access.club
    subject = f"club {club.slug}"
    about = responsible_for(club)
    log_takedown(access.person, act, about=about, subject=subject, name=club.name, why=why)


def _require_new_name(club: Club, users: Collection[int]) -> None:
    """Require that moderators have not removed a club's name from a club of these users."""
    if is_removed(CLEARED, club.name, users):
        raise BadClub(_("A moderator removed this name. Choose another one."))


def require_organiser(access: ClubAccess) -> None:
    """Require that the visitor organises a club; raises SignInFirst or NotAllowed."""
    if access.person and not access.organises:
        raise NotAllowed(_("Only the organisers of this club can do that."))


def organised_club(user: Visitor, club_slug: str) -> Club | None:
    """Return the club in whose name an organiser plans something; None for an empty name.

    Raises:
        NoSuchClub: The user may not see such a club.
        NotAllowed: The user does not organise it.
    """
    if not club_slug:
        return None
    access = open_club(user, club_slug)
    require_organiser(access)
    return access.club


def require_founder(access: ClubAccess) -> None:
    """Require that the visitor is a club's founder; raises SignInFirst or NotAllowed."""
    if access.person and not access.founded:
        raise NotAllowed(_("Only the founder of this club can do that."))


def lock_club(club: Club) -> Club:
    """Return a club with its row locked until the end of the transaction; raise NoSuchClub.

    Whatever counts or changes its members, events or leagues locks it, so that simultaneous
    requests see each other.
    """
    locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
    if locked is None:
        raise NoSuchClub(_("This club no longer exists."))
    return locked


def _set(club: Club, facts: ClubFacts, by: User) -> None:
    """Validate facts and set them; raise BadClub."""
    before = club.name, club.about
    try:
        club.name = clean_display_name(facts.name)
        club.about = clean_about(facts.about, ABOUT_LENGTH)
    except ValidationError as invalid:
        raise BadClub(invalid.messages[0]) from invalid
    if not club.name:
        raise BadClub(_("Give the club a name."))
    if (club.name, club.about) != before:
        club.worded_by = by
    if facts.joining not in Club.Joining.values:
        raise BadClub(_("Choose how players join."))
    if facts.language not in ("", *dict(settings.LANGUAGES)):
        raise BadClub(_("Choose one of the languages of this site."))
    if facts.shield and Shield.load(facts.shield) is None:
        raise BadClub(_("Choose one of the shields shown here."))
    club.skeleton = skeleton_of(club.name)
    club.language, club.joining = facts.language, facts.joining
    club.public, club.chosen_shield = facts.public, facts.shield


def _save(club: Club) -> None:
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as taken:
        raise BadClub(TAKEN) from taken


def _new_slug(club: Club) -> str:
    """Return an address with the name in it, which no other club has; of a private one, without."""
    named = slugify(club.name)[: SLUG_LENGTH - 5].strip("-")
    return f"{named}-{new_id()[:4]}" if club.public and named else new_id()
