"""The arena reports correct figures, and `normal` beats `easy` in it."""

import json
import sys
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.engine.arena import Setup, Sprt, Times
from games.engine.bots import Bot, Easy, Question
from games.engine.contract import Json, Move
from games.engine.exploit import BestResponse
from games.engine.judge import Judge
from games.engine.record import read_record
from games.engine.replay import replay
from games.engine.review import Reviewer, decisions
from games.titles.kharnage.bots.normal import Normal
from games.titles.management.commands.arena import Arena, League
from games.titles.registry import ALL_RULES, newest
from tests.games.engine.tricks import TRICKS, Tricks


def arena(**options: object) -> Json:
    out = StringIO()
    call_command("arena", json=True, stdout=out, **options)
    printed: Json = json.loads(out.getvalue())
    return printed


def test_normal_bot_beats_easy_bot() -> None:
    normal, easy = arena(seats="normal,easy", games=40, seed=7)["bots"]
    assert normal["games"] == easy["games"] == 40
    assert normal["wins"] + easy["wins"] == 40
    assert normal["rate"] >= 0.7


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_normal_bot_wins_more_than_its_share_at_larger_tables(seats: int) -> None:
    result = arena(seats=",".join(["normal"] + ["easy"] * (seats - 1)), games=12, seed=7)
    assert result["bots"][0]["low"] > 1 / seats


def test_arena_is_deterministic_by_seed() -> None:
    options = json.dumps({"taking_cities": True})
    first, second = (arena(seats="normal,easy,easy", games=6, options=options) for _ in range(2))
    assert first["mean_moves"] == second["mean_moves"]
    assert [bot["wins"] for bot in first["bots"]] == [bot["wins"] for bot in second["bots"]]


def test_games_are_rounded_up_to_rotate_all_seats() -> None:
    assert arena(seats="easy,easy,easy", games=10)["games"] == 12


def test_arena_prints_a_table() -> None:
    out = StringIO()
    call_command("arena", seats="easy,easy", games=2, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("condottiere, 2 seats, 2 games")
    assert len(lines) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "normal,godlike"},
        {"seats": "normal:jolly,easy"},
        {"seats": "easy"},
        {"game": "chess"},
        {"options": "{"},
        {"options": '{"luck": true}'},
        {"games": 0},
        {"jobs": 0},
        {"sprt": [0.6, 0.5]},
        {"sprt": [0.5, 0.6], "alpha": 0.0},
        {"seats": "normal", "league": 2},
        {"league": 1},
        {"league": 2, "sprt": [0.5, 0.6]},
    ],
)
def test_arena_refuses_invalid_arguments(wrong: Json) -> None:
    with pytest.raises(CommandError):
        call_command("arena", **wrong)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("games.titles.nowhere.Bot", "No module named 'games.titles.nowhere'"),
        ("json.JSONDecoder", "no attribute 'level'"),
        ("games.engine.contract.Option", "missing 2 required positional arguments"),
        (f"{__name__}.Unloaded", "no weights"),
        (f"{__name__}.Ended", "no weights either"),
    ],
)
def test_arena_says_why_class_is_no_bot(path: str, said: str) -> None:
    with pytest.raises(CommandError, match=f"^{path} is not a bot class: .*{said}"):
        call_command("arena", bot=[path])


class Unloaded:
    """Cannot be made."""

    def __init__(self) -> None:
        raise ValueError("no weights")


class Ended:
    """Ends the program when it is made."""

    def __init__(self) -> None:
        raise SystemExit("no weights either")


BOT = """
class Bot:
    level, slow = "own", False

    def choose(self, question, rng):
        {}
"""


