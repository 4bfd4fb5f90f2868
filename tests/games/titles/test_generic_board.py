"""A title that has only rules is playable from the lobby to the replay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import unescape
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import TemplateSyntaxError
from django.test import Client
from django.urls import reverse

from core.monitoring.metrics import BOARD_FAILED
from games.boards.board import Board
from games.boards.drawing.emblems import known_emblems
from games.boards.generic import MANY, MOST, GenericTable, Group, board_for
from games.boards.lines import Line
from games.boards.table_view import TableView
from games.boards.templatetags.tavola import emblem
from games.boards.words import field_words, level_name, move_words, value_words
from games.engine.bots import Easy
from games.engine.contract import Effect, Move
from games.matches.models import Match
from games.matches.presenters import boards
from games.titles import registry
from games.titles.contract import Found, Title
from games.workers import bots, delay
from tests.helpers.barest import PEBBLES, TITLE, Barest, Rest, Throw
from tests.helpers.effort import covering
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import (
    committed,
    fresh,
    move_on,
    mover,
    people,
    play_on,
    signed_in,
    started,
    user_at,
)
from tests.helpers.pages import Page

PAGES = ("/", "/games/", "/games/barest/", "/games/barest/open/", "/quick/", "/ladders/")
NEAR = ("/matches/", "/credits/", "/ladders/barest/2/", "/ladders/barest/3+/", "/settings/")
"""Pages that need not name it, and must not fail for it."""
NAMES = ("Anna", "Ben", "Cleo")
BUTTON = re.compile(r'<button [^>]*form="move-form" name="move" value="([^"]*)">([^<]*)')
CARD = re.compile(r'<input type="checkbox" name="card" value="([^"]*)" form="show-form"> ([^<]*)')
SHOWN_TO = re.compile(r'<input type="checkbox" name="to" value="([^"]*)" form="show-form"> ([^<]*)')
SHOWN = "Red pebble and Flat stone"
ASKED = re.compile(r'name="turn_token" value="([^"]*)" form="move-form"')


@dataclass(frozen=True, slots=True)
class Ask(Move):
    """Ask for a card."""

    card: int


@dataclass(frozen=True, slots=True)
class Tell(Move):
    """Name a card."""

    card: int


@dataclass(frozen=True, slots=True)
class Shoot(Move):
    """Shoot at a field."""

    row: int
    column: int
    power: int


def on_the_shelf(monkeypatch: pytest.MonkeyPatch, title: Title, folder: Path) -> None:
    found = {**registry._found(), title.slug: Found(title, folder)}
    monkeypatch.setattr(registry, "_found", lambda: found)
    _forget()


def _forget() -> None:
    registry._rules_by_version.cache_clear()
    boards.game_board.cache_clear()


@pytest.fixture
def barest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    on_the_shelf(monkeypatch, TITLE, tmp_path)
    monkeypatch.setattr(delay, "DELAY", timedelta())
    yield
    monkeypatch.undo()
    _forget()


def table_of(match: Match, seat: int) -> GenericTable:
    from games.matches.access import open_match
    from games.matches.presenters.table import table_for

    user = match.players.get(seat=seat).user
    board = table_for(open_match(user, match.id)).board
    assert isinstance(board, GenericTable)
    return board


# --- Pages.


@pytest.mark.django_db
@pytest.mark.parametrize(("number", "path"), list(enumerate((*PAGES, *NEAR))))
def test_generic_pages_are_complete(barest: None, client: Client, number: int, path: str) -> None:
    """The pages take turns with the languages."""
    client.force_login(people("Anna")[0])
    for language in covering(LANGUAGES, number):
        check_generic_page(client, path, language)


def check_generic_page(client: Client, path: str, language: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get(path)
    assert answer.status_code == 200
    assert Page(answer.content.decode()).faults == []
    assert path in NEAR or "Pebbles" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("level", [None, "grand_master"])
def test_title_may_have_no_bots_or_bots_of_its_own_level(
    barest: None, monkeypatch: pytest.MonkeyPatch, client: Client, tmp_path: Path, level: str | None
) -> None:
    other = Easy()
    monkeypatch.setattr(other, "level", level, raising=False)
    on_the_shelf(monkeypatch, replace(TITLE, bots=(other,) if level else ()), tmp_path)
    client.force_login(people("Anna")[0])
    for path in (*PAGES, *NEAR):
        assert client.get(path).status_code == 200, path
    assert ("grand master" in client.get("/games/barest/open/").content.decode()) is bool(level)


class Broken(Board):
    """A board with a mistake."""

    game = Barest.game

    def build(self, table: TableView) -> Any:
        raise ZeroDivisionError


class BrokenLog(Board):
    """A board with a mistake in its log."""

    game = Barest.game

    def describe(self, effect: Effect, names: Sequence[str]) -> list[Line]:
        raise ZeroDivisionError


@pytest.mark.django_db
@pytest.mark.parametrize("board", [Broken, BrokenLog])
def test_generic_board_stands_in_for_board_that_raises(
    barest: None,
    monkeypatch: pytest.MonkeyPatch,
    client: Client,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    board: type[Board],
) -> None:
    on_the_shelf(monkeypatch, replace(TITLE, board=board), tmp_path)
    anna, ben = people("Anna", "Ben")
    match = started(anna, ben, game="barest", clock="live-10")
    move_on(match)
    match = fresh(match)
    client.force_login(user_at(match, mover(match)))
    failed = BOARD_FAILED.labels("barest")
    before = failed._value.get()
    page = client.get(match.get_absolute_url())
    text = page.content.decode()
    assert page.status_code == 200
    assert ("board can’t be drawn right now" in text) is (board is Broken), "a log is kept"
    assert failed._value.get() > before
    assert "The board of barest cannot be drawn" in caplog.text
    for _move in range(2):
        _press(client, match, text, BUTTON.findall(text)[0][0])
        client.force_login(user_at(match, mover(fresh(match))))
        text = client.get(match.get_absolute_url()).content.decode()
    assert fresh(match).last_number == match.last_number + 2


@pytest.mark.django_db
def test_board_of_finished_match_names_no_turn(barest: None, client: Client) -> None:
    match = started(*people("Anna", "Ben"), game="barest")
    client.force_login(user_at(match, 0))
    url = match.get_absolute_url()
    turn, idle = "<dt>Turn</dt>", "Your moves appear here"
    move_on(match)
    before = client.get(url).text
    play_on(match)
    after = client.get(url).text
    assert [(turn in page, idle in page) for page in (before, after)] == [
        (True, True),
        (False, False),
    ]


class Wordless(Board):
    """A board with mistakes in what it says besides its table."""

    game = Barest.game

    def chapter(self, effects: Sequence[Effect], names: Sequence[str]) -> Any:
        raise ZeroDivisionError

    def result(self, winners: str, count: int, outcome: Any) -> str:
        raise ZeroDivisionError


@pytest.mark.django_db
@pytest.mark.parametrize("mistake", ["words", "template"])
def test_pages_stay_up_with_board_that_cannot_speak_or_load(
    barest: None,
    monkeypatch: pytest.MonkeyPatch,
    client: Client,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    mistake: str,
) -> None:
    def unreadable(_template: str) -> str:
        raise TemplateSyntaxError("Invalid block tag")

    if mistake == "template":
        monkeypatch.setattr(boards, "_existing", unreadable)
    on_the_shelf(monkeypatch, replace(TITLE, board=Wordless), tmp_path)
    match = started(*people("Anna", "Ben"), game="barest")
    client.force_login(user_at(match, mover(match)))
    text = client.get(match.get_absolute_url()).content.decode()
    assert BUTTON.findall(text)
    play_on(match)
    pages = ("", "replay/", "replay/?step=2", "replay/?part=steps&step=0")
    for path in (*(match.get_absolute_url() + page for page in pages), "/matches/"):
        assert client.get(path).status_code == 200, path
    assert "The board of barest cannot be" in caplog.text


@pytest.mark.django_db
def test_generic_game_is_played_to_end_with_forms(barest: None, client: Client) -> None:
    """Without JavaScript: every move is a button of the page, sent as a form."""
    anna = people("Anna")[0]
    client.force_login(anna)
    form = {"seats": "3", "public": "yes", "seat_1": "easy", "seat_2": "easy", "clock": "free"}
    with committed():
        opened = client.post("/games/barest/open/", form)
    match = Match.objects.get()
    assert opened.status_code == 302
    rng, asked = Random(1), 0
    while fresh(match).status == Match.Status.RUNNING:
        text = client.get(match.get_absolute_url()).content.decode()
        if buttons := BUTTON.findall(text):
            _press(client, match, text, rng.choice(buttons)[0])
            asked += 1
        else:
            with committed():
                bots.answer_all_due()
    assert asked == 3
    for page in ("", "replay/?step=2", "replay/?step=2&view=0", "record.json"):
        assert client.get(match.get_absolute_url() + page).status_code == 200, page
    assert client.get(f"/api/v1/matches/{match.id}/").status_code == 200
    assert client.get("/matches/").status_code == 200
    assert client.get(reverse("people:profile", args=["Anna"])).status_code == 200


def _press(client: Client, match: Match, text: str, move: str) -> None:
    (asked,) = ASKED.findall(text)
    with committed():
        answer = client.post(
            f"/matches/{match.id}/moves/", {"move": unescape(move), "turn_token": asked}
        )
    assert answer.status_code in (200, 302)


@pytest.mark.django_db
def test_refusal_speaks_in_labels_on_pages_only(barest: None, client: Client) -> None:
    match = started(*people("Anna", "Ben"), game="barest")
    client.force_login(user_at(match, 0))
    (asked,) = ASKED.findall(client.get(match.get_absolute_url()).content.decode())
    path, sent = f"/matches/{match.id}/moves/", {"type": "throw", "turn_token": asked}
    assert "A “Throw” needs its fields." in client.post(path, sent).content.decode()
    answer = client.post(f"/api/v1{path}", sent, content_type="application/json")
    assert answer.json()["error"]["reason"] == "A “throw” needs its fields."


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_match_page_is_complete_in_every_language(
    barest: None, client: Client, language: str
) -> None:
    anna, ben = people("Anna", "Ben")
    match = started(anna, ben, game="barest")
    client.force_login(user_at(match, 0))
    client.cookies["django_language"] = language
    text = client.get(match.get_absolute_url()).content.decode()
    assert Page(text).faults == []
    moves = [json.loads(unescape(value)) for value, _words in BUTTON.findall(text)]
    assert len(moves) == 13
    assert "css/generic-board.css" in text
    assert "games/barest" not in text.replace("/games/barest/", "")


@pytest.mark.django_db
def test_large_table_has_marks_for_every_seat(barest: None, client: Client) -> None:
    users = people(*"ABCDEFGH")
    match = started(*users, game="barest")
    client.force_login(user_at(match, 0))
    text = client.get(match.get_absolute_url()).content.decode()
    assert "seat-mark seat-7" in text
    assert play_on(match).status == Match.Status.FINISHED


@pytest.mark.django_db
def test_board_without_template_uses_generic_board(
    barest: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Half(Board):
        game = Barest.game

    on_the_shelf(monkeypatch, replace(TITLE, board=Half), tmp_path)
    table = table_of(started(*people("Anna", "Ben"), game="barest"), 0)
    assert len(table.table.moves) == 13
    assert table.groups
    assert "The board of barest has no template games/barest/_board.html" in caplog.text


def test_missing_emblem_falls_back_to_cards() -> None:
    if not known_emblems():
        pytest.skip("the sprite is not built")
    assert "#emblem-cards" in emblem("barest")
    assert "#emblem-crown" in emblem("crown")


class Pockets(Barest):
    """A game in which pebbles may be shown to others."""

    def showable(self, seat: int) -> list[str]:
        return ["red_pebble", "red_pebble", "flat-stone"]


@pytest.mark.django_db
def test_cards_can_be_shown_by_form_without_javascript(
    barest: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without JavaScript: boxes for the cards and the players, and a button."""
    on_the_shelf(monkeypatch, replace(TITLE, rules=(Pockets,)), tmp_path)
    users = people("Anna", "Ben", "Cleo")
    match = started(*users, game="barest")
    pages = {}
    for player in match.players.order_by("seat"):
        client = signed_in(player.user)
        pages[player.seat] = (client, client.get(match.get_absolute_url()).content.decode())
    client, text = pages[0]
    assert Page(text).faults == []
    assert CARD.findall(text) == [
        *[("red_pebble", "Red pebble")] * 2,
        ("flat-stone", "Flat stone"),
    ]
    assert [to for to, _name in SHOWN_TO.findall(text)] == ["1", "2"]
    with committed():
        shown = {"card": ["red_pebble", "flat-stone"], "to": ["2"]}
        assert client.post(f"{match.get_absolute_url()}show/", shown).status_code == 302
    seen = [pages[seat][0].get(match.get_absolute_url()).content.decode() for seat in (0, 1, 2)]
    assert [SHOWN in text for text in seen] == [True, False, True]
    assert not CARD.search(Client().get(match.get_absolute_url()).content.decode())


