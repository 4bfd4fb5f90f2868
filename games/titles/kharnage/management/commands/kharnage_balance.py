"""`manage.py kharnage_balance`: measure the balance of the four armies, without a database."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.bots import questions
from games.engine.confidence import wilson
from games.engine.contract import Effect, Options
from games.engine.refusals import Refusal
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.rules.position import KHARNAGE, Kharnage

MID_GAME = (2, 3)
TYPICAL = range(5, 8)
"""The strengths of a typical attack in mid-game."""


@dataclass
class Counts:
    """Counts over many games between equal bots, with armies dealt at random."""

    games: int = 0
    wins: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    played: Counter[str] = field(default_factory=Counter)
    picked: Counter[str] = field(default_factory=Counter)
    won_with: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    dry: Counter[str] = field(default_factory=Counter)
    reserves: Counter[str] = field(default_factory=Counter)
    destroyed: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    killers: Counter[tuple[str, int]] = field(default_factory=Counter)
    attacks: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Mid-game attacks of strategy cards: strength → the number of cards each destroyed."""
    kharnages: int = 0
    scores: list[int] = field(default_factory=list)

    def play(self, seats: int, options: Options, rng: Random) -> None:
        bot = Normal(wavering=0)
        last: list[int] | None = None
        for position, question, play in questions(Kharnage, seats, options, rng):
            move = bot.choose(question, rng)
            attack = position.attack if position.phase == "target" else None
            strategic = attack is not None and not position.surprises
            strength, number = attack.strength if attack else 0, position.round
            effects = play(move)
            if attack is not None or position.phase != "destroy":
                last = None if attack is not None else last
            if strategic and effects[0].facts.get("seats") and number in MID_GAME:
                last = self.attacks[strength]
                last.append(0)
            self._count_effects(position, effects, last)
        self._count_end(position)

    def _count_effects(
        self, position: Kharnage, effects: list[Effect], last: list[int] | None
    ) -> None:
        if last is not None and effects[0].kind == "destroyed":
            last[-1] += 1
        for effect in effects:
            facts = effect.facts
            if effect.kind == "scored":
                self.destroyed[facts["round"]].append(sum(facts["destroyed"]))
                for army, count in zip(position.armies, facts["destroyed"], strict=True):
                    self.killers[army.id, facts["round"]] += count
            elif effect.kind == "revealed":
                self.picked.update(plan for plan in facts["plans"] if plan is not None)
            elif effect.kind == "kharnage":
                self.kharnages += 1

    def _count_end(self, position: Kharnage) -> None:
        outcome = position.outcome()
        assert outcome is not None
        self.games += 1
        self.scores += outcome.scores
        first = outcome.places.count(1)
        for seat, army in enumerate(position.armies):
            share = 1 / first if outcome.places[seat] == 1 else 0.0
            for who in (army.id, f"seat {seat}"):
                self.played[who] += 1
                self.wins[who] += share
            self.dry[army.id] += not position.reserves[seat]
            self.reserves[army.id] += len(position.reserves[seat])
            for strategy in army.hand:
                self.played[strategy.id] += 1
                if strategy not in position.hands[seat]:
                    self.won_with[strategy.id] += share

    # --- The report.

    def lines(self, seats: int) -> list[str]:
        lines = [f"{self.games} games, {seats} seats", "", "wins"]
        for who in sorted(set(self.wins) | {w for w in self.played if "-" not in w}):
            low, high = wilson(self.wins[who], self.played[who])
            rate = self.wins[who] / self.played[who]
            lines.append(f"  {who:<8}{rate:>7.1%}   95 % {low:.1%}-{high:.1%}")
        lines += ["", "strategy        picked  won when picked"]
        for id in sorted((w for w in self.played if "-" in w), key=_by_initiative):
            picked, played = self.picked[id], self.played[id]
            won = self.won_with[id] / picked if picked else 0
            lines.append(f"  {id:<14}{picked / played:>7.1%}{won:>10.1%}")
        return [*lines, "", *self._rounds(), "", *self._attacks(), "", *self._reserves()]

    def _rounds(self) -> list[str]:
        lines = ["cards destroyed"]
        for number, counts in sorted(self.destroyed.items()):
            lines.append(f"  round {number}  {_mean(counts):.1f}")
        for army in sorted(self.reserves):
            each = [self.killers[army, number] / self.played[army] for number in (1, 2, 3, 4)]
            lines.append(f"  by {army:<7}" + "".join(f"{count:>6.2f}" for count in each))
        every = [n for counts in self.destroyed.values() for n in counts]
        return [
            *lines,
            f"  a round  {_mean(every):.1f}",
            f"  Kharnages a game {self.kharnages / self.games:.2f}, "
            f"mean score {_mean(self.scores):.1f}",
        ]

    def _attacks(self) -> list[str]:
        lines = ["attacks of strategy cards in rounds 2 and 3: strength, share, cards destroyed"]
        total = sum(map(len, self.attacks.values())) or 1
        for strength, fallen in sorted(self.attacks.items()):
            share = len(fallen) / total
            lines.append(f"  {strength:>3}{share:>8.1%}{_mean(fallen):>7.2f}")
        usual = [n for strength in TYPICAL for n in self.attacks[strength]]
        inside = sum(2 <= n <= 4 for n in usual) / (len(usual) or 1)
        return [*lines, f"  strength 5-7: {_mean(usual):.2f} cards, 2 to 4 of them in {inside:.0%}"]

    def _reserves(self) -> list[str]:
        lines = ["reserve empty at the end, cards left in it"]
        for army in sorted(self.reserves):
            games = self.played[army]
            lines.append(
                f"  {army:<8}{self.dry[army] / games:>7.1%}{self.reserves[army] / games:>7.1f}"
            )
        return lines


def _by_initiative(id: str) -> tuple[str, int]:
    army, _, initiative = id.partition("-")
    return army, int(initiative) if initiative.isdecimal() else 0


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


class Command(BaseCommand):
    help = "Let equal bots play Kharnage and count what wins. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--cards", default=None, help="another card set's file")

    def handle(self, *, games: int, seats: int, seed: str, cards: str | None, **_: object) -> None:
        try:
            given = {} if cards is None else {"cards": json.loads(Path(cards).read_text())}
            seats = KHARNAGE.read_seats(seats)
            agreed = KHARNAGE.read_options(given, seats)
        except (OSError, ValueError) as error:
            raise CommandError(f"{cards} cannot be read.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        counts = Counts()
        for number in range(games):
            counts.play(seats, agreed, Random(f"{seed}/{number}"))
        self.stdout.write("\n".join(counts.lines(seats)))
