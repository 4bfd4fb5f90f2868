"""Results of real tables: entered, corrected, deleted, objected to; who may, and who sees them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.services import deletion
from games.clubs.models import Club, TableResult
from games.clubs.presenters import TableRow, page_of, recent_tables
from games.clubs.services import members, table_results
from games.clubs.services.results import ladders_of, records_of_club
from games.clubs.services.table_results import SeatFacts, TableFacts, open_result
from games.matches.refusals import BadClub, NoSuchClub, NoSuchResult, NotAllowed, TooMany
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.words import sentence_of
from tests.games.clubs.conftest import at, club_of
from tests.games.clubs.test_results import lost_by
from tests.helpers.matches import committed, signed_in
from tests.helpers.moderation import moderator
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def today() -> date:
    return time_source.now().date()


def facts(*seats: SeatFacts, game: str = "condottiere", day: date | None = None) -> TableFacts:
    return TableFacts(game, day or today(), seats)


WON = (SeatFacts("anna", place=1, score=6), SeatFacts("berta", place=2, score=4))
WITH_GUEST = (SeatFacts("anna", place=1), SeatFacts(name="Aunt Olga", place=2))


def entered(club: Club, user: User, what: TableFacts | None = None) -> TableResult:
    return table_results.enter(at(club, user), what or facts(*WON))


def ladder(club: Club) -> list[tuple[str, int]]:
    return [(row.user.username, row.wins) for row in ladders_of(club).get("condottiere", [])]


def names(result: TableResult, *, member: bool = True) -> list[str]:
    return [one.name for one in TableRow(result, knows_guests=member).players]


def test_result_counts_on_ladder_and_for_records(anna: User, berta: User, club: Club) -> None:
    lost_by(anna, berta)
    result = entered(club, anna)
    assert ladder(club) == [("Anna", 1), ("Berta", 1)]
    scores = [one for one in records_of_club(club) if one.kind == "score"]
    assert [(one.user, one.number) for one in scores] == [(anna.pk, 6)]
    assert scores[0].link == result.get_absolute_url()
    lines = page_of(at(club, berta)).played
    assert [line.table is not None for line in lines] == [True, False]


def test_earlier_date_counts_before_later_matches(anna: User, berta: User, club: Club) -> None:
    lost_by(anna, berta)
    first = [(row.user.username, row.value) for row in ladders_of(club)["condottiere"]]
    entered(club, anna, facts(*WON, day=today() - timedelta(days=3)))
    later = [(row.user.username, row.value) for row in ladders_of(club)["condottiere"]]
    assert first == [("Berta", 1520), ("Anna", 1480)]
    assert later == [("Berta", 1502), ("Anna", 1498)]


def test_places_follow_from_scores(anna: User, club: Club) -> None:
    seats = (
        SeatFacts(name="Olga", score=3),
        SeatFacts("Anna", score=7),
        SeatFacts(name="Pia", score=3),
    )
    result = entered(club, anna, facts(*seats))
    assert [(one.place, one.score) for one in result.seats.all()] == [(1, 7), (2, 3), (2, 3)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (facts(*WON, game="chess"), "no such game"),
        (facts(SeatFacts("anna", place=1)), "played by 2 to 6"),
        (facts(*WON, day=date(2001, 1, 1)), "within the last year"),
        (facts(SeatFacts("anna", place=1), SeatFacts("carla", place=2)), "carla is not a member"),
        (facts(SeatFacts("anna", place=1), SeatFacts("ANNA", place=2)), "named twice"),
        (facts(SeatFacts(name="A", place=1), SeatFacts(name="B", place=2)), "At least one"),
        (facts(SeatFacts("anna", place=1), SeatFacts(name="  ", place=2)), "Name every player"),
        (facts(SeatFacts("anna", place=1), SeatFacts("berta", place=3)), "don’t add up"),
        (facts(SeatFacts("anna", place=1), SeatFacts("berta", score=3)), "a place, or every"),
    ],
)
def test_invalid_facts_are_refused(
    anna: User, carla: User, club: Club, wrong: TableFacts, words: str
) -> None:
    with pytest.raises(BadClub) as refused:
        entered(club, anna, wrong)
    assert words in str(refused.value)
    assert not TableResult.objects.exists()


def test_tomorrow_and_days_after_a_year_are_refused(anna: User, club: Club) -> None:
    for day in (today() + timedelta(days=2), today() - timedelta(days=367)):
        with pytest.raises(BadClub, match="within the last year"):
            entered(club, anna, facts(*WON, day=day))


def test_only_organisers_enter_and_only_some_a_day(
    anna: User, berta: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotAllowed):
        entered(club, berta)
    monkeypatch.setattr(table_results, "ENTERED_A_DAY", 1)
    entered(club, anna)
    with pytest.raises(TooMany):
        entered(club, anna)


def test_named_member_is_notified_and_objects(anna: User, berta: User, club: Club) -> None:
    result = entered(club, anna)
    notice = Notification.objects.get(user=berta, kind="club", key__contains="result")
    assert sentence_of(notice).startswith("The club Thursday entered a game of Condottiere")
    assert not Notification.objects.filter(user=anna, key__contains="result").exists()
    client = signed_in(berta)
    assert "Remove my name" in client.get(notice.url).content.decode()
    client.post(f"{result.get_absolute_url()}object/")
    assert names(result) == ["Anna", "a guest"]
    assert ladder(club) == []
    assert "Remove my name" not in client.get(notice.url).content.decode()
    table_results.correct(at(club, anna), result.pk, facts(*WON))
    assert names(TableResult.objects.get()) == ["Anna", "a guest"], "an objection stays"


def test_correction_and_deletion_compute_ladder_again(anna: User, berta: User, club: Club) -> None:
    result = entered(club, anna)
    other = facts(SeatFacts("berta", place=1), SeatFacts("anna", place=2))
    members.leave(at(club, berta))
    table_results.correct(at(club, anna), result.pk, other)
    members.join(at(club, berta))
    assert ladder(club) == [("Berta", 1), ("Anna", 0)]
    with pytest.raises(NotAllowed):
        table_results.delete_result(at(club, berta), result.pk)
    table_results.delete_result(at(club, anna), result.pk)
    assert ladder(club) == []
    with pytest.raises(NoSuchResult):
        table_results.delete_result(at(club, anna), result.pk)


def test_moderator_deletes_and_audit_log_keeps_it(anna: User, club: Club) -> None:
    result = entered(club, anna)
    by = moderator()
    table_results.delete_result(at(club, by), result.pk)
    entry = AuditEntry.objects.get(act="club-result")
    assert (entry.actor_id, entry.about_id) == (by.pk, anna.pk)


def test_names_of_guests_are_for_members(anna: User, berta: User, carla: User, club: Club) -> None:
    result = entered(club, anna, facts(*WITH_GUEST))
    feed = Client().get(f"/clubs/{club.slug}/feed/").content.decode()
    assert "at a real table" in feed
    shown = [
        Client().get(path).content.decode()
        for path in (club.get_absolute_url(), result.get_absolute_url())
    ]
    assert all("Olga" not in page and "a guest" in page for page in (*shown, feed))
    assert [row.players[1].name for row in recent_tables(at(club, carla))] == ["a guest"]
    assert "Aunt Olga" in signed_in(berta).get(result.get_absolute_url()).content.decode()


def test_result_of_private_club_is_for_members_and_named_players(
    anna: User, berta: User, carla: User
) -> None:
    club = club_of(anna, berta, public=False)
    result = entered(club, anna)
    members.leave(at(club, berta))
    for stranger in (carla, AnonymousUser()):
        with pytest.raises(NoSuchClub):
            open_result(stranger, club.slug, result.pk, ())
    client = signed_in(berta)
    assert client.get(result.get_absolute_url()).status_code == 200
    assert client.post(f"{result.get_absolute_url()}object/").status_code == 302
    assert client.get(result.get_absolute_url()).status_code == 404
    assert names(result) == ["Anna", "a guest"]


def test_deleted_account_leaves_place_without_name(anna: User, berta: User, club: Club) -> None:
    result = entered(club, anna)
    by_berta = entered(
        club_of(berta, name="Other"),
        berta,
        facts(SeatFacts("berta", place=1), SeatFacts(name="O", place=2)),
    )
    members.join(at(by_berta.club, anna))
    User.objects.filter(pk=berta.pk).update(closes_at=time_source.now())
    with committed():
        assert deletion.delete_account(berta)
    seat = result.seats.get(place=2)
    assert seat.user is None
    assert "Berta" not in seat.name
    by_berta.refresh_from_db()
    assert by_berta.entered_by is None


def test_form_enters_and_corrects(anna: User, berta: User, club: Club) -> None:
    client = signed_in(anna)
    address = f"{club.get_absolute_url()}results/new/"
    assert 'value="@Berta"' in client.get(address).content.decode()
    typed = {"game": "condottiere", "played_on": str(today())}
    typed |= {"player_0": "@berta", "score_0": "2", "player_1": "Olga", "score_1": "5"}
    wrong = client.post(address, {**typed, "player_0": "@carla"})
    assert wrong.status_code == 400
    assert "carla is not a member" in wrong.content.decode()
    page = client.post(address, typed, follow=True).content.decode()
    assert page.index("Olga") < page.index("Berta")
    result = TableResult.objects.get()
    edit = f"{result.get_absolute_url()}edit/"
    assert 'value="@Berta"' in client.get(edit).content.decode()
    client.post(edit, {**typed, "score_0": "9"})
    assert [one.score for one in result.seats.all()] == [9, 5]
    assert "real table" in client.get(club.get_absolute_url()).content.decode()
    client.post(f"{result.get_absolute_url()}delete/")
    assert not TableResult.objects.exists()


def test_program_enters_corrects_and_deletes(anna: User, berta: User, club: Club) -> None:
    organiser, member = Program(anna, "clubs"), Program(berta, "clubs")
    path = f"clubs/{club.slug}/results/"
    seats = [{"username": "berta", "score": 1}, {"name": "Olga", "score": 2}]
    given = {"game": "condottiere", "played_on": str(today()), "seats": seats}
    assert refusal(member.post(path, given)) == (403, "not-allowed")
    alone = organiser.post(path, {**given, "game": "babel", "seats": seats[:1]})
    assert alone.json()["error"]["reason"] == "Babel is played by 2."
    made = organiser.does(path, given, status=201)
    assert [one["name"] for one in made["seats"]] == ["Olga", "Berta"]
    assert member.read(path) == [made]
    one = f"{path}{made['id']}/"
    changed = organiser.does(one, {**given, "game": "babel"}, method="put")
    assert (changed["game"], member.read(one)["game"]) == ("babel", "babel")
    member.does(f"{one}objection/", status=204)
    assert member.read(one)["seats"][1]["username"] is None
    organiser.does(one, method="delete", status=204)
    assert refusal(member.get(one)) == (404, "unknown-result")
    club.public = False
    club.save()
    assert refusal(Program().get(one)) == (404, "unknown-club")
