"""The start ratings of bot levels agree with the counted results, and rated matches keep them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from games.engine.confidence import wilson
from games.engine.strength import Counted
from games.ladders.anchors import anchors_of, start_of
from games.ladders.presenters.measured import measured_levels
from games.rating import START, Form, expected, first_of, rated, size_of, sizes_of
from games.titles.fitting import anchors
from games.titles.registry import all_games, bot_levels, title_of

COUNTS = [(game.slug, count) for game in all_games() for count in title_of(game.slug).counted]
LADDERS = [(game.slug, size) for game in all_games() for size in sizes_of(game.seats)]


@pytest.mark.parametrize(("slug", "count"), COUNTS, ids=str)
def test_anchors_predict_counted_results(slug: str, count: Counted) -> None:
    ratings = anchors_of(slug, size_of(count.seats))
    low, high = wilson(count.wins, count.games)
    # Tables of three to six have one rating, though a level is not equally strong at all of them.
    between = 0.0 if count.seats == 2 else 0.1
    assert (
        low - between
        <= first_of(count.seats, ratings[count.level], ratings[count.against])
        <= high + between
    )


@pytest.mark.parametrize(("slug", "size"), LADDERS)
def test_every_level_has_counts_at_every_table_class(slug: str, size: str) -> None:
    seats = [n for n in title_of(slug).game.seats if n > 1 and size_of(n) == size]
    assert set(anchors_of(slug, size)) == {one for n in seats for one in bot_levels(slug, n)}
    assert anchors_of(slug, size)["normal"] == START
    levels = [measured.level for measured in measured_levels(slug, size)]
    assert levels == list(anchors_of(slug, size))
    assert all(measured.games >= 40 for measured in measured_levels(slug, size))


@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_higher_level_has_higher_anchor_at_two_seats(slug: str) -> None:
    ratings = [anchors_of(slug, "2")[level] for level in bot_levels(slug, 2)]
    assert all(higher - lower > 50 for lower, higher in pairwise(ratings))


@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_simulated_matches_keep_levels_near_anchors(slug: str) -> None:
    """Bots that win as often as was counted stay near their ratings for two hundred matches."""
    ratings, rng = anchors_of(slug, "2"), Random(slug)
    for count in title_of(slug).counted:
        if count.seats != 2:
            continue
        forms, gaps = [Form(ratings[level]) for level in (count.level, count.against)], []
        for number in range(1, 201):
            won = rng.random() < count.wins / count.games
            changes = rated(forms, [1, 2] if won else [2, 1])
            forms = [Form(change.after, number) for change in changes]
            gaps.append(expected(forms[0].rating, forms[1].rating))
        assert mean(gaps) == pytest.approx(count.wins / count.games, abs=0.08)


def test_anchors_of_single_count_match_formula() -> None:
    """Three of four, with half a win and half a loss more: 3½ to 1½, 400 · log10(7/3)."""
    assert anchors([Counted("hard", "normal", 2, 4, 3)]) == {"hard": 1647, "normal": 1500}
    assert anchors([Counted("normal", "easy", 2, 4, 3)]) == {"normal": 1500, "easy": 1353}


def test_fair_share_at_four_seats_gives_start_rating() -> None:
    assert anchors([Counted("hard", "normal", 4, 4000, 1000)])["hard"] == START
    assert first_of(4, START, START) == 0.25
    assert first_of(2, 1600, 1500) == expected(1600, 1500)


def test_anchors_combine_counts_of_tables_and_chains() -> None:
    even = anchors([Counted("hard", "normal", 3, 300, 100), Counted("hard", "normal", 4, 400, 100)])
    assert even["hard"] == pytest.approx(START, abs=2)
    chain = anchors(
        [Counted("expert", "hard", 2, 400, 300), Counted("hard", "normal", 2, 400, 300)]
    )
    assert chain["hard"] == pytest.approx(1690, abs=3)
    assert chain["expert"] == pytest.approx(2 * 190 + 1500, abs=6)


def test_undefeated_level_has_finite_anchor() -> None:
    found = anchors([Counted("hard", "normal", 2, 100, 100), Counted("normal", "easy", 2, 9, 9)])
    assert found["hard"] == pytest.approx(1500 + 921, abs=1)
    assert found["easy"] == pytest.approx(1500 - 511, abs=1)


def test_anchors_without_counts_are_start_rating() -> None:
    assert anchors([]) == {}
    assert anchors_of("no-such-game", "2") == {}
    assert start_of("condottiere", "2", "genius") == START
