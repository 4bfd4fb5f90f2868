"""Reporting and muting players at a table."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import Report, User
from games.chat import services as chat
from games.chat.models import ChatLine
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadChatLine, SignInFirst
from games.moderation.services import reporting
from games.moderation.services.reporting import CannotReport, NothingToReport
from tests.helpers.matches import people, person, seat_of, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta"), bots=("easy",))


def user(name: str) -> User:
    return User.objects.get(username=name)


def say(name: str, match: Match, text: str) -> ChatLine:
    return chat.post_line(open_match(user(name), match.id), text)


def heard(who: User, match: Match) -> list[str]:
    return [line.text for line in chat.lines(open_match(who, match.id))]


def test_report_of_chat_line_contains_surrounding_lines(match: Match) -> None:
    say("Anna", match, "Hello.")
    line = say("Berta", match, "You fool.")
    say("Anna", match, "Please.")
    access = open_match(user("Anna"), match.id)
    made = reporting.report_line(access, line.id, "abuse", "Right at the start.")
    line.delete()
    made = Report.objects.get(pk=made.pk)
    assert made.case.about == user("Berta")
    assert made.evidence["line"] == "You fool."
    assert [said.split(" UTC ", 1)[1] for said in made.evidence["lines"]] == [
        "Anna: Hello.",
        "Berta: You fool.",
        "Anna: Please.",
    ]
    assert made.evidence["match"] == match.id


def test_only_visible_lines_of_others_can_be_reported(match: Match) -> None:
    line = say("Berta", match, "You fool.")
    stranger = open_match(person("Stranger"), match.id)
    with pytest.raises(NothingToReport):
        reporting.report_line(stranger, line.id, "abuse", "")
    seat = seat_of(match, user("Berta"))
    with pytest.raises(SignInFirst):
        reporting.report_player(open_match(AnonymousUser(), match.id), seat, "abuse", "")
    with pytest.raises(CannotReport, match="report yourself"):
        reporting.report_line(open_match(user("Berta"), match.id), line.id, "abuse", "")


def test_player_is_reported_by_seat_and_bot_is_refused(match: Match) -> None:
    access = open_match(user("Anna"), match.id)
    made = reporting.report_player(access, seat_of(match, user("Berta")), "stalling", "")
    assert (made.subject, made.case.about) == ("match", user("Berta"))
    bot = next(p.seat for p in access.players if p.bot)
    assert bot is not None
    with pytest.raises(NothingToReport):
        reporting.report_player(access, bot, "stalling", "")


def test_report_page_shows_line_and_stores_report(match: Match) -> None:
    line = say("Berta", match, "<b>You fool.</b>")
    anna = signed_in(user("Anna"))
    url = f"/matches/{match.id}/chat/{line.id}/report/"
    assert b"&lt;b&gt;You fool." in anna.get(url).content
    assert b"Thank you" in anna.post(url, {"reason": "abuse"}, follow=True).content
    assert anna.post(url, {"reason": "abuse"}).status_code == 409
    seat = seat_of(match, user("Berta"))
    assert anna.get(f"/matches/{match.id}/players/{seat}/report/").status_code == 200
    assert anna.get(f"/matches/{match.id}/players/5/report/").status_code == 404
    assert signed_in(None).get(url).status_code == 401


def test_muted_author_is_hidden_without_notice(match: Match) -> None:
    line = say("Berta", match, "Blah.")
    say("Anna", match, "Hm.")
    client = signed_in(user("Anna"))
    page = client.post(f"/matches/{match.id}/chat/{line.id}/mute/", follow=True).content
    assert b"Blah." not in page
    assert b"Unmute everyone" in page
    say("Berta", match, "More.")
    assert heard(user("Anna"), match) == ["Hm."]
    assert heard(user("Berta"), match) == ["Blah.", "Hm.", "More."]
    assert b"More." in client.post(f"/matches/{match.id}/chat/unmute/", follow=True).content


def test_muting_self_is_refused(match: Match) -> None:
    line = say("Anna", match, "Hm.")
    with pytest.raises(BadChatLine):
        chat.mute(open_match(user("Anna"), match.id), line.id)


def test_hidden_line_is_shown_to_no_player(match: Match) -> None:
    line = say("Berta", match, "Blah.")
    ChatLine.objects.filter(id=line.id).update(hidden=True)
    assert heard(user("Anna"), match) == heard(user("Berta"), match) == []
