"""Suspicious patterns of play open a case automatically, which only moderators see."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest

from accounts.models import Case, Report, User
from accounts.services import devices, reports
from accounts.services.export import sections
from games.matches.models import Match
from games.matches.services import commands
from games.moderation.services import suspicion
from tests.accounts.test_moderation_pages import moderator
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import committed, people, signed_in, started, under_way
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return people("Anna", "Berta", "Carla", "Dora", "Emma")


def ended(winner: User, loser: User, *, events: int = 6, rated: bool = True) -> Match:
    match = finished([winner, loser], [1, 2], rated=rated)
    Match.objects.filter(id=match.id).update(last_number=events)
    suspicion.examine(match.id)
    return match


def found() -> list[tuple[str, str]]:
    made = Report.objects.order_by("pk").values_list("case__about__username", "subject_id")
    return list(made)


def test_repeated_quick_wins_open_one_case(users: list[User]) -> None:
    anna, berta, *_others = users
    for _match in range(suspicion.ENOUGH - 1):
        ended(anna, berta)
    assert not Case.objects.exists()
    for _match in range(2):
        ended(anna, berta)
    assert found() == [("Anna", f"quick:{berta.pk}")]
    case = Case.objects.get()
    assert (case.status, case.weight) == ("open", 4)


def test_long_or_unrated_matches_open_no_case(users: list[User]) -> None:
    anna, berta, *_others = users
    for _match in range(suspicion.ENOUGH + 1):
        ended(anna, berta, events=200)
        ended(berta, anna, events=200)
        ended(anna, berta, rated=False)
    assert not Case.objects.exists()


def test_rated_matches_in_same_browser_open_case(users: list[User]) -> None:
    anna, berta, *_others = users
    for user in (anna, berta):
        devices.note_use(user, "one browser")
    for _match in range(suspicion.ENOUGH):
        ended(anna, berta, events=200)
    assert found() == [("Anna", f"shared:{berta.pk}")]


def test_points_won_from_few_opponents_open_case(users: list[User]) -> None:
    anna, berta, carla, dora, emma = users
    for other in (berta, carla, dora, emma):
        for _match in range(3):
            ended(anna, other, events=200)
    assert not Case.objects.exists(), "points from many opponents are not suspicious"
    finn, gabi = people("Finn", "Gabi")
    for _match in range(18):
        ended(finn, gabi, events=200)
    assert found() == [("Finn", "gained")]
    assert Report.objects.get().evidence["others"] == ["Gabi"]


def test_points_won_from_one_network_open_case(users: list[User]) -> None:
    anna, *others = users
    for other in others:
        devices.note_use(other, f"browser of {other.username}", "192.0.2.7")
    for other in others:
        for _match in range(3):
            ended(anna, other, events=200)
            ended(other, people(f"{other.username}{_match}")[0], events=200)
    assert ("Anna", "network") in found()
    evidence = Report.objects.get(subject_id="network").evidence
    assert evidence["others"] == ["Berta", "Carla", "Dora", "Emma"]


def test_wins_against_accounts_that_play_nowhere_else_open_case(users: list[User]) -> None:
    anna, berta, *_others = users
    strangers = people(*(f"Stranger{number}" for number in range(suspicion.STRANGERS)))
    for stranger in strangers[1:]:
        ended(anna, stranger, events=200)
    ended(strangers[0], berta, events=200)
    ended(anna, strangers[0], events=200)
    assert found() == [], "one of them has played with another player"
    ended(anna, people("Late")[0], events=200)
    assert found() == [("Anna", "nowhere-else")]
    assert (Report.objects.get().evidence["n"], Report.objects.get().evidence["part"]) == (5, 83)


def test_judged_matches_open_no_new_case(users: list[User]) -> None:
    anna, berta, *_others = users
    for _match in range(suspicion.ENOUGH):
        ended(anna, berta)
    mod = moderator("Mod")
    case = Case.objects.get()
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=False, verdict="They are beginners.")
    for _match in range(suspicion.ENOUGH - 1):
        ended(anna, berta)
    assert Case.objects.filter(status="open").count() == 0
    ended(anna, berta)
    assert Case.objects.filter(status="open").count() == 1


def test_judged_points_open_no_new_case_of_same_pattern(users: list[User]) -> None:
    anna, berta, *_others = users
    for _match in range(18):
        ended(anna, berta, events=200)
    mod, case = moderator("Mod"), Case.objects.get()
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=False, verdict="They are friends.")
    ended(anna, berta, events=200)
    assert Case.objects.filter(status="open").count() == 0


def test_end_of_rated_match_checks_for_patterns(users: list[User]) -> None:
    with patch("games.moderation.services.suspicion.examine") as examine:
        for seed in (1, 2):
            match = under_way(started(*users[:2], seed=seed))
            Match.objects.filter(id=match.id).update(rated=seed == 2)
            with committed():
                commands.resign(users[1], match.id)
    examine.assert_called_once_with(match.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_moderator_reads_evidence_as_text(users: list[User], language: str) -> None:
    anna, berta, *_others = users
    for user in (anna, berta):
        devices.note_use(user, "one browser", "192.0.2.7")
    for _match in range(suspicion.ENOUGH):
        match = ended(anna, berta)
    page = signed_in(moderator("Mod")).get(
        f"/moderation/cases/{Case.objects.get().pk}/", headers={"Accept-Language": language}
    )
    text = page.text
    assert f"/moderation/matches/{match.id}/" in text
    assert "192.0.2.7" not in text
    if language == "en":
        assert "Won 3 rated matches that ended quickly against @Berta within 60 days." in text
        assert "Played 3 rated matches within 60 days against @Berta in the same browser." in text
        assert "They signed in from the same network, often a shared household." in text
        assert "noticed by the site" in text


def test_players_see_no_trace_of_case(users: list[User]) -> None:
    anna, berta, *_others = users
    pages = ("/", "/players/Anna/", "/settings/", "/matches/", "/ladders/condottiere/2/")
    for _match in range(suspicion.ENOUGH - 1):
        ended(anna, berta)
    ended(anna, berta, events=200)
    Match.objects.filter(rated=True).update(last_number=6)

    def seen(user: User) -> list[tuple[int, str]]:
        client = signed_in(user)
        answers = [client.get(path) for path in pages]
        return [(answer.status_code, without_chance(answer.text)) for answer in answers]

    before = seen(anna), seen(berta)
    suspicion.examine(Match.objects.latest("ended_at").id)
    assert Case.objects.count() == 1
    assert (seen(anna), seen(berta)) == before
    mod, case = moderator("Mod"), Case.objects.get()
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=True, verdict="Indeed.")
    section = next(section for section in sections() if section.name == "closed_reports_about_me")
    assert list(section.rows(anna)) == []


def without_chance(page: str) -> str:
    """Return the page without tokens and times, which always differ."""
    token = r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": ?"[^"]*"|nonce="[^"]*"'
    return re.sub(rf"{token}|<time[^>]*>[^<]*</time>", "", page)
