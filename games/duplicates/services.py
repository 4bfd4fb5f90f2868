"""Open tables that get the same cards, and end a deal once all of its tables are over.

    deal = new_deal(request, public=True)
    matches = [add_table(deal, request, host=None) for _table in range(2)]
    close_entries(deal)

All tables have the same secret of the site, and no nonces of players, so that seed and cards are
the same (records: Fairness). Until the last table is over, each is closed to everyone who does not
sit there, and has no consequences: `Match.deal` is `SEALED`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from core.monitoring.context import step
from games.duplicates.models import DuplicateDeal, DuplicateTable
from games.duplicates.refusals import BadDeal, NoSuchDeal
from games.duplicates.signals import deal_ended
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches import hooks
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import NotAPlayer, NotOpen, NotOver
from games.matches.services import time_source
from games.matches.services.sealing import unseal
from games.notifications.models import Notification
from games.notifications.services import inbox
from games.titles.contract import SameDeal
from games.titles.registry import is_installed, title_of

OPENING = timedelta(minutes=1)
"""How long tables may be added to a deal whose opening was interrupted."""
PATIENCE = {
    Match.Pace.LIVE: timedelta(hours=1),
    Match.Pace.TURNS: timedelta(days=7),
    Match.Pace.FREE: timedelta(days=7),
}
"""How long two players may take to start the second of both sides, by the pace of the first."""
BATCH = 20


@dataclass(frozen=True)
class DealAccess:
    """A deal for one visitor; `seat`: the one they had at `own`, their newest table."""

    deal: DuplicateDeal
    user: User | None
    own: Match | None
    seat: int | None


def same_deal_of(game: str) -> SameDeal:
    """Return how far two tables of a game get the same cards; raise BadDeal for other games."""
    same = title_of(game).same_deal
    if same is None:
        raise BadDeal(_("This game can’t be dealt several times. Choose another one."))
    return same


def new_deal(request: TableRequest, *, public: bool) -> DuplicateDeal:
    """Begin a deal, to which `add_table` adds tables; end with `close_entries`.

    Raises:
        BadDeal: The game cannot be dealt several times.
    """
    same_deal_of(request.game)
    now = time_source.now()
    return DuplicateDeal.objects.create(
        game=request.game,
        seats=request.seats,
        public=public,
        opened_at=now,
        open_until=now + OPENING,
    )


@transaction.atomic
def add_table(
    deal: DuplicateDeal, request: TableRequest, *, host: User | None, for_guests: bool = False
) -> Match:
    """Create a table of a deal without players; the caller seats them, and starts the match.

    Raises:
        NotOpen: The deal takes no more tables.
        Refusal: As for `lobby.create_table`.
    """
    deal = _lock(deal.pk)
    if deal.ended_at is not None or deal.open_until is None:
        raise NotOpen(_("All tables with these cards are open already."))
    first = deal.tables.first()
    known = [] if first is None else MatchSecret.objects.get(match=first.match_id).secrets
    match = lobby.create_table(
        replace(request, same_deal=True),
        host=host,
        committed_secrets=[bytes.fromhex(one) for one in known],
        for_guests=for_guests,
    )
    _enter(deal, match)
    return match


def close_entries(deal: DuplicateDeal) -> None:
    """Let a deal end once its tables are over: no more are added."""
    DuplicateDeal.objects.filter(pk=deal.pk, ended_at=None).update(open_until=None)


def _enter(deal: DuplicateDeal, match: Match) -> None:
    last = deal.tables.aggregate(last=Max("number"))["last"] or 0
    DuplicateTable.objects.create(deal=deal, match=match, number=last + 1)


def _lock(deal_id: str) -> DuplicateDeal:
    return DuplicateDeal.objects.select_for_update().get(pk=deal_id)


def enter_both_sides(match: Match) -> None:
    """Enter a match of both sides that has just begun: the first begins a deal."""
    if match.former_id is None:
        called = match.challenge
        deal = DuplicateDeal.objects.create(
            game=match.game,
            seats=match.seats,
            public=called.watched,
            both_sides=True,
            opened_at=time_source.now(),
        )
        _enter(deal, match)
        return
    first = DuplicateTable.objects.get(match=match.former_id)
    deal = _lock(first.deal_id)
    if deal.ended_at is not None:
        # The cards were revealed at this moment: it is a rematch with known cards.
        match.deal = Match.Deal.SHARED
        match.save(update_fields=["deal"])
        return
    deal.open_until = None
    deal.save(update_fields=["open_until"])
    _enter(deal, match)


def open_deal(user: Visitor, deal_id: str, invited: Collection[str] = ()) -> DealAccess:
    """Return a deal for a visitor who may see its page: public ones, and those of their tables.

    Raises:
        NoSuchDeal: There is none, or the visitor may not see it.
    """
    deal = DuplicateDeal.objects.filter(pk=deal_id).first()
    person = user if user.is_authenticated else None
    own = None
    if deal is not None and person is not None:
        seats = Player.objects.filter(user=person, match__duplicate_table__deal=deal)
        own = seats.select_related("match").order_by("-match__duplicate_table__number").first()
    if deal is None or not is_installed(deal.game):
        raise NoSuchDeal(_("There are no such tables. Check that the link is complete."))
    if not (deal.public or own is not None or _may_view(deal, person, invited)):
        raise NoSuchDeal(_("There are no such tables. Check that the link is complete."))
    if own is None:
        return DealAccess(deal, person, None, None)
    return DealAccess(deal, person, own.match, own.seat)


def _may_view(deal: DuplicateDeal, user: User | None, invited: Collection[str]) -> bool:
    first = deal.tables.select_related("match").first()
    return first is not None and any(may(first.match, user, invited) for may in hooks.may_view)


def may_view_table(match: Match, user: User | None, invited: Collection[str]) -> bool:
    """Return whether the user played a table of the same deal, which is over."""
    if match.deal != Match.Deal.SHARED or user is None:
        return False
    there = DuplicateTable.objects.filter(match=match, deal__tables__match__players__user=user)
    return there.exists()


def finished_tables(deal: DuplicateDeal) -> list[str]:
    """Return the ids of the matches that have records; none before all tables are over.

    Raises:
        NotOver: A table is still played.
    """
    if deal.ended_at is None:
        raise NotOver(_("You can open the records once all tables are over."))
    over = deal.tables.filter(match__status=Match.Status.FINISHED)
    return list(over.values_list("match_id", flat=True))


def users_with_same_cards(match: Match) -> list[int | None]:
    """Return the ids of the users at all tables with the cards of a match."""
    seats = Player.objects.filter(match__duplicate_table__deal__tables__match=match)
    return list(seats.values_list("user_id", flat=True))


def end_early(user: Visitor, access: DealAccess) -> None:
    """Reveal the cards after the first of both sides, instead of playing the second.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAPlayer: The user did not play it.
        NotOpen: The first match goes on, the second one has begun, or the deal is over.
    """
    require_signed_in(user)
    deal = access.deal
    if access.own is None or not deal.both_sides:
        raise NotAPlayer(_("You don’t have a seat at this table."))
    DuplicateDeal.objects.filter(pk=deal.pk, ended_at=None).update(open_until=time_source.now())
    if not end_if_over(deal.pk):
        raise NotOpen(_("Finish your match first. Then all cards are shown."))


def end_deal_of(match_id: str) -> None:
    """End the deal of a match that is over, if all other tables are over too."""
    for deal_id in DuplicateTable.objects.filter(match=match_id).values_list("deal", flat=True):
        with step("deal", f"The deal {deal_id} could not be ended."):
            end_if_over(deal_id)


def end_all_due() -> int:
    """End the deals whose tables are all over, and return their number.

    For the worker: after an interrupted end, or when time is up for the second of both sides.
    """
    ended = 0
    for deal_id in _due()[:BATCH]:
        with step("deal", f"The deal {deal_id} could not be ended."):
            ended += end_if_over(deal_id)
    return ended


def _due() -> list[str]:
    """Return the deals of which no table is played; those that wait for a table only if late."""
    tables = DuplicateTable.objects.filter(deal=OuterRef("pk"))
    deals = DuplicateDeal.objects.filter(
        ~Exists(tables.filter(match__status__in=(Match.Status.RUNNING, Match.Status.OPEN))),
        Q(open_until=None) | Q(open_until__lt=time_source.now()),
        ended_at=None,
    )
    return list(deals.order_by("opened_at").values_list("pk", flat=True)[:BATCH])


def end_if_over(deal_id: str) -> bool:
    """End a deal if all of its tables are over, and return whether it has ended.

    Each table is opened in a transaction of its own; an interrupted end is continued by the worker.
    """
    _close_late_second(deal_id)
    with transaction.atomic():
        deal = _lock(deal_id)
        if deal.ended_at is not None:
            return True
        matches = [table.match for table in deal.tables.select_related("match")]
        if any(one.status in (Match.Status.RUNNING, Match.Status.OPEN) for one in matches):
            return False
        if _waits_for_a_table(deal, matches):
            return False
    for match in sorted(matches, key=lambda one: (one.ended_at or one.opened_at, one.pk)):
        unseal(match.pk, public=deal.public)
    with transaction.atomic():
        deal = _lock(deal_id)
        if deal.ended_at is None:
            deal.ended_at = time_source.now()
            deal.save(update_fields=["ended_at"])
            deal_ended.send(DuplicateDeal, deal=deal)
    return True


def _waits_for_a_table(deal: DuplicateDeal, matches: Sequence[Match]) -> bool:
    """Return whether a table may still be added.

    The first call about both sides, after the first match, starts the time for the second.
    """
    if deal.both_sides:
        if len(matches) > 1 or matches[0].status != Match.Status.FINISHED:
            return False
        if deal.open_until is None:
            deal.open_until = time_source.now() + PATIENCE[Match.Pace(matches[0].pace)]
            deal.save(update_fields=["open_until"])
    return deal.open_until is not None and deal.open_until > time_source.now()


@transaction.atomic
def _close_late_second(deal_id: str) -> None:
    """Close the table of a second of both sides that has not begun in time.

    It locks the table before the deal, in the same order as the start of a match.
    """
    late = Match.objects.filter(
        former__duplicate_table__deal=deal_id,
        former__duplicate_table__deal__open_until__lte=time_source.now(),
        deal=Match.Deal.SEALED,
        status=Match.Status.OPEN,
    )
    for match_id in late.values_list("pk", flat=True):
        second = lock_match(match_id)
        if second.status == Match.Status.OPEN:
            dealing.close_open(second, Match.Closed.LATE)


def notify_players(deal: DuplicateDeal) -> None:
    """Notify the players, except those of both sides, who are at their second table."""
    if deal.both_sides:
        return
    seats = Player.objects.filter(match__duplicate_table__deal=deal, user__isnull=False)
    inbox.notify(
        seats.values_list("user_id", flat=True),
        Notification.Kind.DEAL,
        deal.pk,
        url=deal.get_absolute_url(),
        facts={"game": deal.game},
        again=False,
    )
