"""Players come late, withdraw, wait for a place, and leave the site."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import blocks, deletion
from accounts.services.reserved_names import DELETED_PLAYER
from games.events.services import registering
from games.events.services import running as events
from games.matches.refusals import BadEvent, NoSuchEvent, NotAllowed, NotOpen
from games.tournaments.presenters.sheets import sheet_of
from games.tournaments.services import directing, entering
from games.tournaments.services.planning import TournamentTerms
from games.tournaments.services.state import seated_ids
from tests.games.events.conftest import START, club_of
from tests.games.tournaments.conftest import Play, begin, played
from tests.helpers.clocks import Wall
from tests.helpers.matches import person, signed_in
from tests.helpers.notices import news_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


def seated(play: Play) -> set[str]:
    found = play.tournament.entrants.filter(pk__in=seated_ids(play.tables()))
    return {not_none(one.user).username for one in found}


def test_late_player_gets_next_round_and_withdrawn_one_none(wall: Wall) -> None:
    play = played(wall, players=4)
    late, gone = person("Zoe"), play.users[3]
    entering.join(play.at(late))
    entering.withdraw(play.at(gone))
    assert play.entrant(late).first_round == 2
    assert play.entrant(gone).withdrawn_after == 1
    play.play_round()
    assert seated(play) == {"Anna", "Berta", "Carla", "Zoe"}
    play.play()
    points = play.points()
    assert points["Zoe"] <= 1, "none for the round before"
    assert "Dora" in points, "stays in the standings"
    entering.join(play.at(gone))
    play.tick(60)
    resting = play.tournament.byes.filter(round=3, entrant__user=gone).exists()
    assert "Dora" in seated(play) or resting


def test_last_round_and_fixed_schedules_take_no_more_players(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms("knockout"))
    with pytest.raises(NotOpen, match="Its schedule"):
        entering.join(play.at(person("Zoe")))
    entering.withdraw(play.at(play.users[0]))
    with pytest.raises(NotOpen, match="Its schedule"):
        entering.join(play.at(play.users[0]))
    play.play_round()
    assert play.tournament.round == 2, "goes on without a player who withdrew"


def test_waiting_list_moves_up_into_running_tournament(wall: Wall) -> None:
    play = played(wall, players=5, paired=False, places=4)
    begin_with = play.users[:4]
    play.users = begin_with
    begin(play)
    entering.withdraw(play.at(begin_with[0]))
    play.play_round()
    assert "Emil" in seated(play)


@pytest.mark.parametrize("rounds", ["knockout", 2])
def test_waiting_list_ends_when_no_more_players_are_let_in(wall: Wall, rounds: str | int) -> None:
    fixed = rounds == "knockout"
    terms = TournamentTerms("knockout") if fixed else TournamentTerms(rounds=2)
    play = played(wall, players=6, paired=False, terms=terms, places=5)
    everyone, play.users = play.users, play.users[:4]
    begin(play)
    absent, waiting = signed_in(everyone[4]), signed_in(everyone[5])
    url = play.event.get_absolute_url()
    words = "Its schedule has no room"
    if not fixed:
        assert "on the waiting list" in waiting.get(url).text
        assert "You have a place" in absent.get(url).text, "and can still come"
        play.play_round()
        words = "The last round has begun."
    assert words in waiting.get(url).text
    assert "on the waiting list" not in waiting.get(url).text
    if fixed:
        assert words in absent.get(url).text
    entering.withdraw(play.at(play.users[0]))
    assert not any("You have a place now" in one for one in news_of(everyone[5]))


def test_player_without_a_free_place_waits_for_one(wall: Wall) -> None:
    play = played(wall, players=4, places=4)
    client, url = signed_in(person("Zoe")), play.tournament.get_absolute_url()
    shown = client.post(f"{url}do/join/", follow=True).text
    assert "You’re in." not in shown
    assert "We’ll let you know when a place is free." in shown
    assert "Leave the waiting list" in shown
    client.post(f"{url}do/withdraw/")
    assert "Leave the waiting list" not in client.get(url).text


def test_players_who_do_not_come_are_not_paired_until_they_do(wall: Wall) -> None:
    play = played(wall, players=6, paired=False)
    missing = play.users[5]
    everyone, play.users = play.users, play.users[:5]
    begin(play)
    assert play.entrant(missing).away
    assert len(seated(play)) == 4, "and one of five has a bye"
    with pytest.raises(NotAllowed):
        entering.be_here(play.at(play.organiser))
    entering.be_here(play.at(missing))
    play.play_round()
    assert seated(play) == {user.username for user in everyone}


def test_removed_player_may_not_come_back(wall: Wall) -> None:
    play = played(wall, players=4)
    gone = play.users[0]
    directing.remove(play.at(play.organiser), play.entrant(gone).pk, "Did not play fair.")
    with pytest.raises(NotAllowed, match="removed you"):
        entering.join(play.at(gone))
    play.play_round()
    assert gone.username not in seated(play)
    assert news_of(gone)[-1] == "The cup: the organiser removed you from the tournament."


def remove(play: Play, user: User) -> None:
    directing.remove(play.at(play.organiser), play.entrant(user).pk, "By mistake.")


def test_removed_player_is_let_back_in_from_the_next_round_on(wall: Wall) -> None:
    play = played(wall, players=4)
    gone, organiser = play.users[0], signed_in(play.organiser)
    remove(play, gone)
    directs = f"{play.tournament.get_absolute_url()}direct/"
    pk = play.entrant(gone).pk
    assert f'name="entrant" value="{pk}"' in organiser.get(directs).text
    done = organiser.post(directs.replace("direct", "do/readmit"), {"entrant": pk})
    assert done.headers["Location"] == directs
    assert f'name="entrant" value="{pk}"' not in organiser.get(directs).text
    assert "Anna was removed." in play.page()
    assert "Anna was let back in." in play.page()
    assert news_of(gone)[-1] == "The cup: the organiser let you back in."
    play.play_round()
    assert gone.username in seated(play)
    with pytest.raises(BadEvent, match="no such player"):
        directing.readmit(play.at(play.organiser), pk)


def test_removed_player_waits_if_their_place_is_taken(wall: Wall) -> None:
    play = played(wall, players=5, paired=False, places=4)
    gone, everyone = play.users[0], play.users
    play.users = everyone[:4]
    begin(play)
    remove(play, gone)
    directing.readmit(play.at(play.organiser), play.entrant(gone).pk)
    assert "on the waiting list" in signed_in(gone).get(play.tournament.get_absolute_url()).text
    entering.withdraw(play.at(everyone[1]))
    assert play.entrant(gone).withdrawn_after is None


def test_removed_player_comes_back_to_a_fixed_schedule_only_before_it_begins(wall: Wall) -> None:
    play = played(wall, players=4, paired=False, terms=TournamentTerms("knockout"))
    wall.wait(seconds=(START - wall.now).total_seconds())
    events.work()
    early, late = play.users[:2]
    access = play.at(play.organiser)
    remove(play, early)
    directing.readmit(access, play.entrant(early).pk)
    entering.be_here(play.at(early))
    begin(play)
    assert early.username in seated(play)
    remove(play, late)
    pk = play.entrant(late).pk
    with pytest.raises(NotOpen, match="Its schedule has no room"):
        directing.readmit(access, pk)
    assert play.entrant(late).removed
    shown = signed_in(play.organiser).get(f"{play.tournament.get_absolute_url()}direct/").text
    assert "too late to join" in shown
    assert f'name="entrant" value="{pk}"' not in shown


def test_removed_player_who_may_not_register_stays_removed(wall: Wall) -> None:
    play = played(wall, players=4)
    gone = play.users[0]
    remove(play, gone)
    blocks.block(play.organiser, gone)
    with pytest.raises(NotAllowed, match=r"Anna can.t register"):
        directing.readmit(play.at(play.organiser), play.entrant(gone).pk)
    assert play.entrant(gone).removed


def test_only_organisers_let_players_back_in(wall: Wall) -> None:
    play = played(wall, players=4)
    gone = play.users[0]
    remove(play, gone)
    for user in (gone, play.users[1]):
        with pytest.raises(NotAllowed, match="organise"):
            directing.readmit(play.at(user), play.entrant(gone).pk)


def test_deleted_account_stays_without_name(wall: Wall) -> None:
    play = played(wall, players=4)
    gone = play.users[0]
    deletion.erase_elsewhere(gone, DELETED_PLAYER)
    gone.delete()
    play.tick()
    lines = sheet_of(play.tournament).lines
    assert sorted(line.name for line in lines) == ["Berta", "Carla", "Dora", DELETED_PLAYER]
    assert play.tournament.entrants.get(user=None).withdrawn_after is not None


def test_tournament_of_private_club_leaves_no_trace(wall: Wall) -> None:
    founder, member, stranger = person("Frida"), person("Mia"), person("Sam")
    club = club_of(founder, member, public=False)
    play = played(wall, players=4, paired=False)
    play.event.club = club
    play.event.save()
    for user in play.users:
        club.memberships.create(user=user)
    begin(play)
    match = not_none(play.tables()[0].match)
    assert not match.public
    url = play.tournament.get_absolute_url()
    hidden = (f"{url}rounds/1/", f"{url}standings.csv", f"/embed{url}", f"/api/v1{url}")
    for address in (url, *hidden):
        assert signed_in(stranger).get(address).status_code == 404, address
    assert signed_in(stranger).get(match.get_absolute_url()).status_code == 403
    assert signed_in(member).get(match.get_absolute_url()).status_code == 200
    assert signed_in(member).get(url).status_code == 200
    assert url not in signed_in(stranger).get("/events/").content.decode()
    with pytest.raises(NoSuchEvent):
        registering.register(play.at(stranger))


def test_tournament_begun_early_waits_only_for_players_who_are_not_here(wall: Wall) -> None:
    play = played(wall, players=5, paired=False, terms=TournamentTerms("round_robin"))
    wall.wait(seconds=(START - wall.now).total_seconds() - 600)
    events.begin(play.at(play.organiser))
    for number, user in enumerate(play.users):
        play.tick()
        assert play.tournament.round == 0
        entering.be_here(play.at(user))
        if number == 3:
            assert "Players here: 4 of 5. It’s played without those" in play.page()
    play.tick()
    assert play.tournament.round == 1
