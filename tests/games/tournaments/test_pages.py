"""The pages of tournaments without JavaScript, as organisers, players and strangers use them."""

from __future__ import annotations

import csv
import html
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from games.boards.words import list_words
from games.clubs.services import founding
from games.clubs.services.founding import ClubFacts
from games.events.models import Event
from games.events.services import registering
from games.events.services.finding import open_event
from games.matches.models import Match
from games.matches.services import leaving, presence
from games.tournaments.models import Ruling, Tournament
from games.tournaments.presenters.outlook import outlook_of
from games.tournaments.presenters.sheets import points_text, sheet_of
from games.tournaments.services import entering, planning
from games.tournaments.services.planning import TournamentTerms
from tests.games.events.conftest import START
from tests.games.tournaments.conftest import FACTS, Play, begin, played
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, people, person, signed_in
from tests.helpers.notices import news_of
from tests.helpers.pages import page
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
TYPED = {"title": "Cup", "day": "2037-03-12", "time": "20:00", "zone": "Europe/Berlin"}
TYPED |= {"minutes": "180", "clock": "live-10", "places": "64", "game": "kharnage", "size": "4"}
TYPED |= {"format": "swiss", "rounds": "5", "break_seconds": "60", "arena_minutes": "60"}


def do(client: Client, play: Play, act: str, **fields: Any) -> str:
    address = f"{play.tournament.get_absolute_url()}do/{act}/"
    return client.post(address, fields, follow=True).content.decode()


def test_tournament_is_planned_changed_and_listed(wall: Wall) -> None:
    user = person("Berta")
    client = signed_in(person("Anna"))
    assert "Plan a tournament" in page(client, "/events/")
    assert "Knock-out" in page(client, "/tournaments/new/")
    made = client.post("/tournaments/new/", TYPED, follow=True).content.decode()
    assert "Swiss" in made
    tournament = Tournament.objects.select_related("event").get()
    event = tournament.event
    assert (event.games, event.sizes, event.places) == (["kharnage"], [3, 4], 64)
    assert (tournament.format, tournament.size, tournament.rounds) == ("swiss", 4, 5)
    registering.register(open_event(user, event.pk))
    edit = f"{tournament.get_absolute_url()}edit/"
    assert client.get(f"{event.get_absolute_url()}edit/")["Location"] == edit
    assert 'value="Europe/Berlin"' in page(client, edit)
    client.post(edit, {**TYPED, "format": "arena", "places": "256"})
    tournament.refresh_from_db()
    event.refresh_from_db()
    assert news_of(user)[-1].startswith("Cup was changed.")
    assert (tournament.format, tournament.rounds, event.places) == ("arena", 0, 256)
    assert "Arena" in page(client, "/events/")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"format": "round_robin", "size": "4"}, "A round robin is for tables of two."),
        ({"format": "round_robin", "game": "babel", "size": "2"}, "4 to 16 places"),
        ({"game": "babel"}, "Babel is not played at tables of this size."),
        ({"format": "arena", "clock": "turns-24"}, "An arena is played live."),
        ({"places": "-3"}, "4 to 256 places"),
        ({"places": "3"}, "4 to 256 places"),
        ({"places": "257"}, "4 to 256 places"),
        ({"rounds": "16"}, "Select a valid choice"),
    ],
)
def test_impossible_terms_are_refused(wall: Wall, wrong: dict[str, str], words: str) -> None:
    answer = signed_in(person("Anna")).post("/tournaments/new/", {**TYPED, **wrong})
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not Event.objects.exists()


def test_player_finds_table_result_and_standings(wall: Wall) -> None:
    play = played(wall, players=4)
    anna = signed_in(play.users[0])
    url = play.tournament.get_absolute_url()
    shown = page(anna, url)
    assert "Round 1 of 3" in shown
    assert "Go to your table" in shown
    match = not_none(play.tables()[0].match)
    play.play()
    assert "Next round in" in page(anna, url)
    assert "You are number 1. Points: 1." in page(anna, url)
    assert "Back to The cup" in page(anna, match.get_absolute_url())
    play.tick(60)
    assert "Tables of round 2" in page(Client(), url)
    assert 'class="round-table' in page(Client(), f"{url}rounds/1/")
    assert Client().get(f"{url}rounds/3/").status_code == 404
    assert "The cup" in Client().get(f"/embed{url}").text


