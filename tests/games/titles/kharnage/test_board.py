"""Kharnage's board: every move can be made on it, and it shows nothing hidden."""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine.chance import Chance
from games.engine.contract import Json, Position
from games.engine.testing.tables import Table as Kind
from games.matches.models import Match
from games.matches.presenters.rendering import table_html_cache
from games.matches.presenters.table import Table
from games.matches.services import commands
from games.matches.services.clocks import USUAL
from games.matches.services.event_store import state_cache
from games.site.offered_moves import OfferedMoves
from games.titles.kharnage.board.armies import Armies
from games.titles.kharnage.board.ending import tally_ending
from games.titles.kharnage.board.faces import plan, unit
from games.titles.kharnage.board.words import SOFT_HYPHEN
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.cardset import built_in, built_in_text, read_cards
from games.titles.kharnage.rules.moves import Reinforce
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS
from tests.games.titles.kharnage.tables import MANUAL, NAMES, at, clients, html_of, table_of
from tests.helpers.battlefields import PHASES, key, position_at
from tests.helpers.effort import covering
from tests.helpers.matches import (
    act,
    fresh,
    people,
    play_on,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.questions import table_of_seat

pytestmark = pytest.mark.django_db


SEATED = [(one, seats) for turn, one in enumerate(PHASES) for seats in covering([2, 3, 4], turn)]


@pytest.mark.parametrize(("phase", "seats"), SEATED)
def test_page_offers_exactly_legal_moves(phase: str, seats: int) -> None:
    match = at(phase, seats)
    for seat, client in clients(match):
        page = assert_clean_page(client.get(f"/matches/{match.id}/")).text
        offered = {key(move) for move in OfferedMoves(page).moves}
        legal = set()
        if seat is not None:
            legal = {key(move.dump()) for move in position_of(match).moves(seat)}
        if phase == "magic":
            # Melee reaches fewer; the page hides such a plate, and the rules refuse it.
            assert legal <= offered
        else:
            assert offered == legal


@pytest.mark.parametrize("phase", PHASES)
def test_board_shows_question_or_awaited_player(phase: str) -> None:
    match = at(phase)
    asked = position_of(match).to_move()
    names = [player.name for player in table_of(match, None).players]
    for player in match.players.select_related("user"):
        ask = table_of(match, player.user).board.ask
        assert ask.strip()
        if player.seat not in asked:
            assert any(names[seat] in ask for seat in asked)


def test_page_button_submits_its_move() -> None:
    match = at("target")
    seat = position_of(match).to_move()[0]
    client = dict(clients(match))[seat]
    page = client.get(f"/matches/{match.id}/").content.decode()
    asked = re.search(r'name="turn_token" value="([^"]+)"', page)
    assert asked
    forgo = {"move": '{"type":"target","seats":[],"as":null}', "turn_token": asked[1]}
    assert client.post(f"/matches/{match.id}/moves/", forgo).status_code == 302
    assert fresh(match).last_number == 1


# --- Secrets.


def plan_halfway() -> tuple[Match, list[int]]:
    """Start a match in which two players have planned and the others have not."""
    match = started(*people("Emil", "Frida", "Gerd", "Hanna"), game="kharnage", seed=3)
    planned = [0, 1]
    for seat in planned:
        strategy = position_of(match).moves(seat)[seat].dump()
        act(match, seat, strategy)
    return match, planned


def test_page_does_not_depend_on_hidden_cards() -> None:
    """With everything redrawn that a viewer cannot know, the page stays the same."""
    for match in (plan_halfway()[0], at("destroy")):
        truth = position_of(match)
        for player in [*match.players.select_related("user"), None]:
            user = None if player is None else player.user
            seat = None if player is None else player.seat
            before = html_of(match, table_of(match, user))
            for number in range(3):
                other = truth.resample(seat, Random(number))
                assert other.dump() != truth.dump()
                assert html_of(match, _table_with(match, user, other)) == before


def _table_with(match: Match, user: User | None, position: Position) -> Table:
    table = table_of(match, user)
    table.view = position.view(table.seat)
    return table


def test_own_plan_is_shown_only_to_its_player_until_revealed() -> None:
    match, planned = plan_halfway()
    plans = {seat: position_of(match).dump()["plans"][seat] for seat in planned}
    for player in match.players.select_related("user"):
        board = table_of(match, player.user).board
        shown = {turn.player.seat: turn.plan.id for turn in board.hill.turns if turn.plan}
        mine = {player.seat: plans[player.seat]} if player.seat in plans else {}
        assert shown == mine
        states = {turn.player.seat: turn.state for turn in board.hill.turns}
        assert {seat for seat, state in states.items() if state == "ready"} == set(planned)


# --- What stands where.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_armies_are_placed_clockwise_around_the_hill(seats: int) -> None:
    match = at("plan", seats)
    places = {2: ["me", "far"], 3: ["me", "left", "right"], 4: ["me", "left", "far", "right"]}
    for player in match.players.select_related("user"):
        armies = table_of(match, player.user).board.armies
        assert [army.head.place for army in armies] == places[seats]
        assert player.seat is not None
        assert [army.player.seat for army in armies] == [
            (player.seat + n) % seats for n in range(seats)
        ]


def test_document_order_of_armies_ends_with_own_army() -> None:
    match = at("plan", 4)
    content = signed_in(user_at(match, 2)).get(match.get_absolute_url()).content.decode()
    found = re.findall(r'id="(army-\d|hill)"', content)
    assert found == ["army-3", "army-0", "army-1", "hill", "army-2"]


def test_board_shows_strengths_and_reach_of_the_rules() -> None:
    match = at("destroy")
    position = position_of(match)
    assert isinstance(position, Kharnage)
    for army in table_of(match, None).board.armies:
        seat = army.player.seat
        assert army.head.melee == attacks.strength(position, seat, "melee")
        assert army.head.ranged == attacks.strength(position, seat, "ranged")
        stacks = [stack for rank in army.ranks for stack in rank.stacks]
        assert sum(stack.count for stack in stacks) == position.sizes[seat]
        if army.head.reach is not None:
            reached = tuple(player.seat for player in army.head.reach)
            assert reached == attacks.melee_targets(position, seat)
        costs = {stack.unit.id: stack.unit.cost for rank in army.ranks for stack in rank.stacks}
        webbed = {card.id for card in position.webs[seat]}
        plain = {id: cost for id, cost in costs.items() if id not in webbed}
        assert plain == {id: position.cards.cards[id].cost for id in plain}


def test_scored_round_stays_visible_during_planning() -> None:
    match = started(*people(*NAMES), game="kharnage", seed=5)
    play_on(match, until=lambda position: position.dump()["round"] == 2)
    board = table_of(match, None).board
    scored = [
        effect.facts
        for step in board.table.steps
        for effect in step.effects
        if effect.kind == "scored"
    ]
    assert [len(kills) for kills in Armies(board.table).kills] == scored[-1]["destroyed"]
    assert {player.seat: points for player, _fallen, points in board.hill.report} == dict(
        enumerate(scored[-1]["points"])
    )


def test_moved_cards_name_their_origin() -> None:
    match = started(*people(*NAMES[:2]), game="kharnage", seed=2)
    seen: set[str] = set()
    rng = Random(2)
    while asked := position_of(match).to_move():
        act(match, asked[0], rng.choice(position_of(match).moves(asked[0])).dump())
        html = html_of(match, table_of(fresh(match), None))
        origins = re.findall(r'data-from="([^"]+)" data-after="(\d+)"', html)
        for origin, after in origins:
            seen.add(origin.split("-")[0])
            assert 0 <= int(after) < 2000
    assert {"#reserve", "#unit", "#army"} <= seen


# --- What has happened.


def test_last_turn_stays_visible_on_board() -> None:
    match = started(*people(*NAMES[:3]), game="kharnage", seed=6)
    lost: dict[int, Counter[str]] = {}
    came, begun, last = 0, None, None
    compared = 0
    rng = Random(6)
    while compared < 6:
        asked = position_of(match).to_move()
        moves = position_of(match).moves(asked[0])
        keen = [move for move in moves if move.type == "destroy"]
        number = len(table_of(match, None).steps)
        act(match, asked[0], rng.choice(keen or moves).dump())
        table = table_of(fresh(match), None)
        for step in table.steps[number:]:
            for kind, facts, _to in step.effects:
                if kind in ("turn", "scored") and begun is not None:
                    last = (begun, came, {seat: sum(ids.values()) for seat, ids in lost.items()})
                if kind == "turn":
                    begun, came, lost = facts["seat"], 0, {}
                elif kind == "scored":
                    begun = None
                elif kind == "revealed":
                    last = begun = None
                elif kind == "deployed" and begun is not None:
                    came += 1
                elif kind == "destroyed":
                    lost.setdefault(facts["target"], Counter())[facts["card"]] += 1
        found = table.board.hill.last
        if last is None:
            assert found is None
            continue
        losses = {loss.player.seat: loss.count for loss in found.losses}
        assert (found.player.seat, found.came, losses) == last
        html = html_of(match, table)
        # What the round has brought is in its place.
        if table.board.hill.report:
            assert "Last turn" not in html
            continue
        assert "Last turn" in html
        assert all(loss.words.split(":")[0] in html for loss in found.losses)
        compared += bool(losses)


def test_card_style_sheet_is_loaded_before_board_style_sheet() -> None:
    page = Client().get(f"/matches/{at('plan', 2).id}/").content.decode()
    sheets = re.findall(r'href="[^"]*games/kharnage/(\w+)[^"]*\.css"', page)
    assert sheets[-2:] == ["cards", "board"]


@pytest.mark.parametrize("seats", [2, 4])
def test_board_names_every_unit(seats: int) -> None:
    match = at("plan", seats)
    table = table_of(match, None)
    shown = re.findall(r'class="unit-name[^>]*>([^<]+)<', html_of(match, table))
    stacks = [s for army in table.board.armies for rank in army.ranks for s in rank.stacks]
    names = Counter(name.replace(SOFT_HYPHEN, "") for name in shown)
    for name, count in Counter(stack.unit.name for stack in stacks).items():
        assert names[name.replace("'", "&#x27;")] >= count


# --- The end, and afterwards.


def test_finished_match_shows_result_and_replays_with_open_hands() -> None:
    users = people(*NAMES)
    match = play_on(started(*users, game="kharnage", seed=4, options=MANUAL))
    anna = signed_in(users[0])
    page = assert_clean_page(anna.get(f"/matches/{match.id}/")).text
    assert "The hill falls silent" in page
    for view in ("all", "0", "3"):
        for step in (0, 3, 40, 9999):
            response = anna.get(f"/matches/{match.id}/replay/?step={step}&view={view}")
            assert_clean_page(response)
    opened = anna.get(f"/matches/{match.id}/replay/?step=1&view=all").content.decode()
    assert "Still to come" in opened
    closed = anna.get(f"/matches/{match.id}/replay/?step=1&view=0").content.decode()
    assert "Still to come" not in closed


TOKENS, STANDING, STRATEGY = (
    f"The points are equal, so the {what}."
    for what in (
        "kharnage tokens decide",
        "cards still standing decide",
        "lower number on the last strategy card decides",
    )
)


@pytest.mark.parametrize(
    ("scores", "tokens", "sizes", "words"),
    [
        ((13, 12), (0, 1), (1, 2), ""),
        ((13, 13), (2, 1), (1, 2), TOKENS),
        ((13, 13), (1, 1), (2, 1), STANDING),
        ((13, 13), (1, 1), (1, 1), STRATEGY),
        ((13, 12, 12, 9), (0, 1, 0, 0), (1, 1, 1, 1), f"Places 2 and 3: {TOKENS}"),
        ((9, 9, 9), (1, 0, 0), (1, 2, 1), f"{TOKENS} Places 2 and 3: {STANDING}"),
    ],
)
def test_result_names_what_broke_each_tie(
    scores: tuple[int, ...], tokens: tuple[int, ...], sizes: tuple[int, ...], words: str
) -> None:
    players = [
        SimpleNamespace(seat=seat, name=NAMES[seat], score=score, place=seat + 1)
        for seat, score in enumerate(scores)
    ]
    table: Any = SimpleNamespace(
        seat=0,
        steps=(),
        result="",
        outcome={"reason": "rounds"},
        players=players,
        placed=players,
        view={"kharnage": tokens, "lines": [{"front": ["card"] * size} for size in sizes]},
    )
    assert tally_ending(table).how == words


def test_end_by_resignation_is_explained() -> None:
    users = people(*NAMES[:2])
    match = started(*users, game="kharnage")
    commands.resign(users[0], match.id)
    page = signed_in(users[1]).get(f"/matches/{match.id}/").content.decode()
    assert "You win: Anna resigned" in page


# --- Opening a table.


def test_opening_form_offers_cheer_but_not_armies_and_cards() -> None:
    (anna,) = people("Anna")
    client = signed_in(anna)
    page = assert_clean_page(client.get("/games/kharnage/open/")).text
    assert 'name="option_cheer"' in page
    for name in ("armies", "cards"):
        assert f"option_{name}" not in page
    wish = {"seats": "4", "public": "yes", "nonce": "ab" * 32, "option_cheer": "manual"}
    client.post("/games/kharnage/open/", wish)
    match = Match.objects.get()
    assert match.options == {"cheer": "manual", "armies": None, "cards": None}
    assert "cheering by hand" in client.get(f"/matches/{match.id}/").content.decode()


def test_rules_page_shows_every_card_and_icon() -> None:
    from games.titles.kharnage.rules.cardset import built_in

    page = assert_clean_page(Client().get("/games/kharnage/")).text
    html = page.replace("&#x27;", "'")
    for card in built_in().cards.values():
        assert card.name in html, card.name
    for strategy in built_in().strategies.values():
        assert f">{strategy.initiative}</b>" in html
    assert "<!--" not in html


@pytest.mark.parametrize("own", [False, True])
def test_only_built_in_cards_have_printed_card(own: bool) -> None:
    """A match with its own cards may use an id for another card than the built-in one."""
    cards = read_cards(json.loads(built_in_text())) if own else built_in()
    mob, strategy = unit(cards.cards["goblin-mob"], "en"), plan(cards.strategies["human-20"], "en")
    printed = [mob.printed_id, strategy.printed_id]
    assert printed == (["", ""] if own else ["goblin-mob", "human-20"])


def test_match_page_needs_few_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    match = at("destroy")
    client = clients(match)[0][1]
    client.get(f"/matches/{match.id}/")
    state_cache.clear()
    table_html_cache.clear()
    with django_assert_max_num_queries(13), patch("games.matches.publish._send"):
        client.get(f"/matches/{match.id}/")


def test_api_gives_same_question_and_its_deadline() -> None:
    match = at("cheer", clock=USUAL)
    seat = position_of(match).to_move()[0]
    state: Json = json.loads(dict(clients(match))[seat].get(f"/api/v1/matches/{match.id}/").content)
    assert state["until"]
    assert {move["type"] for move in state["moves"]} == {"cheer", "silent"}


@pytest.mark.parametrize(("number", "reasons"), [(1, ["generals-wait"]), (ROUNDS, [])])
def test_generals_wait_only_while_a_later_flag_can_bring_one(
    number: int, reasons: list[str]
) -> None:
    options = Kharnage.game.read_options(MANUAL, 4)
    given = {**position_at("reinforce"), "round": number}
    position = Kharnage.load(given, 4, options, Chance(bytes(32), 0))
    (seat,) = position.to_move()
    table = table_of_seat(position, seat, Kind(Kharnage, 4, tuple(options.items())))
    advice = table.game_board.board.advice(table, Reinforce(None))
    assert [reason.key for reason in advice.reasons] == reasons