@pytest.mark.django_db
def test_show_form_is_absent_when_no_card_can_be_shown(barest: None, client: Client) -> None:
    match = started(*people("Anna", "Ben"), game="barest")
    client.force_login(user_at(match, 0))
    assert "show-cards" not in client.get(match.get_absolute_url()).content.decode()


# --- What stands where.


@pytest.mark.django_db
def test_view_is_shown_by_seat_and_for_the_table(barest: None) -> None:
    match = started(*people("Anna", "Ben", "Cleo"), game="barest")
    table = table_of(match, 0)
    assert [fact.name for fact in table.facts] == ["Turn", "Mine", "Windy"]
    assert [[fact.name for fact in side.facts] for side in table.sides] == [["Gardens"]] * 3
    assert [side.to_act for side in table.sides] == [True, False, False]
    assert table_of(match, 1).ask == f"Waiting for {table.names[0]}."


@pytest.mark.django_db
def test_many_moves_are_grouped(barest: None) -> None:
    table = table_of(started(*people("Anna", "Ben", "Cleo"), game="barest"), 0)
    assert table.many
    assert len(table.table.moves) >= MANY
    single, throws = table.groups
    assert [button.text for button in single.rows[0].buttons] == ["Rest"]
    assert throws.name == "Throw"
    assert [row.name for row in throws.rows[:2]] == ["Pebbles 1", "Pebbles 2"]
    assert [button.text for button in throws.rows[0].buttons] == list(table.names[1:])
    ids = [button.id for group in table.groups for row in group.rows for button in row.buttons]
    assert len(set(ids)) == len(ids) == len(table.table.moves)


