"""Finished matches through the JSON API: paging, filters and records."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.archive import search
from games.archive.services import bulk
from games.archive.services.bulk import AT_ONCE, MonthOfRecords
from games.matches.models import Match
from games.matches.refusals import TooMany
from games.matches.services import commands, time_source
from games.titles.kharnage.rules.cardset import built_in_text
from tests.helpers.matches import committed, person, started, user_at
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def over(*pair: User, **wish: Any) -> Match:
    with committed():
        match = started(*pair, **wish)
        commands.resign(user_at(match, 0), match.id)
    return match


def test_finished_matches_are_paged_without_gap_or_repeat(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGE", 2)
    finished = [over(*pair, seed=seed).id for seed in range(1, 6)]
    anna, seen, older = Program(pair[0]), [], ""
    while older is not None:
        page = anna.read("matches/", f"older={older}")
        seen += [row["match"] for row in page["matches"]]
        older = page["older"]
    assert sorted(seen) == sorted(finished)
    assert len(seen) == len(set(seen))


def test_match_filters_respect_privacy(pair: list[User]) -> None:
    hidden, shown = over(*pair, public=False), over(*pair, seed=2)
    mine = Program(pair[0]).read("matches/")["matches"]
    assert {row["match"] for row in mine} == {hidden.id, shown.id}
    for stranger in (Program(), Program(person("Clara"))):
        everybody = stranger.read("matches/", "whose=all")["matches"]
        assert [row["match"] for row in everybody] == [shown.id]
    (row,) = everybody
    assert [player["place"] for player in row["players"]] == [1, 2]
    assert row["players"][1]["left"]
    assert Program().read("matches/", "whose=all&game=babel")["matches"] == []
    assert refusal(Program().get("matches/", "whose=all&player=nobody")) == (400, "bad-body")


def test_list_of_matches_leaves_out_long_options(pair: list[User]) -> None:
    cards = json.loads(built_in_text())
    options = {"cards": cards, "armies": ["human", "orc"]}
    match = over(*pair, game="kharnage", options=options)
    anna = Program(pair[0])
    (row,) = anna.read("matches/")["matches"]
    assert row["options"] == {"cheer": "auto", "armies": ["human", "orc"]}
    assert row["long_options"] == ["cards"]
    assert anna.read(f"matches/{match.id}/")["options"]["cards"] == cards


def test_records_are_served_singly_and_as_lines(pair: list[User]) -> None:
    hidden, shown = over(*pair, public=False), over(*pair, seed=2)
    anna, clara = Program(pair[0]), Program(person("Clara"))
    record = anna.read(f"matches/{shown.id}/record/")
    assert (record["match"], record["format"]) == (shown.id, 1)
    assert refusal(clara.get(f"matches/{hidden.id}/record/")) == (403, "private-table")
    running = started(*pair, seed=3)
    assert refusal(anna.get(f"matches/{running.id}/record/")) == (409, "not-over")
    mine, public = lines(anna, "me/records/"), lines(clara, "records/")
    assert {one["match"] for one in mine} == {hidden.id, shown.id}
    assert public == [record]
    again = anna.get("me/records/")
    assert refusal(again) == (429, "too-many")
    assert 0 < int(again["Retry-After"]) <= 60


def test_months_of_records_need_no_token_and_leave_out_private_matches(
    pair: list[User], client: Client
) -> None:
    hidden, shown = over(*pair, public=False), over(*pair, seed=2)
    month = f"{time_source.now().astimezone(UTC):%Y-%m}"
    path = f"/api/v1/records/{month}/"
    answer = client.get(path)
    assert answer["Content-Disposition"] == f'attachment; filename="tavola-{month}.ndjson"'
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert refusal(client.get(path)) == (429, "too-many"), "once a minute for an address"
    assert [json.loads(line)["match"] for line in answer.getvalue().splitlines()] == [shown.id]
    assert hidden.id != shown.id
    for wrong, said in (
        *((one, "Write the month like this: 2026-11") for one in ("2026-13", "1999-01", "now")),
        ("9999-01", "This month hasn’t begun. Choose an earlier one."),
    ):
        answer = client.get(f"/api/v1/records/{wrong}/")
        assert refusal(answer) == (400, "bad-period")
        assert answer.json()["error"]["reason"] == said


@pytest.mark.django_db
def test_only_few_months_of_records_are_sent_at_once() -> None:
    now = time_source.now()
    sent = [MonthOfRecords("2026-01", str(number), now) for number in range(AT_ONCE)]
    with pytest.raises(TooMany):
        MonthOfRecords("2026-01", "another", now)
    for one in sent:
        one.close()
        one.close()
    MonthOfRecords("2026-01", "another", now).close()


def test_months_that_are_still_looked_up_count_as_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def look_up(*_days: object) -> list[str]:
        """Let another reader come while the matches of a month are looked up."""
        begun.append(1)
        if len(begun) < 8:
            with suppress(TooMany):
                MonthOfRecords("2026-01", f"reader-{len(begun)}", time_source.now())
        return []

    monkeypatch.setattr(bulk, "_public_ids", look_up)
    MonthOfRecords("2026-01", "first", time_source.now())
    assert len(begun) == AT_ONCE


def test_refused_or_failed_month_lets_the_next_one_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time_source.now()
    MonthOfRecords("2026-01", "first", now).close()
    for _time in range(AT_ONCE):
        with pytest.raises(TooMany, match="one file a minute"):
            MonthOfRecords("2026-01", "first", now)
    with monkeypatch.context() as broken:
        broken.setattr(bulk, "_public_ids", lambda *_days: 1 // 0)
        for number in range(AT_ONCE):
            with pytest.raises(ZeroDivisionError):
                MonthOfRecords("2026-01", f"reader-{number}", now)
    MonthOfRecords("2026-01", "last", now).close()


@pytest.mark.parametrize(
    ("path", "query", "named"),
    [
        ("matches/", "whose=AAA", "“whose” must be one of these: mine, all."),
        ("matches/", "seat=2", "Did you mean “seats”?"),
        ("matches/", "seats=0", "“seats” must be a whole number from 1 to 20."),
        ("puzzles/", "game=babel&theme=none", ""),
        ("puzzles/", "after=none", ""),
        ("ladders/babel/2/", "who=robots", "“who” must be one of these: people, bots."),
        ("games/", "page=2", "There is no “page” here."),
    ],
)
@pytest.mark.django_db
def test_unknown_query_is_refused_by_name(path: str, query: str, named: str) -> None:
    answer = Program().get(path, query)
    assert answer.status_code in {400, 404}
    assert named in answer.json()["error"]["reason"]


def lines(program: Program, path: str) -> list[Any]:
    answer = program.get(path)
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.getvalue().splitlines()]
