"""`manage.py fit_evaluator`: compute the weights with which a game's judge values positions."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.chance import SEED_BYTES, Chance
from games.engine.regression import Sample, fit, mean_error, samples
from games.titles.registry import all_games, judge_of, newest


class Command(BaseCommand):
    """Play games at every number of seats; write the weights into the game's folder."""

    help = "Compute the weights with which the judge of a game values positions before their end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=[game.slug for game in all_games()])
        parser.add_argument("--games", type=int, default=1000, help="For each number of seats.")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: object, **given: Any) -> None:
        slug, games, seed = given["game"], given["games"], given["seed"]
        rules, judge = newest(slug), judge_of(slug)
        evaluator = judge.evaluator
        if evaluator is None:
            raise CommandError(f"{slug} has no evaluator.")
        found: dict[str, list[Sample]] = defaultdict(list)
        sizes = [seats for seats in rules.game.seats if seats >= evaluator.least_seats]
        for seats in sizes:
            for choice in evaluator.options:
                options = rules.game.read_options(choice, seats)
                for number in range(games):
                    rng = Random(f"{seed} {seats} {number}")
                    start = rules.deal(seats, options, Chance(rng.randbytes(SEED_BYTES), 0))
                    for stage, sample in samples(start, judge, evaluator, rng):
                        found[stage].append(sample)
                self.stdout.write(f"{seats} seats, {dict(choice)}: {games} games")
        weights = {stage: fit(found[stage]) for stage in sorted(found)}
        for stage, own in weights.items():
            error = mean_error(found[stage], own)
            self.stdout.write(f"{stage}: {len(found[stage])} points, squared error {error:.3f}")
        content = {"games": games, "seed": seed, "weights": weights}
        text = json.dumps(content, indent=1, sort_keys=True)
        evaluator.file.write_text(text + "\n", encoding="utf-8")