@pytest.mark.parametrize(
    ("code", "jobs", "said"),
    [
        ("return None", 1, r"answered None\. Legal: (Travel\(tribe='\w+'\)(, )?){3} and \d more\."),
        (
            "self.first = getattr(self, 'first', question.moves[0]); return self.first",
            1,
            r"^At move \d+ of game \d+ \(--seed 3\), in seat [01], the own bot my_bot\.Bot "
            r"answered Travel\(tribe='\w+'\)\. Legal: \w+\([^)]*\)",
        ),
        ("raise KeyError('trump')", 1, r"my_bot\.Bot raised KeyError: 'trump' \(.*/my_bot\.py:6\)"),
        ("raise KeyError('trump')", 2, r"my_bot\.Bot raised KeyError: 'trump' \(.*/my_bot\.py:6\)"),
        ("import sys; sys.exit(3)", 1, r"my_bot\.Bot raised SystemExit: 3 \(.*/my_bot\.py:6\)"),
        ("import sys; sys.exit(3)", 2, r"my_bot\.Bot raised SystemExit: 3 \(.*/my_bot\.py:6\)"),
        ("import os; os._exit(1)", 2, r"^A process of --jobs ended early; --jobs 1 shows why\."),
    ],
)
def test_arena_says_how_a_bot_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, jobs: int, said: str
) -> None:
    (tmp_path / "my_bot.py").write_text(BOT.format(code))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    with pytest.raises(CommandError, match=said):
        arena(game="babel", bot=["my_bot.Bot"], seats="easy", seed=3, jobs=jobs)


class Local(Easy):
    def __init__(self) -> None:
        super().__init__(lambda view, seat, move: 1.0)


def test_bot_that_cannot_be_pickled_is_refused_before_processes_start() -> None:
    with pytest.raises(CommandError, match=r"^--jobs needs bots that can be pickled: .*lambda"):
        arena(game="babel", bot=[f"{__name__}.Local"], seats="easy", jobs=2)


def test_dump_into_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match=r"^--dump cannot save games: "):
        arena(game="babel", seats="easy,easy", games=2, dump=tmp_path / "file")


def test_arena_is_independent_of_number_of_processes() -> None:
    one, two = (arena(game="kharnage", seats="normal,easy", games=4, jobs=jobs) for jobs in (1, 2))
    assert one["mean_moves"] == two["mean_moves"]
    assert [bot["wins"] for bot in one["bots"]] == [bot["wins"] for bot in two["bots"]]


def test_sprt_ends_arena_early() -> None:
    result = arena(game="kharnage", seats="normal,easy", games=400, sprt=[0.5, 0.7])
    assert result["sprt"]["accepted"] == 0.7
    assert result["games"] < 60
    assert result["games"] % 2 == 0, "every bot has played every seat"
    weaker = arena(game="kharnage", seats="easy,normal", games=400, sprt=[0.5, 0.7])
    assert weaker["sprt"]["accepted"] == 0.5
    open_still = arena(seats="easy,easy", games=2, sprt=[0.5, 0.51])
    assert open_still["sprt"]["accepted"] is None


def test_sprt_has_declared_error_rate() -> None:
    """At most about one in twenty pairs of fair or unfair coins is taken for the other kind."""
    for true in (0.5, 0.65):
        wrong = 0
        for seed in range(200):
            rng, test = Random(f"{true} {seed}"), Sprt(0.5, 0.65)
            while test.accepted is None:
                test = test.after(((rng.random() < true) + (rng.random() < true)) / 2)
            wrong += test.accepted != true
        assert wrong <= 20


def test_sprt_needs_fewer_deals_if_their_games_cancel_out() -> None:
    alike, apart = Sprt(0.5, 0.6), Sprt(0.5, 0.6)
    for share in [0.5, 0.5, 0.5, 1.0] * 5:
        alike = alike.after(share)
    for share in [0.0, 1.0, 0.5, 1.0] * 5:
        apart = apart.after(share)
    assert alike.ratio > 2 * apart.ratio > 0


