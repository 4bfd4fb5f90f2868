"""Tournaments from the first round to the last, as the worker runs them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.services import blocks
from games.duplicates.models import DuplicateDeal
from games.duplicates.refusals import BadDeal
from games.engine.referee import Requested, judge
from games.events.models import Event
from games.events.services import registering
from games.matches.models import Match
from games.matches.refusals import BadEvent, NotOpen
from games.matches.services import leaving
from games.matches.services.event_store import record_of
from games.titles.registry import ALL_RULES
from games.tournaments.models import Tournament
from games.tournaments.rounds import pair_round
from games.tournaments.services import directing, entering, running
from games.tournaments.services.planning import TournamentTerms
from games.tournaments.services.state import read
from tests.games.events.conftest import START
from tests.games.tournaments.conftest import begin, played, resign
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, fresh, person, play_on
from tests.helpers.notices import news_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def test_swiss_of_six_is_played_to_its_end(wall: Wall) -> None:
    play = played(wall, players=6, terms=TournamentTerms(rounds=3))
    assert len(play.tables()) == 3
    assert news_of(play.users[0])[-1] == "The cup, round 1: your table is ready."
    for _round in range(3):
        play.play_round()
    tournament = play.tournament
    assert (tournament.round, tournament.event.status) == (3, Event.Status.OVER)
    assert len(set(play.met())) == 9, "no two met twice"
    points = play.points()
    # Berta may win all three too: seats decide before points, and lots who meets.
    assert points["Anna"] == max(points.values()) == 3
    assert sum(points.values()) == 9
    assert news_of(play.users[5])[-1] == "The cup is over. See the standings."
    assert running.work() == 0


def test_break_separates_rounds(wall: Wall) -> None:
    play = played(wall, players=4)
    play.play()
    assert play.tournament.round == 1
    play.tick(59)
    assert play.tournament.round == 1
    play.tick(1)
    assert play.tournament.round == 2
    matches = Match.objects.filter(tournament_table__round=2)
    assert {match.status for match in matches} == {Match.Status.RUNNING}
    assert all(match.public and match.pace == Match.Pace.LIVE for match in matches)


def test_knockout_of_six_has_one_winner(wall: Wall) -> None:
    play = played(wall, players=6, terms=TournamentTerms("knockout"))
    assert play.tournament.rounds == 3
    assert len(play.tables()) == 2, "the two best have a bye"
    assert play.tournament.byes.count() == 2
    for _round in range(3):
        play.play_round()
    tournament = play.tournament
    assert tournament.event.status == Event.Status.OVER
    tables = list(tournament.tables.all())
    assert [table.round for table in tables] == [1, 1, 2, 2, 3, 3], "also for the third place"
    assert next(iter(play.points())) == "Anna"


def test_round_robin_lets_all_meet(wall: Wall) -> None:
    play = played(wall, players=5, terms=TournamentTerms("round_robin"), places=5)
    for _round in range(5):
        play.play_round()
    assert play.tournament.event.status == Event.Status.OVER
    assert len(set(play.met())) == 10
    assert play.points()["Anna"] == 5, "four wins and the bye that each player has"


@pytest.mark.parametrize(("format", "players"), [("round_robin", 4), ("knockout", 8)])
def test_round_without_tables_is_passed_over(wall: Wall, format: str, players: int) -> None:
    play = played(wall, players=players, terms=TournamentTerms(format))
    play.play()
    board = read(play.tournament)
    ahead = [
        pair_round(board.plan, board.players, board.results, board.rests, number).tables
        for number in (2, 3)
    ]
    # Two stay who meet in the third round.
    staying = {table[0] for table in ahead[0]} if format == "knockout" else set(ahead[1][0])
    for entrant in board.entrants:
        if entrant.pk not in staying:
            entering.withdraw(play.at(not_none(entrant.user)))
    for _break in range(2):
        assert not play.tables()
        play.tick(play.tournament.break_seconds)
    (table,) = play.tables()
    assert (table.round, set(table.seated)) == (3, staying)
    assert play.tournament.byes.filter(round=2).count() == 2
    play.play()
    assert play.tournament.event.status == Event.Status.OVER


def test_swiss_at_tables_of_three_and_four(wall: Wall) -> None:
    play = played(wall, players=9, terms=TournamentTerms("swiss", size=4, rounds=2))
    assert sorted(len(table.seated) for table in play.tables()) == [3, 3, 3]
    for table in play.tables():
        match = not_none(table.match)
        seats = match.players.order_by("seat").values_list("user", flat=True)
        users = [play.tournament.entrants.get(pk=one).user_id for one in table.seated]
        assert list(seats) == users, "in the order of the pairing"
    for _round in range(2):
        play.play_round()
    points = play.points()
    assert next(iter(points)) == "Anna"
    assert sum(points.values()) == pytest.approx(2 * 9 / 2)


@pytest.mark.parametrize("rated", [False, True])
def test_records_are_verified_and_rated_seats_drawn(wall: Wall, rated: bool) -> None:
    play = played(wall, players=4, rated=rated)
    tables = play.tables()
    with committed():
        for table in tables:
            play_on(not_none(table.match))
    play.tick()
    for table in tables:
        match = not_none(table.match)
        seats = match.players.order_by("seat").values_list("user", flat=True)
        users = play.tournament.entrants.in_bulk(table.seated)
        assert [users[one].user_id for one in table.seated] == list(seats)
        record = record_of(fresh(match))
        answer = judge(json.dumps(record), ALL_RULES, Requested(verify=True))
        assert answer["ok"], answer["error"]
        agreed = "seats agreed by the players, not drawn" in answer["verified"]
        assert agreed is not rated


def test_arena_pairs_those_who_wait_until_time_is_over(wall: Wall) -> None:
    play = played(wall, players=6, terms=TournamentTerms("arena", arena_minutes=10))
    assert len(play.tables()) == 3
    first = play.tables()[0]
    resign(not_none(first.match))
    play.tick()
    assert len(play.tables()) == 2, "two who have just met wait for others"
    for _match in range(3):
        play.play()
    assert play.tournament.tables.count() >= 9
    play.tick(600)
    assert play.tournament.event.status == Event.Status.RUNNING, "the last matches are played"
    play.play()
    assert play.tournament.event.status == Event.Status.OVER
    points = play.points()
    assert next(iter(points)) == "Anna"


def test_absent_player_gets_nothing_and_no_next_table(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    match = not_none(table.match)
    here, gone = (play.tournament.entrants.get(pk=one) for one in table.seated)
    match.players.filter(user=gone.user).update(came_at=None)
    play.asleep = {not_none(gone.user_id)}
    play.tick(60)
    match.refresh_from_db()
    table.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert (table.absent, table.why) == ([gone.pk], "absent")
    points = play.points()
    assert points[not_none(here.user).username] == 1
    assert points[not_none(gone.user).username] == 0
    play.play_round()
    assert gone.pk not in {one for table in play.tables() for one in table.seated}
    entering.be_here(play.at(not_none(gone.user)))
    play.asleep = set()
    play.play_round()
    assert gone.pk in {one for table in play.tables() for one in table.seated}


def test_others_play_on_at_table_of_an_absent_player(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms("swiss", size=4, rounds=1))
    (table,) = play.tables()
    match = not_none(table.match)
    gone = play.users[0]
    match.players.filter(user=gone).update(came_at=None)
    play.asleep = {gone.pk}
    play.tick(60)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.players.get(user=gone).bot == "normal"
    play.play()
    table.refresh_from_db()
    assert table.absent == [play.entrant(gone).pk]
    assert play.points() == {
        "Berta": 1,
        "Carla": pytest.approx(2 / 3),
        "Dora": pytest.approx(1 / 3),
        "Anna": 0,
    }


def test_called_off_matches_count_as_stated(wall: Wall) -> None:
    play = played(wall, players=4)
    first, second = play.tables()
    match = not_none(first.match)
    leaver, other = match.players.order_by("seat")
    with committed():
        leaving.abort(not_none(leaver.user), match.pk)
    match = not_none(second.match)
    with committed():
        for player in match.players.order_by("seat"):
            leaving.agree_to_call_off(not_none(player.user), match.pk, True)
    play.tick()
    points = play.points()
    assert points.pop(not_none(other.user).username) == 1
    assert set(points.values()) == {0}
    assert not play.tournament.entrants.filter(away=True).exists(), "they had come"


def test_blocked_pair_is_not_seated_together(wall: Wall) -> None:
    play = played(wall, players=4, paired=False)
    anna, berta, *_others = play.users
    blocks.block(anna, berta)
    begin(play)
    for _round in range(2):
        play.play_round()
    assert frozenset({play.entrant(anna).pk, play.entrant(berta).pk}) not in play.met()
    assert not Match.objects.filter(players__user=anna).filter(players__user=berta).exists()


def test_block_that_no_pairing_avoids_gives_the_table_up(wall: Wall) -> None:
    play = played(wall, players=4, paired=False, terms=TournamentTerms("round_robin"), places=4)
    anna, berta, *_others = play.users
    blocks.block(anna, berta)
    begin(play)
    for _round in range(3):
        play.play_round()
    unplayed = play.tournament.tables.get(match=None)
    assert set(unplayed.seated) == {play.entrant(anna).pk, play.entrant(berta).pk}
    assert (unplayed.absent, unplayed.why) == ([play.entrant(anna).pk], "apart")


def test_too_few_players_wait_a_quarter_of_an_hour(wall: Wall) -> None:
    play = played(wall, players=3, paired=False)
    begin(play)
    assert play.tournament.round == 0
    for _minute in range(15):
        play.tick(60)
    assert play.tournament.event.status == Event.Status.OVER
    assert not play.met()


@pytest.mark.parametrize("format", ["swiss", "arena"])
def test_page_and_refusal_say_how_many_players_the_first_round_needs(
    wall: Wall, format: str
) -> None:
    play = played(wall, players=3, paired=False, terms=TournamentTerms(format))
    assert "It needs at least 4 players." in play.page()
    begin(play)
    assert "Players here: 3 of at least 4." in play.page()
    with pytest.raises(NotOpen) as refused:
        directing.start_round(play.at(play.organiser))
    assert refused.value.reason == ("Too few players are here to begin: 3 of at least 4.")
    dora = person("Dora")
    registering.register(play.at(dora))
    entering.be_here(play.at(dora))
    assert "Players here" not in play.page()
    directing.start_round(play.at(play.organiser))
    play.tick()
    assert len(play.tables()) == 2


def test_turn_by_turn_tournament_waits_for_no_page(wall: Wall) -> None:
    play = played(wall, players=4, paired=False, clock="turns-24")
    begin(play, here=False)
    assert len(play.tables()) == 2
    play.asleep = {user.pk for user in play.users}
    play.tick(3600)
    assert len(play.tables()) == 2
    play.play()
    assert play.tournament.tables.exclude(places=None).count() == 2


def test_tables_of_round_get_same_cards_and_results_come_together(wall: Wall) -> None:
    terms = TournamentTerms(rounds=2, same_cards=True)
    play = played(wall, players=4, terms=terms, games=("kabale",))
    first, second = (not_none(table.match) for table in play.tables())
    resign(first)
    play.tick()
    assert len(play.tables()) == 2, "no result before the other table is over"
    assert f"/matches/{first.id}/" not in play.page()
    assert "All tables have the same cards." in play.page()
    assert Client().get(f"/matches/{first.id}/").status_code == 403
    resign(second)
    play.tick()
    assert play.tables() == []
    records = [record_of(fresh(match)) for match in (first, second)]
    assert len({json.dumps(record["seed"]) for record in records}) == 1
    page = play.page()
    (deal,) = DuplicateDeal.objects.all()
    assert deal.get_absolute_url() in page
    assert Client().get(deal.get_absolute_url()).status_code == 200
    play.tick(play.tournament.break_seconds)
    assert play.tournament.round == 2
    assert DuplicateDeal.objects.count() == 2, "each round has cards of its own"


@pytest.mark.parametrize(
    ("form", "game", "refusal"), [("arena", "kabale", BadEvent), ("swiss", "condottiere", BadDeal)]
)
def test_same_cards_are_only_for_rounds_of_games_with_deals(
    wall: Wall, form: str, game: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        played(wall, players=4, terms=TournamentTerms(form, same_cards=True), games=(game,))


def test_single_table_of_its_size_has_its_own_cards(wall: Wall) -> None:
    terms = TournamentTerms(size=4, rounds=1, same_cards=True)
    play = played(wall, players=7, terms=terms, games=("kabale",))
    matches = [not_none(table.match) for table in play.tables()]
    assert {match.seats for match in matches} == {3, 4}
    assert not any(match.sealed for match in matches)


def test_worker_tends_all_tournaments_that_run(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    terms: dict[str, Any] = {
        "starts_at": START,
        "zone": "UTC",
        "minutes": 60,
        "clock": "live-5",
        "places": 4,
    }
    events = Event.objects.bulk_create(
        Event(title=f"Cup {n}", status=Event.Status.RUNNING, games=["condottiere"], **terms)
        for n in range(120)
    )
    Tournament.objects.bulk_create(Tournament(event=one, format="swiss", size=2) for one in events)
    tended: list[str] = []

    def tend(event_id: str) -> int:
        tended.append(event_id)
        return 1

    monkeypatch.setattr(running, "tend", tend)
    running.work()
    assert sorted(tended) == sorted(one.pk for one in events)
