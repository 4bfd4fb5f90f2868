"""The chat through the JSON API, limited to the caller's own room."""

from __future__ import annotations

import pytest

from accounts.models import Sanction, User
from tests.helpers.matches import people, started
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_program_writes_and_reads_lines_of_own_room() -> None:
    users = people("Anna", "Berta", "Clara")
    match = started(*users[:2])
    anna, berta, clara = (Program(user) for user in users)
    path = f"matches/{match.id}/chat/"
    said = anna.does(path, {"text": " Good luck "}, status=201)
    assert (said["username"], said["text"]) == ("Anna", "Good luck")
    assert berta.read(path) == {"room": "players", "lines": [said]}
    assert clara.read(path) == Program().read(path) == {"room": "spectators", "lines": []}


def test_program_says_and_reads_phrases_by_key() -> None:
    users = people("Anna", "Berta")
    match = started(*users)
    anna, berta = (Program(user) for user in users)
    path = f"matches/{match.id}/chat/"
    said = anna.does(path, {"phrase": "game"}, status=201)
    assert (said["phrase"], said["text"]) == ("game", "Good game!")
    written = anna.does(path, {"text": "Good game."}, status=201)
    assert written["phrase"] == ""
    assert berta.read(path)["lines"] == [said, written]
    assert refusal(anna.post(path, {"phrase": "nothing"})) == (400, "bad-body")
    assert refusal(anna.post(path, {"phrase": "game", "text": "x"})) == (400, "cannot-say")
    assert refusal(anna.post(path, {})) == (400, "cannot-say")


def test_chat_without_permission_is_refused() -> None:
    anna = people("Anna")[0]
    match = started(anna, people("Berta")[0])
    path, line = f"matches/{match.id}/chat/", {"text": "Hello"}
    assert refusal(Program().post(path, line)) == (401, "sign-in")
    assert refusal(Program(anna, "play").post(path, line)) == (403, "scope-missing")
    writer = Program(anna, "chat")
    assert refusal(writer.post(path, {"text": "x" * 301})) == (400, "bad-body")
    Sanction.objects.create(user=anna, kind=Sanction.Kind.MUTE)
    User.objects.filter(pk=anna.pk).update(sanctioned=True)
    assert refusal(writer.post(path, line)) == (403, "not-allowed")
