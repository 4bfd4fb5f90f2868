"""A name removed by a moderator disappears from live tables with the next frame."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import sanctions
from accounts.services.deletion import delete_account, erase_elsewhere
from accounts.services.guests import convert, new_guest
from games.maintenance.verifying import verify
from games.matches.access import cached_match, match_cache, open_match
from games.matches.models import Event, Match
from games.matches.services.event_store import match_state
from tests.helpers.matches import (
    committed,
    fresh,
    move_on,
    people,
    person,
    play_on,
    signed_in,
    started,
    user_at,
)
from tests.helpers.sockets import aside, screen

RUDE = "RudeWord"


def take_name_away(user: User) -> str:
    moderator = person("Clara")
    moderator.groups.add(Group.objects.get(name="moderator"))
    renamed = sanctions.rename(User.objects.get(pk=moderator.pk), user, "Insulting.")
    return renamed.username


def browser_of(match: Match, seat: int) -> Client:
    return signed_in(user_at(match, seat))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("connections_closed")
async def test_removed_name_disappears_from_live_pages() -> None:
    rude, anna = await aside(lambda: people(RUDE, "Anna"))
    match = await aside(lambda: started(rude, anna))
    await aside(move_on, match)
    browsers = [await aside(browser_of, match, seat) for seat in (0, 1)]
    address = f"/ws/matches/{match.id}/"
    async with screen(address, browsers[0]) as one, screen(address, browsers[1]) as other:
        for page in (one, other):
            assert RUDE in await page.frame()
        name = await aside(take_name_away, rude)
        for page in (one, other):
            frame = await page.frame()
            assert name in frame
            assert RUDE not in frame
        for _ in range(3):
            await aside(move_on, match)
            for page in (one, other):
                frame = await page.frame()
                assert name in frame
                assert RUDE not in frame
        await aside(sanctions.choose_username, rude, "Gentle")
        for page in (one, other):
            while "Gentle" not in (frame := await page.frame()):
                pass
            assert name not in frame


@pytest.mark.django_db
def test_renaming_adds_no_step_to_replay_or_record() -> None:
    rude, anna = people(RUDE, "Anna")
    match = started(rude, anna)
    move_on(match)
    with committed():
        take_name_away(rude)
    assert match_state(fresh(match)).history[-1].kind == Event.Kind.RENAME
    play_on(match)
    over = fresh(match)
    assert over.status == Match.Status.FINISHED
    (verdict,) = verify([over.id], "default")
    assert verdict.verdict == "same", verdict.why
    page = Client().get(f"/matches/{match.id}/replay/?step=2").content.decode()
    moves = sum(step.kind == Event.Kind.MOVE for step in match_state(over).history)
    assert f'max="{moves}"' in page
    assert RUDE not in page


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [2, 3])
def test_deleted_name_is_removed_from_cached_match(seats: int) -> None:
    rude, *others = people(RUDE, "Anna", "Berta")[:seats]
    match = started(rude, *others)
    for _ in range(4):
        move_on(match)
    assert match_cache.get(match.id) is not None
    erase_elsewhere(rude, "deleted")
    stored = fresh(match)
    assert RUDE.casefold() not in stored.words
    newest = cached_match(match.id, stored.last_number)
    assert (newest is not None) == (seats == 3), "a match of three continues"
    assert newest is None or RUDE not in {player.name for player in newest[1]}


@pytest.mark.django_db(transaction=True)
def test_deleted_username_is_removed_from_cached_match() -> None:
    rude, *others = people(RUDE, "Anna", "Berta")
    match = started(rude, *others)
    for _ in range(4):
        move_on(match)
    User.objects.filter(pk=rude.pk).update(closes_at=timezone.now() - timedelta(days=1))
    assert delete_account(User.objects.get(pk=rude.pk))
    stored = fresh(match)
    assert stored.status == Match.Status.RUNNING
    access = open_match(others[0], match.id, since=stored.last_number)
    assert not {player.user.username for player in access.players if player.user} & {RUDE}
    assert len([player for player in access.players if player.user is not None]) == 2


@pytest.mark.django_db
def test_kept_guest_has_new_name_at_tables() -> None:
    guest, anna = new_guest(), person("Anna")
    over = play_on(started(guest, anna))
    running = started(guest, anna)
    with committed():
        convert(guest, "Carla", "carla@example.org", "quiet-harbour-42")
    for match in (over, running):
        assert "Carla" in {player.name for player in fresh(match).players.all()}
    page = signed_in(anna).get(running.get_absolute_url()).content.decode()
    assert "Carla" in page
    assert "Guest " not in page
