"""The figures of Kharnage's rules: captions agree with the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from games.titles.kharnage.rules.attacks import melee_targets, strength
from games.titles.kharnage.rules.cards import LINES
from games.titles.kharnage.rules.moves import Destroy, Target, Web
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS, Attack
from games.titles.positions import prepared_figures
from tests.helpers.captions import assert_says, shown

Facts = Callable[[Kharnage], Iterable[int]]


def strengths(position: Kharnage, seat: int) -> list[int]:
    return [strength(position, seat, icon) for icon in ("melee", "ranged")]


def attack_of(position: Kharnage) -> Attack:
    assert position.attack is not None
    return position.attack


def power(position: Kharnage) -> list[int]:
    """Return the strength of the current attack, and the rest of it against each target."""
    attack = attack_of(position)
    return [attack.strength, *(left for _seat, left in attack.targets)]


def costs(position: Kharnage, seat: int, line: str = "") -> list[int]:
    """Return the cost of the cards of an army, or of one of its lines."""
    cards = position.in_play(seat)
    return [card.cost for card in cards if not line or LINES[card.line] == line]


def initiatives(position: Kharnage) -> list[int]:
    return [plan.initiative for plan in position.plans if plan is not None]


def fallen(position: Kharnage) -> list[int]:
    return [len(kills) for kills in position.kills]


def totals(position: Kharnage) -> list[int]:
    return [a + b for a, b in zip(position.points, position.kharnage, strict=True)]


COUNTED: dict[str, Facts] = {
    "lines": lambda p: [*strengths(p, 0), *costs(p, 0)],
    "surprise": lambda p: [*power(p), *initiatives(p)[:1]],
    "magic": power,
    "avalanche": lambda p: [*strengths(p, 0), 3, *(card.cost for card in p.kills[0])],
    "knight": lambda p: [*power(p), *strengths(p, 0)[:1], *initiatives(p)[:1]],
    "trample": lambda p: [*power(p), *costs(p, 1, "center"), attack_of(p).trample],
    "giant": lambda p: [card.cost for card in p.in_play(0) if card.large],
    "throw": lambda p: [3, *costs(p, 1, "front"), 3 - min(costs(p, 1, "front"))],
    "thrown": lambda p: [*fallen(p)[:1], *initiatives(p)[:1]],
    "web": lambda p: strengths(p, 1),
    "webbed": lambda p: [*strengths(p, 1), *(c.defence for c in p.webs[1]), p.webs[1][0].cost],
    "set-up": lambda p: [*map(len, p.reserves), *p.sizes, *strengths(p, 0), p.round, ROUNDS],
    "plans": lambda p: [plan.initiative for plan in p.hands[0]],
    "order": lambda p: [*initiatives(p), *power(p)],
    "flags": lambda p: [*initiatives(p)[:1], len(p.piles[0]), len(p.reserves[0])],
    "deployed": lambda p: [*strengths(p, 0), len(p.reserves[0]), p.lines[0][2][0].magic],
    "attack": lambda p: [*power(p), *initiatives(p)[:1]],
    "attack-front": lambda p: [*power(p), *costs(p, 1, "front")],
    "attack-center": lambda p: [*power(p), *costs(p, 1, "center")],
    "attack-end": lambda p: fallen(p)[:1],
    "split": lambda p: [*power(p), *costs(p, 1), *costs(p, 2)],
    "reach": power,
    "cheer": lambda p: [attack_of(p).strength, *(card.cost for card in p.kills[1])],
    "scoring": lambda p: [4, 2, 0, *(n for n in p.points if n), 40, 160, p.round],
    "final": lambda p: [*totals(p), p.kharnage[0], p.round],
}


def test_every_figure_has_expected_counts() -> None:
    assert set(COUNTED) == set(prepared_figures("kharnage"))


@pytest.mark.parametrize("name", COUNTED)
def test_captions_give_correct_counts_in_every_language(name: str) -> None:
    assert_says("kharnage", name, COUNTED[name](shown("kharnage", name)))


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("attack-front", {"human-militia", "human-knight"}),
        ("attack-center", {"human-crossbow"}),
        ("trample", {"human-longbow"}),
        ("split", {"dwarf-twin"}),
    ],
)
def test_highlighted_cards_can_be_destroyed(name: str, cards: set[str]) -> None:
    moves = shown("kharnage", name).moves(0)
    assert {move.card for move in moves if isinstance(move, Destroy)} == cards


def test_figures_of_example_attack_add_up() -> None:
    left = [power(shown("kharnage", name)) for name in ("attack-front", "attack-center")]
    assert left == [[7, 7], [7, 3]]
    end = shown("kharnage", "attack-end")
    assert [card.id for card in end.kills[0]] == ["human-knight", "human-militia", "human-crossbow"]
    assert end.turn == 1
    spent = sum(card.cost for card in end.kills[0])
    assert (spent, 7 - spent) == (6, 1)
    assert costs(end, 1, "center") == [2]


def test_figure_of_trample_follows_caption() -> None:
    """From 3, both cards of the front and the rise, both of the center and the rise again."""
    position = shown("kharnage", "trample")
    assert 3 - sum(card.cost for card in position.kills[0]) + 1 == power(position)[1] == 2
    assert power(position)[1] - sum(costs(position, 1, "center")) + 1 == 1
    assert costs(position, 1, "back") == [1]


def test_figure_of_set_up_shows_equally_strong_armies() -> None:
    position = shown("kharnage", "set-up")
    assert strengths(position, 0) == strengths(position, 1)


def test_figure_of_reach_shows_opposite_army_reached_through_gap() -> None:
    position = shown("kharnage", "reach")
    assert position.sizes[1] == 0
    assert sorted(melee_targets(position, 0)) == [2, 3]
    aims = {move.seats for move in position.moves(0) if isinstance(move, Target)}
    assert aims == {(), (2,), (3,), (2, 3), (3, 2)}
    position.sizes[1] = 1
    assert sorted(melee_targets(position, 0)) == [1, 3]


def test_figure_of_giant_shows_piece_in_every_line() -> None:
    position = shown("kharnage", "giant")
    pieces = [card for card in position.in_play(0) if card.large]
    assert sorted(LINES[card.line] for card in pieces) == sorted(LINES)
    assert [card.id for card in position.reserves[0]] == ["orc-grunt"]


def test_reinforcements_of_figure_follow_caption() -> None:
    position = shown("kharnage", "deployed")
    center = [card.id for card in position.lines[0][1]]
    assert center == ["human-longbow", "human-herald", "human-longbow"]
    assert [card.id for card in position.reserves[0]] == ["human-pike"]


def test_figure_of_web_marks_legal_targets() -> None:
    moves = shown("kharnage", "web").moves(0)
    cards = {move.card for move in moves if isinstance(move, Web) and move.card}
    assert cards == {"dwarf-twin", "dwarf-crossbow", "dwarf-thane"}


def test_score_of_figure_follows_caption() -> None:
    assert shown("kharnage", "scoring").points == [5, 3, 1, 0]
    final = shown("kharnage", "final").outcome()
    assert final is not None
    assert final.scores == (16, 16)
    assert final.places == (1, 2)


def test_figure_of_cheer_shows_two_asked_seats_and_tokens() -> None:
    position = shown("kharnage", "cheer")
    assert position.to_move() == (0, 2)
    assert position.kharnage == [1, 1, 0]
