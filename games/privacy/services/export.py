"""What tables hold of somebody, for themselves; see `accounts.services.export`."""

from __future__ import annotations

from accounts.services.export import Section
from games.chat.models import ChatLine, Muted
from games.evenings.models import Attendance, Evening
from games.ladders.models import Annulment, Rating, RatingEntry, SeasonRating
from games.lobby.models import Invitation, Ticket
from games.matches.models import Match, Player, Vacation
from games.notifications.models import Delivery, Mailing, PushDevice, Webhook

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
        ("matches.player.user",),
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
        ("matches.match.host",),
    ),
    Section(
        "evenings_hosted",
        lambda user: Evening.objects.filter(host=user),
        ("name", "opened_at", "closed_at"),
        ("evenings.evening.host",),
    ),
    Section(
        "evenings_joined",
        lambda user: Attendance.objects.filter(user=user),
        ("name=evening__name", "at"),
        ("evenings.attendance.user",),
    ),
    Section(
        "said",
        lambda user: ChatLine.objects.filter(author=user),
        ("match=match_id", "room", "text", "at"),
        ("chat.chatline.author",),
    ),
    Section(
        "muted",
        lambda user: Muted.objects.filter(reader=user),
        ("username=author__username",),
        ("chat.muted.reader",),
    ),
    Section(
        "invitations",
        lambda user: Invitation.objects.filter(user=user),
        ("match=match_id", "at", "declined_at"),
        ("lobby.invitation.user",),
    ),
    Section(
        "searches",
        lambda user: Ticket.objects.filter(user=user),
        (
            *("games", "seats", "clock=pool__clock", "rated=pool__rated", "filed_at"),
            *("seen_until", "match=match_id"),
        ),
        ("lobby.ticket.user",),
    ),
    Section(
        "ratings",
        lambda user: Rating.objects.filter(user=user),
        ("game=ladder__game", "size=ladder__size", *COUNTED),
        ("ladders.rating.user",),
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
        ("ladders.annulment.by",),
    ),
    Section(
        "vacations",
        lambda user: Vacation.objects.filter(user=user),
        ("starts", "ends"),
        ("matches.vacation.user",),
    ),
    Section(
        "mail",
        lambda user: Mailing.objects.filter(user=user),
        ("mode", "mailed_at", "stopped_at"),
        ("notifications.mailing.user",),
    ),
    Section(
        "browsers_notified",
        lambda user: PushDevice.objects.filter(user=user),
        ("user_agent", "added_at", "stopped_at"),
        ("notifications.pushdevice.user",),
    ),
    Section(
        "webhook",
        lambda user: Webhook.objects.filter(user=user),
        ("url", "stopped_at"),
        ("notifications.webhook.user",),
    ),
    Section(
        "sent",
        lambda user: Delivery.objects.filter(user=user),
        ("channel", "match=match_id", "state", "made_at", "done_at", "note"),
        ("notifications.delivery.user",),
    ),
)
KEPT_BACK = {"chat.muted.author": "Who does not read somebody’s talk is told to nobody."}
