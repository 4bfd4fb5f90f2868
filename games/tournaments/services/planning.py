"""Plan tournaments, as events with a format."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from games.clubs.services.facts import seats_of
from games.duplicates.services import same_deal_of
from games.events.models import Event
from games.events.services import planning
from games.events.services.finding import EventAccess
from games.events.services.news import CHANGED, notify
from games.events.services.planning import EventFacts
from games.matches.models import Match
from games.matches.refusals import BadEvent
from games.matches.services.clocks import CLOCKS
from games.titles.registry import game_of
from games.tournaments.models import Tournament

PLAYERS = range(4, 257)
SIZES = range(2, 7)
ROUNDS = range(1, 16)
BREAKS = range(10, 3601)
"""The seconds of a break between two rounds."""
ROUND_MINUTES = range(10, 14 * 24 * 60 + 1)
"""The minutes of a limit for a round."""
ARENA_MINUTES = range(10, 241)
ROUND_ROBIN_PLAYERS = 16
"""The most players of a round robin, who need one round less than they are."""
Format = Tournament.Format


@dataclass(frozen=True)
class TournamentTerms:
    """What an organiser decides about a tournament, in addition to its event.

    `size`: players per table; `rounds`: of a Swiss, 0 for as many as the players need;
    `same_cards`: whether all tables of a round get the same cards; `round_minutes`: how long a
    round may last, 0 for no limit.
    """

    format: str = Format.SWISS
    size: int = 2
    rounds: int = 0
    break_seconds: int = 60
    arena_minutes: int = 60
    same_cards: bool = False
    round_minutes: int = 0


@transaction.atomic
def plan(
    user: Visitor, facts: EventFacts, terms: TournamentTerms, club_slug: str = ""
) -> Tournament:
    """Plan a tournament, for a club or of one's own.

    Raises:
        BadEvent: A fact or a term is invalid.
        Refusal: `games.events.services.planning.plan` refuses the event.
    """
    event = planning.plan(user, _checked(facts, terms), club_slug)
    return Tournament.objects.create(event=event, **_columns(terms))


@transaction.atomic
def change(access: EventAccess, facts: EventFacts, terms: TournamentTerms) -> Event:
    """Change a tournament that has not begun.

    Raises:
        BadEvent: A fact or a term is invalid.
        Refusal: `games.events.services.planning.change` refuses the event.
    """
    event = planning.change(access, _checked(facts, terms))
    tournament = Tournament.objects.get(event=event)
    before = terms_of(tournament)
    Tournament.objects.filter(event=event).update(**_columns(terms))
    tournament.refresh_from_db()
    if terms_of(tournament) != before:
        notify(event, planning.registered(event), CHANGED)
    return event


def plan_again(event: Event, following: Event) -> None:
    """Give the next date of a series the same terms."""
    own = Tournament.objects.filter(event=event).first()
    if own is not None:
        Tournament.objects.create(event=following, **_columns(terms_of(own)))


def terms_of(tournament: Tournament) -> TournamentTerms:
    """Return what the organiser decided."""
    names = TournamentTerms.__dataclass_fields__
    return TournamentTerms(**{name: getattr(tournament, name) for name in names})


def sizes_of(game: str, size: int) -> tuple[int, ...]:
    """Return the sizes of tables: those of larger ones may be one player smaller.

    Raises:
        BadEvent: The game has no tables of this size.
    """
    seats = seats_of(game, BadEvent)
    if size not in SIZES or size not in seats:
        words = _("{game} is not played at tables of this size.")
        raise BadEvent(words, game=game_of(game).name)
    return (size - 1, size) if size > 3 and size - 1 in seats else (size,)


def _columns(terms: TournamentTerms) -> dict[str, object]:
    own_rounds = terms.format == Format.SWISS
    return {
        "format": terms.format,
        "size": terms.size,
        "rounds": terms.rounds if own_rounds else 0,
        "break_seconds": terms.break_seconds,
        "arena_minutes": terms.arena_minutes,
        "same_cards": terms.same_cards,
        "round_minutes": 0 if terms.format == Format.ARENA else terms.round_minutes,
    }


def _checked(facts: EventFacts, terms: TournamentTerms) -> EventFacts:
    """Return the facts of the event with its table sizes; raise BadEvent or BadDeal.

    An arena is announced for as long as it pairs players.
    """
    if terms.format not in Format.values:
        raise BadEvent(_("Choose a format from the list."))
    if len(set(facts.games)) != 1:
        raise BadEvent(_("A tournament has one game."))
    sizes = sizes_of(facts.games[0], terms.size)
    if terms.format == Format.ROUND_ROBIN and terms.size != 2:
        raise BadEvent(_("A round robin is for tables of two."))
    most = ROUND_ROBIN_PLAYERS if terms.format == Format.ROUND_ROBIN else PLAYERS[-1]
    if facts.places not in PLAYERS or facts.places > most:
        words = _("A tournament of this format has {least} to {most} places.")
        raise BadEvent(words, least=PLAYERS[0], most=most)
    if terms.rounds != 0 and terms.rounds not in ROUNDS:
        raise BadEvent(_("A tournament has at most {most} rounds."), most=ROUNDS[-1])
    if terms.break_seconds not in BREAKS or terms.arena_minutes not in ARENA_MINUTES:
        words = _("A break lasts at most an hour, an arena {least} to {most} minutes.")
        raise BadEvent(words, least=ARENA_MINUTES[0], most=ARENA_MINUTES[-1])
    if terms.round_minutes and terms.round_minutes not in ROUND_MINUTES:
        raise BadEvent(_("The limit for a round is between ten minutes and 14 days."))
    if terms.same_cards:
        same_deal_of(facts.games[0])
        if terms.format == Format.ARENA:
            raise BadEvent(_("An arena has no rounds, so its tables can’t get the same cards."))
    clock = CLOCKS.get(facts.clock)
    if clock is not None and clock.pace == Match.Pace.FREE:
        raise BadEvent(_("A tournament needs a clock, so that every round ends."))
    if terms.format == Format.ARENA and clock is not None and clock.pace != Match.Pace.LIVE:
        raise BadEvent(_("An arena is played live. Choose a live clock."))
    if terms.format == Format.ARENA:
        facts = replace(facts, minutes=terms.arena_minutes)
    return replace(facts, sizes=sizes, bots=False)
