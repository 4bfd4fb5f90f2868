"""Names in a line ring the bell: of who reads there, who wants to hear it, and is not apart."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import sanctions
from accounts.services.blocks import block
from accounts.services.follows import follow
from accounts.services.guests import new_guest
from games.chat import services as chat
from games.chat.models import Muted
from games.lobby.services.callers import choose_callers
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import NotAllowed
from games.notifications.models import Delivery, Notification, NotificationChoice, Webhook
from games.notifications.services import choices, inbox, presence
from tests.accounts.test_moderation import moderator
from tests.helpers.matches import committed, people, person, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def users() -> list[User]:
    return people("Anna", "Berta", "Carla")


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


def say(user: User, match: Match, text: str) -> None:
    with committed():
        chat.post_line(open_match(user, match.id), text)


def rung(user: User) -> int:
    return Notification.objects.filter(user=user, kind="mention", read_at=None).count()


def test_whoever_is_named_hears_it_with_a_link(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    say(anna, match, "@berta, is it you?")
    (row,) = Notification.objects.filter(kind="mention")
    assert (row.user, row.actor, row.match) == (berta, anna, match)
    assert row.url == f"/matches/{match.id}/#talk"
    assert (rung(anna), rung(carla)) == (0, 0)
    page = signed_in(berta).get("/notices/").text
    assert "Anna mentions you at a table of" in page
    table = signed_in(berta).get(f"/matches/{match.id}/").text
    assert '<a href="/players/Berta/" target="_blank">@berta</a>' in table
    assert 'class="to-me"' in table
    assert 'class="to-me"' not in signed_in(carla).get(f"/matches/{match.id}/").text


def test_it_rings_once_until_it_is_read(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    for _ in range(3):
        say(anna, match, "@Berta @Berta")
    assert rung(berta) == 1
    first = Notification.objects.get(user=berta)
    say(carla, match, "@Berta")
    assert rung(berta) == 2, "each author by themselves"
    inbox.mark_all_read(berta)
    say(anna, match, "@Berta")
    assert rung(berta) == 1
    assert not Notification.objects.filter(pk=first.pk).exists(), "in place of the old"


def test_nobody_hears_of_a_room_that_is_not_theirs(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    stranger, other = people("Stranger", "Other")
    say(stranger, match, "@Berta has two winters. @Other, see")
    say(anna, match, "@Stranger is watching.")
    assert (rung(berta), rung(stranger), rung(other)) == (0, 0, 1)


def test_nobody_hears_of_a_table_they_may_not_see(users: list[User]) -> None:
    anna, berta, _carla = users
    private = started(anna, berta, public=False)
    stranger = person("Stranger")
    say(anna, private, "@Stranger @Berta")
    assert (rung(stranger), rung(berta)) == (0, 1)


@pytest.mark.parametrize("other_way", [False, True])
def test_blocks_win(users: list[User], match: Match, other_way: bool) -> None:
    anna, berta, _carla = users
    block(*((anna, berta) if other_way else (berta, anna)))
    say(anna, match, "@Berta")
    assert rung(berta) == 0


def test_whoever_muted_the_author_hears_nothing(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    Muted.objects.create(reader=berta, author=anna)
    say(anna, match, "@Berta")
    assert rung(berta) == 0


def test_strangers_ring_only_who_lets_them(users: list[User], match: Match) -> None:
    """At the table everybody may be named; who is elsewhere has chosen whom they hear."""
    stranger, nobody, followed, friend = people("Stranger", "Nobody", "Followed", "Friend")
    choose_callers(nobody, "nobody")
    choose_callers(followed, "followed")
    choose_callers(friend, "followed")
    follow(friend, stranger)
    say(stranger, match, "@Nobody @Followed @Friend")
    assert [rung(one) for one in (nobody, followed, friend)] == [0, 0, 1]
    choose_callers(users[1], "nobody")
    say(users[0], match, "@Berta")
    assert rung(users[1]) == 1


def test_whoever_looks_at_the_table_reads_it_there(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    presence.set_present(berta.pk, match.id)
    presence.set_present(carla.pk)
    say(anna, match, "@Berta @Carla")
    assert (rung(berta), rung(carla)) == (0, 1)
    presence.set_absent(berta.pk)
    say(anna, match, "@Berta")
    assert rung(berta) == 1


def test_the_channels_are_each_ones_choice(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    assert choices.usual("mention") == ("push", "webhook"), "no mail unless one asks for it"
    for user in (berta, carla):
        Webhook.objects.create(user=user, url="https://example.org/", secret="x")
    NotificationChoice.objects.create(user=carla, channels={"mention": []})
    say(anna, match, "@Berta @Carla")
    assert (rung(berta), rung(carla)) == (1, 1)
    assert list(Delivery.objects.values_list("user__username", "channel")) == [("Berta", "webhook")]


def test_who_is_gone_or_nobody_is_plain_text(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    User.objects.filter(pk=carla.pk).update(is_active=False)
    say(anna, match, "@Carla and @Nobody7 and @Berta")
    page = signed_in(berta).get(f"/matches/{match.id}/").text
    assert "@Carla and @Nobody7 and <a" in page
    assert not Notification.objects.filter(user=carla).exists()


def test_who_may_not_talk_names_nobody(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    sanctions.give(moderator("Mona", "senior moderator"), anna, "mute", "Insults.")
    with pytest.raises(NotAllowed):
        say(User.objects.get(pk=anna.pk), match, "@Berta")
    assert rung(berta) == 0


def test_guests_name_and_are_named(users: list[User]) -> None:
    guest = new_guest()
    match = started(users[0], guest)
    say(guest, match, "@Anna")
    say(users[0], match, f"@{guest.username}")
    assert (rung(users[0]), rung(guest)) == (1, 1)


def test_a_line_is_escaped_part_by_part(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    say(anna, match, '<b>@Berta</b> /matches/abcdefghjk/"onclick="x')
    page = signed_in(berta).get(f"/matches/{match.id}/").text
    assert '&lt;b&gt;<a href="/players/Berta/" target="_blank">@Berta</a>&lt;/b&gt;' in page
    assert (
        'href="/matches/abcdefghjk/" target="_blank">/matches/abcdefghjk/</a>&quot;onclick' in page
    )


def test_a_link_to_a_match_tells_nothing_of_it(users: list[User], match: Match) -> None:
    """Whether there is one, and who may see it, changes nothing in the line."""
    secret = started(users[0], users[1], public=False)
    say(users[2], match, f"/matches/{secret.id}/ and /matches/zzzzzzzzzz/")
    page = signed_in(users[2]).get(f"/matches/{match.id}/").text
    for match_id in (secret.id, "zzzzzzzzzz"):
        assert f'<a href="/matches/{match_id}/" target="_blank">/matches/{match_id}/</a>' in page
