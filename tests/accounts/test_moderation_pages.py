"""The moderators' pages and what players see of moderation, through real addresses."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import Appeal, AuditEntry, Case, Report, Sanction, User
from accounts.models.moderation import CLAIM_LASTS
from accounts.moderation_words import ACTS
from accounts.services import appeals, devices, reports, sanctions
from core.languages.local_time import moment_words
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def moderator(name: str, role: str = "moderator", *, two_step: bool = True) -> User:
    user = person(name)
    user.groups.add(Group.objects.get(name=role))
    if two_step:
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return user


@pytest.fixture
def case(db: None) -> Case:
    note = "<script>alert(1)</script>"
    made = reports.report(
        person("Anna"), person("Rude"), reason="abuse", subject="chat", subject_id="4", note=note
    )
    return made.case


def post(client: Client, url: str, **data: Any) -> str:
    response = client.post(url, data, follow=True)
    return response.content.decode()


def test_player_reports_profile_once(db: None) -> None:
    client, rude = signed_in(person("Anna")), person("Rude")
    assert "Report Rude" in client.get(f"{rude.get_absolute_url()}report/").content.decode()
    page = post(client, f"{rude.get_absolute_url()}report/", reason="name", note="Look at it.")
    assert "Thank you" in page
    report = Report.objects.get()
    assert (report.reason, report.subject, report.note) == ("name", "profile", "Look at it.")
    assert client.post(f"{rude.get_absolute_url()}report/", {"reason": "name"}).status_code == 409


def test_player_reports_name(db: None) -> None:
    client, rude = signed_in(person("Anna")), person("Rude")
    url = f"{rude.get_absolute_url()}report/"
    assert 'value="name" required checked' in client.get(f"{url}?what=name").content.decode()
    post(client, url, subject="name", reason="name", note="It is an insult.")
    report = Report.objects.get()
    assert (report.subject, report.evidence["username"]) == ("name", "Rude")


def test_lobby_shows_answer_to_report_until_it_is_read(case: Case) -> None:
    client, mod = signed_in(User.objects.get(username="Anna")), moderator("Clara")
    assert b"See the result" not in client.get("/").content
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=True, verdict="So it was.")
    assert b"See the result" in client.get("/").content
    client.get("/settings/standing/")
    assert b"See the result" not in client.get("/").content


def test_moderator_does_not_see_reports_about_self(case: Case) -> None:
    mod = moderator("Clara")
    reports.report(case.about, mod, reason="abuse", subject="chat", note="Clara was rude to me.")
    page = signed_in(mod).get("/moderation/players/Rude/").content.decode()
    assert "Reports by this player" not in page


def test_moderator_finds_record_by_name(case: Case) -> None:
    client = signed_in(moderator("Clara"))
    assert client.get("/moderation/?who=rude")["Location"] == "/moderation/players/Rude/"
    assert "No player has this name." in client.get("/moderation/?who=noone").content.decode()
    assert "/moderation/players/Rude/" in client.get("/players/Rude/").content.decode()
    anna = signed_in(User.objects.get(username="Anna"))
    assert "/moderation/" not in anna.get("/players/Rude/").content.decode()


def test_former_name_leads_moderator_to_record(case: Case) -> None:
    mod = moderator("Clara")
    client = signed_in(mod)
    record = f"/moderation/players/{sanctions.rename(mod, case.about, 'An insult.').username}/"
    for url in ("/moderation/?who=%40rude", "/moderation/players/Rude/"):
        assert client.get(url)["Location"] == record
    assert client.get("/moderation/players/Noone/").status_code == 404


def test_desk_needs_moderator_with_two_factor_sign_in(case: Case) -> None:
    urls = ["/moderation/", f"/moderation/cases/{case.pk}/", "/moderation/players/Rude/"]
    for url in urls:
        assert Client().get(url).status_code == 302
        assert signed_in(case.about).get(url).status_code == 403
    half = moderator("Clara", two_step=False)
    refused = signed_in(half).get(urls[0])
    assert refused.status_code == 403
    assert b"two-factor sign-in" in refused.content
    full = moderator("Dora")
    assert [signed_in(full).get(url).status_code for url in urls] == [200, 200, 200]
    assert signed_in(full).get("/moderation/book/").status_code == 403
    assert (
        signed_in(moderator("Eva", "senior moderator")).get("/moderation/book/").status_code == 200
    )


def test_moderator_claims_sanctions_and_closes_case(case: Case) -> None:
    client = signed_in(moderator("Clara"))
    base = f"/moderation/cases/{case.pk}/"
    assert "&lt;script&gt;" in post(client, f"{base}claim/")
    page = post(
        client,
        "/moderation/players/Rude/sanction/",
        kind="mute",
        days="3",
        reason="He swore.",
        case=str(case.pk),
    )
    assert "The sanction is in force." in page
    sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.case, sanction.user) == ("mute", case, case.about)
    assert "closed" in post(client, f"{base}close/", verdict="Muted for three days.", upheld="yes")
    heard = signed_in(User.objects.get(username="Anna")).get("/settings/standing/")
    assert b"acted on your report" in heard.content
    assert b"He swore" not in heard.content
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert acts == {"claim", "sanction-mute", "close-upheld"}


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"kind": "mute", "days": "soon", "reason": "x"}, 400),
        ({"kind": "mute", "days": "0", "reason": "x"}, 400),
        ({"kind": "mute", "reason": ""}, 400),
        ({"kind": "stocks", "reason": "x"}, 400),
        ({"kind": "ban", "reason": "x"}, 403),
        ({"kind": "mute", "reason": "x", "case": "99"}, 404),
        ({}, 400),
    ],
)
def test_invalid_sanction_is_refused_with_message(case: Case, data: Any, status: int) -> None:
    client = signed_in(moderator("Clara"))
    response = client.post("/moderation/players/Rude/sanction/", data)
    assert response.status_code == status
    assert b"notice bad" in response.content
    assert not Sanction.objects.exists()


def test_warning_is_read_and_its_appeal_decided_by_other_moderator(case: Case) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    warning = sanctions.give(one, case.about, "warning", "Be kind.")
    rude = signed_in(case.about)
    assert b"Be kind." in rude.get("/settings/standing/").content
    assert "continue playing" in post(rude, f"/settings/standing/{warning.pk}/read/")
    assert "appeal was sent" in post(
        rude, f"/settings/standing/{warning.pk}/appeal/", text="I was."
    )
    appeal = Appeal.objects.get()
    url = f"/moderation/appeals/{appeal.pk}/decide/"
    own = signed_in(one).post(url, {"verdict": "upheld", "answer": "No."})
    assert own.status_code == 403
    desk = signed_in(other).get("/moderation/").content.decode()
    assert 'value="lifted"' in desk
    assert 'value="shortened"' not in desk, "a warning has no end that could come earlier"
    assert "decided" in post(signed_in(other), url, verdict="lifted", answer="Fine.")
    assert b"Fine." in rude.get("/settings/standing/").content


def test_own_standing_shows_each_sanction_once_with_its_end(case: Case) -> None:
    mod, until = moderator("Clara"), timezone.now() + timedelta(days=9)
    warning = sanctions.give(mod, case.about, "warning", "Be kind.")
    mute = sanctions.give(mod, case.about, "mute", "Insults.", until=until)
    sanctions.lift(mod, mute, "Said sorry.")
    client = signed_in(case.about)
    link = f"/settings/standing/?appeal={warning.pk}#sanction-{warning.pk}"
    assert f'href="{link}">How to appeal' in client.get("/").content.decode()
    page = client.get(link).content.decode()
    assert [page.count(words) for words in ("Be kind.", "I’ve read it")] == [1, 1]
    assert page.count("<details open><summary>Appeal") == 1
    assert '<span class="badge good">lifted</span>' in page
    assert moment_words(until) not in page


def test_own_standing_lists_open_and_decided_reports(case: Case) -> None:
    anna, mod = User.objects.get(username="Anna"), moderator("Clara")
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=True, verdict="So it was.")
    reports.report(anna, case.about, reason="name", subject="name")
    page = signed_in(anna).get("/settings/standing/").content.decode()
    words = [
        "The moderators will look into your report about Rude.",
        "An offensive name · a name",
        "The moderators acted on your report about Rude.",
        "Insults or threats · a chat message",
    ]
    places = [page.index(one) for one in words]
    assert places == sorted(places), "open reports first"


def test_notes_are_for_moderators_only(case: Case) -> None:
    sanctions.give(moderator("Clara"), case.about, "note", "Watch this one.")
    assert b"Watch" not in signed_in(case.about).get("/settings/standing/").content
    assert b"Watch" in signed_in(moderator("Dora")).get("/moderation/players/Rude/").content


def test_sanction_is_lifted_on_record_page_once(case: Case) -> None:
    mod = moderator("Clara")
    sanction = sanctions.give(mod, case.about, "mute", "Insults.")
    url = f"/moderation/sanctions/{sanction.pk}/lift/"
    assert "lifted" in post(signed_in(mod), url, why="Said sorry.")
    assert signed_in(mod).post(url, {"why": "Again."}).status_code == 409


def test_lift_and_rename_return_to_case(case: Case) -> None:
    mod = moderator("Clara")
    reports.claim(mod, case.pk)
    sanction = sanctions.give(mod, case.about, "mute", "Insults.")
    client, page = signed_in(mod), f"/moderation/cases/{case.pk}/"
    for url in (f"/moderation/sanctions/{sanction.pk}/lift/", "/moderation/players/Rude/rename/"):
        refused = client.post(url, {"why": " ", "case": case.pk})
        assert f'name="case" value="{case.pk}"' in refused.content.decode()
        assert refused.status_code == 400
        assert client.post(url, {"why": "So it is.", "case": case.pk})["Location"] == page


def test_public_page_shows_counts_without_names(case: Case) -> None:
    sanctions.give(moderator("Clara"), case.about, "mute", "Insults.")
    page = Client().get("/friendly/").content.decode()
    assert page.count(">1</td>") == 3
    assert "Lifted on appeal" in page
    assert '<div class="table-wide" tabindex="0"><table' in page, "the page scrolls sideways"
    assert "Rude" not in page


def test_shared_network_is_shown_without_address(case: Case) -> None:
    for number, user in enumerate((case.about, User.objects.get(username="Anna"))):
        devices.note_use(user, f"browser {number}", "198.51.100.7")
    page = signed_in(moderator("Clara")).get("/moderation/players/Rude/").content.decode()
    assert page.count('<span class="badge warn">yes</span>') == 1
    assert "198.51.100.7" not in page


def test_menu_of_moderators_counts_new_cases_and_appeals(case: Case) -> None:
    mod, other = moderator("Clara"), moderator("Dora")
    client = signed_in(mod)

    def counted(who: Client = client) -> str:
        page = who.get("/matches/").content.decode()
        return page.split("data-cases>")[1].split("<")[0] if "data-cases" in page else ""

    assert counted() == "1"
    assert counted(signed_in(case.about)) == ""
    warning = sanctions.give(other, case.about, "warning", "Be kind.")
    reports.claim(mod, case.pk)
    assert counted() == "", "a claimed case is not counted"
    appeals.appeal(case.about, warning.pk, "I was.")
    assert counted() == "1"
    assert counted(signed_in(other)) == "", "the moderator who gave the sanction does not decide"
    Case.objects.update(claimed_at=timezone.now() - CLAIM_LASTS)
    assert counted() == "2", "a case with an expired claim is new again"
    page = client.get("/moderation/?show=new").content.decode()
    assert f"/moderation/cases/{case.pk}/" in page
    assert "insults or threats" in page


def test_desk_lists_new_own_and_decided_cases(case: Case) -> None:
    mod = moderator("Clara")
    client, link = signed_in(mod), f"/moderation/cases/{case.pk}/"

    def listed() -> str:
        kinds = ("open", "new", "mine", "decided", "nonsense")
        pages = {kind: client.get(f"/moderation/?show={kind}").content.decode() for kind in kinds}
        return " ".join(kind for kind in kinds if link in pages[kind])

    assert listed() == "open new nonsense"
    reports.claim(mod, case.pk)
    assert listed() == "open mine nonsense"
    reports.close(mod, case.pk, upheld=True, verdict="So it was.")
    assert listed() == "decided"
    page = assert_clean_page(client.get(link)).text
    assert "So it was." in page
    about_clara = reports.report(case.about, mod, reason="abuse", subject="profile").case
    reports.claim(moderator("Dora"), about_clara.pk)
    reports.close(User.objects.get(username="Dora"), about_clara.pk, upheld=False, verdict="No.")
    assert f"/moderation/cases/{about_clara.pk}/" not in (
        client.get("/moderation/?show=decided").content.decode()
    )


def test_clues_of_case_are_not_named_as_hints_of_games_in_german(case: Case) -> None:
    url = f"/moderation/players/{case.about.username}/"
    page = signed_in(moderator("Clara")).get(url, headers={"Accept-Language": "de"})
    assert '<h2 id="clues-title">Hinweise</h2>' in page.content.decode()


def test_desk_names_each_reason_once_with_its_number(case: Case) -> None:
    for name, reason in (("Berta", "spam"), ("Carl", "abuse")):
        reports.report(person(name), case.about, reason=reason, subject="profile")
    page = signed_in(moderator("Clara")).get("/moderation/").content.decode()
    assert "insults or threats × 2 · advertising or spam</span>" in page
    assert "0\xa0minutes" not in page


def test_evidence_and_acts_are_shown_as_text(case: Case) -> None:
    evidence = {
        "name": "",
        "username": "Rude",
        "line": "You fool.",
        "lines": ["Rude: You fool."],
        "players": {"0": "Anna", "1": "Rude"},
        "seat": 1,
        "left": True,
        "quick_losses": 4,
        "match": "abcdefghjk",
        "game": "babel",
    }
    Report.objects.filter(case=case).update(evidence=evidence, subject="chat")
    mod = moderator("Clara")
    reports.claim(mod, case.pk)
    text = assert_clean_page(signed_in(mod).get(f"/moderation/cases/{case.pk}/")).text
    parts = ("Message", "Context", "Anna, Rude", "Quick losses", "<dt>Seat</dt><dd>B</dd>")
    for words in parts:
        assert words in text
    assert "Name at the time" not in text, "empty evidence is not shown"
    assert "took the case" in text
    senior = signed_in(moderator("Eva", "senior moderator"))
    assert "took the case" in senior.get("/moderation/book/").content.decode()
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert acts <= set(ACTS)


def test_case_is_closed_below_what_can_be_done_in_it(case: Case) -> None:
    client, page = signed_in(moderator("Clara")), f"/moderation/cases/{case.pk}/"
    client.post(f"{page}claim/")
    text = client.get(page).content.decode()
    words = ("Add a sanction", "Remove the name", "Close the case", "No sanctions yet")
    assert sorted(words, key=text.index) == list(words)
    client.post(f"{page}close/", {"verdict": "Nothing.", "upheld": "no"})
    assert "Close the case" not in client.get(page).content.decode()


def test_unavailable_case_has_no_claim_button(case: Case) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    claim = f'action="/moderation/cases/{case.pk}/claim/"'
    assert claim in signed_in(one).get(f"/moderation/cases/{case.pk}/").content.decode()
    reports.claim(one, case.pk)
    for mod in (one, other):
        assert claim not in signed_in(mod).get(f"/moderation/cases/{case.pk}/").content.decode()


def test_record_of_player_in_claimed_case_offers_no_sanction_to_other_moderator(case: Case) -> None:
    reports.claim(moderator("Modi"), case.pk)
    maxi, form = signed_in(moderator("Maxi")), 'action="/moderation/players/Rude/sanction/"'
    words = "Modi is working on a case about this player."
    page = assert_clean_page(maxi.get("/moderation/players/Rude/")).text
    assert words in page
    assert form not in page
    given = {"kind": "mute", "days": "1", "reason": "Insults."}
    text = assert_clean_page(maxi.post("/moderation/players/Rude/sanction/", given), 403).text
    assert words in text
    assert not case.about.sanctions.exists()


def test_shared_browser_is_shown_without_device_id(case: Case) -> None:
    for user in (case.about, User.objects.get(username="Anna")):
        devices.note_use(user, "one and the same")
    page = signed_in(moderator("Clara")).get("/moderation/players/Rude/").content.decode()
    assert page.count('<span class="badge warn">yes</span>') == 1
    assert "one and the same" not in page


def test_record_offers_only_acts_of_readers_rank(case: Case) -> None:
    clara, dora = moderator("Clara"), moderator("Dora")
    senior = moderator("Elsa", "senior moderator")
    page = signed_in(clara).get("/moderation/players/Rude/").content.decode()
    assert 'value="suspension"' in page
    assert 'value="ban"' not in page
    assert "at most 14 days" in page
    page = signed_in(senior).get("/moderation/players/Rude/").content.decode()
    assert 'value="ban"' in page
    assert "at most 14 days" not in page
    sanctions.give(senior, case.about, Sanction.Kind.BAN, "Insults.")
    sanctions.give(senior, case.about, Sanction.Kind.MUTE, "Insults.")
    page = signed_in(clara).get("/moderation/players/Rude/").content.decode()
    assert page.count("Lift sanction") == 1
    page = signed_in(clara).get(f"/moderation/players/{dora.username}/").content.decode()
    assert "This player is staff." in page
    assert "Add sanction" not in page
    assert "Remove the name" not in page


def test_refused_sanction_keeps_typed_reason(case: Case) -> None:
    client = signed_in(moderator("Clara"))
    answer = client.post(
        "/moderation/players/Rude/sanction/", {"kind": "ban", "reason": "Insults <everyone>."}
    )
    assert answer.status_code == 403
    assert "Insults &lt;everyone&gt;.</textarea>" in answer.content.decode()
    reports.claim(User.objects.get(username="Clara"), case.pk)
    reports.close(User.objects.get(username="Clara"), case.pk, upheld=True, verdict="Warned.")
    answer = client.post(f"/moderation/cases/{case.pk}/close/", {"verdict": "I warned them."})
    assert "I warned them.</textarea>" in answer.content.decode()
