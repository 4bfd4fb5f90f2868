"""Pages of what was played, of a house with 100,000 finished matches."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import islice
from random import Random
from statistics import median
from time import perf_counter
from typing import cast

from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from bench.pure import Figure
from games.ladders.models import Ladder, Rating, RatingEntry
from games.matches.models import Event, Match, Player
from games.matches.services.store import enter_lists
from games.rating import FLOOR, size_of
from games.titles.registry import all_games, newest

MATCHES = 100_000
PEOPLE = 2_000
BATCH = 2_000
BUDGET = 150
ME, RIVAL = 0, 1
"""Two who play most: she in every twentieth match, he in every second of hers."""
YEARS = 3
TIMED = 40
"""So many of the newest matches have events, for the time a move takes."""


def past_pages() -> list[Figure]:
    """Every list with every filter, a profile, two against each other."""
    people = seed()
    me, rival = people[ME], people[RIVAL]
    client = Client(SERVER_NAME="localhost")
    client.force_login(me)
    game = all_games()[0].slug
    middle = timezone.now() - timedelta(days=365 * YEARS // 2)
    day = f"{middle:%Y-%m-%d}"
    old = f"{middle:%s}000000.1"
    filters = {
        "": "",
        "game": f"game={game}",
        "player": f"player={rival.username}",
        "rated": "rated=yes",
        "seats": "seats=6",
        "dates": f"since={day}&until={day}",
        "text that many bear": "text=player",
        "text that one bears": f"text={people[-1].username}",
        "text that nobody bears": "text=nosuchname",
        "all at once, nothing found": f"game={game}&rated=no&seats=5&until={day}&text=nosuchname",
        "from the middle on": f"older={old}",
    }
    pages = {
        f"matches of {whose}, {name or 'newest'}": f"/matches/?whose={whose}&{query}"
        for whose in ("mine", "all")
        for name, query in filters.items()
    }
    pages |= {f"mine, {result}": f"/matches/?result={result}" for result in ("won", "lost", "left")}
    pages["my profile"] = me.get_absolute_url()
    pages["a profile"] = people[PEOPLE // 2].get_absolute_url()
    pages["two against each other"] = f"/players/{me.username}/against/{rival.username}/"
    return [Figure(name, _timed(client, path), "ms", BUDGET) for name, path in pages.items()]


def _timed(client: Client, path: str) -> float:
    client.get(path)  # Templates are read once in a process, not once a page.
    times = []
    for _ in range(5):
        started = perf_counter()
        response = client.get(path)
        times.append(perf_counter() - started)
        assert response.status_code == 200, (path, response.status_code)
    return round(median(times) * 1000, 1)


def seed(matches: int = MATCHES) -> list[User]:
    """A house with a past, written straight into the store."""
    User.objects.bulk_create(
        [
            User(username=f"player{n}", email=f"player{n}@example.org", password="!")  # noqa: S106
            for n in range(PEOPLE)
        ],
        batch_size=BATCH,
    )
    people = list(User.objects.filter(username__startswith="player").order_by("id"))
    rng = Random("past")
    start = timezone.now() - timedelta(days=365 * YEARS)
    step = timedelta(days=365 * YEARS) / matches
    tables = (_table(rng, people, n, start + n * step) for n in range(matches))
    while batch := list(islice(tables, BATCH)):
        Match.objects.bulk_create(match for match, _players in batch)
        Player.objects.bulk_create(player for _match, players in batch for player in players)
    _time_moves(people[ME], rng)
    _rate(people[ME], rng)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # What its own housekeeping does some minutes later.
            cursor.execute("VACUUM ANALYZE")
    return people


def _table(rng: Random, people: list[User], n: int, at: datetime) -> tuple[Match, list[Player]]:
    game = rng.choice(all_games())
    seats = rng.choice(game.seats)
    # Some play all the time, most now and then.
    seated = [people[2 + int(rng.paretovariate(0.35)) % (PEOPLE - 2)] for _ in range(seats)]
    if n % 20 == 0:
        seated[0] = people[ME]
        if n % 40 == 0:
            seated[1] = people[RIVAL]
    seated = list(dict.fromkeys(seated))
    while len(seated) < seats:
        seated = list(dict.fromkeys([*seated, rng.choice(people)]))
    places = rng.sample(range(1, seats + 1), seats)
    match = Match(
        game=game.slug,
        rules=newest(game.slug).game.rules,
        seats=seats,
        public=rng.random() < 0.9,
        rated=rng.random() < 0.6,
        status=Match.Status.FINISHED,
        commitment="0" * 64,
        opened_at=at,
        started_at=at,
        moved_at=at,
        ended_at=at,
        last_number=100,
        outcome={"scores": [0] * seats, "places": places, "reason": "resigned"},
    )
    players = [
        Player(
            match=match,
            user=user,
            name=user.username,
            joined=seat,
            seat=seat,
            nonce="0" * 64,
            place=places[seat],
            score=0,
            left_at=90 if places[seat] == seats and rng.random() < 0.05 else None,
        )
        for seat, user in enumerate(seated)
    ]
    enter_lists(match, players)
    return match, players


def _time_moves(person: User, rng: Random) -> None:
    newest_ones = Player.objects.filter(user=person).order_by("-match__ended_at")[:TIMED]
    Event.objects.bulk_create(
        [
            Event(
                match_id=player.match_id,
                number=number,
                kind=Event.Kind.MOVE,
                seat=(player.seat or 0) if number % 3 == 0 else 9,
                took=rng.randrange(500, 60_000),
            )
            for player in newest_ones
            for number in range(1, 200)
        ],
        batch_size=BATCH,
    )


def _rate(person: User, rng: Random) -> None:
    """A line of the ledger for every rated match of one person."""
    players = Player.objects.filter(user=person, match__rated=True).select_related("match")
    ratings: dict[tuple[str, str], Rating] = {}
    lines = []
    for player in players.order_by("match__ended_at"):
        match = player.match
        key = match.game, size_of(match.seats)
        if key not in ratings:
            ladder, _ = Ladder.objects.get_or_create(game=key[0], size=key[1], bots=False)
            ratings[key] = Rating.objects.create(ladder=ladder, user=person)
        rating = ratings[key]
        before = rating.value
        rating.value = max(FLOOR, rating.value + rng.randint(-15, 15))
        rating.wins += player.place == 1
        rating.matches = rating.career = rating.matches + 1
        ended_at = cast(datetime, match.ended_at)
        rating.at = ended_at
        lines.append(
            RatingEntry(
                rating=rating, match=match, player=player, place=player.place or 1, before=before,
                after=rating.value, k=20, number=rating.matches, opponents=[], at=ended_at,
            )
        )  # fmt: skip
    RatingEntry.objects.bulk_create(lines, batch_size=BATCH)
    for rating in ratings.values():
        rating.save()
