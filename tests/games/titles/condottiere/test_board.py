"""Condottiere's board."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.boards.seats import TablePlayer
from games.engine.contract import Effect, Json
from games.matches.presenters.table import Table as MatchTable
from games.titles.condottiere.board import board
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.board import CondottiereTable
from games.titles.condottiere.board.ending import part_around
from games.titles.condottiere.board.guide import advice_of
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_needed
from games.titles.condottiere.rules.moves import PASS, Play
from games.titles.registry import folder_of
from tests.helpers.condottiere import Table, battle, owned

NAMES = ("Anna", "Berta", "Carla", "Dora")


def shown(table: Table, seat: int | None = 0, effects: tuple[Effect, ...] = ()) -> CondottiereTable:
    """Return the table as one seat sees it on the page."""
    position = table.position
    moves = [] if seat is None else position.moves(seat)
    players = [
        TablePlayer(n, NAMES[n], "", "", left=False, you=n == seat, place=None, score=None)
        for n in range(position.seats)
    ]
    return board_of(
        view=position.view(seat),
        seat=seat,
        moves=moves,
        may_act=bool(moves),
        over=position.outcome() is not None,
        players=players,
        player=players.__getitem__,
        options=position.options,
        recent=list(effects),
        fresh=list(effects),
    )


def board_of(**page: object) -> CondottiereTable:
    """Return the board of a table with only the parts that a test needs."""
    return CondottiereTable(cast("MatchTable", SimpleNamespace(suggests=True, **page)))


def sentences(table: Table, seat: int = 0) -> Json:
    """Return the forecast of each choice, by its CSS class."""
    return dict(shown(table, seat).forecast)


@pytest.mark.parametrize(
    ("armies", "values"),
    [
        ("m10 m1 heroine | m3", ["10", "1", "10", "3"]),
        ("m10 m1 | m3 winter", ["1", "1", "1", ""]),
        ("m10 drum | m3", ["20", "×2", "3"]),
        ("m10 drum | m3 winter", ["2", "×2", "1", ""]),
    ],
)
def test_laid_cards_show_what_they_count_now(armies: str, values: list[str]) -> None:
    table = shown(battle("m1 | m1", armies=armies))
    assert [card.value for army in table.armies for card in army.cards] == values


def test_name_of_laid_card_says_that_it_counts_something_else() -> None:
    mine, _others = shown(battle("m1 | m1", armies="m10 m1 | winter")).armies
    assert [card.name for card in mine.cards] == ["Mercenary 10, counts 1 now", "Mercenary 1"]


def table_of(seats: int, options: dict[str, Any]) -> Any:
    return board_of(view={}, players=[None] * seats, options=options)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bigger", [False, True])
def test_board_shows_number_of_cities_needed(seats: int, bigger: bool) -> None:
    options = {"bigger_kingdom": bigger}
    assert table_of(seats, options).needed == group_needed(seats, options)


def test_board_takes_needed_group_from_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "group_needed", lambda seats, options: seats + options["more"])
    assert table_of(3, {"more": 40}).needed == 43


@pytest.mark.parametrize(
    ("passed", "strengths", "waits"),
    [
        ([False, False, True], [10, 1, 4], True),
        ([False, True, True], [3, 1, 4], True),
        ([False, True, True], [10, 1, 4], False),
    ],
)
def test_pass_needs_confirmation_unless_it_takes_the_city(
    passed: list[bool], strengths: list[int], waits: bool
) -> None:
    view = {"phase": "battle", "passed": passed, "strengths": strengths}
    table: Any = SimpleNamespace(view=view, seat=0, moves=[Play("m1"), PASS], recent=[])
    assert CondottiereTable(table).grave == (({"type": "pass"},) if waits else ())


# --- The effect of a move, shown before it is made.


def test_card_forecast_shows_resulting_strength() -> None:
    forecasts = sentences(battle("m4 winter drum | m1 | m1", armies="m3 m10 | heroine m5 | m1"))
    assert forecasts["if-m4"] == "You would have 17 and be the strongest."
    assert forecasts["if-drum"] == "You would have 26 and be the strongest."
    assert forecasts["if-winter"] == "You would have 2, but Berta would lead with 11."


def test_card_forecast_shows_how_battle_ends() -> None:
    forecasts = sentences(battle("bishop surrender m1 | m1", armies="m3 | m5"))
    assert forecasts["if-bishop"] == "The bishop ends the battle: no one takes Parma."
    assert forecasts["if-surrender"] == "This ends the battle. Berta takes Parma with 5."
    mine = sentences(battle("surrender m1 | m1", armies="m6 | m5"))
    assert mine["if-surrender"] == "This ends the battle. You take Parma with 6."


def test_card_for_own_kingdom_says_so_unless_it_ends_the_battle() -> None:
    cities = owned(s0="torino milano genova")
    table = shown(battle("m4 bishop | m1", armies="m3 | m5", cities=cities))
    said = {card: advice_of(table, Play(card)).why for card in ("m4", "bishop")}
    kingdom = "You would complete a kingdom with Parma."
    assert [kingdom in why for why in said.values()] == [True, False]


def test_pass_forecast_warns_that_it_is_final() -> None:
    table = battle("m4 | m1", armies="m3 | m5")
    text = "If you pass, your 3 stays and can still win."
    assert sentences(table)["if-none"] == text
    assert sentences(battle("m4 | m1"))["if-none"] == "Passing is final for this battle."


def test_passing_defender_may_play_later() -> None:
    table = battle(
        "m4 | m1", cities={"parma": 0}, holder=1, turn=0, options={"taking_cities": True}
    )
    assert "still play later" in sentences(table)["if-none"]


@pytest.mark.parametrize(
    ("armies", "cities", "question"),
    [
        ("m5 | m4 | | ", {}, "Everyone else has passed: pass and Genova is yours."),
        (
            "m5 | m4 | | ",
            owned(s0="torino milano"),
            "Everyone else has passed: pass, and with Genova you unite a kingdom.",
        ),
        (
            "m3 | m4 | | ",
            {},
            "Everyone else has passed. Play a card for Genova, or pass and leave it to Berta.",
        ),
        (
            "m4 | m4 | | ",
            {},
            "Everyone else has passed. Play a card for Genova, or pass and no one takes it.",
        ),
    ],
)
def test_last_player_sees_effect_of_passing(
    armies: str, cities: dict[str, int], question: str
) -> None:
    table = battle(
        "m1 m2 | m2 | m3 | m4",
        city="genova",
        armies=armies,
        cities=cities,
        passed=[False, True, True, True],
    )
    assert shown(table).question() == question
    assert shown(table).likely == ("pass" if "yours" in question or "unite" in question else "play")


def test_table_without_suggestions_forecasts_nothing() -> None:
    """As in a puzzle, where the question and the buttons must not contain the answer."""
    table = battle("m1 scarecrow | m2", armies="m5 m10 | m4", passed=[False, True])
    board = shown(table)
    assert (board.likely, board.best_back) == ("pass", "m10")
    board.table.suggests = False
    assert board.question() == "Play a card for Parma, or pass."
    assert (board.likely, board.best_back) == ("", "")
    assert dict(board.forecast) == {
        "if-none": "Choose a card, or pass.",
        "if-scarecrow": "Choose which of your mercenaries comes back, or nothing.",
    }
    assert board.takes == ("m5", "m10")


def test_seat_without_cards_has_not_passed() -> None:
    table = battle("m1 m2 | ", armies="m5 | m4")
    assert shown(table).likely == "pass"
    assert shown(table).question() == "No one else can play: pass and Parma is yours."


def test_army_stays_only_if_there_is_one() -> None:
    assert shown(battle("m1 |", armies="| m5"), seat=1).i_have_an_army
    assert not shown(battle("m1 |", armies="m3 |"), seat=1).i_have_an_army


def test_card_forecasts_are_shown_only_to_their_player() -> None:
    table = battle("m4 m5 | m1", armies="m3 | m5")
    for seat in (1, None):
        assert shown(table, seat).forecast == ()
        assert shown(table, seat).takes == ()


# --- The scarecrow.


def test_scarecrow_suggests_best_card_unless_lead_is_lost() -> None:
    losing = shown(battle("scarecrow | m1", armies="m3 m10 | heroine m5"))
    assert losing.takes == ("m3", "m10")
    assert losing.best_back == "m10"
    leading = shown(battle("scarecrow | m1", armies="m3 m10 | m5"))
    assert leading.best_back == ""
    safely = shown(battle("scarecrow | m1", armies="m3 m6 m10 | m5"))
    assert safely.best_back == "m10"
    assert dict(safely.forecast)["if-back-m10"] == (
        "The 10 comes back to your hand. You would have 9 and be the strongest."
    )


def test_own_mercenaries_can_be_chosen_with_scarecrow_in_hand() -> None:
    table = shown(battle("scarecrow | m1", armies="m3 drum | m5"))
    assert [army.takes for army in table.armies] == [frozenset({"m3"}), frozenset()]
    without = shown(battle("m1 | m1", armies="m3 drum | m5"))
    assert [army.takes for army in without.armies] == [frozenset(), frozenset()]


# --- Choosing a city.


def test_city_shows_group_it_would_make() -> None:
    cities = owned(s0="torino milano", s2="bologna urbino")
    table = shown(Table(hands="m1 | m1 | m1 | m1", cities=cities))
    aims = {aim.city: aim for aim in table.aims}
    assert set(aims) == set(NEIGHBOURS) - set(cities)
    assert (aims["genova"].makes, aims["genova"].joins) == (3, ("milano", "torino"))
    assert aims["genova"].wins
    assert aims["genova"].would == "Would make 3 of 3: your kingdom."
    assert (aims["roma"].makes, aims["roma"].joins, aims["roma"].threat) == (1, (), "")
    assert aims["firenze"].threat == "It would complete a kingdom for Carla."
    assert aims["genova"].borders == "Neighbours: Torino, Milano and Parma."


def test_cities_to_choose_are_shown_only_to_chooser() -> None:
    table = Table(hands="m1 | m1")
    assert shown(table, 0).aims
    for seat in (1, None):
        assert shown(table, seat).aims == ()


def test_map_buttons_match_the_drawing() -> None:
    """The style sheet lays out the buttons, and the drawing cuts them out, by the same numbers."""
    sheet = folder_of("condottiere") / "static/games/condottiere/board.css"
    rule = re.compile(
        r"\.city-(\w+) \{ inset: ([\d.]+)% auto auto ([\d.]+)%; inline-size: ([\d.]+)%;"
        r" block-size: ([\d.]+)%; clip-path: url\(#land-(\w+)\); \}"
    )
    found = {
        m[1]: (m[6], *map(float, m.group(2, 3, 4, 5))) for m in rule.finditer(sheet.read_text())
    }
    _, _, wide, high = map(float, art.VIEW_BOX.split())
    assert set(found) == set(art.CENTRES)
    for city, (x, y, width, height) in art.LANDS.items():
        clip, *places = found[city]
        expected = [100 * y / high, 100 * x / wide, 100 * width / wide, 100 * height / high]
        assert clip == city
        assert places == pytest.approx(expected, abs=0.06)
        assert x <= art.CENTRES[city][0] <= x + width


def test_lands_are_large_enough_for_touch() -> None:
    """At 364 pixels, the width of the map on a phone."""
    for _, _, width, height in art.LANDS.values():
        assert min(width, height) * 364 / 680 >= 44


# --- What several drawings share.


def test_viewers_share_map_and_armies_without_newest_card() -> None:
    table = battle("m1 m2 | m3", armies="m5 | m4", cities=owned(s1="roma")).say("0 play m1")
    first, second = (shown(table, seat, tuple(table.effects)) for seat in (0, 1))
    assert first.italy is second.italy
    assert [army.played_from for army in first.armies] == ["#hand-m1", ""]
    assert [army.played_from for army in second.armies] == ["#army-0-head", ""]
    for mine, theirs in zip(first.armies, second.armies, strict=True):
        assert list(map(id, mine.cards)) == list(map(id, theirs.cards))


def test_list_of_cards_to_show_stays_while_others_move() -> None:
    table = battle("m1 m2 m2 | m3 m3")
    asked = shown(table, 1).hand_copies
    table.say("0 play m1")
    assert list(map(id, shown(table, 1).hand_copies)) == list(map(id, asked))


# --- The end.


def test_winning_cities_are_marked() -> None:
    table = battle(
        "m1 | m2 | m3 | m4",
        city="genova",
        armies="m5 | m4 | | ",
        cities=owned(s0="torino milano roma", s1="venezia"),
        passed=[False, True, True, True],
    )
    assert shown(table).kingdom == frozenset()
    effects = tuple(table.say("0 pass").effects)
    over = shown(table, 0, effects)
    assert over.kingdom == {"torino", "milano", "genova"}
    marked = {city.id for city in over.italy.cities if city.won}
    assert marked == {"torino", "milano", "genova"}


@pytest.mark.parametrize(
    "cities", ["torino milano genova", "napoli ancona spoleto", "venezia", "torino napoli", "roma"]
)
def test_kingdom_picture_stays_within_the_map(cities: str) -> None:
    left, top, wide, high = part_around(cities.split())
    assert 0 <= left <= left + wide <= art.WIDTH
    assert 0 <= top <= top + high <= art.HEIGHT
    for x, y in (art.CENTRES[city] for city in cities.split()):
        assert left < x < left + wide
        assert top < y < top + high


@pytest.mark.parametrize(
    ("discarded", "written"),
    [((), ["answered"]), ((1,), ["answered", "discarded"]), ((0,), ["discarded"])],
)
def test_discarded_hand_is_written_once(discarded: tuple[int, ...], written: list[str]) -> None:
    answered = Effect("answered", {"seat": 0, "answer": "discard"}, frozenset((0,)))
    shown = [Effect("discarded", {"seat": seat, "cards": ["winter"]}) for seat in discarded]
    assert [
        effect.kind for effect in board.CondottiereBoard().condense([answered, *shown])
    ] == written
