"""The achievements of Kharnage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.engine.achievements import Achievement, Earned, Played, only
from games.engine.contract import Json
from games.engine.refusals import noted
from games.titles.kharnage.rules.planning import POINTS
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS

MASSACRE = 12
"""Cards destroyed in one round: more than half of what four players usually destroy."""
GENERALS = 2
TOKENS = 3


def rounds(played: Played) -> list[Json]:
    """Return the scoring of each round."""
    return list(played.facts("scored"))


def massacre(played: Played) -> Earned:
    return {
        seat
        for scored in rounds(played)
        for seat, destroyed in enumerate(scored["destroyed"])
        if destroyed >= MASSACRE
    }


def first_blood(played: Played) -> Earned:
    """Return the seats that emptied an army in the first round."""
    found = set()
    for decision in played.decisions:
        assert isinstance(decision.before, Kharnage)
        if decision.before.round == 1:
            found |= {facts["seat"] for facts in decision.facts("kharnage")}
    return found


def tokens(played: Played) -> Earned:
    counted = Counter(facts["seat"] for facts in played.facts("kharnage"))
    return {seat for seat, count in counted.items() if count >= TOKENS}


def generals(played: Played) -> Earned:
    assert isinstance(played.end, Kharnage)
    cards = played.end.cards.cards
    counted = Counter(
        facts["seat"] for facts in played.facts("destroyed") if cards[facts["card"]].is_general
    )
    return {seat for seat, count in counted.items() if count >= GENERALS}


def still_standing(played: Played) -> Earned:
    fallen = {facts["target"] for facts in played.facts("kharnage")}
    return only(played.winner, played.winner not in fallen)


def from_the_rear(played: Played) -> Earned:
    """Return the winner if all others had more points when the last round began."""
    scored = rounds(played)
    winner = played.winner
    if winner is None or len(scored) < ROUNDS:
        return ()
    begun = next(
        decision.before
        for decision in played.decisions
        if isinstance(decision.before, Kharnage) and decision.before.round == ROUNDS
    )
    assert isinstance(begun, Kharnage)
    totals = [points + more for points, more in zip(begun.points, begun.kharnage, strict=True)]
    others = [total for seat, total in enumerate(totals) if seat != winner]
    return only(winner, totals[winner] < min(others))


def every_round(played: Played) -> Earned:
    scored = rounds(played)
    if len(scored) < ROUNDS:
        return ()
    seats = range(played.seats)
    return {seat for seat in seats if all(one["points"][seat] == POINTS[0] for one in scored)}


def with_own_cards(earned: Callable[[Played], Earned]) -> Callable[[Played], Earned]:
    """Restrict an assessment to the built-in cards: a player's own set may be of any strength."""
    return lambda played: earned(played) if played.end.options["cards"] is None else ()


ACHIEVEMENTS = (
    Achievement(
        "massacre",
        noted("Massacre"),
        noted("Destroy twelve cards in one round."),
        "fallen",
        with_own_cards(massacre),
    ),
    Achievement(
        "still-standing",
        noted("Still standing"),
        noted("Win without your army ever being wiped out."),
        "shield",
        with_own_cards(still_standing),
    ),
    Achievement(
        "first-blood",
        noted("No time to lose"),
        noted("Wipe out an army in the first round."),
        "carnage",
        with_own_cards(first_blood),
    ),
    Achievement(
        "generals",
        noted("Headhunter"),
        noted("Destroy two generals in one match."),
        "general",
        with_own_cards(generals),
    ),
    Achievement(
        "from-the-rear",
        noted("From the rear"),
        noted("Win although everyone else was ahead of you when the last round began."),
        "hill",
        with_own_cards(from_the_rear),
    ),
    Achievement(
        "tokens",
        noted("KHARNAGE! KHARNAGE! KHARNAGE!"),
        noted("Wipe out three armies in one match."),
        "cheer",
        with_own_cards(tokens),
    ),
    Achievement(
        "every-round",
        noted("Clean sweep"),
        noted("Destroy the most cards in each of the four rounds."),
        "medal",
        with_own_cards(every_round),
    ),
)
