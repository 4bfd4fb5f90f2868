"""All that is stored of somebody in one file for themselves; see `accounts.services.export`."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services import export as accounts_export
from accounts.services.export import Section, json_parts
from games.achievements.models import Earned, HabitChoice
from games.archive.models import Bookmark
from games.archive.services.records import finished_match_ids, zip_records
from games.chat.models import ChatLine, Muted
from games.evenings.models import Attendance, Evening
from games.ladders.models import Annulment, Rating, RatingEntry, SeasonRating
from games.lessons.models import LessonProgress
from games.lobby.models import Challenge, Invitation, InvitationPolicy, Ticket
from games.matches.models import Match, Player, Vacation
from games.matches.refusals import TooMany
from games.notifications.models import (
    Delivery,
    Mailing,
    Notification,
    NotificationChoice,
    PersonStream,
    PushDevice,
    Webhook,
)
from games.puzzles.models import PuzzleAttempt, Solver

EXPORT_PAUSE = 300
"""So many seconds lie between two files for the same person: each takes the site some work."""
GOING_ON = Q(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
COUNTED = "value matches wins last=at"

SECTIONS = (
    *accounts_export.SECTIONS,
    Section(
        "matches",
        Player,
        "user",
        "match=match_id game=match__game status=match__status name seat"
        " started_at=match__started_at ended_at=match__ended_at place score left_by"
        " rated=match__rated uncounted=match__uncounted came_at called_off_at",
        only=~GOING_ON,
    ),
    Section(
        "going_on",
        Player,
        "user",
        "match=match_id game=match__game opened_at=match__opened_at",
        only=GOING_ON,
        covers=(),
    ),
    Section("tables_opened", Match, "host", "match=id game opened_at"),
    Section("evenings_hosted", Evening, "host", "name opened_at closed_at"),
    Section("evenings_joined", Attendance, "user", "name=evening__name at"),
    Section("said", ChatLine, "author", "match=match_id room text phrase at"),
    Section("muted", Muted, "reader", "username=author__username"),
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
        "games seats clock=pool__clock rated=pool__rated filed_at seen_until first aside called_at"
        " found_at match=match_id",
    ),
    Section("ratings", Rating, "user", f"game=ladder__game size=ladder__size {COUNTED}"),
    Section(
        "ratings_by_season",
        SeasonRating,
        "rating__user",
        f"game=ladder__game size=ladder__size season {COUNTED}",
        covers=(),
    ),
    Section(
        "rating_ledger",
        RatingEntry,
        "rating__user",
        "match=match_id place before after k number at reverses=reverses__match_id written_at",
        covers=(),
    ),
    Section("matches_annulled", Annulment, "by", "match=match_id reason at"),
    Section("achievements", Earned, "user", "game achievement match=match_id at"),
    Section(
        "habits",
        HabitChoice,
        "player__user",
        "game=player__game match=player__match_id habit choice",
        covers=(),
    ),
    Section("lessons", LessonProgress, "user", "game lesson done shown finished changed_at"),
    Section("puzzles", PuzzleAttempt, "user", "game puzzle solved move rating change at"),
    Section("puzzle_ratings", Solver, "user", "game rating tried solved"),
    Section("bookmarks", Bookmark, "user", "match=match_id favourite note changed_at"),
    Section("vacations", Vacation, "user", "starts ends"),
    Section("mail", Mailing, "user", "mode mailed_at stopped_at"),
    Section("browsers_notified", PushDevice, "user", "user_agent added_at stopped_at"),
    Section("webhook", Webhook, "user", "url stopped_at"),
    Section("notices", Notification, "user", "kind match=match_id facts url made_at read_at"),
    Section("notices_wanted", NotificationChoice, "user", "channels"),
    Section("streams", PersonStream, "user", "number began_at looked_at"),
    Section("sent", Delivery, "user", "channel match=match_id state made_at done_at note"),
)
WITHHELD = {
    **accounts_export.WITHHELD,
    "notifications.notification.actor": "What others were told of somebody is theirs.",
    "chat.muted.author": "Who does not read somebody’s talk is told to nobody.",
}


def export_zip(user: User) -> Iterator[bytes]:
    """A zip of all that is stored of somebody, data.json, and the records beside it; TooMany."""
    if not cache.add(f"data:{user.pk}", True, EXPORT_PAUSE):
        raise TooMany(_("Your data is on its way. Try again in some minutes."))
    data = json_parts(user, SECTIONS, WITHHELD.values())
    return zip_records(finished_match_ids(user), "records/", data)