def test_korean_standings_count_wins_and_are_not_current_once_over(wall: Wall) -> None:
    play = played(wall, players=4)
    play.play()
    host = signed_in(play.organiser)
    do(host, play, "pause")
    korean = signed_in(play.organiser)
    korean.cookies["django_language"] = "ko"
    paused = page(korean, play.tournament.get_absolute_url())
    assert ">승</th>" in paused
    assert "대회 계속하기" in paused
    do(host, play, "end")
    assert "현재" not in page(korean, play.tournament.get_absolute_url())


def test_page_shows_who_is_here_before_the_first_round(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms(rounds=2), paired=False)
    begin(play, here=False)
    assert "2 rounds</span>" in play.page()
    assert "</svg> here</span>" not in play.page()
    entering.be_here(play.at(play.users[1]))
    shown = play.page()
    assert shown.count("</svg> here</span>") == 1
    assert re.search(r"<bdi>Berta</bdi></a> <span[^>]*><svg.*?</svg> here</span>", shown)
    assert "Standings</h2>" not in shown
    own, address = signed_in(play.users[0]), play.tournament.get_absolute_url()
    assert "Say that you’re here, and you get a table" in page(own, address)
    presence.set_present(play.users[0].pk)
    assert "You’re here. Your table appears" in page(own, address)
    for user in play.users:
        entering.be_here(play.at(user))
    play.tick(60)
    assert play.tournament.round == 1
    assert "</svg> here</span>" not in play.page()
    assert "Standings</h2>" in play.page()
    assert "You are number" not in page(own, address)
    play.play_round()
    assert "You are number" in page(own, address)


@pytest.mark.parametrize(
    ("players", "clock", "terms", "words"),
    [
        (0, "live-5", {}, "With 4 players: 3 rounds, about 3½ hours"),
        (5, "live-5", {"format": "round_robin"}, "With 5 players: 5 rounds, about 5½ hours"),
        (5, "live-5", {"rounds": 2, "round_minutes": 10}, "2 rounds, about ½ hour"),
        (8, "turns-24", {"format": "knockout"}, "With 8 players: 3 rounds"),
        (4, "live-5", {"format": "arena"}, ""),
    ],
)
def test_pages_say_how_many_rounds_are_ahead(
    wall: Wall, players: int, clock: str, terms: dict[str, Any], words: str
) -> None:
    play = played(wall, players, TournamentTerms(**terms), paired=False, clock=clock)
    assert outlook_of(play.tournament, players) == words
    assert words in page(Client(), play.event.get_absolute_url())
    assert words in play.page()


@pytest.mark.parametrize(("hours", "waits_there"), [(0.9, True), (1.1, False)])
def test_player_who_registers_shortly_before_waits_on_the_live_page(
    wall: Wall, hours: float, waits_there: bool
) -> None:
    play = played(wall, players=3, paired=False, places=4)
    wall.wait(seconds=(START - wall.now).total_seconds() - hours * 3600)
    pages = []
    for user in people("Yan", "Zoe"):
        address = f"{play.event.get_absolute_url()}do/register/"
        pages.append(signed_in(user).post(address, follow=True).text)
    place, waiting = ("your table appears here" in shown for shown in pages)
    assert (place, waiting) == (waits_there, False)
    assert "You’re on the waiting list." in pages[1]


def test_event_page_offers_only_what_the_running_tournament_allows(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms(rounds=2), paired=False)
    own, late, stranger = (signed_in(user) for user in (play.users[0], *people("Yan", "Zoe")))
    address = play.event.get_absolute_url()
    begin(play, here=False)
    assert "Say there that you’re here" in page(own, address)
    for user in play.users:
        entering.be_here(play.at(user))
    play.tick(60)
    assert "You find your tables there." in page(own, address)
    assert "I’m coming" in page(late, address)
    entered = late.post(f"{address}do/register/", follow=True).text
    assert "You’re in." in entered
    assert "It’s on now: say that you’re here" not in entered
    play.play_round()
    refused = page(stranger, address)
    assert "The last round has begun." in refused
    assert "I’m coming" not in refused


