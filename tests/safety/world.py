"""A small world with every role, and every object that an address can name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from accounts.models import Report, User
from accounts.services import appeals, follows, guests, reports, sanctions, usual_reasons
from games.administration import services as announcements
from games.chat import services as chat
from games.clubs.models import Club
from games.clubs.services import chat as club_chat
from games.clubs.services import founding, members, table_results
from games.clubs.services.founding import ClubFacts, open_club
from games.clubs.services.table_results import SeatFacts, TableFacts
from games.conversations.services import writing
from games.conversations.services.opening import open_conversation
from games.duplicates.models import DuplicateDeal
from games.events import calendars
from games.events.models import Event
from games.events.services import planning, registering
from games.events.services.finding import open_event
from games.events.services.planning import EventFacts
from games.game_nights import services as game_nights
from games.leagues.services import seasons, teams
from games.leagues.services.seasons import LeagueFacts
from games.leagues.services.teams import TeamFacts
from games.lobby.models import Ticket
from games.lobby.services import admission, challenges
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.local_tables import services as local_tables
from games.local_tables.services import LocalRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.services import commands
from games.notifications.models import Notification, PushDevice
from games.notifications.services import channels
from games.puzzles.library import puzzles_of
from games.tournaments.models import Tournament
from games.tournaments.services import planning as tournaments
from games.tournaments.services.planning import TournamentTerms
from tests.helpers.deals import open_group
from tests.helpers.matches import committed, opened, person, started
from tests.helpers.seeking import SLOW, seek
from tests.helpers.tokens import key_for

ROLES = (
    *("anonymous", "guest", "stranger", "player", "opponent"),
    *("banned", "moderator", "senior", "host", "admin"),
)
SEED = 12


@dataclass
class World:
    """The users and objects."""

    people: dict[str, User | None]
    running: Match
    private: Match
    waiting: Match
    finished: Match
    challenged: Match
    ticket: Ticket
    key: str
    """The key of the player's token, with all scopes."""
    names: dict[str, Any]
    """The values of the variables in addresses."""
    _known: dict[str, Any] = field(default_factory=dict)

    def once(self, name: str, find: Callable[..., Any], *about: Any) -> Any:
        """Return what `find` returns, called only once: all changes of requests are undone."""
        if name not in self._known:
            self._known[name] = find(*about)
        return self._known[name]

    def person(self, role: str) -> User:
        """Return the user of a role with an account."""
        user = self.people[role]
        assert user is not None, role
        return user


@contextmanager
def made_for_a_while() -> Iterator[World]:
    """Make the world, and remove it at the end."""
    with override_settings(WRITES_A_MINUTE=10**6), transaction.atomic():
        yield made()
        transaction.set_rollback(True)


def made() -> World:
    """Make the world through the services."""
    people = _people()
    player, opponent = people["player"], people["opponent"]
    with committed():
        running = started(player, opponent, seed=SEED)
        private = started(player, opponent, public=False, seed=SEED + 1)
        finished = started(player, opponent, seed=SEED + 2)
        commands.resign(opponent, finished.id)
        chat.post_line(open_match(player, finished.id), "Well played")
        waiting = opened(player, seats=3, seed=SEED + 3)
        admission.invite_to(player, waiting.id, "opponent")
        wanted = TableRequest("condottiere", 2, invited=("opponent",))
        challenged = challenges.challenge(player, wanted, Terms(), sure=True)
        local = local_tables.open_table(player, LocalRequest("condottiere", ("Mia", "Leo")))
        ticket = seek(player, SLOW, sure=True)
        names = _created_rows(people)
        key = key_for(player)
        names |= _clubs(player, opponent)
        names |= _events(player, opponent, names["private_club"])
        names |= _messages(player, opponent)
        names |= _teams(player, people["stranger"], names)
        names["game_night_key"] = game_nights.open_game_night(people["host"], "Friday").key
        line = chat.post_line(open_match(opponent, running.id), "Good luck")
    lasts = timedelta(days=1)
    announced = announcements.announce(
        people["admin"], "Rest.", lasts, tone="info", translations={}
    )
    names |= {
        "announcement_id": announced.pk,
        "reason_id": usual_reasons.add(people["admin"], "You were late.", {}).pk,
        "channel": "condottiere",
        "page": "errors",
        "notice_id": Notification.objects.get(user=opponent, kind="invitation").pk,
        "match_id": running.id,
        "local_id": local.id,
        "ticket_id": ticket.id,
        "line_id": line.pk,
        "key": private.key,
        "seat": running.players.get(user=opponent).seat,
    }
    names["deal_id"] = _deal(people).pk
    names["token_id"] = player.access_tokens.get().pk
    everybody = {"anonymous": None, **people}
    return World(everybody, running, private, waiting, finished, challenged, ticket, key, names)


