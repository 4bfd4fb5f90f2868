"""The facts of all games by which finished matches are found, in words and as filters.

A filter writes a fact as “game.fact.value”.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from games.achievements.models import MatchFact
from games.titles.contract import Title
from games.titles.registry import titles

SHORTEST = 3
"""The length from which a text is searched among the words of facts."""
MOST = 60
"""The most facts that a text may stand for."""


@dataclass(frozen=True)
class MatchedFact:
    """A fact with one of its values, as a filter has it."""

    game: str
    fact: str
    value: str

    @property
    def key(self) -> str:
        return f"{self.game}.{self.fact}.{self.value}"


def facts_of(title: Title) -> list[tuple[MatchedFact, str]]:
    """Return the facts of a game with their words: “took Venezia”."""
    return [
        (MatchedFact(title.slug, fact.slug, value), fact.words(value))
        for fact in title.facts
        for value in fact.values
    ]


def fact_choices(game: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the facts for a list, by game; only those of one game if it is given."""
    return [
        (str(title.game.name), [(one.key, words) for one, words in facts_of(title)])
        for title in titles()
        if title.facts and game in ("", title.slug)
    ]


def read_fact(key: str) -> MatchedFact:
    """Return the fact that a filter names; the form has checked that there is one."""
    return MatchedFact(*key.split(".", 2))


def facts_with(text: str) -> list[MatchedFact]:
    """Return the facts whose words contain a text in lower case, in the reader's language."""
    if len(text) < SHORTEST:
        return []
    every = (each for title in titles() for each in facts_of(title))
    return [one for one, words in every if text in words.casefold()][:MOST]


def with_facts(facts: Iterable[MatchedFact], *, of_players: bool) -> Q:
    """Return a condition for matches, or players, with one of these facts.

    Args:
        facts: At least one.
        of_players: Whether the rows are players, who did it themselves; else they are matches.
    """
    outer = {"player": OuterRef("pk"), "match": OuterRef("match")}
    if not of_players:
        outer = {"match": OuterRef("pk")}
    found = Q()
    by_fact: dict[tuple[str, str], list[str]] = {}
    for one in facts:
        by_fact.setdefault((one.game, one.fact), []).append(one.value)
    for (game, fact), values in by_fact.items():
        rows = MatchFact.objects.filter(fact=fact, value__in=values, **outer)
        found |= Q(Exists(rows), game=game)
    return found
