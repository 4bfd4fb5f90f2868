"""The form that plays on from a step of a replay, and what the match says of itself."""

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
def anna() -> User:
    return person("Anna")


@pytest.fixture
def former(anna: User) -> Match:
    return finished(anna)


def address(match: Match) -> str:
    return f"/matches/{match.id}/play-on/"


def test_the_replay_leads_to_the_form_of_its_step(anna: User, former: Match) -> None:
    client = signed_in(anna)
    replay = client.get(f"/matches/{former.id}/replay/?step=6").content.decode()
    assert f'form="step-form" formaction="{address(former)}"' in replay
    html = client.get(f"{address(former)}?step=6&view=0").content.decode()
    assert "after step 6 of" in html
    assert '<input type="hidden" name="step" value="6"' in html


def test_one_click_plays_on(anna: User, former: Match) -> None:
    client, seat = signed_in(anna), seat_of(former, anna)
    data = {"step": "6", "seat": str(seat), "level": "easy", "hidden": "imagined"}
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


def test_people_see_in_the_waiting_room_what_it_is(anna: User, former: Match) -> None:
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
def test_what_makes_no_sense_comes_back_with_words(
    anna: User, former: Match, wrong: dict[str, str]
) -> None:
    data = {"step": "6", "seat": "0", "level": "easy", "hidden": "were", **wrong}
    answer = signed_in(anna).post(address(former), data)
    assert answer.status_code in (400, 409)
    assert 'name="seat"' in answer.content.decode()
    assert Match.objects.count() == 1


def test_who_may_not_see_the_match_may_not_play_on(former: Match) -> None:
    Match.objects.filter(id=former.id).update(public=False)
    client = signed_in(person("Berta"))
    assert client.get(address(former)).status_code == 403
    assert client.post(address(former), {"seat": "0"}).status_code == 403


def test_a_match_that_goes_on_gives_nothing_away(anna: User) -> None:
    running = started(anna, bots=("easy",))
    client = signed_in(anna)
    assert client.get(address(running)).status_code == 409
    assert client.post(address(running), {"seat": "0", "level": "easy"}).status_code == 409
