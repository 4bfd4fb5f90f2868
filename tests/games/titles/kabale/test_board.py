"""The board of Kabale und Hiebe: columns, questions, standings and the log."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract import Effect, Json, Outcome
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.rendering import table_html
from games.matches.presenters.replay import replay_for
from games.matches.presenters.table import Table, table_for
from games.matches.services.event_store import match_state
from games.titles.kabale.board.board import KabaleBoard, KabaleTable
from games.titles.kabale.board.faces import AREA_NAMES, card_help, card_name, face
from games.titles.kabale.board.guide import guide_of
from games.titles.kabale.board.lines import LINE_WRITERS
from games.titles.kabale.board.parts import ColumnCard, wealth
from games.titles.kabale.rules.cards import AREAS, CARDS
from games.titles.registry import all_games, title_of
from tests.helpers.endpoints import HTMX
from tests.helpers.kabale import column
from tests.helpers.matches import act, fresh, play_on, signed_in, started, user_at
from tests.helpers.pages import assert_clean_page
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db

TWO: Json = {
    "columns": [
        column("music 4", "0 king", "1 explorer down"),
        column("trade 2", "1 cloak down", "0 storm down"),
    ],
    "hands": [["assassin", "cardinal", "beggar"], ["witch", "wizard"]],
    "won": [[["music", 5], ["trade", 1]], []],
    "discards": [["romeo"], []],
}
CLOAK: Json = {
    "turn": 1,
    "phase": "cloak",
    "pending": {"seat": 0, "column": 0},
    "columns": [column("music 5", "0 cloak", "1 dragon down"), column("trade 3", "1 king down")],
    "hands": [["king", "juliet", "storm"], ["witch", "queen"]],
}
SWAP: Json = {
    "turn": 1,
    "phase": "swap",
    "pending": {"seat": 0, "column": 0},
    "columns": [
        column("music 5", "0 traitor", "1 dragon down"),
        column("trade 3", "1 king down"),
        column("trade 3"),
    ],
    "hands": [["king", "juliet"], ["witch", "queen"], ["king"]],
}
LAST_CARD: Json = {
    "round": 6,
    "columns": [
        column("music 2", "0 beggar", "1 dragon down"),
        column("trade 1"),
    ],
    "hands": [["king", "queen"], ["witch"]],
    "stacks": [[], []],
    "goals": [],
}


def table(match: Match, seat: int | None) -> Table:
    user: Any = None if seat is None else user_at(match, seat)
    return table_for(open_match(user, match.id)) if user else _public(match)


def _public(match: Match) -> Table:
    from django.contrib.auth.models import AnonymousUser

    return table_for(open_match(AnonymousUser(), match.id))


def board(match: Match, seat: int | None) -> KabaleTable:
    shown = table(fresh(match), seat).board
    assert isinstance(shown, KabaleTable)
    return shown


def described(laid: ColumnCard) -> tuple[str, bool, bool]:
    """Return (card or name of its back, face down, known)."""
    return laid.card.id or laid.card.name, laid.down, laid.known


# --- The columns.


def test_board_is_registered() -> None:
    assert "kabale" in [game.slug for game in all_games()]
    assert isinstance(game_board("kabale").board, KabaleBoard)


def test_face_down_cards_are_known_only_to_owner(users: list[User]) -> None:
    match = prepared("kabale", TWO, *users[:2])
    mine, theirs, public = (board(match, seat).lanes[0].cards for seat in (0, 1, None))
    assert [described(laid) for laid in mine] == [("king", False, True), ("unknown", True, False)]
    assert [described(laid) for laid in theirs][1] == ("explorer", True, True)
    assert [described(laid) for laid in public][1] == ("unknown", True, False)
    assert "is-known" in theirs[1].states
    assert "is-known" not in mine[1].states
    assert mine[1].words == "Berta, face down:"


def test_specialist_shows_its_number_at_the_goal(users: list[User]) -> None:
    columns = [column("music 2", "0 minstrel", "0 merchant"), column("trade 2")]
    match = prepared("kabale", {"columns": columns, "hands": [["cardinal"], []]}, *users[:2])
    shown = board(match, 0)
    assert [laid.card.value for laid in shown.lanes[0].cards] == ["12", "8"]
    assert [card.value for card in shown.hand] == ["12/8"]


def test_guide_names_specialist_of_the_hand(users: list[User]) -> None:
    """It said “this card” before one was chosen."""
    columns = [column("music 5"), column("trade 3")]
    match = prepared("kabale", {"columns": columns, "hands": [["minstrel"], []]}, *users[:2])
    guide = guide_of(board(match, 0))
    assert guide.usual == "At Music 5 your Minstrel counts 12, elsewhere 8."


def test_lane_shows_progress_towards_goal(users: list[User]) -> None:
    columns = [
        column("music 3", "0 king"),
        column("trade 2", "0 cloak", "0 witch hidden"),
        column("trade 5", "1 storm", storm=True),
    ]
    hands = [["queen"], ["queen"], ["queen"]]
    lanes = board(prepared("kabale", {"columns": columns, "hands": hands}, *users), 0).lanes
    assert [lane.progress for lane in lanes] == [
        "cards: 1 of 3",
        "fulfilled, cards: 2",
        "closed by a storm, fulfilled",
    ]
    assert lanes[0].pips == (True, False, False)
    assert [lane.legal for lane in lanes] == [True, True, False]
    assert lanes[1].cards[1].words == "Anna, hidden under the cloak:"


def test_column_shows_current_winner_by_visible_cards(users: list[User]) -> None:
    match = prepared("kabale", TWO, *users[:2])
    mine, theirs, public = (board(match, seat).lanes[0].tally for seat in (0, 1, None))
    assert [(one.player.name, one.total, one.wins) for one in mine.sums] == [("Anna", "20", True)]
    assert [(one.player.name, one.total) for one in theirs.sums] == [
        ("Anna", "20"),
        ("Berta", "13"),
    ]
    assert public.text == mine.text
    assert mine.text == (
        "From what you can see, Anna would take it now: Anna 20. One card is hidden from you."
    )
    assert theirs.text == "From what you can see, Anna would take it now: Anna 20, Berta 13."
    (_, dark) = board(match, None).lanes
    assert dark.tally.sums == ()
    assert dark.tally.text == (
        "From what you can see, no one would take it now. 2 cards are hidden from you."
    )
    couple = [column("music 3", "1 king", "0 squire", "0 prince"), column("trade 2")]
    match = prepared("kabale", {"columns": couple, "hands": [["cardinal"], []]}, *users[:2])
    filled, empty = (lane.tally for lane in board(match, 0).lanes)
    assert filled.text.endswith("Anna would take it now, with prince and squire.")
    assert [(one.player.name, one.wins) for one in filled.sums] == [
        ("Anna", True),
        ("Berta", False),
    ]
    assert (empty.sums, empty.text) == ((), "")


def test_arrived_cards_are_marked(users: list[User]) -> None:
    match = prepared("kabale", TWO, *users[:2])
    act(match, 0, {"type": "place", "card": "beggar", "column": 0})
    mine, theirs = board(match, 0), board(match, 1)
    # The explorer went on; the king lies where he lay.
    lies = [(laid.card.id, laid.fresh, laid.came) for laid in mine.lanes[0].cards]
    assert lies == [("king", False, ""), ("beggar", True, "#hand-beggar")]
    assert theirs.lanes[0].cards[1].came == "#seat-0-head"
    moved = theirs.lanes[1].cards[-1]
    assert (moved.card.id, moved.came) == ("explorer", "#lane-0-head")
    # It uncovered the storm.
    assert mine.lanes[1].storm
    assert mine.lanes[1].cards[1].fresh
    assert "Berta’s explorer walks on to column 2." in mine.latest
    assert "Uncovered in column 1" not in mine.latest, "the explorer is named by what it does"
    assert "It’s your own card" not in mine.latest


def test_card_laid_under_cloak_is_marked(users: list[User]) -> None:
    match = prepared("kabale", CLOAK, *users[:2])
    act(match, 0, {"type": "cloak", "card": "juliet"})
    (_, hidden, _) = board(match, 1).lanes[0].cards
    assert (hidden.cloaked, hidden.known, hidden.came) == (True, False, "#seat-0-head")


# --- The question, and the asked player.


def test_turn_is_shown_to_player_and_others(users: list[User]) -> None:
    match = prepared("kabale", TWO, *users[:2])
    mine, theirs = board(match, 0), board(match, 1)
    assert (mine.asks, mine.choosing) == ("place", True)
    assert mine.ask == "Choose a card, then the column to lay it in."
    assert (theirs.asks, theirs.ask) == ("", "Waiting for Anna to lay a card.")
    assert [panel.to_act for panel in theirs.panels] == [True, False]


def test_cloak_question_is_shown_to_owner_and_others(users: list[User]) -> None:
    match = prepared("kabale", CLOAK, *users[:2])
    mine, theirs = board(match, 0), board(match, 1)
    assert (mine.asks, mine.choosing) == ("cloak", True)
    assert mine.ask.startswith("Your cloak was uncovered")
    assert theirs.ask == "Anna is choosing whether to hide a card under the cloak."
    assert [(p.to_act, p.on_turn) for p in theirs.panels] == [(True, False), (False, True)]
    assert [lane.asks for lane in theirs.lanes] == [True, False]


def test_traitor_question_offers_other_goals(users: list[User]) -> None:
    match = prepared("kabale", SWAP, *users)
    mine, theirs = board(match, 0), board(match, 2)
    assert mine.asks == "swap"
    assert mine.ask == "Your traitor was uncovered: swap Music 5 with another goal, or leave it."
    assert [(choice.number, choice.goal.text) for choice in mine.choices] == [
        (2, "Trade 3"),
        (3, "Trade 3"),
    ]
    assert theirs.ask == "Anna is choosing whether the traitor swaps goals."
    assert [lane.swaps for lane in mine.lanes] == [False, True, True]
    assert not any(lane.swaps for lane in theirs.lanes)
    page = signed_in(users[0]).get(f"/matches/{match.id}/").content.decode()
    # In words next to the hand, and on the goals themselves.
    assert all(page.count(f'id="{way}-{at}"') == 1 for way in ("swap", "goal") for at in (1, 2))
    assert 'id="goal-0"' not in page
    act(match, 0, {"type": "swap", "column": 1})
    assert "Anna’s traitor swaps Music 5 with Trade 3." in board(match, 2).latest


def test_pages_submit_their_moves_as_forms(users: list[User]) -> None:
    """A card as a radio button, a column, a goal or a refusal as a button with JSON."""
    for position, seats, fields in (
        (TWO, 2, {"card": "beggar", "move": '{"type":"place","column":0}'}),
        (CLOAK, 2, {"card": "juliet", "move": '{"type":"cloak"}'}),
        (CLOAK, 2, {"card": "juliet", "move": '{"type":"cloak","card":null}'}),
        (SWAP, 3, {"move": '{"type":"swap","column":2}'}),
        (SWAP, 3, {"move": '{"type":"swap","column":null}'}),
    ):
        match = prepared("kabale", position, *users[:seats])
        client = signed_in(users[0])
        page = assert_clean_page(client.get(f"/matches/{match.id}/")).text
        assert f"value='{fields['move']}'" in page
        asked = table(match, 0).turn_token
        address = f"/matches/{match.id}/moves/"
        answer = client.post(address, {**fields, "turn_token": asked}, headers=HTMX)
        assert answer.status_code == 200, fields
        assert fresh(match).last_number == 1


# --- How everybody stands.


@pytest.mark.parametrize(
    ("goals", "score", "reckoning"),
    [
        ([], 0, "0 of 6 areas"),
        ([("music", 5), ("music", 2)], 7, "1 of 6 areas"),
        (list(zip(AREAS, (3, 2, 2, 3, 1, 2), strict=True)), 26, "6 of 6 areas: 2 × 13"),
        (
            [*zip(AREAS, (1, 4, 5, 2, 2, 1), strict=True), ("music", 1)],
            29,
            "6 of 6 areas: 2 × 15 − 1",
        ),
        ([*zip(AREAS, (1,) * 6, strict=True), *[("music", 5)] * 9], 51, "the sum"),
    ],
)
def test_panel_shows_current_score_and_its_calculation(
    goals: Any, score: int, reckoning: str
) -> None:
    summary = wealth(goals)
    assert (summary.score, summary.reckoning) == (score, reckoning)
    assert [area.id for area in summary.areas] == list(AREAS)
    assert sum(sum(area.points) for area in summary.areas) == sum(points for _, points in goals)


def test_panel_shows_piles_and_hand_size(users: list[User]) -> None:
    match = prepared("kabale", TWO, *users[:2])
    anna, berta = board(match, 1).panels
    assert (anna.hand, anna.stack, [card.id for card in anna.discards]) == (3, 19, ["romeo"])
    assert anna.open_hand == berta.open_hand == ()
    assert anna.wealth.score == 6


# --- The log, the show, the end.


def test_every_effect_has_log_line(users: list[User]) -> None:
    """But for "drew", which follows from every card laid."""
    with_words: set[str] = set()
    silent: set[str] = set()
    for seed in range(1, 4):
        match = play_on(started(*users, game="kabale", seed=seed))
        for step in match_state(match).history:
            for effect in step.effects:
                lines = KabaleBoard().describe(effect, ["Anna", "Berta", "Carla"])
                (with_words if lines else silent).add(effect.kind)
                assert all(line.text and "{" not in line.text for line in lines)
    assert silent == {"drew"}
    assert set(LINE_WRITERS) - with_words <= {"explorer-stays"}


def test_numbers_of_earlier_rounds_are_labelled(users: list[User]) -> None:
    match = started(*users, game="kabale")

    def label_in(number: int) -> bool:
        play_on(match, until=lambda position: position.view(None)["round"] == number)
        return "Earlier rounds:" in table_html(open_match(users[0], match.id))

    # Of the round that has just ended the link is in words.
    assert [label_in(number) for number in (2, 3)] == [False, True]


def test_log_links_to_show_in_replay(users: list[User]) -> None:
    match = prepared("kabale", LAST_CARD, *users[:2])
    assert board(match, 0).awards == []
    act(match, 0, {"type": "place", "card": "king", "column": 1})
    match = fresh(match)
    shown = table(match, 0)
    links = [line.link for line in shown.lines if line.link]
    replay = f"/matches/{match.id}/replay/?step=1"
    assert links == [f"{replay}#show", f"{replay}#scene-0", f"{replay}#scene-1"]
    assert shown.board.awards == [(6, 1)]
    assert shown.board.show is None, "the live table does not include the show"
    assert shown.board.lanes == []
    # What the last round brought is left on the stage, and leads to its pictures.
    scenes = shown.board.finale.scenes
    assert [scene.summary for scene in scenes] == [
        line.text for line in shown.lines if line.link and "#scene" in line.link
    ]
    page = signed_in(users[0]).get(f"/matches/{match.id}/")
    assert f'href="{replay}"' in page.content.decode()
    assert all(f'href="{replay}#scene-{at}"' in page.content.decode() for at in (0, 1))
    for address in (replay, f"{replay}&view=0", f"{replay}&view=all"):
        page = Client().get(address)
        assert_clean_page(page)
        assert 'id="scene-1"' in page.content.decode()
    looked_at = replay_for(open_match(users[0], match.id), "1", "all").table.board
    assert looked_at.show.scenes[0].beats
    assert replay_for(open_match(users[0], match.id), "0", "all").table.board.show is None


def test_replay_of_finished_match_shows_all_hands(users: list[User]) -> None:
    match = play_on(started(*users, game="kabale", seed=5))
    steps = len(match_state(match).history)
    for step in (0, 1, steps // 2, steps - 1, steps):
        page = Client().get(f"/matches/{match.id}/replay/?step={step}&view=all")
        assert_clean_page(page)
        assert page.content.decode().count("open-hand") == 3
    shown = replay_for(open_match(users[0], match.id), "3", "all").table.board
    assert all(len(panel.open_hand) == panel.hand > 1 for panel in shown.panels)
    assert all(laid.known for lane in shown.lanes for laid in lane.cards)
    assert_clean_page(signed_in(users[0]).get(f"/matches/{match.id}/"))


@pytest.mark.parametrize(
    ("scores", "places", "reason", "sentence"),
    [
        ((20, 12, 3), (1, 2, 3), "rounds", "Anna wins with 20 points."),
        ((20, 20, 3), (1, 1, 3), "rounds", "Anna and Berta share the victory with 20 points."),
        ((20, 20, 3), (1, 2, 3), "rounds", "Anna wins with 20 points, thanks to better goals."),
        ((30, 20, 3), (3, 1, 2), "rounds", "Berta wins with 20 points."),
        ((0, 0), (1, 2), "resigned", "Anna wins."),
    ],
)
def test_result_sentence_names_winner_and_reason(
    scores: tuple[int, ...], places: tuple[int, ...], reason: str, sentence: str
) -> None:
    names = ["Anna", "Berta", "Carla"]
    winners = [name for name, place in zip(names, places, strict=False) if place == 1]
    outcome = Outcome(scores, places, reason)
    assert KabaleBoard().result(" and ".join(winners), len(winners), outcome) == sentence


def test_all_cards_have_names_and_help() -> None:
    assert len(CARDS) == 25
    assert len({card_name(card) for card in CARDS}) == 25
    assert all(card_help(card) and face(card).emblem == card for card in CARDS)
    assert set(AREA_NAMES) == set(AREAS)
    assert [kind.name for kind in title_of("kabale").kinds()] == [card_name(card) for card in CARDS]
    assert all(kind.text for kind in title_of("kabale").kinds())


def test_unknown_effect_has_no_log_line() -> None:
    assert KabaleBoard().describe(Effect("unheard-of", {}), ["Anna"]) == []
