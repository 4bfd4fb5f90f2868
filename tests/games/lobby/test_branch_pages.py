"""The form that branches from a replay step, and how the new match describes itself."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.matches.services import commands
from games.matches.services.event_store import match_state, state_after
from tests.games.lobby.services.test_branching import finished
from tests.helpers.matches import committed, fresh, person, seat_of, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def former(anna: User) -> Match:
    return finished(anna)


def address(match: Match) -> str:
    return f"/matches/{match.id}/play-on/"


def test_replay_links_to_branch_form_of_step(anna: User, former: Match) -> None:
    client = signed_in(anna)
    replay = client.get(f"/matches/{former.id}/replay/?step=6").content.decode()
    assert f'form="step-form" formaction="{address(former)}"' in replay
    html = client.get(f"{address(former)}?step=6&view=0").content.decode()
    assert "from step 6 of" in html
    assert '<input type="hidden" name="step" value="6"' in html


def test_branch_starts_with_one_click(anna: User, former: Match) -> None:
    client, seat = signed_in(anna), seat_of(former, anna)
    data = {"step": "6", "seat": str(seat), "level": "easy", "hidden": "resampled"}
    answer = client.post(address(former), data)
    branch = Match.objects.exclude(id=former.id).get()
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{branch.id}/")
    before = state_after(match_state(former), 6).position
    hands = match_state(branch).position.view(seat)["hands"]
    assert hands == before.view(seat)["hands"]
    words = "From step 6 of another match"
    page = client.get(f"/matches/{branch.id}/").content.decode()
    assert words in page
    assert f'href="/matches/{former.id}/replay/?step=6&amp;view=all"' in page
    with committed():
        commands.resign(anna, branch.id)
    over = fresh(branch)
    assert client.get(f"/matches/{over.id}/").content.decode().count(words) == 2
    assert words in client.get(f"/matches/{over.id}/replay/").content.decode()


def test_waiting_room_of_branch_shows_its_origin(anna: User, former: Match) -> None:
    client, seat = signed_in(anna), seat_of(former, anna)
    data = {"step": "6", "seat": str(seat), "level": "easy", "hidden": "were"}
    answer = client.post(address(former), {**data, "free": [str(1 - seat)]}, follow=True)
    assert "From step 6 of another match" in answer.content.decode()
    assert Match.objects.exclude(id=former.id).get().status == Match.Status.OPEN


@pytest.mark.parametrize(
    "wrong",
    [{"seat": "9"}, {"seat": "x"}, {"seat": ""}, {"level": "clever"}, {"hidden": "no"},
     {"free": "7"}],
)  # fmt: skip
def test_invalid_branch_form_is_shown_with_error(
    anna: User, former: Match, wrong: dict[str, str]
) -> None:
    data = {"step": "6", "seat": "0", "level": "easy", "hidden": "were", **wrong}
    answer = signed_in(anna).post(address(former), data)
    assert answer.status_code in (400, 409)
    assert 'name="seat"' in answer.content.decode()
    assert Match.objects.count() == 1


def test_branching_of_hidden_match_is_refused(former: Match) -> None:
    Match.objects.filter(id=former.id).update(public=False)
    client = signed_in(person("Berta"))
    assert client.get(address(former)).status_code == 403
    assert client.post(address(former), {"seat": "0"}).status_code == 403


def test_running_match_cannot_be_branched(anna: User) -> None:
    running = started(anna, bots=("easy",))
    client = signed_in(anna)
    assert client.get(address(running)).status_code == 409
    assert client.post(address(running), {"seat": "0", "level": "easy"}).status_code == 409
