"""Rounds of a game night: all who are here are seated by draw, and results stay."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.permissions import may_play_rated
from accounts.services import blocks
from games.duplicates.refusals import BadDeal
from games.duplicates.services import end_all_due
from games.game_nights import rounds
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from games.game_nights.presenters import game_night_for
from games.game_nights.rounds import DrawRequest, Round, draw_round, free_people
from games.lobby.services.admission import CALLED_OFF_A_DAY
from games.matches.models import Match, Player
from games.matches.refusals import BadTable, NotAllowed, NotOpen
from games.matches.services import commands
from games.notifications.services import inbox
from games.notifications.words import sentence_of
from tests.helpers.matches import committed, fresh, people, person, signed_in, under_way
from tests.helpers.programs import Program, refusal
from tests.helpers.queries import queries_of
from tests.helpers.ratings import finished
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
PAIRS = DrawRequest("condottiere", (2,))


def here(game_night: GameNight, *names: str) -> list[User]:
    users = people(*names)
    for user in users:
        game_nights.attend(user, game_night)
    return users


def drawn(host: User, game_night: GameNight, request: DrawRequest = PAIRS) -> Round:
    with committed():
        return draw_round(host, game_night, request)


def over(*matches: Match) -> None:
    """Let a player of each match resign."""
    for match in matches:
        with committed():
            player = match.players.exclude(user=None).order_by("seat")[0]
            commands.resign(not_none(player.user), match.id)


def seated(match: Match) -> set[str]:
    return set(match.players.values_list("name", flat=True))


def test_round_seats_all_and_next_round_mixes(host: User, game_night: GameNight) -> None:
    here(game_night, "Anna", "Berta", "Carla", "Dora")
    met = set()
    for number in (1, 2, 3):
        found = drawn(host, game_night)
        assert (found.number, found.left_out, len(found.matches)) == (number, [], 2)
        for match in found.matches:
            assert fresh(match).status == Match.Status.RUNNING
            assert not match.public
            met.add(frozenset(seated(match)))
        over(*found.matches)
    assert len(met) == 6, "each met each other one"
    page = game_night_for(host, game_night)
    assert [result.round for result in page.results] == [3, 3, 2, 2, 1, 1]
    assert {score.matches for score in page.scores} == {3}


def test_result_leads_players_back_to_the_game_night(host: User, game_night: GameNight) -> None:
    anna, berta = here(game_night, "Anna", "Berta")
    (match,) = drawn(host, game_night).matches
    over(match)
    with_link = Client(headers={"accept-language": "en"})
    with_link.get(game_night.get_absolute_url())
    back = f'href="{game_night.get_absolute_url()}"'
    for user in (anna, berta):
        shown = signed_in(user).get(match.get_absolute_url()).text
        assert back in shown
        assert "Back to Thursday at the club" in shown
        assert "Offer a rematch" in shown
    assert back not in with_link.get(match.get_absolute_url()).text, "the link is a key"
    game_nights.leave(berta, game_night)
    assert back not in signed_in(berta).get(match.get_absolute_url()).text


def test_players_still_playing_or_gone_are_not_drawn(host: User, game_night: GameNight) -> None:
    anna, berta, carla, dora = here(game_night, "Anna", "Berta", "Carla", "Dora")
    game_nights.leave(dora, game_night)
    first = drawn(host, game_night)
    assert len(first.left_out) == 1
    assert free_people(game_night) == first.left_out
    with pytest.raises(BadTable, match="Too few"):
        drawn(host, game_night)
    game_nights.attend(dora, game_night)
    (late,) = drawn(host, game_night).matches
    assert {"Dora", first.left_out[0].name} == seated(late)
    assert {anna, berta, carla} >= set(first.left_out)


def test_bots_fill_unequal_tables(host: User, game_night: GameNight) -> None:
    here(game_night, *(f"Guest{n}" for n in range(5)))
    found = drawn(host, game_night, DrawRequest("condottiere", (4,), "live-5", bots=True))
    assert [fresh(match).status for match in found.matches] == [Match.Status.RUNNING] * 2
    assert sorted(match.players.exclude(bot="").count() for match in found.matches) == [1, 2]
    assert GameNight.objects.get().drawn["sizes"] == [4]


def test_blocked_pair_is_never_drawn_together(host: User, game_night: GameNight) -> None:
    anna, berta = here(game_night, "Anna", "Berta")
    blocks.block(anna, berta)
    with pytest.raises(BadTable):
        drawn(host, game_night)
    here(game_night, "Carla", "Dora")
    for _round in range(3):
        found = drawn(host, game_night)
        assert len(found.matches) == 2
        assert {"Anna", "Berta"} not in map(seated, found.matches)
        over(*found.matches)


def test_rated_round_leaves_out_those_who_may_not(host: User) -> None:
    night = GameNight.objects.create(name="Rated", host=host, rated=True)
    anna, berta, carla = here(night, "Anna", "Berta", "Carla")
    User.objects.filter(pk=carla.pk).update(guest_until="2999-01-01T00:00:00Z")
    with pytest.raises(BadTable, match="Bots"):
        drawn(host, night, DrawRequest("condottiere", (2,), bots=True))
    found = drawn(host, night)
    assert (seated(found.matches[0]), found.left_out) == ({"Anna", "Berta"}, [carla])
    assert fresh(found.matches[0]).rated
    assert {anna, berta} == {player.user for player in found.matches[0].players.all()}


def test_rated_round_asks_once_whether_each_player_may_go_on(
    host: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = GameNight.objects.create(name="Rated", host=host, rated=True)
    anna, berta, carla = here(night, "Anna", "Berta", "Carla")
    for _match in range(CALLED_OFF_A_DAY):
        finished([anna, carla], [2, 1])
    Player.objects.filter(user=carla).update(called_off_at=timezone.now())
    once = queries_of(lambda: [may_play_rated(one) for one in (anna, berta, carla)])
    with django_assert_num_queries(once + 1):
        free, barred = rounds._free_people(night)
    assert (set(free.values()), barred) == ({anna, berta}, [carla])


def test_drawn_player_is_notified_of_table(host: User, game_night: GameNight) -> None:
    anna, _berta, carla = here(game_night, "Anna", "Berta", "Carla")
    first = drawn(host, game_night)
    seated_names = seated(first.matches[0])
    for one in (anna, carla):
        news = [sentence_of(row) for row in inbox.unread(one.pk)]
        ready = f"{game_night.name}: your table of Condottiere is ready."
        assert (ready in news) == (one.name in seated_names)


def test_only_host_draws_with_sizes_of_game(host: User, game_night: GameNight) -> None:
    anna, _berta = here(game_night, "Anna", "Berta")
    with pytest.raises(NotAllowed):
        draw_round(anna, game_night, PAIRS)
    for sizes in ((), (1,), (9,)):
        answer = Program(host).post(
            f"game-nights/{game_night.key}/rounds/", {"game": "condottiere", "sizes": list(sizes)}
        )
        assert answer.status_code == 400, sizes
    game_nights.close(host, game_night)
    with pytest.raises(NotOpen):
        draw_round(host, game_night, PAIRS)


def test_host_draws_on_page_and_results_stay(host: User, game_night: GameNight) -> None:
    here(game_night, "Anna", "Berta", "Carla")
    client, address = signed_in(host), game_night.get_absolute_url()
    assert "3 players are here and free." in client.get(address).content.decode()
    form = {"draw-game": "condottiere", "draw-sizes": ["2"], "draw-clock": "live-10"}
    with committed():
        page = client.post(f"{address}draw/", form, follow=True).content.decode()
    assert "1 table is drawn." in page
    assert "No seat in this round:" in page
    assert "Choose a game." not in page
    assert "This field" in client.post(f"{address}draw/", {}, follow=True).content.decode()
    (table,) = game_night.tables.all()
    over(table.match)
    game_nights.close(host, game_night)
    page = signed_in(person("Late")).get(address).content.decode()
    assert f'href="/matches/{table.match_id}/replay/"' in page
    assert "Round 1" in page


def test_program_draws_round(host: User, game_night: GameNight) -> None:
    here(game_night, "Anna", "Berta")
    path = f"game-nights/{game_night.key}/rounds/"
    wish = {"game": "condottiere", "sizes": [2]}
    assert refusal(Program(person("Other"), "host").post(path, wish)) == (403, "not-allowed")
    (match,) = Program(host, "host").does(path, wish, status=201)["running"]
    over(Match.objects.get(pk=match["match"]))
    (result,) = Program(host).read(f"game-nights/{game_night.key}/")["results"]
    assert (result["round"], {one["username"] for one in result["players"]}) == (
        1,
        {"Anna", "Berta"},
    )


def test_round_with_the_same_cards_seals_its_tables(host: User, game_night: GameNight) -> None:
    users = here(game_night, "Anna", "Berta", "Carla", "Dora", "Emil")
    found = drawn(host, game_night, DrawRequest("kabale", (2,), same_cards=True))
    one, two = (fresh(match) for match in found.matches)
    assert one.commitments == two.commitments
    assert one.sealed
    assert two.sealed
    for table in (one, two):
        under_way(table)
    over(one)
    outsider = next(user for user in users if user in found.left_out)
    page = game_night_for(outsider, game_night)
    assert (page.running, page.results, page.scores) == ([], [], [])
    assert len(page.deals) == 1
    over(two)
    with committed():
        end_all_due()
    assert len(game_night_for(outsider, game_night).results) == 2


def test_same_cards_need_two_tables_of_one_size(host: User, game_night: GameNight) -> None:
    here(game_night, "Anna", "Berta", "Carla", "Dora", "Emil")
    with pytest.raises(BadDeal, match="two tables"):
        drawn(host, game_night, DrawRequest("kabale", (5,), same_cards=True))
    with pytest.raises(BadDeal, match="several times"):
        drawn(host, game_night, DrawRequest("condottiere", (2,), same_cards=True))
    assert not Match.objects.exists()
