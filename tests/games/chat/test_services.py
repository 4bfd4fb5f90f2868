"""The chat: two rooms, cleaned lines, and limits."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.http import Visitor
from accounts.models import User
from games.chat import services as chat
from games.chat.models import ChatLine
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import BadChatLine, NotAllowed, SignInFirst, TooMany
from games.matches.services import commands
from tests.helpers.matches import committed, fresh, opened, people, person, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta", "Carla"))


@pytest.fixture
def anna(match: Match) -> User:
    return User.objects.get(username="Anna")


def say(user: Visitor, match: Match, text: str) -> ChatLine:
    return chat.post_line(open_match(user, match.id), text)


def heard(user: Visitor, match: Match) -> list[str]:
    return [line.text for line in chat.lines(open_match(user, match.id))]


def test_players_and_spectators_have_separate_rooms(match: Match, anna: User) -> None:
    berta, stranger = User.objects.get(username="Berta"), person("Stranger")
    say(anna, match, "Siena is mine.")
    say(stranger, match, "She is bluffing.")
    assert heard(anna, match) == heard(berta, match) == ["Siena is mine."]
    assert heard(stranger, match) == heard(AnonymousUser(), match) == ["She is bluffing."]


def test_seated_user_before_start_talks_with_players(anna: User) -> None:
    table = opened(anna, seats=4)
    assert say(anna, table, "Who is coming?").room == "players"
    assert say(person("Stranger"), table, "I am looking.").room == "spectators"


def test_leaver_talks_with_spectators(match: Match, anna: User) -> None:
    say(anna, match, "I have had enough.")
    with committed():
        commands.resign(anna, match.id)
    assert say(anna, match, "They hold two winters.").room == "spectators"
    assert "They hold two winters." not in heard(User.objects.get(username="Berta"), match)


def test_chat_stays_open_after_end(anna: User) -> None:
    match = started(anna, person("Dora"))
    commands.resign(anna, match.id)
    assert fresh(match).status == "finished"
    say(User.objects.get(username="Dora"), match, "Well played.")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\n\nlines\t", "two lines"),
        ("bell\x07 and \x00null", "bell and null"),
        ("\u202eright to left", "right to left"),
        ("zero\u200bwidth", "zero width"),
        ("<b>Grüße</b> 안녕 ☃", "<b>Grüße</b> 안녕 ☃"),
    ],
)
def test_chat_line_is_cleaned_to_one_line(match: Match, anna: User, text: str, line: str) -> None:
    assert say(anna, match, text).text == line


@pytest.mark.parametrize("text", ["", "   ", "\n", "\u200b\u202e", "x" * 301])
def test_empty_or_too_long_line_is_refused(match: Match, anna: User, text: str) -> None:
    with pytest.raises(BadChatLine):
        say(anna, match, text)
    assert not ChatLine.objects.exists()


def test_longest_allowed_line_is_accepted(match: Match, anna: User) -> None:
    assert say(anna, match, "☃" * 300).text == "☃" * 300


def test_chat_lines_per_minute_are_limited(match: Match, anna: User) -> None:
    for number in range(chat.LINES_PER_MINUTE):
        say(anna, match, f"line {number}")
    with pytest.raises(TooMany):
        say(anna, match, "one more")
    say(person("Stranger"), match, "others may")
    assert ChatLine.objects.count() == chat.LINES_PER_MINUTE + 1


def test_chat_limit_counts_all_tables(match: Match, anna: User) -> None:
    other = started(anna, person("Dora"))
    for number in range(chat.LINES_PER_MINUTE):
        say(anna, (match, other)[number % 2], "hello")
    with pytest.raises(TooMany):
        say(anna, other, "hello")


def test_anonymous_and_closed_accounts_cannot_chat(match: Match, anna: User) -> None:
    with pytest.raises(SignInFirst):
        say(AnonymousUser(), match, "hello")
    User.objects.filter(id=anna.id).update(is_active=False)
    with pytest.raises(NotAllowed):
        say(User.objects.get(id=anna.id), match, "hello")


def test_newest_lines_are_shown_oldest_first(match: Match, anna: User) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(match=match, room="players", author=anna, text=str(number)) for number in range(60)
    )
    assert heard(anna, match) == [str(number) for number in range(10, 60)]
