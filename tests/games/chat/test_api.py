"""The chat by programs: one's own room, and no other."""

from __future__ import annotations

import pytest

from accounts.models import Sanction, User
from tests.helpers.matches import people, started
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_lines_are_written_and_read_in_ones_own_room() -> None:
    users = people("Anna", "Berta", "Clara")
    match = started(*users[:2])
    anna, berta, clara = (Program(user) for user in users)
    path = f"matches/{match.id}/chat/"
    said = anna.does(path, {"text": " Good luck "}, status=201)
    assert (said["username"], said["text"]) == ("Anna", "Good luck")
    assert berta.read(path) == {"room": "players", "lines": [said]}
    assert clara.read(path) == Program().read(path) == {"room": "spectators", "lines": []}


def test_phrases_are_said_and_read_by_their_key() -> None:
    users = people("Anna", "Berta")
    match = started(*users)
    anna, berta = (Program(user) for user in users)
    path = f"matches/{match.id}/chat/"
    said = anna.does(path, {"phrase": "game"}, status=201)
    assert (said["phrase"], said["text"]) == ("game", "Good game.")
    written = anna.does(path, {"text": "Good game."}, status=201)
    assert written["phrase"] == ""
    assert berta.read(path)["lines"] == [said, written]
    assert refusal(anna.post(path, {"phrase": "nothing"})) == (400, "bad-body")
    assert refusal(anna.post(path, {"phrase": "game", "text": "x"})) == (400, "cannot-say")
    assert refusal(anna.post(path, {})) == (400, "cannot-say")


def test_who_may_not_write_is_refused() -> None:
    anna = people("Anna")[0]
    match = started(anna, people("Berta")[0])
    path, line = f"matches/{match.id}/chat/", {"text": "Hello"}
    assert refusal(Program().post(path, line)) == (401, "sign-in")
    assert refusal(Program(anna, "play").post(path, line)) == (403, "scope-missing")
    talker = Program(anna, "chat")
    assert refusal(talker.post(path, {"text": "x" * 301})) == (400, "bad-body")
    Sanction.objects.create(user=anna, kind=Sanction.Kind.MUTE)
    User.objects.filter(pk=anna.pk).update(sanctioned=True)
    assert refusal(talker.post(path, line)) == (403, "not-allowed")