def _clubs(player: User, opponent: User) -> dict[str, Any]:
    """Found a public club, whose second member writes a line, and a private one."""
    club = founding.found(player, ClubFacts("Thursday"))
    private = founding.found(player, ClubFacts("Friday", public=False))
    members.join(open_club(opponent, club.slug))
    line = club_chat.post_line(open_club(opponent, club.slug), "See you at eight")
    seats = [SeatFacts("player", place=1), SeatFacts("opponent", place=2)]
    facts = TableFacts("condottiere", timezone.now().date(), seats)
    result = table_results.enter(open_club(player, club.slug), facts)
    alone = replace(facts, seats=[seats[0], SeatFacts(name="Olga", place=2)])
    hidden = table_results.enter(open_club(player, private.slug), alone)
    return {
        "result_id": result.pk,
        "private_result": hidden.pk,
        "club_slug": club.slug,
        "private_club": private.slug,
        "club_key": club.key,
        "club_line_id": line.pk,
    }


def _messages(player: User, opponent: User) -> dict[str, Any]:
    """Let the two become friends, and the opponent write to the player, who reports a message."""
    follows.follow(player, opponent)
    follows.follow(opponent, player)
    message = writing.write_to(opponent, player.username, "Shall we play?")
    talk = message.conversation
    rude = writing.post(open_conversation(opponent, talk.key), "You fool")
    writing.report_line(open_conversation(player, talk.key), rude.pk, Report.Reason.ABUSE, "")
    report = Report.objects.get(subject=Report.Subject.CHAT)
    return {
        "conversation_key": talk.key,
        "message_id": message.pk,
        "line_case": report.case_id,
        "report_id": report.pk,
    }


def _deal(people: dict[str, User]) -> DuplicateDeal:
    """Open two tables with the same cards."""
    tables = [(people["senior"], people["moderator"]), (people["host"], people["admin"])]
    with committed():
        return open_group(TableRequest("kabale", 2), tables)


def _events(player: User, opponent: User, private_club: str) -> dict[str, Any]:
    """Plan an open event, for which the opponent is registered, and one of the private club."""
    start = timezone.now().replace(microsecond=0) + timedelta(days=9)
    facts = EventFacts("Saturday", start, "UTC", games=("condottiere",))
    event = planning.plan(player, facts)
    registering.register(open_event(opponent, event.pk))
    private = planning.plan(player, replace(facts, title="Sunday"), private_club)
    terms = LeagueFacts("Summer", "condottiere", (timezone.now() + timedelta(days=9)).date())
    league = seasons.found(player, terms)
    hidden = seasons.found(player, terms, private_club)
    names = {
        f"{name}tournament{end}": _tournament(player, opponent, facts, club)
        for name, end, club in (("", "_id", ""), ("private_", "", private_club))
    }
    return names | {
        "league_id": league.pk,
        "private_league": hidden.pk,
        "fixture_id": 1,
        "event_id": event.pk,
        "private_event": private.pk,
        "calendar_key": calendars.renew_key(player),
    }


