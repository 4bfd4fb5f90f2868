"""Old matches keep the rules version they started with after a made-up rule change."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.engine.contract import Outcome, Position
from games.engine.referee import Requested, judge
from games.maintenance.verifying import check, read
from games.matches.models import Match
from games.matches.services.event_store import record_of, state_cache
from games.titles import registry
from games.titles.kabale.rules.position import KABALE, Kabale
from games.titles.registry import ALL_RULES, _found, _rules_by_version, newest
from tests.helpers.matches import act, fresh, legal, mover, people, play_on, signed_in, started

pytestmark = pytest.mark.django_db


class Bountiful(Kabale):
    """The change: everybody scores a hundred more in the end."""

    __slots__ = ()
    game = replace(KABALE, rules=2)

    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        if outcome is None:
            return None
        return replace(outcome, scores=tuple(score + 100 for score in outcome.scores))


class Smuggled(Bountiful):
    """The same change without a version of its own."""

    __slots__ = ()
    game = KABALE


@pytest.fixture
def finished(db: None) -> Match:
    return play_on(started(*people("Anna", "Berta"), game="kabale"))


def answers(*matches: Match) -> list[str]:
    return [check(filed).verdict for filed in read([match.id for match in matches], "default")]


def scores(match: Match) -> list[int]:
    return [player.score or 0 for player in match.players.order_by("seat")]


def test_rule_change_affects_only_new_matches(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = finished.players.select_related("user").get(joined=0).user
    berta = finished.players.select_related("user").get(joined=1).user
    assert anna is not None
    assert berta is not None
    client = signed_in(anna)
    page = f"/matches/{finished.id}/"
    before = record_of(finished), client.get(page).context["table"].result
    underway = started(anna, berta, game="kabale", seed=2)
    act(underway, seat := mover(underway), legal(underway, seat)[0])

    kabale = _found()["kabale"]
    rules: tuple[type[Position], ...] = (*kabale.title.rules, Bountiful)
    monkeypatch.setitem(
        _found(), "kabale", replace(kabale, title=replace(kabale.title, rules=rules))
    )
    monkeypatch.setitem(_rules_by_version(), ("kabale", 2), Bountiful)
    state_cache.clear()
    assert newest("kabale") is Bountiful
    after = play_on(started(anna, berta, game="kabale", seed=3))
    underway = play_on(underway)
    assert [match.rules for match in (finished, underway, after)] == [1, 1, 2]
    assert max(scores(underway)) < 100 <= min(scores(after))
    assert (record_of(fresh(finished)), client.get(page).context["table"].result) == before
    for match in (finished, underway, after):
        record = record_of(match)
        assert record["rules"] == match.rules
        assert client.get(f"/matches/{match.id}/").status_code == 200
        assert client.get(f"/matches/{match.id}/?at=1").status_code == 200
        assert judge(json.dumps(record), ALL_RULES, Requested(verify=True))["ok"]
    assert answers(finished, underway, after) == ["same"] * 3


def test_rule_change_without_new_version_is_detected(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = play_on(started(*people("Carla", "Dora"), game="kharnage"))
    monkeypatch.setitem(_rules_by_version(), ("kabale", 1), Smuggled)
    assert answers(finished, other) == ["differs", "same"]


def test_removed_rules_version_is_reported_as_broken(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {key: rules for key, rules in _rules_by_version().items() if key != ("kabale", 1)}
    monkeypatch.setattr(registry, "_rules_by_version", lambda: left | {("kabale", 2): Bountiful})
    assert answers(finished) == ["broken"]