def test_arena_says_how_long_it_is_and_speaks_of_no_rounds(wall: Wall) -> None:
    organiser = person("Host")
    client = signed_in(organiser)
    typed = {**TYPED, "format": "arena", "arena_minutes": "10"}
    made = client.post("/tournaments/new/", typed, follow=True).text
    assert "8 p.m.–8:10 p.m." in made
    found = Tournament.objects.select_related("event").get()
    assert found.event.minutes == 10
    url = found.get_absolute_url()
    assert re.search(r"</svg>10 minutes</span>", page(Client(), url))
    assert re.search(r'<option value="180" selected>', page(client, f"{url}edit/"))
    play = played(wall, players=3, paired=False, terms=TournamentTerms("arena"))
    begin(play, here=False)
    for user in (play.organiser, play.users[0], person("Zoe")):
        shown = page(signed_in(user), play.tournament.get_absolute_url())
        live = shown[shown.index('id="tournament"') : shown.index("How it works")]
        assert re.search(r'Begins in <b [^>]*data-seconds="60"[^>]*>1:00</b>', live)
        assert "round" not in re.sub(r"<[^>]*>", "", live).lower()


def test_page_counts_down_until_player_has_to_be_at_the_table(wall: Wall) -> None:
    play = played(wall, players=4)
    user = play.users[0]
    match = not_none(Match.objects.filter(players__user=user).first())
    url, words = play.tournament.get_absolute_url(), "Come in time, or you get no points."
    assert words not in page(signed_in(user), url), "the player is there"
    match.players.filter(user=user).update(came_at=None)
    wall.wait(seconds=20)
    shown = page(signed_in(user), url)
    assert words in shown
    assert re.search(r'data-seconds="40"[^>]*>0:40<', shown)
    assert words not in page(signed_in(play.users[1]), url)


def test_player_is_not_offered_to_watch_the_own_table(wall: Wall) -> None:
    play = played(wall, players=4)
    url = play.tournament.get_absolute_url()
    readers = (play.organiser, *play.users[:2])
    seen = [page(signed_in(one), f"{url}{more}") for more in ("", "rounds/1/") for one in readers]
    Event.objects.update(organiser=play.users[0])
    seen.append(page(signed_in(play.users[0]), f"{url}direct/"))
    assert [one.count(" Watch</a>") for one in seen] == [2, 1, 1, 2, 1, 1, 1]
    assert [one.count(" Go to the table</a>") for one in seen] == [0, 1, 1, 0, 1, 1, 1]


def test_player_who_withdraws_finds_the_way_back_to_a_running_match(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms("arena"))
    user = play.users[0]
    match = not_none(Match.objects.filter(players__user=user).first())
    shown = do(signed_in(user), play, "withdraw")
    assert "Go to your table" in shown
    assert f'href="{match.get_absolute_url()}"' in shown
    play.play()
    shown = page(signed_in(user), play.tournament.get_absolute_url())
    assert "Go to your table" not in shown


def test_table_says_what_calling_off_costs_in_a_tournament(wall: Wall) -> None:
    play = played(wall, players=4)
    first, second = (not_none(table.match) for table in play.tables())
    leaver = not_none(first.players.order_by("seat")[0].user)
    address = first.get_absolute_url()
    cost = "In the tournament you get no points, and the others beat you."
    assert cost in page(signed_in(leaver), address)
    assert cost not in page(Client(), address)
    with committed():
        leaving.abort(leaver, first.pk)
    ended = page(signed_in(leaver), address)
    assert "players who didn’t come or called it off get no points" in ended
    assert "count for anyone" not in ended
    with committed():
        for player in second.players.all():
            leaving.agree_to_call_off(not_none(player.user), second.pk, True)
    assert "called it off get no points" not in page(Client(), second.get_absolute_url())


def test_end_names_the_winner_and_standings_are_saved_as_a_table(wall: Wall) -> None:
    play = played(wall, players=5, terms=TournamentTerms(rounds=1))
    for user, name in zip(play.users, ("=1+1", "Anna, A.", "C", "D", "E"), strict=True):
        user.display_name = name
        user.save()
    assert "Won by" not in play.page()
    play.play()
    shown = play.page()
    winners = [line.name for line in sheet_of(play.tournament).lines if line.place == 1]
    assert f"Won by {html.escape(list_words(winners))}." in shown
    assert shown.index("Standings</h2>") < shown.index("Tables of round 1</h2>")
    file = Client().get(f"{play.tournament.get_absolute_url()}standings.csv")
    rows = list(csv.DictReader(file.content.decode("utf-8-sig").splitlines()))
    assert {row["Player"] for row in rows} == {"'=1+1", "Anna, A.", "C", "D", "E"}
    assert [row["Points"] for row in rows] == ["1", "1", "1", "0", "0"]
    assert [row["Place"] for row in rows][:1] == ["1"]
    assert "Buchholz, cut 1" in rows[0]


