"""Refused forms of moderators and of players who report: the page has them filled in again."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import appeals, reports, sanctions
from games.chat import services as chat
from games.matches.access import open_match
from games.moderation.services import moderation
from tests.games.moderation.test_views import moderator
from tests.helpers.matches import committed, people, person, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db
LONG = 'He said "<b>no</b>" & left. ' * 40
"""Longer than the 1,000 characters that a reason may have."""


@pytest.fixture
def clara(db: None) -> Client:
    return moderator(person("Clara"))


@pytest.fixture
def rude(db: None) -> User:
    return person("Rude")


def user(name: str) -> User:
    return User.objects.get(username=name)


def assert_filled(response: Response, status: int, text: str, *marks: str) -> str:
    """Assert that a page shows the reason of a refusal, and a form with the text and the marks."""
    assert_clean_page(response, status)
    page = response.content.decode()
    assert 'role="alert" data-code="' in page
    assert "Your text, to copy" not in page
    typed = unescape(page)
    assert typed.count(text) == 1
    assert f'value="{text}"' in typed or f">{text}</textarea>" in typed
    for mark in marks:
        assert mark in page
    return page


def test_ban_that_moderator_may_not_give_keeps_its_reason_and_offers_other_kinds(
    clara: Client, rude: User
) -> None:
    given = {"kind": "ban", "days": "30", "reason": 'Said "go" & more.'}
    response = clara.post("/moderation/players/Rude/sanction/", given)
    page = assert_filled(response, 403, given["reason"], 'name="days"', 'value="30"')
    assert 'value="mute"' in page
    assert 'value="ban"' not in page


def test_refused_sanction_is_filled_in_on_page_of_its_case(clara: Client, rude: User) -> None:
    made = reports.report(person("Anna"), rude, reason="abuse", subject="profile")
    reports.claim(user("Clara"), made.case.pk)
    given = {"kind": "mute", "days": "soon", "reason": "Insults.", "case": str(made.case.pk)}
    response = clara.post("/moderation/players/Rude/sanction/", given)
    case = f'name="case" value="{made.case.pk}"'
    assert_filled(response, 400, "Insults.", case, 'value="mute" required checked', 'value="soon"')


@pytest.mark.parametrize("from_case", [False, True])
def test_sanction_without_reason_keeps_kind_and_days(
    clara: Client, rude: User, from_case: bool
) -> None:
    made = reports.report(person("Anna"), rude, reason="abuse", subject="profile")
    reports.claim(user("Clara"), made.case.pk)
    given = {"kind": "mute", "days": "3", "usual": "", "reason": ""}
    if from_case:
        given["case"] = str(made.case.pk)
    page = assert_clean_page(clara.post("/moderation/players/Rude/sanction/", given), 400).text
    assert 'data-code="no-reason"' in page
    assert 'value="mute" required checked' in page
    assert 'name="days" inputmode="numeric" pattern="[0-9]{1,4}" value="3"' in page


def test_empty_texts_of_acts_return_to_their_forms(clara: Client, rude: User) -> None:
    made = reports.report(person("Anna"), rude, reason="abuse", subject="profile")
    reports.claim(user("Clara"), made.case.pk)
    case = f"/moderation/cases/{made.case.pk}/"
    mute = sanctions.give(user("Clara"), rude, "mute", "Insults.")
    for address, form in {
        f"{case}close/": {"verdict": "", "upheld": "yes"},
        f"{case}remark/": {"text": ""},
        "/moderation/players/Rude/rename/": {"why": ""},
        f"/moderation/sanctions/{mute.pk}/lift/": {"why": ""},
    }.items():
        page = clara.post(address, form).content.decode()
        assert 'data-code="no-reason"' in page
        assert f'action="{address}"' in page


def test_sanction_from_case_of_endless_number_is_refused(clara: Client, rude: User) -> None:
    given = {"kind": "mute", "reason": "Insults.", "case": "9" * 5000}
    assert clara.post("/moderation/players/Rude/sanction/", given).status_code == 404


def test_refused_form_of_case_that_another_moderator_took_has_text_to_copy(
    clara: Client, rude: User
) -> None:
    made = reports.report(person("Anna"), rude, reason="abuse", subject="profile")
    moderator(person("Dora"))
    reports.claim(user("Dora"), made.case.pk)
    given = {"verdict": "Nothing against the rules.", "upheld": "no"}
    response = clara.post(f"/moderation/cases/{made.case.pk}/close/", given)
    assert response.status_code == 409
    page = response.content.decode()
    assert "Your text, to copy" in page
    assert "Nothing against the rules.</textarea>" in page


def test_refused_verdict_is_filled_in(clara: Client, rude: User) -> None:
    made = reports.report(person("Anna"), rude, reason="abuse", subject="profile")
    reports.claim(user("Clara"), made.case.pk)
    address = f"/moderation/cases/{made.case.pk}/close/"
    assert_filled(clara.post(address, {"verdict": LONG, "upheld": "yes"}), 400, LONG)


def test_refused_renaming_lifting_and_answer_are_filled_in(clara: Client, rude: User) -> None:
    moderator(person("Dora"))
    given = [sanctions.give(user("Dora"), rude, kind, "Insults.") for kind in ("mute", "unrated")]
    appeal = appeals.appeal(rude, given[0].pk, "I was joking.")
    renamed = clara.post("/moderation/players/Rude/rename/", {"why": LONG})
    assert_filled(renamed, 400, LONG, '<details class="panel act" open>')
    lifted = clara.post(f"/moderation/sanctions/{given[1].pk}/lift/", {"why": LONG})
    assert_filled(lifted, 400, LONG, "<details open>")
    address = f"/moderation/appeals/{appeal.pk}/decide/"
    decided = clara.post(address, {"answer": "No.", "verdict": "maybe"})
    assert_filled(decided, 400, "No.")


def test_refused_acts_on_match_are_filled_in(clara: Client) -> None:
    match = started(*people("Anna", "Berta"))
    with committed():
        chat.post_line(open_match(user("Anna"), match.id), "Rude words.")
    url = f"/moderation/matches/{match.id}/"
    assert_filled(clara.post(f"{url}look/", {"why": LONG}), 400, LONG)
    moderation.look_into(user("Clara"), match.id, "A report.")
    for act in ("end", "seats/1/put-out", f"chat/{match.chat.get().pk}/hide"):
        assert_filled(clara.post(f"{url}{act}/", {"why": LONG}), 400, LONG, " open><summary>")


def test_program_gets_refusal_as_json(clara: Client) -> None:
    match = started(*people("Anna", "Berta"))
    refused = clara.post(
        f"/moderation/matches/{match.id}/look/",
        {"why": LONG},
        headers={"Accept": "application/json"},
    )
    assert refused.json()["error"]["code"] == "bad-table"


@pytest.mark.parametrize(("what", "status"), [("profile", 400), ("player", 409), ("line", 409)])
def test_refused_report_is_filled_in(rude: User, what: str, status: int) -> None:
    anna = person("Anna")
    match = started(anna, rude)
    with committed():
        chat.post_line(open_match(rude, match.id), "Rude words.")
    seat = match.players.get(user=rude).seat
    address = {
        "profile": f"{rude.get_absolute_url()}report/",
        "player": f"{match.get_absolute_url()}players/{seat}/report/",
        "line": f"{match.get_absolute_url()}chat/{match.chat.get().pk}/report/",
    }[what]
    response = signed_in(anna).post(address, {"reason": "spam", "note": LONG})
    assert_filled(response, status, LONG, 'value="spam" required checked')


def test_refused_appeal_is_filled_in(rude: User) -> None:
    moderator(person("Clara"))
    sanction = sanctions.give(user("Clara"), rude, "mute", "Insults.")
    address = f"/settings/standing/{sanction.pk}/appeal/"
    assert_filled(signed_in(rude).post(address, {"text": LONG}), 400, LONG, "<details open>")
