"""Assessment of finished matches: what is stored, and that it is stored once."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.achievements.models import Assessment, Earned, HabitChoice
from games.achievements.services import assessments
from games.achievements.services.assessments import assess, assess_waiting, unassessed
from games.achievements.signals import achieved
from games.engine.achievements import Achievement, Played
from games.engine.achievements import Earned as Seats
from games.ladders.services.ratings import annul
from games.matches.models import Match, MatchSecret, Player
from games.matches.services import commands
from games.workers import worker
from tests.helpers.matches import committed, started
from tests.helpers.stored import stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("simple")]


def rows() -> set[tuple[str, str, str]]:
    """Who earned what in which match."""
    return set(Earned.objects.values_list("user__username", "achievement", "match_id"))


def winner_of(match: Match) -> str:
    user = Player.objects.get(match=match, place=1).user
    assert user is not None
    return user.username


def test_match_stores_achievements_and_habits_of_players(pair: list[User]) -> None:
    match = stored(pair)
    assert assess(match.id) == 3
    took_part = {(name, "took-part", match.id) for name in ("Anna", "Berta")}
    assert rows() == {(winner_of(match), "won", match.id), *took_part}
    assert {earned.at for earned in Earned.objects.all()} == {match.ended_at}
    lengths = HabitChoice.objects.values_list("player__user__username", "habit", "choice")
    assert {name for name, _habit, _choice in lengths} == {"Anna", "Berta"}
    assert {(habit, choice) for _name, habit, choice in lengths} <= {
        ("length", "long"),
        ("length", "short"),
    }


def test_repeated_assessment_changes_nothing(pair: list[User]) -> None:
    match = stored(pair)
    assess(match.id)
    before, habits = rows(), HabitChoice.objects.count()
    assess(match.id)
    assert (rows(), HabitChoice.objects.count()) == (before, habits)


def test_ended_match_is_assessed_once_by_worker(pair: list[User]) -> None:
    match = started(*pair)
    with committed():
        commands.resign(pair[0], match.id)
    assert Assessment.objects.get(match=match).mark == ""
    assert assess_waiting() == 1
    assert assess_waiting() == 0
    assert Assessment.objects.get(match=match).mark == assessments.mark_of("condottiere")
    assert rows() == set(), "it was not played to its end"


def test_worker_assesses_waiting_matches(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    Assessment.objects.create(match=stored(pair))
    monkeypatch.setattr(worker.assess_ended, "_again", 0.0)
    assert worker.tidy_once() >= 1
    assert len(rows()) == 3


def test_bots_and_leavers_earn_nothing(pair: list[User]) -> None:
    match = stored([pair[0], pair[1], "easy"], left=[0])
    assess(match.id)
    assert {name for name, _achievement, _match in rows()} == {"Berta"}
    names = HabitChoice.objects.values_list("player__user__username", flat=True)
    assert set(names) == {"Berta"}


def test_match_from_prepared_position_earns_nothing(pair: list[User]) -> None:
    match = stored(pair)
    MatchSecret.objects.filter(match=match).update(position={})
    assert assess(match.id) == 0
    assert rows() == set()


def test_annulment_removes_only_achievements_of_its_match(pair: list[User]) -> None:
    first, second = stored(pair, 1), stored(pair, 2)
    for match in (first, second):
        assess(match.id)
    kept = {row for row in rows() if row[2] == second.id}
    annul(first.id, "Two accounts of one person.")
    assert rows() == kept
    assert set(HabitChoice.objects.values_list("player__match", flat=True)) == {second.id}
    assess(first.id)
    assert rows() == kept


def test_account_deletion_removes_achievements(pair: list[User]) -> None:
    assess(stored(pair).id)
    pair[0].delete()
    assert {name for name, _achievement, _match in rows()} == {"Berta"}


def test_failing_achievement_blocks_no_other_match(
    pair: list[User], simple: list[Achievement], caplog: pytest.LogCaptureFixture
) -> None:
    def fails(played: Played) -> Seats:
        if played.end.game.slug == "babel":
            raise ValueError("at fault")
        return ()

    simple.append(Achievement("fails", "Fails", "Fail.", "close", fails))
    bad, good = stored(pair, game="babel"), stored(pair)
    Assessment.objects.bulk_create(Assessment(match=match) for match in (bad, good))
    assert assess_waiting() == 2
    assert {match for _name, _achievement, match in rows()} == {good.id}
    assert Assessment.objects.get(match=bad).mark == assessments.FAILED
    assert bad.id in caplog.text
    assert assess_waiting() == 0


def test_new_achievements_are_notified(pair: list[User]) -> None:
    notified: list[tuple[int, str, list[str]]] = []

    def hear(user_id: int, match: Match, achievements: list[str], **kwargs: object) -> None:
        notified.append((user_id, match.id, achievements))

    first, second = stored(pair, 1), stored(pair, 2)
    achieved.connect(hear)
    try:
        assess(first.id, tell=True)
        before = len(notified)
        assess(second.id, tell=True)
    finally:
        achieved.disconnect(hear)
    winner = User.objects.get(username=winner_of(first)).pk
    everything = {user: names for user, match, names in notified if match == first.id}
    assert everything[winner] == ["First win", "Among people", "Won", "Took part"]
    assert before == 2
    new = [names for _user, match, names in notified if match == second.id]
    expected = (
        [] if winner_of(first) == winner_of(second) else [["First win", "Among people", "Won"]]
    )
    assert new == expected


def run(*options: str) -> tuple[int, str]:
    """Run the command, and return its exit status and output."""
    out, err = StringIO(), StringIO()
    try:
        call_command("award_achievements", *options, stdout=out, stderr=err)
    except SystemExit as exit_:
        return int(exit_.code or 0), out.getvalue() + err.getvalue()
    return 0, out.getvalue() + err.getvalue()


def test_command_finds_achievements_of_old_matches(pair: list[User]) -> None:
    for number in range(3):
        stored(pair, number)
    assert run() == (0, "3 matches assessed, 9 achievements found in them.\n")
    assert len(rows()) == 9
    assert run() == (0, "0 matches assessed, 0 achievements found in them.\n")
    assert run("--all")[1].startswith("3 matches assessed, 9 ")
    assert len(rows()) == 9


def test_interrupted_command_continues_where_it_stopped(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assessments, "BATCH", 2)
    matches = [stored(pair, number) for number in range(5)]
    for _number, match_id in zip(range(3), unassessed(), strict=False):
        assess(match_id)
    assert Assessment.objects.count() == 3
    assert run()[1].startswith("2 matches assessed")
    assert set(Assessment.objects.values_list("match", flat=True)) == {one.id for one in matches}


def test_new_achievements_are_found_in_assessed_matches(
    pair: list[User], simple: list[Achievement]
) -> None:
    stored(pair)
    run()
    simple.append(Achievement("new", "New", "Be there.", "star", lambda one: range(one.seats)))
    assessments.mark_of.cache_clear()
    assert run()[1].startswith("1 matches assessed, 5 ")
    assert {achievement for _name, achievement, _match in rows()} == {"won", "took-part", "new"}


def test_command_reports_unreplayable_match(pair: list[User]) -> None:
    good, bad = stored(pair, 1), stored(pair, 2)
    secret = MatchSecret.objects.get(match=bad)
    MatchSecret.objects.filter(match=bad).delete()
    status, said = run()
    assert status == 1
    assert f"{bad.id} could not be replayed" in said
    assert {match for _name, _achievement, match in rows()} == {good.id}
    secret.save(force_insert=True)
    assert run() == (0, "1 matches assessed, 3 achievements found in them.\n")
