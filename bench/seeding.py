"""Data for benchmarks: running matches, a long one, and years of finished ones."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.engine import LONG_MATCH, long_record, long_title
from games.engine.record import Record
from games.engine.replay import replay
from games.ladders.services.ratings import rate
from games.lobby.services import lobby
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.services.append import LISTED_FIELDS, enter_lists
from games.matches.services.commands import submit_move, turn_token_of
from games.matches.services.event_store import match_state
from games.titles.contract import Title
from games.titles.registry import all_games, newest, titles

CSRF = "b" * 32
Seated = tuple[str, list[str]]
"""The id of a match, and the cookies of its players."""
FINISHED = 100_000
PEOPLE = 2_000
YEARS = 3
BATCH = 2_000
LONGEST_WHOLE = 2_000
"""A number of moves that no match reaches before its end."""
TIMED = 40
"""The number of newest matches that have events with the time of each move."""


def _users(names: list[str]) -> list[User]:
    User.objects.bulk_create(
        [
            User(username=name, email=f"{name}@example.org", password="!")  # noqa: S106
            for name in names
        ],
        batch_size=BATCH,
    )
    return list(User.objects.filter(username__in=names).order_by("id"))


def new_users(count: int) -> list[User]:
    """Create accounts with new names."""
    prefix = secrets.token_hex(4)
    return _users([f"{prefix}{n}" for n in range(count)])


def running_matches(count: int, title: Title | None = None) -> list[Seated]:
    """Start matches for two between new accounts, of `title` or the title with long matches."""
    prefix, title = secrets.token_hex(4), title or long_title()
    people = _users([f"{prefix}{n}" for n in range(2 * count)])
    request = lobby.TableRequest(title.slug, title.game.seats[0], dict(title.budget.long_options))
    seated = []
    with transaction.atomic():
        for n in range(0, len(people), 2):
            match = lobby.open_table(people[n], request, sure=True)
            lobby.join(people[n + 1], match.id, sure=True)
            seated.append((match.id, [cookies_of(person) for person in people[n : n + 2]]))
    return seated


def asked_bots(count: int, slug: str, level: str) -> list[Player]:
    """Start matches of a person and a bot, and return the bots, each of which has to move."""
    prefix, rng, found = secrets.token_hex(4), Random("bots"), []
    request = lobby.TableRequest(slug, 2, {}, bots=(level,))
    for person in _users([f"{prefix}{n}" for n in range(count)]):
        match = lobby.open_table(person, request, sure=True)
        while not (asked := match.players.get(asked_at__isnull=False)).bot:
            move = rng.choice(match_state(match).position.moves(asked.seat or 0))
            match = submit_move(person, match.id, move.dump(), turn_token_of(asked)).match
        found.append(asked)
    return found


def tables_with_bots(count: int, slug: str, bots: tuple[str, ...], hosts: int) -> list[Seated]:
    """Start matches against these bots, of a number of people who take turns in opening them."""
    prefix = secrets.token_hex(4)
    people = _users([f"{prefix}{n}" for n in range(hosts)])
    request = lobby.TableRequest(slug, len(bots) + 1, {}, bots=bots)
    cookies = [[cookies_of(person)] for person in people]
    return [
        (lobby.open_table(people[n % hosts], request, sure=True).id, cookies[n % hosts])
        for n in range(count)
    ]


def table_with_bot(title: Title) -> tuple[str, str]:
    """Return the id of a running match against one quick bot, and the cookies of its person."""
    (person,) = _users([secrets.token_hex(4)])
    request = lobby.TableRequest(title.slug, title.game.seats[0], {}, bots=(title.bots[0].level,))
    return lobby.open_table(person, request, sure=True).id, cookies_of(person)


def waiting_table() -> None:
    """Open a table of the first title that waits for players, for the lobby to show."""
    host = _users([secrets.token_hex(4)])[0]
    title = titles()[0]
    lobby.open_table(host, lobby.TableRequest(title.slug, title.game.seats[-1]))


def cookies_of(person: User) -> str:
    client = Client()
    client.force_login(person)
    session, csrf = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME
    return f"{session}={client.cookies[session].value}; {csrf}={CSRF}"


def browser_cookies(header: str, site: str) -> list[Any]:
    """Return the cookies of a `Cookie` header in the form that Playwright and Puppeteer take."""
    pairs = [pair.split("=", 1) for pair in header.split("; ") if pair]
    return [{"name": name, "value": value, "url": site} for name, value in pairs]


def long_match() -> tuple[Match, User]:
    """Write a running match of many moves into the store; return it and one of its players."""
    match, players = _written(long_record(newest(long_title().slug), LONG_MATCH))
    return match, _user_of(players[0])


def finished_match(title: Title) -> tuple[Match, User]:
    """Write a finished random match with default options; return it and one of its players."""
    record = long_record(newest(title.slug), LONGEST_WHOLE, {})
    outcome = replay(record).position.outcome()
    assert outcome is not None
    match, players = _written(record)
    match.status, match.ended_at, match.outcome = (
        Match.Status.FINISHED,
        timezone.now(),
        outcome.dump(),
    )
    for seat, player in enumerate(players):
        player.place, player.score = outcome.places[seat], outcome.scores[seat]
    enter_lists(match, players)
    match.save()
    Player.objects.bulk_update(players, ["place", "score", *LISTED_FIELDS])
    return match, _user_of(players[0])


def _written(record: Record) -> tuple[Match, list[Player]]:
    """Write a running match with the moves of a record, between new accounts."""
    match = Match.objects.create(
        game=record.rules.game.slug,
        rules=record.rules.game.rules,
        seats=record.seats,
        options=dict(record.options),
        status=Match.Status.RUNNING,
        commitment="0" * 64,
        started_at=timezone.now(),
        last_number=len(record.moves),
    )
    MatchSecret.objects.create(match=match, secret="0" * 64, seed=record.seed.hex())
    people = _users([f"{match.id}{seat}" for seat in range(record.seats)])
    players = [_player(match, user, seat) for seat, user in enumerate(people)]
    Player.objects.bulk_create(players)
    Event.objects.bulk_create(
        Event(
            match=match,
            number=number,
            kind=Event.Kind.MOVE,
            seat=move["seat"],
            data={key: value for key, value in move.items() if key != "seat"},
        )
        for number, move in enumerate(record.moves, start=1)
    )
    return match, players


def _user_of(player: Player) -> User:
    assert player.user is not None
    return player.user


def _player(match: Match, user: User, seat: int, **more: Any) -> Player:
    fields = {"name": user.name, "joined": seat, "seat": seat, "nonce": "0" * 64, **more}
    return Player(match=match, user=user, **fields)


def finished_matches() -> list[User]:
    """Write years of finished matches into the store, and return their players.

    The first player played every twentieth match, half of them with the second.
    """
    people = _users([f"player{n}" for n in range(PEOPLE)])
    rng = Random("past")
    start = timezone.now() - timedelta(days=365 * YEARS)
    step = timedelta(days=365 * YEARS) / FINISHED
    tables = (_finished_match(rng, people, n, start + n * step) for n in range(FINISHED))
    while batch := list(islice(tables, BATCH)):
        Match.objects.bulk_create(match for match, _players in batch)
        Player.objects.bulk_create(player for _match, players in batch for player in players)
    _time_moves(people[0], rng)
    _rate(people[0])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Autovacuum would do this some minutes later.
            cursor.execute("VACUUM ANALYZE")
    return people


def _finished_match(
    rng: Random, people: list[User], n: int, at: datetime
) -> tuple[Match, list[Player]]:
    game = rng.choice(all_games())
    seats = rng.choice(game.seats)
    seated = people[:2] if n % 40 == 0 else people[:1] if n % 20 == 0 else []
    while len(seated) < seats:
        # A few people play most of the matches.
        user = people[2 + int(rng.paretovariate(0.35)) % (PEOPLE - 2)]
        seated += [user] if user not in seated else []
    places = rng.sample(range(1, seats + 1), seats)
    match = Match(
        game=game.slug,
        rules=newest(game.slug).game.rules,
        seats=seats,
        public=rng.random() < 0.9,
        rated=rng.random() < 0.6,
        status=Match.Status.FINISHED,
        commitment="0" * 64,
        **dict.fromkeys(("opened_at", "started_at", "last_public_event_at", "ended_at"), at),
        last_number=100,
        outcome={"scores": [0] * seats, "places": places, "reason": "resigned"},
    )
    players = [
        _player(
            match,
            user,
            seat,
            place=places[seat],
            score=0,
            left_at=90 if places[seat] == seats and rng.random() < 0.05 else None,
        )
        for seat, user in enumerate(seated)
    ]
    enter_lists(match, players)
    return match, players


def _time_moves(person: User, rng: Random) -> None:
    """Write events into the newest matches of one person."""
    players = Player.objects.filter(user=person).order_by("-match__ended_at")[:TIMED]
    Event.objects.bulk_create(
        [
            Event(
                match_id=player.match_id,
                number=number,
                kind=Event.Kind.MOVE,
                seat=(player.seat or 0) if number % 3 == 0 else 9,
                took=rng.randrange(500, 60_000),
            )
            for player in players
            for number in range(1, 200)
        ],
        batch_size=BATCH,
    )


def _rate(person: User) -> None:
    """Rate every rated match of one person."""
    matches = Match.objects.filter(rated=True, players__user=person).order_by("ended_at")
    with transaction.atomic():
        for match in matches.prefetch_related("players"):
            rate(match, list(match.players.all()))