def _tournament(player: User, opponent: User, facts: EventFacts, club: str) -> str:
    """Plan a tournament of which one table has been played; return its id."""
    made = tournaments.plan(player, replace(facts, clock="live-5"), TournamentTerms(), club)
    entrants = [made.entrants.create(user=user, rating=1500) for user in (player, opponent)]
    seated = [one.pk for one in entrants]
    made.tables.create(round=1, number=1, seated=seated, places=[1, 2], decided_at=timezone.now())
    Tournament.objects.filter(pk=made.pk).update(round=1, rounds=3, began_at=timezone.now())
    Event.objects.filter(pk=made.pk).update(status=Event.Status.RUNNING)
    for user in (player,) if club else (player, opponent):
        registering.register(open_event(user, made.pk))
    return str(made.pk)


def _teams(player: User, stranger: User, names: dict[str, Any]) -> dict[str, Any]:
    """Challenge a stranger's club, and another one that became private then."""
    found: dict[str, Any] = {}
    for name, public in (("team_match_id", True), ("private_team_match", False)):
        rival = founding.found(stranger, ClubFacts(f"Rivals {len(found)}"))
        start = timezone.now() + timedelta(days=9)
        facts = TeamFacts(rival.slug, "condottiere", start, "UTC", boards=2)
        found[name] = teams.challenge(player, names["club_slug"], facts).pk
        if not public:
            Club.objects.filter(pk=rival.pk).update(public=False)
    return found


def _people() -> dict[str, User]:
    """Create the users, by role."""
    found = {"guest": guests.new_guest()}
    found |= {role: person(role) for role in ROLES[2:]}
    groups = {"moderator": "moderator", "senior": "senior moderator", "host": "host"}
    for role in (*groups, "admin"):
        user = found[role]
        if role in groups:
            user.groups.add(Group.objects.get(name=groups[role]))
        else:
            user.is_staff = user.is_superuser = True
            user.save()
        kind = Authenticator.Type.TOTP
        Authenticator.objects.create(user=user, type=kind, data={"secret": "TOTP-OF-" + role})
    return found


def _created_rows(people: dict[str, User]) -> dict[str, Any]:
    """Create a case, sanctions, an appeal, a device and other rows that addresses name."""
    player, banned, senior = people["player"], people["banned"], people["senior"]
    report = reports.report(player, banned, reason="abuse", subject="profile", note="Rude.")
    sanctions.give(senior, banned, "ban", "Insults.", until=timezone.now() + timedelta(days=9))
    mute = sanctions.give(senior, banned, "mute", "Insults.")
    sanction = sanctions.give(senior, banned, "unrated", "Lost on purpose.")
    reports.claim(people["moderator"], report.case_id)
    appeal = appeals.appeal(banned, mute.pk, "It was a joke.")
    session = UserSession.objects.create(
        user=player, ip="198.51.100.7", user_agent="Lynx", session_key="SESSION-OF-PLAYER"
    )
    device = PushDevice.objects.create(user=player, endpoint="https://push.example/of-player")
    address = EmailAddress.objects.create(user=player, email=player.email, primary=True)
    return {
        "username": "opponent",
        "other": "player",
        "case_id": report.case_id,
        "sanction_id": sanction.pk,
        "appeal_id": appeal.pk,
        "session_id": session.pk,
        "device_id": device.pk,
        "token": channels.stop_token(player),
        "email_key": EmailConfirmationHMAC(address).key,
        "uidb36": user_pk_to_url_str(player),
        "password_key": default_token_generator.make_token(player),
        "month": "2026-01",
        "slug": "condottiere",
        "lesson": "first-kingdom",
        "puzzle": next(iter(puzzles_of("condottiere"))),
        "name": "four-armies",
        "size": "2",
        "id": player.pk,
        "content_type_id": ContentType.objects.get_for_model(User).pk,
        "app_label": "matches",
        "url": "nowhere",
    }


def admin_object(route: str) -> object:
    """Return the primary key of an object for a page of the admin."""
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}_"
        if name in route:
            found = model._default_manager.first()
            return found.pk if found else 1
    return User.objects.get(username="player").pk
