"""A simulated site: how soon the ratings of honest players converge, and what farmers gain.

`manage.py bench --only ratings` compares the rules of the site with Elo without its limit for
newcomers, and lets one player collect points from a hundred accounts of their own, in several ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from random import Random
from statistics import mean

from bench.engine import Figure
from games.ladders.services.fair_play import COUNTED_A_DAY
from games.ladders.services.newcomers import PEOPLE_MET
from games.rating import Form, expected, rated

PLAYERS, WEEKS, MATCHES_A_WEEK = 2000, 26, 10
NEW_A_WEEK = 0.2
"""The part of the players who leave each week; as many new ones come."""
SPREAD, NEAR = 200, 150
"""The standard deviations, in points, of skill, and of the distance of paired opponents."""
AFTER = (5, 10, 20, 40, 60)
SLOWER_BUDGET = 10
"""Percent by which ratings may be further from the players' skill because of the limit."""
ACCOUNTS, DAYS, FARMED_BUDGET = 100, 30, 30
FEW_MET = PEOPLE_MET - 2
"""With one more, and the farmer, an account is established."""


@dataclass(eq=False)
class Member:
    """A player of the simulated site."""

    skill: float = 1500
    established: bool = False
    form: Form = field(default_factory=Form)
    met: set[Member] = field(default_factory=set)

    @property
    def error(self) -> float:
        return abs(self.form.rating - self.skill)


def ratings() -> list[Figure]:
    """Simulate the site with the limit and without it, and farmers with it."""
    limited, unlimited = _errors(limited=True), _errors(limited=False)
    figures = []
    for number in AFTER:
        slower = 100 * (limited[number] / unlimited[number] - 1)
        name = f"error of ratings after {number} matches"
        figures += [
            Figure(f"{name}, without the limit", round(unlimited[number], 1), "points"),
            Figure(f"{name}, with it", round(limited[number], 1), "points"),
            Figure(f"{name}, difference", round(slower, 1), "%", SLOWER_BUDGET),
        ]
    farm = f"{ACCOUNTS} accounts"
    patient = f"met {PEOPLE_MET} players first, {DAYS} days"
    return [
        *figures,
        Figure(f"{farm} lose twice", _farmed(0), "points", FARMED_BUDGET),
        Figure(f"{farm} met {FEW_MET} players first", _farmed(FEW_MET), "points", FARMED_BUDGET),
        Figure(f"{farm} met each other first", _ring(), "points", FARMED_BUDGET),
        Figure(f"{farm} of one network {patient}", _farmed(PEOPLE_MET, DAYS), "points"),
        Figure(f"one account {patient}", _farmed(PEOPLE_MET, DAYS, accounts=1), "points"),
    ]


def _errors(*, limited: bool) -> dict[int, float]:
    """Return the mean distance of rating and skill by number of matches, on a settled site."""
    rng = Random(1)
    members = [Member(rng.gauss(1500, SPREAD), established=True) for _ in range(PLAYERS)]
    found: dict[int, list[float]] = defaultdict(list)
    for week in range(WEEKS):
        for place in rng.sample(range(PLAYERS), round(PLAYERS * NEW_A_WEEK)):
            members[place] = Member(rng.gauss(1500, SPREAD))
        for _match in range(MATCHES_A_WEEK):
            for one, other in _pairs(members, rng):
                won = rng.random() < expected(round(one.skill), round(other.skill))
                play(*((one, other) if won else (other, one)), limited=limited)
                if week >= WEEKS // 2:
                    for member in (one, other):
                        found[member.form.matches].append(member.error)
    return {number: mean(errors) for number, errors in found.items()}


def _pairs(members: list[Member], rng: Random) -> Iterator[tuple[Member, Member]]:
    near = sorted(members, key=lambda member: member.form.rating + rng.gauss(0, NEAR))
    return zip(near[::2], near[1::2], strict=True)


def play(winner: Member, loser: Member, *, limited: bool = True) -> None:
    """Change the ratings of both as the ledger does, and note that they met."""
    pair = (winner, loser)
    forms = [replace(one.form, newcomer=limited and not one.established) for one in pair]
    for one, form, change in zip(pair, forms, rated(forms, [1, 2]), strict=True):
        won = form.from_newcomers + change.from_newcomers
        one.form = Form(change.after, form.matches + 1, won)
    known = [one for one in pair if one.established]
    for one in pair:
        one.met.update(other for other in known if other is not one)
    for one in pair:
        one.established |= len(one.met) >= PEOPLE_MET


def _farmed(met: int, days: int = 0, *, accounts: int = ACCOUNTS) -> int:
    """Return what a farmer gains from accounts that first lose to others, then to the farmer.

    Each account loses as often as a pair may in a day; or they share a network, for some days.
    """
    farmer, farm = Member(established=True), [Member() for _ in range(accounts)]
    for account in farm:
        for _other in range(met):
            play(Member(established=True), account)
    counted = days * COUNTED_A_DAY or len(farm) * COUNTED_A_DAY
    return _collected(farmer, islice(cycle(farm), counted))


def _ring() -> int:
    """Return what a farmer gains from accounts that first play each other."""
    farmer, accounts = Member(established=True), [Member() for _ in range(ACCOUNTS)]
    for one in accounts:
        for other in accounts:
            if one is not other:
                play(one, other)
    return _collected(farmer, accounts * COUNTED_A_DAY)


def _collected(farmer: Member, losers: Iterable[Member]) -> int:
    for account in losers:
        play(farmer, account)
    return farmer.form.rating - 1500
