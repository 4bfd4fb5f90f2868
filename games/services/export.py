"""What tables hold of somebody, for themselves; see `accounts.services.export`."""

from __future__ import annotations

from accounts.services.export import Section
from games.models import (
    Annulment,
    Attendance,
    ChatLine,
    Delivery,
    Evening,
    Invitation,
    Mailing,
    Match,
    Muted,
    Player,
    PushDevice,
    Rating,
    RatingEntry,
    SeasonRating,
    Ticket,
    Vacation,
    Webhook,
)

GOING_ON = (Match.Status.OPEN, Match.Status.RUNNING)
COUNTED = ("value", "matches", "wins", "last=at")

SECTIONS = (
    Section(
        "matches",
        lambda user: Player.objects.filter(user=user).exclude(match__status__in=GOING_ON),
        (
            *("match=match_id", "game=match__game", "status=match__status", "name", "seat"),
            *("started_at=match__started_at", "ended_at=match__ended_at", "place", "score"),
            *("left_by", "rated=match__rated"),
        ),
        ("games.player.user",),
    ),
    Section(
        "going_on",
        lambda user: Player.objects.filter(user=user, match__status__in=GOING_ON),
        ("match=match_id", "game=match__game", "opened_at=match__opened_at"),
        (),
    ),
    Section(
        "tables_opened",
        lambda user: Match.objects.filter(host=user),
        ("match=id", "game", "opened_at"),
        ("games.match.host",),
    ),
    Section(
        "evenings_hosted",
        lambda user: Evening.objects.filter(host=user),
        ("name", "opened_at", "closed_at"),
        ("games.evening.host",),
    ),
    Section(
        "evenings_joined",
        lambda user: Attendance.objects.filter(user=user),
        ("name=evening__name", "at"),
        ("games.attendance.user",),
    ),
    Section(
        "said",
        lambda user: ChatLine.objects.filter(author=user),
        ("match=match_id", "room", "text", "at"),
        ("games.chatline.author",),
    ),
    Section(
        "muted",
        lambda user: Muted.objects.filter(reader=user),
        ("username=author__username",),
        ("games.muted.reader",),
    ),
    Section(
        "invitations",
        lambda user: Invitation.objects.filter(user=user),
        ("match=match_id", "at", "declined_at"),
        ("games.invitation.user",),
    ),
    Section(
        "searches",
        lambda user: Ticket.objects.filter(user=user),
        (
            *("games", "seats", "clock=pool__clock", "rated=pool__rated", "filed_at"),
            *("seen_until", "match=match_id"),
        ),
        ("games.ticket.user",),
    ),
    Section(
        "ratings",
        lambda user: Rating.objects.filter(user=user),
        ("game=ladder__game", "size=ladder__size", *COUNTED),
        ("games.rating.user",),
    ),
    Section(
        "ratings_by_season",
        lambda user: SeasonRating.objects.filter(rating__user=user),
        ("game=ladder__game", "size=ladder__size", "season", *COUNTED),
        (),
    ),
    Section(
        "rating_ledger",
        lambda user: RatingEntry.objects.filter(rating__user=user),
        (
            *("match=match_id", "place", "before", "after", "k", "number", "at"),
            *("reverses=reverses__match_id", "written_at"),
        ),
        (),
    ),
    Section(
        "matches_annulled",
        lambda user: Annulment.objects.filter(by=user),
        ("match=match_id", "reason", "at"),
        ("games.annulment.by",),
    ),
    Section(
        "vacations",
        lambda user: Vacation.objects.filter(user=user),
        ("starts", "ends"),
        ("games.vacation.user",),
    ),
    Section(
        "mail",
        lambda user: Mailing.objects.filter(user=user),
        ("mode", "mailed_at", "stopped_at"),
        ("games.mailing.user",),
    ),
    Section(
        "browsers_notified",
        lambda user: PushDevice.objects.filter(user=user),
        ("user_agent", "added_at", "stopped_at"),
        ("games.pushdevice.user",),
    ),
    Section(
        "webhook",
        lambda user: Webhook.objects.filter(user=user),
        ("url", "stopped_at"),
        ("games.webhook.user",),
    ),
    Section(
        "sent",
        lambda user: Delivery.objects.filter(user=user),
        ("channel", "match=match_id", "state", "made_at", "done_at", "note"),
        ("games.delivery.user",),
    ),
)
KEPT_BACK = {"games.muted.author": "Who does not read somebody’s talk is told to nobody."}
