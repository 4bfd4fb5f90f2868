"""“Play bots now”: choosing opponents starts a match with one click."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.boards.templatetags.tavola import drawn_part
from games.engine.contract import Game
from games.lobby.presenters.lobby import finished_matches
from games.lobby.presenters.opponents import (
    USUAL_LEVEL,
    levels_of,
    opponent_groups,
    opponents_by_value,
    opponents_of,
)
from games.matches.models import Match, Player
from games.titles.registry import all_games, bot_levels
from tests.helpers.matches import committed, opened, people, play_on, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.pondering import title
from tests.helpers.pondering.bots import Ponderer
from tests.helpers.responses import Response
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
CHOSEN = re.compile(r'<option value="([^"]+)" selected>([^<]+)<')
GAMES = all_games()


def play(client: Client, against: str, **more: str) -> Response:
    with committed():
        return client.post("/play/bots/", {"against": against, **more})


def seated(match: Match) -> list[str]:
    return sorted(match.players.values_list("bot", flat=True))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_opponent_choice_starts_full_table(game: Game, anna: User) -> None:
    client, choices = signed_in(anna), opponents_of(game)
    assert len(choices) == sum(len(bot_levels(game.slug, n)) for n in game.seats if n > 1)
    for choice in (choices[0], choices[-1]):
        response = play(client, choice.value, sure="yes")
        match = Match.objects.order_by("-opened_at").first()
        assert match is not None
        assert (response.status_code, response["Location"]) == (302, f"/matches/{match.id}/")
        assert (match.game, match.status) == (game.slug, Match.Status.RUNNING)
        assert seated(match) == ["", *[choice.level] * choice.count]


def test_last_choice_is_preselected_next_time(anna: User) -> None:
    client = signed_in(anna)
    before = dict(CHOSEN.findall(client.get("/").content.decode()))
    assert f"{GAMES[0].slug}:2:normal" in before
    play(client, f"{GAMES[-1].slug}:1:easy")
    chosen = CHOSEN.findall(client.get("/").content.decode())
    assert chosen[0][0] == f"{GAMES[-1].slug}:1:easy"
    # In the panel one, and one on each card.
    assert len(chosen) == 1 + len(GAMES)


def test_opponents_are_shown_before_click(anna: User) -> None:
    page = assert_clean_page(signed_in(anna).get(f"/games/{GAMES[0].slug}/")).text
    words = {text for _value, text in CHOSEN.findall(page)}
    assert words == {"2 × normal bot"}


@pytest.mark.parametrize("against", ["", "chess:1:easy", "babel:9:easy", "babel:1:god", "x" * 999])
def test_unknown_opponent_choice_is_refused(against: str, anna: User) -> None:
    response = play(signed_in(anna), against)
    assert response.status_code == 400
    assert not Match.objects.exists()
    assert opponents_by_value(against) is None


def test_playing_bots_while_seated_needs_confirmation(anna: User) -> None:
    opened(anna, seats=2)
    response = play(signed_in(anna), "babel:1:easy")
    assert response.status_code == 409
    assert "Yes, sit down here too" in response.content.decode()
    assert play(signed_in(anna), "babel:1:easy", sure="yes").status_code == 302


def test_anonymous_visitor_plays_bots_as_guest() -> None:
    page = Client().get("/").content.decode()
    assert page.count("Play now") == 1
    assert page.count("Play as a guest") == len(GAMES)
    assert "Play bots now" not in page
    rules = Client().get(f"/games/{GAMES[0].slug}/").content.decode()
    against = opponent_groups(GAMES[0].slug)[0].chosen
    assert f'name="against" value="{against}"' in page
    assert f'value="{against}"' in rules
    response = play(Client(), against)
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert [player.user.is_guest for player in match.players.all() if player.user] == [True]


def test_invalid_choice_creates_no_guest() -> None:
    client = Client()
    assert play(client, "chess:1:easy").status_code == 400
    assert not User.objects.exists()
    assert "_auth_user_id" not in client.session


def test_anonymous_visitor_must_sign_in_if_guests_are_disabled(settings: Settings) -> None:
    settings.GUESTS = False
    assert play(Client(), "babel:1:easy").status_code == 401
    assert not User.objects.exists()


def test_form_button_fills_all_seats_with_bots(anna: User) -> None:
    client = signed_in(anna)
    page = client.get("/games/condottiere/open/").content.decode()
    assert 'name="fill" value="easy"' in page
    fields = {"seats": "4", "public": "yes", "seat_1": "normal", "clock": "live-20"}
    with committed():
        client.post("/games/condottiere/open/", {**fields, "fill": "easy"})
    match = Match.objects.get()
    assert seated(match) == ["", "easy", "easy", "easy"]
    assert match.pace == "", "with bots only, the match has no clock"
    wrong = client.post("/games/condottiere/open/", {**fields, "fill": "god", "sure": "yes"})
    assert wrong.status_code == 400


def test_finished_matches_are_listed_separately() -> None:
    users = people("Anna", "Berta")
    over = [play_on(started(*users, seed=seed)) for seed in (1, 2, 3, 4)]
    for age, match in enumerate(over):
        at = not_none(match.ended_at) - timedelta(hours=age)
        Player.objects.filter(match=match).update(ended_at=at)
    running = started(*users, seed=5)
    assert [table.match for table in finished_matches(users[0])] == over[:3]
    page = signed_in(users[0]).get("/").content.decode()
    mine, finished = page.index('id="lobby-mine"'), page.index('id="finished-title"')
    assert mine < page.index(f"/matches/{running.id}/", mine) < finished
    assert page.index(f"/matches/{over[0].id}/") > finished
    assert "finished-title" not in Client().get("/").content.decode()


def test_choices_are_drawn_once_for_all_pages() -> None:
    """A list of all games has dozens of them, and the lobby has five lists."""

    def drawn() -> str:
        things = {"groups": opponent_groups(), "key": "any", "chosen": "", "plain": ""}
        return drawn_part("lobby/_opponents.html", tuple(things), "en", *things.values())

    assert drawn() is drawn()


def test_opponent_groups_preselect_usual_level() -> None:
    for group in opponent_groups():
        assert (
            group.chosen
            == max(
                (choice for choice in group.choices if choice.level == USUAL_LEVEL),
                key=lambda choice: -abs(choice.count - 2),
            ).value
        )


def test_levels_are_described_where_they_are_chosen(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the game that is to be played, and in the lobby those of all."""
    client = signed_in(anna)
    names = {level.value: level.name for level in levels_of([GAMES[0].slug])}
    assert next(iter(names)) == "easy"
    assert names["normal"] == "normal bot"
    title.install(monkeypatch, *(Ponderer(level, 1) for level in ("easy", "hard", "expert", "odd")))
    own_levels = [level.value for level in levels_of([title.SLUG])]
    assert own_levels == ["easy", "hard", "expert", "odd"]
    own = client.get(f"/games/{title.SLUG}/open/")
    assert_clean_page(own)
    waiting = client.get(opened(anna, game=title.SLUG).get_absolute_url())
    for page in (client.get("/"), own, waiting):
        for level in levels_of([title.SLUG])[:3]:
            assert f"<dt>{level.name}</dt>" in page.content.decode()
            assert level.description in page.content.decode()
        assert page.content.decode().count("<dd") == len(page.context["levels"]) - 1
    assert 'value="odd"' in waiting.content.decode(), "an unknown level has no description"


def test_preselected_bot_is_not_strongest(monkeypatch: pytest.MonkeyPatch) -> None:
    title.install(monkeypatch, *(Ponderer(level, 1) for level in ("easy", "normal", "hard")))
    (group,) = opponent_groups(title.SLUG)
    assert group.chosen == f"{title.SLUG}:2:normal"
    title.install(monkeypatch, *(Ponderer(level, 1) for level in ("soft", "firm")))
    (group,) = opponent_groups(title.SLUG)
    assert group.chosen == f"{title.SLUG}:2:firm"
