"""A repeated write with the same idempotency key is executed once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.utils import timezone
from pytest_django import Settings

from accounts.models import StoredAnswer, User
from accounts.services import retention, stored_answers
from games.lobby.services import lobby
from games.matches.models import Match
from tests.helpers.matches import person, started
from tests.helpers.openapi import generated_schema
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
TABLE = {"game": "babel", "seats": 2, "clock": "free", "sure": True}


@pytest.fixture
def anna(db: None) -> Program:
    return Program(person("Anna"))


def test_repeated_write_is_answered_the_same_and_executed_once(anna: Program) -> None:
    first = anna.post("tables/", TABLE, idempotency_key="a")
    again = anna.post("tables/", TABLE, idempotency_key="a")
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Match.objects.count() == 1
    assert anna.post("tables/", TABLE, idempotency_key="b").json() != first.json()
    assert anna.post("tables/", TABLE).status_code == 201
    assert Match.objects.count() == 3


def test_empty_answer_and_refusal_are_replayed(anna: Program) -> None:
    match = anna.post("tables/", TABLE).json()["match"]
    answers = [anna.post(f"matches/{match}/leave/", idempotency_key="a") for _ in range(2)]
    assert [one.status_code for one in answers] == [204, 204]
    refused = [anna.post("tables/", {}, idempotency_key="b") for _ in range(2)]
    assert refusal(refused[0]) == refusal(refused[1]) == (400, "bad-body")
    assert refused[1]["Idempotency-Replayed"] == "true"


def test_key_is_bound_to_one_request_and_account(anna: Program) -> None:
    assert anna.post("tables/", TABLE, idempotency_key="a").status_code == 201
    other = anna.post("tables/", {**TABLE, "seats": 3}, idempotency_key="a")
    assert refusal(other) == (409, "idempotency-key-reused")
    elsewhere = anna.post("challenges/", TABLE, idempotency_key="a")
    assert refusal(elsewhere) == (409, "idempotency-key-reused")
    berta = Program(person("Berta"))
    assert berta.post("tables/", TABLE, idempotency_key="a").status_code == 201


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 65, "é"])
def test_key_with_invalid_format_is_refused(anna: Program, key: str) -> None:
    answer = anna.post("tables/", TABLE, idempotency_key=key)
    assert refusal(answer) == (400, "bad-idempotency-key")
    assert not Match.objects.exists()


def test_key_is_ignored_for_reads_and_anonymous_requests(anna: Program) -> None:
    for _ in range(2):
        assert anna.get("me/", idempotency_key="a").status_code == 200
        assert Program().post("tables/", TABLE, idempotency_key="a").status_code == 401
    assert not StoredAnswer.objects.exists()


def test_key_in_use_is_refused_until_abandoned(anna: Program) -> None:
    anna.post("tables/", TABLE, idempotency_key="a")
    StoredAnswer.objects.update(status=None, body="")
    assert refusal(anna.post("tables/", TABLE, idempotency_key="a")) == (
        409,
        "idempotency-key-in-use",
    )
    StoredAnswer.objects.update(created_at=timezone.now() - 2 * stored_answers.ABANDONED)
    assert anna.post("tables/", TABLE, idempotency_key="a").status_code == 201


def test_failed_or_limited_request_may_be_retried_with_key(
    anna: Program, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def broken(*_args: Any, **_more: Any) -> None:
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(lobby, "open_table", broken)
        with pytest.raises(DatabaseError):
            anna.post("tables/", TABLE, idempotency_key="a")
    assert not StoredAnswer.objects.exists()
    assert anna.post("tables/", TABLE, idempotency_key="a").status_code == 201


def test_answers_are_stored_for_a_day(anna: Program) -> None:
    anna.post("tables/", TABLE, idempotency_key="a")
    retention.sweep()
    assert StoredAnswer.objects.exists()
    StoredAnswer.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    retention.sweep()
    assert not StoredAnswer.objects.exists()


def test_refused_move_is_stored_without_its_table(anna: Program) -> None:
    match = started(User.objects.get(), person("Berta"))
    move = {"type": "odd", "turn_token": "x"}
    first, again = (
        anna.post(f"matches/{match.id}/moves/", move, idempotency_key="a") for _ in range(2)
    )
    assert first.status_code == again.status_code == 409
    assert first.json()["table"]
    assert again.json().keys() == {"error"}
    assert again.json()["error"]["code"] == first.json()["error"]["code"]
    assert len(StoredAnswer.objects.get().body) < 200


def test_oldest_answers_beyond_quota_are_forgotten(
    anna: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    berta = Program(person("Berta"))
    berta.post("tables/", {}, idempotency_key="other")
    anna.post("tables/", {}, idempotency_key="0")
    size = StoredAnswer.objects.values_list("size", flat=True)[0]
    monkeypatch.setattr(stored_answers, "QUOTA", 3 * size)
    for number in range(1, 6):
        anna.post("tables/", {}, idempotency_key=str(number))
    assert set(StoredAnswer.objects.values_list("key", flat=True)) == {"other", "3", "4", "5"}
    assert anna.post("tables/", TABLE, idempotency_key="large").status_code == 201
    kept = StoredAnswer.objects.filter(user__username="Anna")
    assert "large" in kept.values_list("key", flat=True)
    assert sum(row.size for row in kept) <= stored_answers.QUOTA


def test_answer_to_abandoned_request_is_not_stored(anna: Program) -> None:
    stored = stored_answers.begin(User.objects.get(), "a", b"request")
    StoredAnswer.objects.all().delete()
    stored_answers.finish(stored, 200, b"{}")
    assert not StoredAnswer.objects.exists()


def test_key_is_documented_for_moves() -> None:
    operation = generated_schema()["paths"]["/api/v1/matches/{match_id}/moves/"]["post"]
    assert "Idempotency-Key" in [parameter["name"] for parameter in operation["parameters"]]