def test_deal_is_played_once_for_each_seating_with_the_same_luck() -> None:
    rules = newest("kharnage")
    bots = (Normal(wavering=0), Easy(), Easy())
    setup = Setup(rules, rules.game.read_options({}), bots, seed=3)
    games = [setup.play_dealt(number) for number in range(6)]
    assert [game.sitting for game in games[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({game.seed for game in games[:3]}) == 1
    assert games[3].seed != games[0].seed
    openings = [str(game.record(setup).start().dump()) for game in games]
    assert openings[0] == openings[1] == openings[2] != openings[3]


class Counting:
    """Answers like another bot, and counts how often it was asked."""

    level = "counting"
    slow = False

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices = self.asked = 0

    def choose(self, question: Question, rng: Random) -> Move:
        self.asked += 1
        self.choices += len(question.moves) > 1
        return self.bot.choose(question, rng)


def arena_of(folder: Path | None, *bots: Bot) -> Arena:
    rules = newest("kharnage")
    return Arena(rules, rules.game.read_options({}), bots, seed=4, folder=folder)


def test_only_decisions_between_several_moves_are_timed() -> None:
    counting = Counting(Easy())
    played = Arena(Tricks, TRICKS.read_options({}), [counting, Easy()], seed=4)
    played.play(2)
    assert sum(len(game.took[0]) for game in played.played) == counting.choices < counting.asked


def test_times_are_median_percentile_and_worst() -> None:
    assert Times.of([float(n) for n in range(200, 0, -1)]) == (101, 199, 200)
    assert Times.of([]) == (0, 0, 0)


def test_broken_off_arena_continues_with_saved_games(tmp_path: Path) -> None:
    counting = Counting(Easy())
    arena_of(tmp_path, counting, Easy()).play(4)
    whole = arena_of(None, Counting(Easy()), Easy())
    whole.play(6)
    before = counting.asked
    (tmp_path / "unfinished").write_text("{")
    again = arena_of(tmp_path, counting, Easy())
    again.play(4)
    assert counting.asked == before, "saved games are not played again"
    again = arena_of(tmp_path, counting, Easy())
    again.play(6)
    assert counting.asked > before
    assert [game.moves for game in again.played] == [game.moves for game in whole.played]
    assert len(list(tmp_path.glob("*.json"))) == 6


@pytest.mark.parametrize("other", [{"seats": "easy,normal"}, {"seed": 2}, {"game": "babel"}])
def test_saved_games_of_another_arena_are_refused(tmp_path: Path, other: Json) -> None:
    first = {"game": "kharnage", "seats": "normal,easy", "games": 2, "dump": tmp_path}
    arena(**first)
    with pytest.raises(CommandError, match=r"00000\.json is a game of other bots"):
        arena(**{**first, **other})


class Screen(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_terminals_only() -> None:
    screen, pipe = Screen(), StringIO()
    for err in (screen, pipe):
        arena(seats="easy,easy", games=4, game="kharnage", stderr=err)
    assert "easy, easy: 2 of 4 games, " in screen.getvalue()
    assert screen.getvalue().endswith("\r")
    assert pipe.getvalue() == ""


def test_league_rates_every_bot_against_every_other_one() -> None:
    league = arena(game="kharnage", seats="easy,normal,normal:bold", league=2, games=20)
    easy, normal, bold = league["bots"]
    assert normal["rating"] == normal["low"] == normal["high"] == 1500
    assert easy["low"] <= easy["rating"] <= easy["high"] < min(bold["low"], 1500)
    assert [one["pair"] for one in league["pairs"]] == [[0, 1], [0, 2], [1, 2]]
    assert [bot["level"] for bot in league["bots"]] == ["easy", "normal", "normal:bold"]
    assert [bot["games"] for bot in league["bots"]] == [40, 40, 40]
    assert easy["median_ms"] < normal["median_ms"] < normal["p99_ms"]
    larger = arena(game="kharnage", seats="easy,normal", league=3, games=4)
    assert larger["pairs"][0]["games"] == 6


class Given(Arena):
    """Has played deals with given results of its first bot."""

    given: list[float]

    def shares(self, bot: int) -> list[float]:
        return self.given


def test_intervals_of_league_mind_that_pairs_share_their_deals() -> None:
    """Luck that helps a bot against one rival and harms it against another cancels out."""
    deals = [1.0, 0.0] * 20

    def width(first_pair: list[float], last_pair: list[float]) -> int:
        """Return the width of the interval of the second bot, which is in both pairs."""
        bots, arenas = [Easy()] * 3, {}
        for pair, given in ((0, 1), first_pair), ((0, 2), [0.5] * 40), ((1, 2), last_pair):
            arenas[pair] = Given(Tricks, {}, bots[:2], seed=1)
            arenas[pair].given = given
        low, high = League(["a", "b", "c"], bots, 2, {**arenas}).spread()[1]
        return high - low

    assert width(deals, deals[::-1]) > 2 * width(deals, deals)


def test_league_prints_a_table(tmp_path: Path) -> None:
    out = StringIO()
    league = {"game": "kharnage", "seats": "easy,normal", "league": 2, "games": 10}
    call_command("arena", dump=tmp_path, stdout=out, **league)
    head, titles, best, other = out.getvalue().splitlines()
    assert head == "kharnage, 2 seats, 10 games each"
    assert titles.split()[-2:] == [best.split()[0], other.split()[0]] == ["normal", "easy"]
    assert len(list((tmp_path / "0-1").iterdir())) == 10


class Foreseeable:
    """Always lays its lowest card, or its highest."""

    slow = False

    def __init__(self, level: str) -> None:
        self.level = level

    def choose(self, question: Question, rng: Random) -> Move:
        ranked = sorted(question.moves, key=lambda move: int(move.dump()["card"]))
        return ranked[0 if self.level == "lowest" else -1]


@pytest.mark.parametrize("level", ["lowest", "highest"])
def test_best_response_exploits_a_foreseeable_bot(level: str) -> None:
    known = Foreseeable(level)
    response = BestResponse(known, Judge(Easy()), asked=4, tries=60)
    played = Arena(Tricks, TRICKS.read_options({}), [response, known], seed=1)
    played.play(60)
    assert sum(played.shares(0)) / 30 > 0.6


def test_character_plays_differently_from_its_level() -> None:
    plain, bold = (
        arena(game="kharnage", seats=f"{first},normal", games=10)
        for first in ("normal", "normal:bold")
    )
    assert [bot["level"] for bot in bold["bots"]] == ["normal", "normal"]
    assert [bot["wins"] for bot in bold["bots"]] != [bot["wins"] for bot in plain["bots"]]


def test_bot_option_adds_bot_class_to_first_seat() -> None:
    result = arena(bot=["games.titles.condottiere.bots.normal.Normal"], seats="easy", games=4)
    assert [bot["level"] for bot in result["bots"]] == ["normal", "easy"]


def test_dumped_records_replay_to_their_outcome(tmp_path: Path) -> None:
    result = arena(seats="normal,easy", games=2, dump=tmp_path / "records")
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == result["games"] == 2
    for file in files:
        data = json.loads(file.read_text())
        end = replay(read_record(data, ALL_RULES)).position.outcome()
        assert end is not None
        assert end.dump() == data["outcome"]
    players = [json.loads(file.read_text())["players"] for file in files]
    assert [[one["bot"] for one in game] for game in players] == [
        ["normal", "easy"],
        ["easy", "normal"],
    ]


def test_arena_lists_worst_blunders_first(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "games.titles.management.commands.arena"

    def hasty(slug: str) -> Reviewer:
        return Reviewer(Judge(Normal(), fewest=4, most=8), (Normal(),))

    monkeypatch.setattr(f"{module}.reviewer_of", hasty)
    # Plans and attacks of the first round are enough to find some.
    early = set(range(1, 9))
    monkeypatch.setattr("games.engine.mistakes.decisions", partial(decisions, wanted=early))
    out = StringIO()
    call_command("arena", game="kharnage", seats="easy,easy", games=2, blunders=3, stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[4].split()[:3] == ["review", "mistakes", "of"]
    assert [line.split()[1] for line in lines[5:7]] == ["easy", "easy"]
    assert sum(int(line.split()[2]) for line in lines[5:7]) >= len(lines) - 8
    assert lines[7].startswith("0 and 1 alike: p = ")
    worst = lines[8:]
    assert 1 <= len(worst) <= 3
    assert all(" better {" in line for line in worst)
    costs = [float(line.split()[0]) for line in worst]
    assert costs == sorted(costs, reverse=True)