def test_organiser_pauses_decides_and_removes(wall: Wall) -> None:
    play = played(wall, players=4)
    host, stranger = signed_in(play.organiser), signed_in(play.users[3])
    url = play.tournament.get_absolute_url()
    assert "Only the organisers" in do(stranger, play, "pause")
    assert stranger.get(f"{url}direct/").status_code == 403
    assert "has paused" in do(host, play, "pause")
    table = play.tables()[0]
    address = f"{url}rounds/1/{table.number}/"
    first, second = table.seated
    typed = {f"place_{first}": "2", f"place_{second}": "1", "reason": "The clock was wrong."}
    assert host.post(address, {**typed, f"place_{second}": "2"}).status_code == 400
    assert host.post(address, typed).status_code == 302
    table.refresh_from_db()
    assert (table.places, table.why) == ([2, 1], "ruling")
    assert "<q><bdi>The clock was wrong.</bdi></q>" in page(stranger, url)
    removed = play.entrant(play.users[3])
    empty = r'<select name="entrant"[^>]*required[^>]*>\s*<option value=""[^>]*>Choose'
    assert re.search(empty, page(host, f"{url}direct/"))
    assert "Give a reason" in do(host, play, "remove", entrant=removed.pk)
    assert "Only the organisers" in do(stranger, play, "remove", entrant=removed.pk)
    assert not Ruling.objects.filter(entrant=removed).exists()
    do(host, play, "remove", entrant=removed.pk, reason="Rude.")
    assert "has removed you" in page(stranger, url)
    assert Ruling.objects.count() == 2
    assert "Final standings" in do(host, play, "end")


def test_reason_keeps_emoji_and_refuses_hidden_sign_at_its_field(wall: Wall) -> None:
    play = played(wall, players=4)
    host, table = signed_in(play.organiser), play.tables()[0]
    url = play.tournament.get_absolute_url()
    first, second = table.seated
    decision = f"{url}rounds/1/{table.number}/", {f"place_{first}": "2", f"place_{second}": "1"}
    removal = f"{url}do/remove/", {"entrant": first}
    for address, typed in (decision, removal):
        answer = host.post(address, {**typed, "reason": "He left\u200f 🤷\u200d♀️"})
        assert answer.status_code == 400
        refused = answer.context["form"]
        assert refused.errors == {"reason": ["Remove the invisible character U+200F in “left”."]}
        assert "He left\u200f 🤷\u200d♀️" in answer.text
    assert not Ruling.objects.exists()
    for address, typed in (decision, removal):
        assert host.post(address, {**typed, "reason": "🤷\u200d♀ می\u200cرود"}).status_code == 302
    assert page(Client(), url).count("<q><bdi>🤷\u200d♀ می\u200cرود</bdi></q>") == 2


def test_list_shows_what_runs_what_comes_and_what_was_played(wall: Wall) -> None:
    client = Client()
    assert "No tournaments yet." in page(client, "/tournaments/")
    play = played(wall, players=4, terms=TournamentTerms(rounds=1), paired=False)
    assert "Tournaments ahead" in page(client, "/tournaments/")
    begin(play)
    assert "Being played" in page(client, "/tournaments/")
    play.play()
    shown = page(client, "/tournaments/")
    assert "Past tournaments" in shown
    assert play.tournament.get_absolute_url() in shown
    club = founding.found(play.organiser, ClubFacts("Quiet", public=False))
    planning.plan(play.organiser, replace(FACTS, title="Hidden cup"), TournamentTerms(), club.slug)
    assert "Hidden cup" not in page(client, "/tournaments/")


@pytest.mark.parametrize(
    ("points", "text"),
    [
        ((0, 1), "0"),
        ((2, 1), "2"),
        ((1, 2), "½"),
        ((19, 4), "4¾"),
        ((1, 4), "¼"),
        ((11, 2), "5½"),
        ((5, 3), "1.67"),
    ],
)
def test_points_are_shown_with_quarters(points: tuple[int, int], text: str) -> None:
    assert points_text(Fraction(*points)) == text


def test_standings_and_rounds_have_a_print_style(wall: Wall) -> None:
    url = played(wall, players=4).tournament.get_absolute_url()
    for address in (url, f"{url}rounds/1/"):
        shown = Client().get(address).text
        assert re.search(r'css/print[^"]*\.css" media="print"', shown), address
