"""Partitioning the event table by the steps in deploy/postgresql."""

from __future__ import annotations

import json

import pytest

from tests.games.maintenance.processes import python_on

PARTS = 64
SITE = """
import json
from io import StringIO
from pathlib import Path

import psycopg
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games.matches.models import Event, Match
from games.matches.services.event_store import digest_of, match_state, state_cache
from tests.helpers.matches import act, fresh, legal, mover, people, started

FOLDER = settings.BASE_DIR / "deploy" / "postgresql"
URL = "{url}"

def step(name):
    with psycopg.connect(URL, autocommit=True) as server:
        server.execute((FOLDER / name).read_text("utf-8"))

def sql(words, *values):
    with connection.cursor() as cursor:
        cursor.execute(words, values)
        return cursor.fetchall() if cursor.description else None

def play(moves):
    for match in matches:
        for _ in range(moves):
            act(fresh(match), seat := mover(match), legal(match, seat)[0])

def events():
    return list(Event.objects.order_by("match", "number").values_list())

def parts():
    return sql("SELECT count(*) FROM pg_inherits WHERE inhparent = 'matches_event'::regclass")

def refused(words, *values):
    try:
        with transaction.atomic():
            sql(words, *values)
    except IntegrityError as error:
        return error.__cause__.diag.constraint_name

def said(*words, **options):
    # A database can only be restored without connections.
    connection.close()
    connection.close_pool()
    out = StringIO()
    try:
        call_command(*words, stdout=out, stderr=out, **options)
    except (CommandError, SystemExit) as end:
        out.write(str(end))
    return out.getvalue().strip()

found = {{}}
"""
PARTED = (
    SITE
    + """
matches = [started(*people("Anna%d" % n, "Berta%d" % n), seed=n) for n in range(4)]
play(5)
step("events-1-create.sql")
step("events-2-copy.sql")
play(5)
step("events-2-copy.sql")
play(5)

sql("INSERT INTO matches_event_new (id, match_id, number, kind, data, at)"
    " SELECT 9999, match_id, 9999, kind, data, at FROM matches_event LIMIT 1")
before = events()
try:
    step("events-3-swap.sql")
except psycopg.errors.RaiseException as error:
    found["refused"] = str(error)
found["unharmed"] = events() == before
sql("DELETE FROM matches_event_new WHERE number = 9999")

state_cache.clear()
digests = [digest_of(match_state(fresh(match))) for match in matches]
step("events-3-swap.sql")
found["the same"] = events() == before
state_cache.clear()
found["replayed"] = digests == [digest_of(match_state(fresh(match))) for match in matches]

newest = max(row[0] for row in before)
play(5)
found["ids go on"] = min(event.id for event in Event.objects.filter(number__gt=15)) == newest + 1
found["read one by one"] = [
    list(match.events.values_list("number", flat=True)) == list(range(1, 21)) for match in matches
]
found["parts"] = parts()
found["used"] = len(set(sql("SELECT tableoid FROM matches_event")))

same = (
    "INSERT INTO matches_event (match_id, number, kind, data, at)"
    " VALUES (%s, %s, '', '{{}}', now())"
)
found["double"] = refused(same, matches[0].id, 20)
found["of no match"] = refused(same, "nosuchone", 1)
found["negative"] = refused(same, matches[0].id, -1)

sql("DROP TABLE matches_event_old")
found["migrate"] = said("migrate", "--check")
found["backup"] = said("backup")
found["restore test"] = said("restore_test", found["backup"], jobs=1)
kept = events()
play(1)
found["restored"] = said("restore", found["backup"], force=True)
found["as then"] = events() == kept, parts()
found["verified"] = said("verify_matches", jobs=1)
print(json.dumps(found))
"""
)


@pytest.mark.long
def test_site_works_with_partitioned_events(empty_postgresql: str) -> None:
    done = python_on(empty_postgresql, PARTED.format(url=empty_postgresql))
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["refused"].startswith("There are 60 events, and 61 were copied.")
    assert found["unharmed"]
    assert found["the same"]
    assert found["replayed"]
    assert found["ids go on"]
    assert all(found["read one by one"])
    assert found["parts"] == [[PARTS]]
    assert found["used"] > 1
    # A part has names of its own.
    assert found["double"].startswith("matches_event_part_")
    assert found["of no match"] == "matches_event_match_id_fk"
    assert found["negative"] == "matches_event_number_check"
    assert not found["migrate"]
    assert "4 matches" in found["restore test"]
    assert found["as then"] == [True, [[PARTS]]], found["restored"]
    assert found["verified"].startswith("4 matches"), found["verified"]
