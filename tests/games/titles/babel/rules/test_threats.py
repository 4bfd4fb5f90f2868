"""Declared threats win by the rules, and each win by one build or power was declared."""

from __future__ import annotations

from random import Random

from games.engine.bots import questions
from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.babel.rules.moves import HALVE, TRAVEL, Build, Power, Travel, power
from games.titles.babel.rules.position import Babel
from games.titles.babel.rules.threats import threats
from games.titles.registry import title_of
from tests.helpers.effort import examples

HALVES = {power(HALVE, run) for run in range(40)}
BOT = title_of("babel").bots[1]
OPTIONS = Babel.game.read_options({}, 2)


def wins(position: Babel, seat: int) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.places[seat] < outcome.places[1 - seat]


def after(position: Babel, *moves: Move) -> Babel:
    one = position.clone()
    for move in moves:
        one.play(one.to_move()[0], move, Chance(bytes(32), 1))
    return one


def test_threats_are_the_wins_by_one_build_or_power() -> None:
    rng, found = Random(7), 0
    for _ in range(examples(6)):
        for position, asked, play in questions(Babel, 2, OPTIONS, rng):
            declared = threats(position.view(asked.seat), OPTIONS)
            for seat, site, move in declared:
                there = position.clone()
                if there.turn != seat or there.phase != "actions":
                    there.turn, there.phase, there.due = seat, "actions", 0
                    # The cards that a turn begins with may be of any tribe.
                    there.hands[seat] = [site, *there.hands[seat]]
                way = () if there.stones[seat] == site else (TRAVEL[site],)
                assert wins(after(there, *way, move), seat), (seat, site, move)
                found += 1
            if position.phase == "actions":
                travels = [one for one in asked.moves if isinstance(one, Travel)]
                for travel in (None, *travels):
                    there = position if travel is None else after(position, travel)
                    site = there.stones[position.turn]
                    for found_move in there.moves(position.turn):
                        counts = isinstance(found_move, Build | Power) and found_move not in HALVES
                        won = counts and wins(after(there, found_move), position.turn)
                        assert not won or (position.turn, site, found_move) in declared
            play(BOT.choose(asked, rng) if rng.random() < 0.9 else rng.choice(asked.moves))
    assert found
