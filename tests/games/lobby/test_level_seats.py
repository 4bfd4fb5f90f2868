"""A level of bots is offered only at the numbers of seats at which it is stronger."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.engine.bots import Easy
from games.lobby.challenge_forms import ChallengeForm
from games.lobby.forms import TableForm
from games.lobby.presenters.opponents import levels_of, opponents_of
from games.lobby.services import challenges, lobby
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.refusals import BadTable
from games.titles.registry import bot_levels, game_of
from tests.helpers.matches import committed, opened, person, signed_in
from tests.helpers.pondering import title
from tests.helpers.pondering.bots import Ponderer
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
WORDS = "The expert bot doesn’t play at tables of 3"
Way = Callable[[User], str]


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    title.install(monkeypatch, Easy(), Ponderer("expert", 1), level_seats={"expert": (2, 4)})


def by_service(anna: User) -> str:
    with pytest.raises(BadTable) as refused:
        lobby.open_table(anna, TableRequest(title.SLUG, 3, bots=("easy", "expert")))
    return refused.value.reason


def by_form(anna: User) -> str:
    form = {"seats": "3", "public": "yes", "seat_1": "expert", "seat_2": "easy", "clock": "free"}
    answer = signed_in(anna).post(f"/games/{title.SLUG}/open/", form)
    assert answer.status_code == 400
    return answer.content.decode()


def by_json(anna: User) -> str:
    body = {"game": title.SLUG, "seats": 3, "clock": "free", "bots": ["expert", "easy"]}
    answer = Program(anna).post("tables/", body)
    assert refusal(answer) == (400, "bad-table")
    return str(answer.json()["error"]["reason"])


def by_challenge(anna: User) -> str:
    person("Berta")
    wish = TableRequest(title.SLUG, 3, invited=("Berta",))
    with pytest.raises(BadTable) as refused:
        challenges.challenge(anna, wish, Terms(fill="expert"))
    return refused.value.reason


def by_ladder(anna: User) -> str:
    wish = TableRequest(title.SLUG, 3, bots=("easy", "expert", "easy"))
    with pytest.raises(BadTable) as refused:
        lobby.open_for_bots(wish)
    return refused.value.reason


@pytest.mark.parametrize("way", [by_service, by_form, by_json, by_challenge, by_ladder])
def test_level_is_refused_where_it_is_no_stronger(way: Way, anna: User) -> None:
    assert WORDS in way(anna)
    assert not Match.objects.exists()


def test_free_seats_are_not_filled_with_level_that_is_no_stronger(anna: User) -> None:
    match = opened(anna, game=title.SLUG, seats=3)
    page = signed_in(anna).get(match.get_absolute_url()).content.decode()
    assert 'value="easy"' in page
    assert 'value="expert"' not in page
    with pytest.raises(BadTable) as refused:
        lobby.fill_with_bots(anna, match.id, "expert")
    assert WORDS in refused.value.reason


def test_levels_are_offered_by_number_of_seats(anna: User) -> None:
    choices = [(one.count, one.level) for one in opponents_of(game_of(title.SLUG))]
    assert [count for count, level in choices if level == "expert"] == [1, 3]
    assert [count for count, level in choices if level == "easy"] == [1, 2, 3, 4, 5]
    assert bot_levels(title.SLUG) == bot_levels(title.SLUG, 4) == ["easy", "expert"]
    with committed():
        signed_in(anna).post("/play/bots/", {"against": f"{title.SLUG}:2:expert"})
    assert not Match.objects.exists()


@pytest.mark.parametrize("form", [TableForm, ChallengeForm])
def test_form_names_numbers_of_seats_of_level(form: type[TableForm]) -> None:
    page = str(form(game_of(title.SLUG)))
    assert re.findall(r'value="(\w+)"[^>]* data-at="([\d ]+)"', page)[:1] == [("expert", "2 4")]
    assert not re.search(r'value="easy"[^>]* data-at=', page)


def test_buttons_that_fill_all_seats_name_numbers_of_seats_of_level(anna: User) -> None:
    page = signed_in(anna).get(f"/games/{title.SLUG}/open/").content.decode()
    fills = re.findall(r'<button[^>]* name="fill" value="(\w+)"(?: data-at="([\d ]+)")?>', page)
    assert fills == [("easy", ""), ("expert", "2 4")]


def test_levels_of_several_games_are_listed_from_the_weakest() -> None:
    levels = [one.value for one in levels_of([title.SLUG, "kharnage"])]
    assert levels == ["easy", "novice", "casual", "normal", "hard", "expert"]