@pytest.mark.django_db
def test_more_than_forty_moves_are_asked_for_in_two_steps(barest: None, client: Client) -> None:
    match = started(*people(*"ABCDEFGH"), game="barest")
    table = table_of(match, 0)
    assert len(table.table.moves) > MOST
    single, throws = table.groups
    assert [button.text for button in single.rows[0].buttons] == ["Rest"]
    assert (throws.name, throws.rows) == ("Throw: pebbles", ())
    assert [choice.text for choice in throws.choices] == [str(n) for n in PEBBLES]
    (row,) = throws.choices[1].rows
    assert (row.name, [button.text for button in row.buttons]) == ("Target", list(table.names[1:]))
    assert {button.way for button in row.buttons} == {throws.choices[1].id}
    client.force_login(user_at(match, 0))
    text = client.get(match.get_absolute_url()).content.decode()
    assert Page(text).faults == []
    assert len(BUTTON.findall(text)) == len(table.table.moves)
    assert text.count('name="first-step"') == len(PEBBLES)


def grouped(monkeypatch: pytest.MonkeyPatch, moves: Sequence[Move]) -> list[Group]:
    """Return the groups of these moves."""
    table = GenericTable.__new__(GenericTable)
    shown = SimpleNamespace(moves=moves)
    monkeypatch.setattr(GenericTable, "names", NAMES)
    table.table = shown  # type: ignore[assignment]  # only its moves are asked for
    return table.groups


