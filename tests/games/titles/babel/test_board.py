"""Babel's board: offers, questions, reports and hidden cards."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.boards.seats import TablePlayer
from games.engine.contract import Effect, Json, Outcome
from games.matches.access import open_match
from games.matches.presenters.boards import game_board
from games.matches.presenters.replay import replay_for
from games.matches.presenters.table import Table
from games.matches.services import commands
from games.titles.babel.board.board import BabelBoard, BabelTable
from games.titles.babel.board.faces import POWER_NAMES
from games.titles.babel.board.flank import Track
from games.titles.babel.board.lines import LINE_WRITERS
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.moves import POWER_OF, Settle
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import (
    cards,
    deal,
    letters,
    play,
    random_moves,
    site,
    table,
)
from tests.games.titles.babel.tables import EXAMPLE, board, table_of
from tests.helpers.matches import act, fresh, people, play_on, started, user_at

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Ben")


# --- Sites, rows and temples.


def test_board_shows_viewer_at_the_near_side(laid: Any) -> None:
    match = laid(EXAMPLE)
    for seat, near in ((0, 0), (1, 1), (None, 0)):
        shown = board(match, seat)
        assert [place.id for place in shown.sites] == list(SITES)
        assert {place.near.player.seat for place in shown.sites} == {near}
        assert [builder.side for builder in shown.builders] == ["far", "near"]
        assert shown.builders[1].player.seat == near


def test_replay_with_all_hands_shows_player_at_the_near_side() -> None:
    match = play_on(started(*people("Anna", "Berta"), game="babel"))
    for user, near in ((user_at(match, 0), 0), (user_at(match, 1), 1), (None, 0)):
        shown = replay_for(open_match(user, match.id), "5", "all").table.board
        assert isinstance(shown, BabelTable)
        assert shown.near == near


def test_board_groups_equal_neighbours_and_marks_runs_of_three(laid: Any) -> None:
    hittites = board(laid(EXAMPLE)).sites[2]
    groups = [(group.tribe, group.size, group.bound) for group in hittites.near.groups]
    assert groups == [("sumerian", 4, True), ("assyrian", 1, False), ("persian", 2, False)]
    assert [group.start for group in hittites.near.groups] == [0, 4, 5]
    assert letters([group.tribe for group in hittites.far.groups]) == "PSAM"


def test_temple_is_drawn_as_high_as_its_top_card(laid: Any) -> None:
    match = laid({**EXAMPLE, "sites": {"mede": site("", "", [2, 4], [])}})
    temple = board(match).sites[0].near_temple
    assert temple.height == 4
    assert temple.tiers == [(1, False), (2, True), (3, False), (4, True)]
    assert temple.box == "0 -80 64 80"
    assert board(match).sites[0].far_temple.height == 0


def test_page_offers_exactly_legal_moves(laid: Any) -> None:
    """Every legal move stands on the page exactly as it is, or as a card with its button."""
    position = deal(3)
    for _ in range(8):
        match = laid(position.dump(), position.turn)
        table = table_of(match, position.turn)
        drawn = render_to_string("games/babel/_board.html", {"table": table, "board": table.board})
        html = drawn.replace("&quot;", '"')
        for move in table.moves:
            dumped = move.dump()
            if move.type == "settle":
                assert f'name="tribe" value="{dumped["tribe"]}"' in html
                assert '\'{"type":"settle"}\'' in html
            else:
                said = {json.dumps(dumped), json.dumps(dumped, separators=(",", ":"))}
                assert any(one in html for one in said), dumped
        said_types = {move.type for move in table.moves}
        assert ("act-end" in html) == ("end" in said_types)
        assert ("act-settle" in html) == ("settle" in said_types)
        position = on(position)


def on(position: Babel) -> Babel:
    """Play some moves in the match."""
    moves = random_moves(position.temple_deck[0], position)
    for _count, (reached, _seat, _move, _chance) in zip(range(12), moves, strict=False):
        position = reached
    return position.clone()


def test_waiting_player_is_offered_no_moves(laid: Any) -> None:
    shown = board(laid(EXAMPLE), 1)
    assert shown.prospects is None
    assert not any(place.travel or place.goals for place in shown.sites)
    assert not any(group.offers for place in shown.sites for group in place.near.groups)
    assert shown.buildable == []


# --- What is asked.


def test_advice_to_settle_names_site_of_stone(laid: Any) -> None:
    table = table_of(laid(EXAMPLE), 0)
    advice = table.game_board.board.advice(table, Settle("sumerian"))
    assert advice.move == "Settle this card among the Hittites: Sumerian."


def test_question_guides_through_first_turn(laid: Any) -> None:
    given: Json = {"hands": [cards("MS"), cards("HHHHH")], "rows": [[1], [1]]}
    match = laid({**given, "duty": [True, True]})
    asked = []
    for move in ({"type": "travel", "tribe": "mede"}, {"type": "settle", "tribe": "sumerian"}):
        asked.append(board(match).ask)
        assert "end" not in board(match).move_types
        act(match, 0, move)
    asked.append(board(match).ask)
    assert asked == [
        "First build your level‑1 card. Start by travelling to a site.",
        "First build your level‑1 card. Settle a tribe card here for it.",
        "Now build level 1 from your own row: your site is ready for it.",
    ]
    act(match, 0, {"type": "build", "row": 0})
    assert board(match).ask == "Do as much as you like, then end your turn."
    assert board(match, 1).ask == board(match, None).ask == "It’s Anna’s turn."


def test_halved_player_is_asked_and_named_to_others(laid: Any) -> None:
    match = laid(EXAMPLE)
    act(match, 0, {"type": "power", "power": "halve", "run": 0})
    assert board(match, 1).ask == "Anna halves your hand: discard 3 more cards, one at a time."
    assert board(match, 1).choosing
    assert all(card.legal for card in board(match, 1).hand)
    assert board(match, 0).ask == "Berta must discard 3 more cards, then Anna goes on."
    assert [b.player.name for b in board(match, 0).builders if b.to_act] == ["Berta"]
    for _ in range(3):
        act(match, 1, {"type": "discard", "tribe": "mede"})
    assert board(match, 0).prospects is not None
    assert [line.text for line in board(match, 1).report] == [
        "Halve: Anna makes Berta discard 3 cards."
    ]


def test_no_player_is_to_act_after_resignation(laid: Any) -> None:
    match = laid(EXAMPLE)
    commands.resign(user_at(match, 0), match.id)
    assert not any(builder.to_act for builder in board(fresh(match)).builders)
    assert board(fresh(match), 1).ask == "Berta wins: Anna resigned."


def test_hand_card_shows_actions_it_cannot_serve(laid: Any) -> None:
    hand = {card.id: card.states for card in board(laid(EXAMPLE)).hand}
    assert hand == {"sumerian": "is-legal", "hittite": "is-legal no-travel", "assyrian": "is-legal"}


# --- Reports, marks and results.


def test_attacks_are_reported_until_viewer_acts(laid: Any) -> None:
    match = laid(EXAMPLE, turn=1)
    match2 = laid({**EXAMPLE, "sites": {"assyrian": site("", "AAA", [1, 2], [])}}, turn=1)
    assert board(match).report == []
    act(match2, 1, {"type": "power", "power": "raze", "run": 0})
    shown = board(match2)
    assert [line.text for line in shown.report] == [
        "Raze: Berta tears down Anna’s temple among the Assyrians, levels 1 and 2."
    ]
    assert shown.sites[4].near_temple.ghosts == range(1, 3)
    assert shown.known == (1, 2)
    act(match2, 1, {"type": "end"})
    assert len(board(match2).report) == 1
    act(match2, 0, {"type": "travel", "tribe": "assyrian"})
    assert board(match2).report == []


def test_arrived_cards_are_marked(laid: Any) -> None:
    match = laid(EXAMPLE)
    act(match, 0, {"type": "migrate", "from": "assyrian", "to": "sumerian"})
    row = board(match).sites[1].near
    assert [new for group in row.groups for new, _migrant in group.slots] == [
        False,
        False,
        *[True] * 3,
    ]
    assert row.came_from == "#row-0-assyrian"
    act(match, 0, {"type": "travel", "tribe": "sumerian"})
    assert board(match).sites[1].fresh_stone == 0
    assert not any(
        new for group in board(match).sites[1].near.groups for new, _migrant in group.slots
    )


def test_track_note_shows_what_ends_the_game() -> None:
    players = [
        TablePlayer(seat, name, "", "", False, False, None, None) for seat, name in enumerate(NAMES)
    ]

    def note(*totals: int, end_phase: bool = False) -> str:
        return Track(tuple(zip(players, totals, strict=True)), end_phase).note

    assert note(3, 9) == "Over when one total is 15 and the other 9 or less."
    assert note(10, 12) == "At 15 the end phase begins."
    assert note(10, 15, end_phase=True) == "Over when a total is 20, or 9 or less."


@pytest.mark.parametrize(
    ("reason", "scores", "count", "text"),
    [
        ("fifteen", (15, 9), 1, "Anna wins with 15 or more against 9 or less."),
        ("twenty", (20, 12), 1, "Anna reaches 20 in the end phase and wins."),
        (
            "nine",
            (15, 9),
            1,
            "The end phase is over at 9 or less: Anna has the higher total and wins.",
        ),
        ("deck", (12, 9), 1, "The last temple card is drawn: Anna has the higher total and wins."),
        ("deck", (9, 9), 1, "Equal totals: Anna wins with more tribe cards in hand."),
        ("deck", (9, 9), 2, "Equal totals, equal hands: Anna share the victory."),
        ("resigned", (0, 0), 1, "Anna wins."),
    ],
)
def test_result_sentence_names_winner_and_reason(
    reason: str, scores: tuple[int, int], count: int, text: str
) -> None:
    outcome = Outcome(scores, (1, 2), reason)
    assert game_board("babel").board.result("Anna", count, outcome) == text


def test_every_effect_except_turn_change_has_log_line() -> None:
    """Whole random games; only the bare turn of hands goes without a line."""
    silent = set()
    board = BabelBoard()
    for number in range(6):
        for position, seat, move, chance in random_moves(number):
            for effect in position.clone().play(seat, move, chance):
                lines = board.describe(effect, NAMES)
                assert all(line.text and "{" not in line.text for line in lines)
                if not lines:
                    silent.add(effect.kind)
    assert silent == {"ended", "turn"}
    rare = Effect("drew-cards", {"seat": 0, "cards": []}, frozenset((0,)))
    assert "no tribe card" in LINE_WRITERS["drew-cards"](rare.facts, NAMES).text


@pytest.mark.parametrize(
    ("power", "row", "more", "text"),
    [
        ("expel", "MMM", {"tribe": "assyrian"}, "Anna drives away Ben’s 2 Assyrians"),
        ("bribe", "SSS", {}, "Anna wins over Ben’s 1 Mede"),
        ("steal", "HHH", {}, "Anna takes level 3 from Ben’s temple"),
        ("skip", "PPP", {"row": 0}, "Anna builds level 2"),
        ("raze", "AAA", {}, "Anna tears down Ben’s temple"),
        ("halve", "AAA", {}, "Anna makes Ben discard 1 card."),
    ],
)
def test_power_log_line_describes_its_effect(power: str, row: str, more: Json, text: str) -> None:
    sites = {"hittite": site(row, "SAAM", [], [1, 3])}
    position = table(("", "HH"), rows=[[2], []], sites=sites)
    effect, *_rest = play(position, "power", power=power, **more)
    (line,) = BabelBoard().describe(effect, NAMES)
    assert text in line.text
    assert line.text.startswith(f"{power.title()}: ")
    assert (line.seat, line.strong) == (0, True)


# --- Hidden, and open.


def test_rendered_board_does_not_depend_on_hidden_cards(laid: Any) -> None:
    """With other hands and decks redrawn every viewer's page stays the same."""
    position = table(
        ("AHS", "MMMSSPP"), rows=EXAMPLE["rows"], sites=EXAMPLE["sites"], known=0, turn=0
    )
    match = laid(position.dump())
    for seat in (0, 1, None):
        table_ = table_of(match, seat)

        def drawn(resampled: Babel, viewer: int | None = seat, like: Table = table_) -> str:
            moves = resampled.moves(viewer) if viewer is not None else []
            view = resampled.view(viewer)
            seen = Table(
                match=match,
                seat=viewer,
                view=view,
                players=like.players,
                moves=moves,
                turn_token=None,
                steps=[],
            )
            return render_to_string("games/babel/_board.html", {"table": seen, "board": seen.board})

        pages = {drawn(position.resample(seat, Random(number))) for number in range(5)}
        assert len(pages) == 1


def test_replay_of_finished_match_shows_all_hands(db: None) -> None:
    match = play_on(started(*people("Anna", "Berta"), game="babel"))
    access = open_match(user_at(match, 0), match.id)
    for step in ("0", "7", "x"):
        shown = replay_for(access, step, "all").table.board
        assert isinstance(shown, BabelTable)
        hands = [builder.hand for builder in shown.builders]
        opened = [sum(card.count for card in b.open_hand) for b in shown.builders]
        assert hands == opened
        assert sum(shown.decks) > 0 or step == "x"
        assert isinstance(shown.known, tuple)
    as_seat = replay_for(access, "7", "1").table.board
    assert as_seat.hand
    assert not any(builder.open_hand for builder in as_seat.builders)


def test_hand_cards_and_groups_have_tips(laid: Any) -> None:
    for seat in (0, 1):
        shown = board(laid(EXAMPLE, turn=seat), seat)
        assert all(card.tip for card in shown.hand)
        groups = [g for place in shown.sites for g in (*place.near.groups, *place.far.groups)]
        assert all(str(POWER_NAMES[POWER_OF[group.tribe]]) in group.tip for group in groups)
