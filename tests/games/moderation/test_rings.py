"""Cases with several accounts: sanctions, annulments and remarks for all of them at once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone, translation

from accounts.models import AuditEntry, Case, Sanction, User
from accounts.refusals import NotAllowed, NotClaimed, TooLong
from accounts.services import reports
from games.ladders.models import Annulment
from games.matches.models import Event, Match, Player
from games.matches.refusals import BadTable
from games.moderation.services import conduct, rings
from games.reviews.models import Review
from tests.games.moderation.test_views import moderator
from tests.helpers.matches import committed, people, person
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def clara(db: None) -> Client:
    clara = person("Clara")
    client = moderator(clara)
    clara.groups.add(Group.objects.get(name="senior moderator"))
    return client


@pytest.fixture
def farm(clara: Client) -> tuple[Case, list[Match]]:
    """Return a case that Clara has claimed, about Anna, who won four matches against Berta."""
    anna, berta = people("Anna", "Berta")
    matches = [finished([anna, berta], [1, 2]) for _match in range(4)]
    case = reports.report(person("Dora"), anna, reason="cheating", subject="profile").case
    reports.claim(User.objects.get(username="Clara"), case.pk)
    clara.post(f"/moderation/cases/{case.pk}/add-account/", {"who": "@berta"})
    return case, matches


def test_case_sanctions_all_ticked_accounts_with_usual_reason(
    clara: Client, farm: tuple[Case, list[Match]]
) -> None:
    case, _matches = farm
    User.objects.filter(username="Berta").update(language="de")
    given = {"kind": "mute", "days": "3", "case": case.pk, "usual": "collude", "also": ["Berta"]}
    clara.post("/moderation/players/Anna/sanction/", given)
    anna, berta = Sanction.objects.order_by("user__username")
    assert (anna.case_id, berta.case_id) == (case.pk, case.pk)
    assert anna.reason == "You and other accounts let each other win."
    with translation.override("de"):
        assert berta.reason == translation.gettext(anna.reason)


def test_sanction_of_several_accounts_is_all_or_none(
    clara: Client, farm: tuple[Case, list[Match]]
) -> None:
    case, _matches = farm
    # Nobody may judge a senior moderator, so the sanction of Anna is not given either.
    User.objects.get(username="Berta").groups.add(Group.objects.get(name="senior moderator"))
    given = {"kind": "mute", "case": case.pk, "reason": "Both of them.", "also": ["Berta"]}
    page = assert_clean_page(clara.post("/moderation/players/Anna/sanction/", given), 403).text
    assert "Both of them.</textarea>" in page
    assert 'value="Berta" checked' in page
    assert not Sanction.objects.exists()


def test_ticked_matches_are_annulled_together(
    clara: Client, farm: tuple[Case, list[Match]]
) -> None:
    case, matches = farm
    page = clara.get(f"/moderation/cases/{case.pk}/")
    assert_clean_page(page)
    listed = rings.matches_of_case(case, User.objects.get(username="Clara"))
    counting = [one.match.id for one in listed if one.counts]
    assert {one.match.id for one in listed} == {match.id for match in matches}
    url = f"/moderation/cases/{case.pk}/matches/annul/"
    text = assert_clean_page(clara.post(url, {"match": ["x"], "why": "A farm."}), 400).text
    assert 'value="A farm."' in text
    with committed():
        page = clara.post(url, {"match": counting, "why": "A farm."}, follow=True)
    assert_clean_page(page)
    assert set(Annulment.objects.values_list("match_id", flat=True)) == set(counting)
    assert AuditEntry.objects.filter(act="annul", about_id=case.about_id).count() == len(counting)
    assert page.content.decode().count("annulled a match") == len(counting)
    assert 'name="match"' not in page.content.decode()
    assert "Annul ticked matches" not in page.content.decode()


def test_plain_moderator_is_offered_no_annulment(farm: tuple[Case, list[Match]]) -> None:
    case, matches = farm
    reports.release(User.objects.get(username="Clara"), case.pk)
    mona = person("Mona")
    client = moderator(mona)
    reports.claim(mona, case.pk)
    page = client.get(f"/moderation/cases/{case.pk}/").content.decode()
    assert matches[0].id in page
    assert 'name="match"' not in page
    with pytest.raises(NotAllowed):
        rings.annul_together(mona, case.pk, [matches[0].id], "Why not.")


def test_senior_moderator_is_offered_no_annulment_of_own_match(
    clara: Client, farm: tuple[Case, list[Match]]
) -> None:
    case, matches = farm
    own = matches[0]
    Player.objects.filter(match=own, user__username="Berta").update(
        user=User.objects.get(username="Clara")
    )
    case.reports.create(
        reason="cheating", subject="pattern", evidence={"pattern": "quick", "matches": [own.id]}
    )
    page = clara.get(f"/moderation/cases/{case.pk}/").content.decode()
    assert f"/moderation/matches/{own.id}/" in page
    assert f'name="match" value="{own.id}"' not in page
    assert f'name="match" value="{matches[1].id}"' in page
    there = clara.get(f"/moderation/matches/{own.id}/").content.decode()
    assert "/moderation/players/Anna/" in there
    assert "/moderation/players/Clara/" not in there, "it is closed to Clara"


def test_account_of_a_case_does_not_read_it(farm: tuple[Case, list[Match]]) -> None:
    case, _matches = farm
    mona = person("Mona")
    moderator(mona)
    clara = User.objects.get(username="Clara")
    case.others.add(mona)
    assert case not in reports.waiting(mona)
    with pytest.raises(NotAllowed):
        reports.case_for(mona, case.pk)
    assert reports.remove_account(clara, case.pk, mona)
    assert reports.case_for(mona, case.pk) == case
    with pytest.raises(NotClaimed):
        reports.add_account(mona, case.pk, person("Emil"))


def test_moderators_discuss_a_case(clara: Client, farm: tuple[Case, list[Match]]) -> None:
    case, _matches = farm
    mona = person("Mona")
    url = f"/moderation/cases/{case.pk}/remark/"
    moderator(mona).post(url, {"text": "I saw this before."})
    page = clara.get(f"/moderation/cases/{case.pk}/").content.decode()
    assert "I saw this before." in page
    assert "Write a message first." in clara.post(url, {"text": " "}).content.decode()
    text = assert_clean_page(clara.post(url, {"text": "a" * 1001}), 400).text
    assert "a" * 1001 in text
    # A moderator who reported the player has no part in it.
    with pytest.raises(NotAllowed):
        reports.remark(User.objects.get(username="Dora"), case.pk, "Me.")
    for _remark in range(reports.MOST_REMARKS - 1):
        case.remarks.create(author=mona, text="Yes.")
    with pytest.raises(TooLong):
        reports.remark(mona, case.pk, "One more.")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("nobody-here", 404, "No player has this name."),
        ("Anna", 409, "Anna is already in this case."),
        ("Berta", 409, "Berta is already in this case."),
    ],
)
def test_refused_account_keeps_what_was_typed(
    clara: Client, farm: tuple[Case, list[Match]], name: str, status: int, words: str
) -> None:
    case, _matches = farm
    response = clara.post(f"/moderation/cases/{case.pk}/add-account/", {"who": name})
    assert_clean_page(response, status)
    page = response.content.decode()
    assert f'value="{name}"' in page
    assert words in page


def test_match_that_did_not_count_says_why(clara: Client) -> None:
    match = finished(people("Anna", "Berta"), [1, 2])
    url = f"/moderation/matches/{match.id}/"
    assert "didn’t count" not in clara.get(url).content.decode()
    Match.objects.filter(pk=match.pk).update(uncounted=Match.Uncounted.OFTEN)
    page = moderator(person("Mona")).get(url).content.decode()
    assert "didn’t count" in page
    assert "two of its players had already met in two rated matches that day" in page


def test_case_says_why_match_did_not_count(clara: Client, farm: tuple[Case, list[Match]]) -> None:
    case, matches = farm
    Match.objects.filter(pk=matches[-1].pk).update(uncounted=Match.Uncounted.OFTEN)
    page = clara.get(f"/moderation/cases/{case.pk}/").content.decode()
    assert "two of its players had already met in two rated matches that day" in page


def test_record_shows_waiting_and_leaving(clara: Client) -> None:
    anna, berta = people("Anna", "Berta")
    match = finished([anna, berta], [2, 1])
    own = Player.objects.get(match=match, user=anna)
    Event.objects.filter(match=match).delete()
    for number, (chance, took) in enumerate([(0.5, 2000), (0.05, 60_000), (0.01, 90_000)], 1):
        kind, seat = Event.Kind.MOVE, own.seat
        Event.objects.create(
            match=match, number=number, kind=kind, seat=seat, took=took, at=timezone.now()
        )
        chances = [1 - chance, 1 - chance]
        chances[own.seat or 0] = chance
        look = {"event": number, "seat": seat, "chances": chances}
        review, _new = Review.objects.get_or_create(match=match, status=Review.Status.DONE)
        review.looks = [*review.looks, look]
        review.save()
    waits = conduct.waits_of(anna)
    assert (waits.lost_median, waits.longest, waits.other_median) == (75_000, 90_000, 2000)
    assert conduct.no_shows(anna) == 0
    page = assert_clean_page(clara.get("/moderation/players/Anna/")).text
    assert "usually 75 s, at most 90 s; otherwise 2.0 s" in page


def test_choosing_no_match_is_refused(farm: tuple[Case, list[Match]]) -> None:
    case, _matches = farm
    with pytest.raises(BadTable):
        rings.annul_together(User.objects.get(username="Clara"), case.pk, [], "A farm.")