def test_many_moves_with_one_field_are_asked_for_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    asks = [Ask(card) for card in range(30)]
    (group,) = grouped(monkeypatch, [*asks, *(Tell(card) for card in range(20))])
    assert [choice.text for choice in group.choices] == ["Ask", "Tell"]
    assert [len(row.buttons) for row in group.choices[0].rows] == [30]
    (alone,) = grouped(monkeypatch, [Ask(card) for card in range(50)])
    assert (len(alone.rows[0].buttons), alone.choices) == (50, ())
    few, many = grouped(monkeypatch, [Ask(1), Ask(2), *(Tell(card) for card in range(50))])
    assert (few.name, len(few.rows[0].buttons), len(many.choices)) == ("Ask", 2, 1)


def test_three_fields_are_a_choice_and_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    shots = [
        Shoot(row, column, power) for row in (1, 2) for column in range(5) for power in (1, 9, 10)
    ]
    shots += [Shoot(3, 1, power) for power in range(20)]
    (group,) = grouped(monkeypatch, shots)
    assert [choice.text for choice in group.choices] == ["1", "2", "3"]
    assert [row.name for row in group.choices[0].rows] == [f"Column {n}" for n in range(5)]
    assert [button.text for button in group.choices[0].rows[0].buttons] == ["1", "9", "10"]


def test_only_keys_with_one_value_per_seat_are_read_by_seat() -> None:
    assert board_for(Barest).keys_by_seat == {"gardens"}


def test_values_are_shown_as_words() -> None:
    assert value_words({"seat": 1, "card": 13}, NAMES) == "Ben: 13"
    assert value_words({"goal": ["music", 3], "storm": False}) == "goal music, 3, storm no"
    assert value_words([]) == value_words(None) == "–"
    assert field_words("turn", 2, NAMES) == "Cleo"
    assert field_words("turn", 3, NAMES) == "3"
    assert field_words("cards", 2, NAMES) == "2"
    assert field_words("winners", [0, 2], NAMES) == "Anna, Cleo"
    assert move_words(Throw(3, 1), NAMES) == "Throw pebbles 3, target Ben"
    assert move_words(Rest(), NAMES) == "Rest"


def test_effects_are_shown_as_sentences() -> None:
    board = board_for(Barest)
    (line,) = board.describe(Effect("threw", {"seat": 0, "pebbles": 2, "target": 1}), NAMES)
    assert (line.text, line.seat) == ("Anna: threw pebbles 2, target Ben.", 0)
    (line,) = board.describe(Effect("round-ended", {}), NAMES)
    assert (line.text, line.seat) == ("Round ended.", None)


def test_level_without_translation_is_shown_by_its_name() -> None:
    assert level_name("easy") == "easy bot"
    assert level_name("grand_master") == "bot “grand master”"
