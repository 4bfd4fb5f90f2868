"""The review page: who may see it, its progress, and its result."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract import Outcome
from games.engine.judge import shares_of
from games.engine.review import LEAST, LINE, Verdict, line_after
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.replay import step_numbers
from games.matches.services.event_store import match_state
from games.reviews import services
from games.reviews.graph import Point, graph_of
from games.reviews.models import Review
from games.reviews.presenters import review_page
from games.titles.registry import all_games
from tests.games.reviews.conftest import finished
from tests.helpers.matches import person, seat_of, signed_in, started
from tests.helpers.reviewed import hasty

pytestmark = pytest.mark.django_db


def address(match: Match) -> str:
    return f"/matches/{match.id}/review/"


def text_of(client: Client, match: Match) -> str:
    response = client.get(address(match))
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def reviewed(match: Match, looks: list[services.Look]) -> Review:
    status = Review.Status.DONE
    return Review.objects.create(match=match, status=status, total=len(looks), looks=looks)


def found_in(match: Match, seat: int) -> list[services.Look]:
    """As a reviewer would have found them: two leaps, and a better move for every fifth choice."""
    looks: list[services.Look] = []
    for number, one in enumerate(services.decisions_of(match_state(match))):
        moves, mine = one.question.moves, one.question.seat == seat
        look: services.Look = {"event": one.number, "seat": one.question.seat}
        if number % 3 == 0:
            won = 0.2 if number < 12 else 0.9
            look |= {"chances": [won, 1 - won], "error": 0.05}
        if mine and len(moves) > 1:
            look["compared"] = True
            better = next(move for move in moves if move != one.chosen)
            if number % 5 == 0:
                look |= {"chosen": one.chosen.dump(), "better": better.dump()}
                look |= {"cost": LEAST + number / 500, "cost_error": 0.01}
        looks.append(look)
    return looks


def test_review_is_requested_with_one_click_and_computed(anna: User, match: Match) -> None:
    client = signed_in(anna)
    assert "Review this match" in text_of(client, match)
    response = client.post(address(match))
    assert (response.status_code, response["Location"]) == (302, address(match))
    assert "It’s waiting for its turn." in text_of(client, match)
    judging = services.next_judging(match.id)
    assert judging is not None
    services.store(match.id, judging, None)
    total = Review.objects.get(match=match).total
    assert f"1 of {total} decisions" in text_of(client, match)
    part = client.get(address(match), headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div id="review"')
    assert 'hx-trigger="every 3s"' in part


def test_table_and_replay_offer_review(anna: User, match: Match) -> None:
    client = signed_in(anna)
    for page in (f"/matches/{match.id}/", f"/matches/{match.id}/replay/"):
        html = client.get(page).content.decode()
        assert f'id="review-form" method="post" action="{address(match)}"' in html
        assert 'form="review-form"' in html


def test_review_of_hidden_match_is_refused(match: Match) -> None:
    reviewed(match, [])
    for client in (signed_in(None), signed_in(person("Berta"))):
        for answer in (client.get(address(match)), client.post(address(match))):
            assert answer.status_code == 403


def test_running_match_has_no_review_page(anna: User) -> None:
    running = started(anna, bots=("easy",))
    client = signed_in(anna)
    for answer in (client.get(address(running)), client.post(address(running))):
        assert answer.status_code == 409
        assert "once it’s over" in answer.content.decode()


@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_review_of_every_game_shows_decisions_and_lessons(anna: User, game: str) -> None:
    match = finished(anna, game)
    seat = seat_of(match, anna)
    reviewed(match, found_in(match, seat))
    page = review_page(open_match(anna, match.id), services.review_of(match))
    (mine,) = page.seats
    assert mine.player.you
    assert mine.found >= len(mine.mistakes) > 0
    assert 1 <= len(mine.lessons) <= 3
    costs = [lesson.cost for lesson in mine.lessons]
    assert costs == sorted(costs, reverse=True)
    for mistake in mine.mistakes:
        assert mistake.made.move
        assert mistake.better.move
        assert mistake.cost >= 100 * LEAST
    text = text_of(signed_in(anna), match)
    for words in ("Your decisions", "Turning points", mine.lessons[0].sentence, "Stronger"):
        assert words in text


def test_review_links_lead_to_replay_steps(anna: User, match: Match) -> None:
    reviewed(match, found_in(match, seat_of(match, anna)))
    client = signed_in(anna)
    html = client.get(address(match)).content.decode()
    links = set(re.findall(rf'"(/matches/{match.id}/replay/\?step=(\d+)[^"]*)"', html))
    assert len(links) > 5
    last = len(match_state(match).history)
    assert all(0 <= int(step) <= last for _link, step in links)
    link, step = next(iter(links))
    replay = client.get(link.replace("&amp;", "&")).content.decode()
    assert f'id="step-now">{step}<' in replay


def test_turning_points_are_largest_changes(anna: User, match: Match) -> None:
    reviewed(match, found_in(match, seat_of(match, anna)))
    page = review_page(open_match(anna, match.id), services.review_of(match))
    first = page.turns[0]
    assert {first.before, first.after} in ({20, 90}, {80, 10})
    assert first.lines
    assert [turn.step for turn in page.turns] == sorted(turn.step for turn in page.turns)


@pytest.mark.parametrize("costly", [1, 2, 3])
def test_turning_point_names_costliest_decision(anna: User, match: Match, costly: int) -> None:
    made = list(services.decisions_of(match_state(match)))[8:12]
    assert match.outcome is not None
    won = shares_of(Outcome(**match.outcome))
    chances = [[0.2 if share else 0.8 for share in won], [], [], [0.9 * share for share in won]]
    looks: list[services.Look] = [
        {"event": one.number, "seat": one.question.seat, "compared": True} for one in made
    ]
    for number, (look, one, chance) in enumerate(zip(looks, made, chances, strict=True)):
        if chance:
            look |= {"chances": chance, "error": 0.01}
        if number in (costly - 1, 3 if costly == 1 else 0):
            look |= {"chosen": one.chosen.dump(), "better": one.chosen.dump()}
            look |= {"cost": 0.3 if number == costly - 1 else 0.1, "cost_error": 0.01}
    reviewed(match, looks)
    page = review_page(open_match(anna, match.id), services.review_of(match))
    (turn, *_) = page.turns
    steps = step_numbers(open_match(anna, match.id))
    assert turn.step == steps[made[costly - 1].number]
    assert turn.lines
    (mistake,) = (one for seat in page.seats for one in seat.mistakes if one.step == turn.step)
    replay = f"/replay/?step={turn.step - 1}&amp;view={mistake.seat}"
    shown = signed_in(anna).get(address(match)).text
    assert f'{replay}">Before step {turn.step}</a>' in shown


@pytest.mark.parametrize("rises", [True, False])
def test_turning_point_shows_moves_that_may_explain_it(
    anna: User, match: Match, rises: bool
) -> None:
    mine, looks = seat_of(match, anna), list[services.Look]()
    for number, one in enumerate(services.decisions_of(match_state(match))):
        chances = [0.5, 0.5]
        chances[mine] = (0.9 if rises else 0.1) if number >= 16 else 0.5
        chances[1 - mine] = 1 - chances[mine]
        look: services.Look = {"event": one.number, "seat": one.question.seat}
        looks.append(look | {"chances": chances, "error": 0.01} if number % 8 == 0 else look)
    reviewed(match, looks)
    (turn, *_) = review_page(open_match(anna, match.id), services.review_of(match)).turns
    named = turn.player.seat
    mover = named if turn.after > turn.before else 1 - named
    assert mover == (mine if rises else 1 - mine)
    assert {line.seat for line in turn.lines} <= {None, mover}


CONFIRMED = [0.3, 0.32, 0.7, 0.72, 0.68, 0.7]


@pytest.mark.parametrize(
    ("chances", "error", "turns"),
    [
        (CONFIRMED, 0.05, [(32, 70)]),
        (CONFIRMED, 0.2, []),
        ([0.22, 0.42, 0.2, 0.25, 0.21, 0.2], 0.01, []),
        ([0.4, 0.42, 0.1, 0.41, 0.4, 0.42], 0.01, []),
        ([0.3, 0.32, 0.7, 0.72, 0.3, 0.3], 0.01, []),
    ],
    ids=["confirmed", "within its error", "noise at the start", "one point", "not confirmed"],
)
def test_turning_point_exceeds_error_and_is_confirmed_by_values_around(
    anna: User, match: Match, chances: list[float], error: float, turns: list[tuple[int, int]]
) -> None:
    looks: Any = [
        {"event": number, "seat": 0, "chances": [chance, 1 - chance], "error": error}
        for number, chance in enumerate(chances, start=1)
    ]
    reviewed(match, looks)
    page = review_page(open_match(anna, match.id), services.review_of(match))
    found = [
        tuple(percent if turn.player.seat == 0 else 100 - percent for percent in percents)
        for turn in page.turns
        if turn.step < len(chances)
        for percents in [(turn.before, turn.after)]
    ]
    assert found == turns
    assert page.graph is not None
    for turn in page.turns:
        curve = page.graph.curves[turn.player.seat].path
        places = [tuple(map(float, xy)) for xy in re.findall(r"[ML]([\d.]+) ([\d.]+)", curve)]
        assert any(
            abs(x / 10 - turn.across) <= 0.6 and abs(y / 4 - turn.down) <= 0.6 for x, y in places
        ), "its dot lies on the line"


def test_table_shows_numbers_of_curve(anna: User, match: Match) -> None:
    reviewed(match, found_in(match, seat_of(match, anna)))
    page = review_page(open_match(anna, match.id), services.review_of(match))
    assert page.graph is not None
    drawn = re.findall(r"[ML][\d.]+ ([\d.]+)", page.graph.curves[0].path)
    shown = [point.percents[0] for point in page.points]
    assert [round(100 - float(y) / 4) for y in drawn] == shown


@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_mistake_shows_what_would_have_followed(anna: User, game: str) -> None:
    match = finished(anna, game)
    state, seat = match_state(match), seat_of(match, anna)
    looks = [look for look in found_in(match, seat) if "better" in look][:2]
    for look in looks:
        better = state.start.read_move(look["better"], state.start.seats)
        made = list(services.lines_of(state))
        event = look["event"]
        line = line_after(hasty(game), state.start, state.seed, made, event, better)
        assert line[0] == {"seat": seat, **look["better"]}
        assert 1 <= len(line) <= LINE
        look["line"] = line
    reviewed(match, looks)
    page = review_page(open_match(anna, match.id), services.review_of(match))
    shown = [mistake.following for mistake in page.seats[0].mistakes]
    assert any(shown)
    text = text_of(signed_in(anna), match)
    assert all(escape(line.text) in text for lines in shown for line in lines)


def test_stored_mistake_has_its_line_and_what_it_gave(anna: User, match: Match) -> None:
    services.ask_for(anna, open_match(anna, match.id))
    judging = services.next_judging(match.id)
    assert judging is not None
    better = judging.decision.question.moves[0]
    seat = judging.decision.question.seat
    services.store(match.id, judging, Verdict((), 0.0, better, 0.2, 0.05, (-0.2, 0.2)))
    (look,) = Review.objects.get(match=match).looks
    assert look["given"] == [-0.2, 0.2]
    assert look["line"][0] == {"seat": seat, **better.dump()}


def test_skill_and_luck_add_up_to_result(anna: User, match: Match) -> None:
    looks = found_in(match, seat_of(match, anna))
    seat = seat_of(match, anna)
    for look in looks:
        if "better" in look:
            given = [look["cost"], look["cost"]]
            given[seat] = -look["cost"]
            look["given"] = given
    reviewed(match, looks)
    page = review_page(open_match(anna, match.id), services.review_of(match))
    lost = sum(look["cost"] for look in looks if "better" in look)
    mine, theirs = (page.balances[one] for one in (seat, 1 - seat))
    for balance in (mine, theirs):
        words = [one for one in (balance.own, balance.others, balance.rest) if one != "–"]
        changes = [int(change.replace("−", "-").replace("±", "")) for change in words]
        assert balance.start + sum(changes) == balance.result
    assert mine.own == f"−{round(100 * lost)}"
    assert (mine.others, theirs.own) == ("–", "–"), "the bot's moves weren't compared"
    assert theirs.others == f"+{round(100 * lost)}"
    assert "Skill and luck" in text_of(signed_in(anna), match)


def test_review_of_earlier_version_is_readable(anna: User, match: Match) -> None:
    """It has neither lines of play nor what a decision gave to whom."""
    reviewed(match, found_in(match, seat_of(match, anna)))
    page = review_page(open_match(anna, match.id), services.review_of(match))
    assert page.balances == []
    assert page.seats[0].mistakes[0].following == []
    text = text_of(signed_in(anna), match)
    assert "Stronger" in text
    assert "Skill and luck" not in text


def test_review_without_findings_shows_message(anna: User, match: Match) -> None:
    reviewed(match, [])
    assert "Too little was played" in text_of(signed_in(anna), match)
    Review.objects.update(status=Review.Status.FAILED)
    assert "couldn’t be reviewed" in text_of(signed_in(anna), match)


def test_chance_curves_span_chart_and_end_with_result(anna: User, match: Match) -> None:
    players = review_page(open_match(anna, match.id), None).players
    points = [Point(0, (0.5, 0.5), 0.1), Point(5, (0.9, 0.1), 0.1), Point(10, (1.0, 0.0), 0.0)]
    first, second = graph_of(points, players, 10).curves
    assert first.path == "M0 200L500 40L1000 0"
    assert second.path == "M0 200L500 360L1000 400"
    assert (first.end, second.end) == (0, 100)
