"""What organisers decide, and what they may not."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.clubs.models import Membership
from games.clubs.services import founding
from games.clubs.services.founding import ClubFacts, open_club
from games.events.models import Event
from games.events.services import planning
from games.matches.models import Match
from games.matches.refusals import BadEvent, NotAllowed, NotOpen
from games.tournaments.models import Ruling, TournamentTable
from games.tournaments.presenters.links import may_view
from games.tournaments.services import directing
from games.tournaments.services.planning import TournamentTerms
from tests.games.tournaments.conftest import Play, played, resign
from tests.helpers.clocks import Wall
from tests.helpers.matches import person, signed_in
from tests.helpers.moderation import moderator
from tests.helpers.notices import news_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def decide(play: Play, table: TournamentTable, *places: int | None, reason: str = "Why") -> None:
    given = dict(zip(table.seated, places, strict=True))
    directing.correct(play.at(play.organiser), table.round, table.number, given, reason)
    table.refresh_from_db()


def test_pause_stops_the_next_round_and_start_overrides_it(wall: Wall) -> None:
    play = played(wall, players=4)
    access = play.at(play.organiser)
    with pytest.raises(NotOpen, match="still being played"):
        directing.start_round(access)
    directing.pause(access)
    play.play_round()
    assert play.tournament.round == 1
    directing.go_on(access)
    play.tick()
    assert play.tournament.round == 2
    play.play()
    directing.pause(access)
    directing.start_round(access)
    play.tick()
    assert (play.tournament.round, play.tournament.paused) == (3, False)


def test_pause_ends_by_itself_after_a_week(wall: Wall) -> None:
    play = played(wall, players=4)
    directing.pause(play.at(play.organiser))
    play.play_round()
    play.tick(7 * 24 * 3600)
    assert (play.tournament.round, play.tournament.paused) == (2, False)


def test_moderator_clears_reasons(wall: Wall) -> None:
    play = played(wall, players=4)
    decide(play, play.tables()[0], 1, 2, reason="Insults.")
    planning.clear_texts(play.at(moderator()), "Rude.")
    assert Ruling.objects.get().reason == ""
    assert "Insults." not in play.page()


def test_correction_is_kept_with_reason_and_counts(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    play.play()
    table.refresh_from_db()
    before = list(not_none(table.places))
    decide(play, table, *reversed(before), reason="  They agreed   on it. ")
    ruling = Ruling.objects.get()
    assert (ruling.reason, ruling.by) == ("They agreed on it.", play.organiser)
    given = (not_none(ruling.before)["places"], not_none(ruling.after)["places"])
    assert given == (before, before[::-1])
    winner = play.tournament.entrants.get(pk=table.seated[before.index(2)])
    assert play.points()[not_none(winner.user).username] == 1
    assert "decided the result" in news_of(not_none(winner.user))[-1]


def test_page_shows_what_a_decision_changed(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    names = [not_none(play.tournament.entrants.get(pk=pk).user).name for pk in table.seated]
    for places, words in (
        ((1, 2), "1:0"),
        ((1, 1), "1:0 → ½:½"),
        ((1, None), "½:½ → 1:–"),
        ((None, None), "1:– → –:–"),
        ((2, 1), "0:1"),
    ):
        decide(play, table, *places)
        shown = "<bdi>{}</bdi> – <bdi>{}</bdi>".format(*names)
        assert f'{shown} <b class="number">{words}</b>' in play.page()


def test_page_shows_decision_about_table_of_three(wall: Wall) -> None:
    play = played(wall, players=6, terms=TournamentTerms(size=3), games=("kharnage",))
    decide(play, play.tables()[0], 2, 3, 1)
    assert "½:0:1" in play.page()


def test_decision_that_changes_nothing_is_refused(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    for places in ((1, 2), (1, None), (None, None)):
        decide(play, table, *places)
        with pytest.raises(BadEvent, match="already the result"):
            decide(play, table, *places)
    assert Ruling.objects.count() == 3


def test_decision_that_calls_off_nothing_more_is_refused(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    table.decided_at = wall.now
    table.save()
    with pytest.raises(BadEvent, match="already the result"):
        decide(play, table, None, None)


def test_decision_ends_a_round_while_its_match_goes_on(wall: Wall) -> None:
    play = played(wall, players=4)
    first, second = play.tables()
    decide(play, first, 1, 1)
    decide(play, second, None, None)
    play.tick()
    match = not_none(first.match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert sorted(play.points().values()) == [0, 0, 0.5, 0.5]
    play.tick(60)
    assert play.tournament.round == 2


@pytest.mark.parametrize("places", [(1, 3), (2, 2), (0, 1), (None, 2)])
def test_impossible_places_are_refused(wall: Wall, places: tuple[int | None, ...]) -> None:
    play = played(wall, players=4)
    with pytest.raises(BadEvent):
        decide(play, play.tables()[0], *places)
    assert not Ruling.objects.exists()


def test_who_may_decide_and_until_when(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms("knockout"))
    table = play.tables()[0]
    given = dict.fromkeys(table.seated, 1)
    with pytest.raises(NotAllowed):
        directing.correct(play.at(play.users[0]), 1, table.number, given, "I won.")
    for reason in ("", " ", "x" * 201):
        with pytest.raises(BadEvent, match="Give a reason"):
            decide(play, table, 1, 2, reason=reason)
    play.play_round()
    with pytest.raises(NotOpen, match="next round was paired"):
        decide(play, table, 1, 2)
    final = play.tables()[0]
    directing.end(play.at(play.organiser))
    assert play.tournament.event.status == Event.Status.OVER
    decide(play, final, 2, 1)
    wall.wait(days=2, seconds=1)
    with pytest.raises(NotOpen):
        decide(play, final, 1, 2)


def test_places_of_undecided_table_start_empty_and_are_required(wall: Wall) -> None:
    play = played(wall, players=4)
    table = play.tables()[0]
    client = signed_in(play.organiser)
    url = reverse("correct_tournament", args=[play.event.pk, table.round, table.number])
    first, second = (f"place_{pk}" for pk in table.seated)
    shown = client.get(url).text
    assert shown.count('<option value="" selected>') == 2
    assert client.post(url, {"reason": "Why", first: "1"}).status_code == 400
    assert not Ruling.objects.exists()
    assert client.post(url, {"reason": "Why", first: "1", second: "1"}).status_code == 302
    assert '<option value="1" selected>' in client.get(url).text


def test_organiser_decides_own_table_only_without_another_one(wall: Wall) -> None:
    play = played(wall, players=4)
    club = founding.found(play.organiser, ClubFacts("The club", public=True))
    Event.objects.update(club=club)
    table = play.tables()[0]
    own, other = (not_none(play.tournament.entrants.get(pk=pk).user) for pk in table.seated)
    for one in (own, other):
        Membership.objects.create(club=club, user=one, role=Membership.Role.ORGANISER)
    given = dict(zip(table.seated, (1, 2), strict=True))
    url = reverse("correct_tournament", args=[play.event.pk, table.round, table.number])
    assert "Ask another organiser" in signed_in(own).get(url).text
    with pytest.raises(NotAllowed, match="Ask another organiser"):
        directing.correct(play.at(own), table.round, table.number, given, "I won.")
    decide(play, table, 2, 1)
    assert "decided by a player at this table" not in play.page()
    Membership.objects.filter(user=play.organiser).delete()
    directing.correct(play.at(own), table.round, table.number, given, "I won.")
    assert "decided by a player at this table" in play.page()


def test_round_ends_at_its_limit_with_ties_that_are_written_down(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms(round_minutes=30))
    first, second = play.tables()
    resign(not_none(first.match))
    play.tick(29 * 60)
    assert len(play.tables()) == 1, "it is played to the end of its time"
    play.tick(60)
    second.refresh_from_db()
    assert (second.places, second.why) == ([1, 1], "time")
    assert sorted(play.points().values()) == [0, 0.5, 0.5, 1]
    assert "time was over, counts as a tie" in play.page()
    assert not_none(second.match).status == Match.Status.RUNNING
    ruling = Ruling.objects.get()
    assert (ruling.by, ruling.timed_out) == (None, True)
    late = play.tournament.entrants.get(pk=second.seated[0])
    assert "counts as a tie" in news_of(not_none(late.user))[-1]
    decide(play, second, 1, 2)
    assert not Ruling.objects.first().timed_out  # type: ignore[union-attr]  # there are two
    play.tick(60)
    assert play.tournament.round == 2


def test_pause_keeps_a_round_open_after_its_limit(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms(round_minutes=10))
    directing.pause(play.at(play.organiser))
    play.tick(11 * 60)
    assert len(play.tables()) == 2
    directing.go_on(play.at(play.organiser))
    play.tick()
    assert play.tables() == []


@pytest.mark.parametrize("minutes", [-1, 9, 14 * 24 * 60 + 1])
def test_impossible_limit_of_a_round_is_refused(wall: Wall, minutes: int) -> None:
    with pytest.raises(BadEvent, match="limit for a round"):
        played(wall, players=4, terms=TournamentTerms(round_minutes=minutes), paired=False)


def test_matches_that_go_on_after_the_end_have_no_result(wall: Wall) -> None:
    play = played(wall, players=4)
    resign(not_none(play.tables()[0].match))
    play.tick()
    directing.end(play.at(play.organiser))
    shown = play.page()
    assert shown.count("not over at the end, doesn’t count") == 1
    assert shown.count(" Watch</a>") == shown.count(">Result</a>") == 1
    assert "called off" not in shown
    assert shown.count("The tournament was ended early.") == 1


def test_arena_numbers_no_rounds_for_its_players_and_organiser(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms("arena"))
    assert news_of(play.users[0])[-1] == "The cup: your table is ready."
    table = play.tables()[0]
    decide(play, table, 1, 2)
    client = signed_in(play.organiser)
    url = play.tournament.get_absolute_url()
    correct = reverse("correct_tournament", args=[play.event.pk, table.round, table.number])
    for address in (url, f"{url}direct/", correct):
        shown = client.get(address).text
        assert "The cup" in shown
        main = re.sub(r"<[^>]*>", "", shown[shown.index("<h1") : shown.rindex("</main>")])
        assert not re.search(r"[Rr]ound \d", main)


def test_results_stay_when_the_club_of_a_running_tournament_is_dissolved(wall: Wall) -> None:
    play = played(wall, 4, TournamentTerms(rounds=2))
    club = founding.found(play.organiser, ClubFacts("The club", public=False))
    Event.objects.update(club=club)
    play.play()
    points = play.points()
    founding.dissolve(open_club(play.organiser, club.slug))
    assert play.tournament.event.status == Event.Status.OVER
    assert play.points() == points
    player, stranger = play.users[0], person("Zoe")
    assert news_of(player)[-1] == "The cup is over. See the standings."
    url = play.tournament.get_absolute_url()
    assert [signed_in(one).get(url).status_code for one in (player, stranger)] == [200, 404]
    other = next(
        one for one in play.tournament.tables.all() if play.entrant(player).pk not in one.seated
    )
    assert [may_view(not_none(other.match), one, []) for one in (player, stranger)] == [True, False]
