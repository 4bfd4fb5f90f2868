"""Messages by programs."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.conversations.models import Conversation
from tests.games.conversations.conftest import texts
from tests.helpers.programs import Program

pytestmark = pytest.mark.django_db


def test_program_reads_and_writes_messages(talk: Conversation, anna: User, berta: User) -> None:
    program = Program(berta, "messages")
    (row,) = program.get("messages/").json()
    assert (row["key"], row["unread"]) == (talk.key, 1)
    assert row["people"] == [{"username": "Anna", "name": "Anna"}]
    assert [line["text"] for line in program.get(f"messages/{talk.key}/").json()] == ["Hello"]
    assert program.get("messages/").json()[0]["unread"] == 0
    assert program.post(f"messages/{talk.key}/", {"text": "Hi"}).status_code == 201
    assert program.post("messages/to/Anna/", {"text": "Again"}).status_code == 201
    assert texts(talk, anna) == ["Hello", "Hi", "Again"]
    assert program.ask("delete", f"messages/{talk.key}/").status_code == 403


def test_token_without_scope_reads_no_messages(talk: Conversation, berta: User) -> None:
    program = Program(berta, "read", "chat")
    for address in ("messages/", f"messages/{talk.key}/"):
        assert program.get(address).status_code == 403
    assert program.post("messages/to/Anna/", {"text": "Hi"}).status_code == 403
