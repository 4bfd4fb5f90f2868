"""No user can pass for another user, or for the site, with a name that looks the same."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.chat import services as chat
from games.matches.access import open_match
from tests.helpers.matches import committed, people, person, signed_in, started

pytestmark = pytest.mark.django_db
DOUBLES = (
    *("MAGNUS-C", "magnus c", "Magnus_C²", "MagnusC", "magnu5_c", "Мagnus_C"),
    *("Sir Lancelot", "Sir Lance1ot", "SIR-LANCELOT", "The House", "Tavola team", "관리자"),
)


@pytest.mark.parametrize("double", DOUBLES)
def test_lookalike_display_name_is_refused(double: str) -> None:
    """A lookalike of another user's username or display name is refused."""
    magnus, mallory = person("Magnus_C"), person("Mallory")
    given = signed_in(magnus).post("/settings/profile/", {"display_name": "Sir Lancelot"})
    assert given.status_code == 302
    refused = signed_in(mallory).post("/settings/profile/", {"display_name": double})
    assert refused.status_code == 200
    assert 'id="id_display_name_error"' in refused.content.decode()
    mallory.refresh_from_db()
    assert mallory.name == "Mallory"


@pytest.mark.parametrize("double", ["magnus-c", "MagnusC", "Sir_Lancelot", "house", "api"])
def test_lookalike_username_is_refused(double: str) -> None:
    magnus = person("Magnus_C")
    signed_in(magnus).post("/settings/profile/", {"display_name": "Sir Lancelot"})
    form = {"username": double, "email": "m@example.org", "password1": "seven quiet towers"}
    refused = Client().post("/accounts/signup/", form)
    assert refused.status_code == 200
    assert 'id="id_username_error"' in refused.content.decode()
    assert list(User.objects.all()) == [magnus]


def test_username_is_shown_next_to_chat_message() -> None:
    """Display names are free text, so the unique username is shown next to them."""
    mallory, anna = people("Mallory", "Anna")
    mallory.display_name = "Lancelot"
    mallory.save(update_fields=["display_name"])
    with committed():
        match = started(mallory, anna)
        chat.post_line(open_match(mallory, match.id), "Send me your password.")
    page = signed_in(anna).get(f"/matches/{match.id}/").content.decode()
    shown = page[page.index('id="chat-lines"') :]
    assert (
        'Lancelot</bdi></b> <a class="handle" href="/players/Mallory/" target="_blank">@Mallory</a>'
        in shown
    )
    assert "<bdi>Send me your password.</bdi> <time" in shown
    assert 'title="@Mallory">Lancelot' in page, "at the table"
    assert '<span class="visually-hidden"> @Mallory</span>' in page, "for screen readers"
    state = signed_in(anna).get(f"/api/v1/matches/{match.id}/").json()
    names = {player["username"]: player["name"] for player in state["players"]}
    assert names == {"Mallory": "Lancelot", "Anna": "Anna"}
