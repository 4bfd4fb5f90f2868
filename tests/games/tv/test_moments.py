"""The last great moments: upsets and comebacks of public matches that everyone may see."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Privacy, User
from accounts.models.user import Audience
from games.ladders.models import Ladder, Rating
from games.ladders.services.ratings import annul
from games.matches.models import Match
from games.matches.services import commands
from games.reviews.models import Review
from games.tv.moments import UPSET, Kind, moments, read_moments
from tests.helpers.matches import move_on, seat_of, started


def upset(pair: list[User], lag: int = UPSET, **wish: object) -> Match:
    """Let Anna win, whose rating is lower by `lag`."""
    ladder, _new = Ladder.objects.get_or_create(game="condottiere", size="2", bots=False)
    for user, value in zip(pair, (1500, 1500 + lag), strict=True):
        Rating.objects.update_or_create(
            ladder=ladder, user=user, defaults={"value": value, "matches": 1}
        )
    match = started(*pair, clock="live-5", **wish)  # type: ignore[arg-type]  # wishes of any kind
    Match.objects.filter(pk=match.pk).update(rated=True)
    for _move in range(8):
        move_on(match)
    commands.resign(pair[1], match.id)
    return match


def comeback(pair: list[User], lowest: float) -> Match:
    """Let Anna win, whose chances were once this low."""
    match = started(*pair)
    move_on(match)
    seat, event = seat_of(match, pair[0]), match.events.order_by("number")[0].number
    commands.resign(pair[1], match.id)
    chances = [1 - lowest, 1 - lowest]
    chances[seat] = lowest
    looks = [{"event": event, "seat": seat, "chances": chances}]
    Review.objects.create(match=match, status=Review.Status.DONE, looks=looks)
    return match


def test_upset_is_found(pair: list[User]) -> None:
    match = upset(pair)
    (moment,) = read_moments()
    assert (moment.kind, moment.match, moment.winner) == (Kind.UPSET, match.id, "Anna")
    assert moment.value == UPSET
    shown = Client().get("/").content.decode()
    assert f"/matches/{match.id}/replay/?step={moment.step}" in shown
    picture = f"/embed/matches/{match.id}/{moment.step}.svg"
    assert picture in shown
    assert Client().get(picture).status_code == 200


def test_small_lag_is_no_upset(pair: list[User]) -> None:
    upset(pair, UPSET - 1)
    assert read_moments() == []


def test_annulled_match_is_no_upset(pair: list[User]) -> None:
    annul(upset(pair).id, "cheating")
    assert read_moments() == []


def test_comeback_leads_to_the_step_before_the_decision(pair: list[User]) -> None:
    match = comeback(pair, 0.04)
    (moment,) = read_moments()
    assert (moment.kind, moment.match, moment.value) == (Kind.COMEBACK, match.id, 4)
    assert moment.step == 0
    assert Client().get(f"/matches/{match.id}/replay/?step=0&view=all").status_code == 200


def test_fair_chances_are_no_comeback(pair: list[User]) -> None:
    comeback(pair, 0.3)
    assert read_moments() == []


@pytest.mark.parametrize("kind", [upset, comeback])
def test_hidden_matches_are_left_out(pair: list[User], kind: object) -> None:
    match = upset(pair) if kind is upset else comeback(pair, 0.04)
    assert len(read_moments()) == 1
    Privacy.objects.create(user=pair[1], matches=Audience.MEMBERS)
    assert read_moments() == [], "one of the players shows matches only to members"
    Privacy.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(public=False, listed_at=None)
    assert read_moments() == [], "private"


def test_front_page_without_moments_has_no_such_part(pair: list[User]) -> None:
    assert 'id="moments-title"' not in Client().get("/").content.decode()


def test_list_is_read_again_only_after_some_time(
    pair: list[User], django_assert_num_queries: object
) -> None:
    upset(pair)
    assert len(moments()) == 1
    with django_assert_num_queries(0):  # type: ignore[operator]  # without types
        assert len(moments()) == 1
