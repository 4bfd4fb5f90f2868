"""Private notes on players: who reads them, their limits, and what is left of them."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import PersonNote, User
from accounts.models.notes import PERSON_NOTE_LENGTH
from accounts.refusals import NotesTooMany, TooLong
from accounts.services import deletion, export, notes
from tests.helpers.matches import people, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
SECRET = "Bluffs with the Bishop."


def write(client: Client, text: str) -> int:
    return client.post("/players/Berta/note/", {"note": text}).status_code


def test_only_author_reads_note_on_player(pair: list[User]) -> None:
    own, other = signed_in(pair[0]), signed_in(pair[1])
    before = len(other.get("/players/Berta/").content)
    assert write(own, SECRET) == 302
    assert_clean_page(own.get("/players/Berta/"))
    assert SECRET in own.get("/players/Berta/").content.decode()
    assert SECRET not in Client().get("/players/Berta/").content.decode()
    assert len(other.get("/players/Berta/").content) == before
    assert write(Client(), "x") == 302
    assert write(own, "") == 302
    assert not PersonNote.objects.exists()


def test_note_is_bounded(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    anna, berta = pair
    with pytest.raises(TooLong):
        notes.write_note(anna, berta, "x" * (PERSON_NOTE_LENGTH + 1))
    monkeypatch.setattr(notes, "NOTED_EACH", 1)
    notes.write_note(anna, berta, "One.")
    notes.write_note(anna, berta, "Changed.")
    with pytest.raises(NotesTooMany):
        notes.write_note(anna, people("Carla")[0], "Two.")
    notes.write_note(anna, anna, "Myself.")
    assert [note.text for note in PersonNote.objects.all()] == ["Changed."]


def test_note_is_exported_to_its_author_and_erased_with_either(pair: list[User]) -> None:
    anna, berta = pair
    notes.write_note(anna, berta, SECRET)
    notes.write_note(berta, anna, "Slow.")
    (row,) = json.loads("".join(export.json_parts(anna)))["notes_on_players"]
    assert (row["username"], row["text"]) == ("Berta", SECRET)
    deletion.request_deletion(berta)
    User.objects.filter(pk=berta.pk).update(closes_at="2026-01-01T00:00:00Z")
    berta.refresh_from_db()
    assert deletion.delete_account(berta)
    assert not PersonNote.objects.exists()
