"""Mentions in chat notify users who can read the room, want mentions, and are not blocked."""

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
from games.matches.services import presence
from games.notifications.models import Delivery, Notification, NotificationChoice, Webhook
from games.notifications.receivers import MENTIONED_BY_ONE
from games.notifications.services import choices, inbox
from tests.accounts.test_moderation import moderator
from tests.helpers.matches import committed, people, person, signed_in, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(users: list[User]) -> Match:
    return started(*users)


def say(user: User, match: Match, text: str) -> None:
    with committed():
        chat.post_line(open_match(user, match.id), text)


def rung(user: User) -> int:
    return Notification.objects.filter(user=user, kind="mention", read_at=None).count()


def test_mentioned_player_is_notified_with_link(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    say(anna, match, "@berta, is it you?")
    (row,) = Notification.objects.filter(kind="mention")
    assert (row.user, row.actor, row.match) == (berta, anna, match)
    assert row.url == f"/matches/{match.id}/#chat"
    assert (rung(anna), rung(carla)) == (0, 0)
    page = signed_in(berta).get("/notices/").text
    assert "Anna mentioned you at a table of" in page
    table = signed_in(berta).get(f"/matches/{match.id}/").text
    assert '<a href="/players/Berta/" target="_blank">@berta</a>' in table
    assert 'class="to-me"' in table
    assert 'class="to-me"' not in signed_in(carla).get(f"/matches/{match.id}/").text


def test_mention_notifies_once_until_read(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    for _ in range(3):
        say(anna, match, "@Berta @Berta")
    assert rung(berta) == 1
    first = Notification.objects.get(user=berta)
    say(carla, match, "@Berta")
    assert rung(berta) == 2, "mentions are counted per author"
    inbox.mark_all_read(berta)
    say(anna, match, "@Berta")
    assert rung(berta) == 1
    assert not Notification.objects.filter(pk=first.pk).exists(), "it replaces the older notice"


def test_mention_in_other_room_is_not_notified(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    stranger, other = people("Stranger", "Other")
    say(stranger, match, "@Berta has two winters. @Other, see")
    say(anna, match, "@Stranger is watching.")
    assert (rung(berta), rung(stranger), rung(other)) == (0, 0, 1)


def test_mention_at_private_table_is_not_notified_to_strangers(users: list[User]) -> None:
    anna, berta, _carla = users
    private = started(anna, berta, public=False)
    stranger = person("Stranger")
    say(anna, private, "@Stranger @Berta")
    assert (rung(stranger), rung(berta)) == (0, 1)


@pytest.mark.parametrize("other_way", [False, True])
def test_blocked_users_mention_without_notification(
    users: list[User], match: Match, other_way: bool
) -> None:
    anna, berta, _carla = users
    block(*((anna, berta) if other_way else (berta, anna)))
    say(anna, match, "@Berta")
    assert rung(berta) == 0


def test_muted_author_does_not_notify(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    Muted.objects.create(reader=berta, author=anna)
    say(anna, match, "@Berta")
    assert rung(berta) == 0


def test_mention_by_stranger_respects_settings(users: list[User], match: Match) -> None:
    """Players at the table can always be mentioned; others choose who may mention them."""
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


def test_stranger_notifies_seldom_by_mentions_at_many_tables(users: list[User]) -> None:
    stranger, other = people("Stranger", "Other")
    matches = [started(*users) for _table in range(MENTIONED_BY_ONE + 2)]
    for match in matches:
        say(stranger, match, "@Other")
        say(users[0], match, "@Berta")
    assert rung(other) == MENTIONED_BY_ONE
    assert rung(users[1]) == len(matches), "players at the table are always notified"
    say(person("Another"), matches[-1], "@Other")
    assert rung(other) == MENTIONED_BY_ONE + 1


def test_stranger_notifies_few_of_many_by_mentions(
    users: list[User], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.notifications.receivers.MENTIONED", 2)
    stranger, *others = people("Stranger", "Other", "Third", "Fourth")
    say(stranger, match, "@Other @Third @Fourth")
    assert sum(map(rung, others)) == 2


def test_player_at_table_gets_no_notification(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    presence.set_present(berta.pk, match.id)
    presence.set_present(carla.pk)
    say(anna, match, "@Berta @Carla")
    assert (rung(berta), rung(carla)) == (0, 1)
    presence.set_absent(berta.pk)
    say(anna, match, "@Berta")
    assert rung(berta) == 1


def test_mention_is_sent_by_chosen_channels(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    assert choices.usual("mention") == ("push", "webhook"), "mail is off by default"
    for user in (berta, carla):
        Webhook.objects.create(user=user, url="https://example.org/", secret="x")
    NotificationChoice.objects.create(user=carla, channels={"mention": []})
    say(anna, match, "@Berta @Carla")
    assert (rung(berta), rung(carla)) == (1, 1)
    assert list(Delivery.objects.values_list("user__username", "channel")) == [("Berta", "webhook")]


def test_mention_of_closed_or_unknown_user_is_plain_text(users: list[User], match: Match) -> None:
    anna, berta, carla = users
    User.objects.filter(pk=carla.pk).update(is_active=False)
    say(anna, match, "@Carla and @Nobody7 and @Berta")
    page = signed_in(berta).get(f"/matches/{match.id}/").text
    assert "@Carla and @Nobody7 and <a" in page
    assert not Notification.objects.filter(user=carla).exists()


def test_muted_user_cannot_mention(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    sanctions.give(moderator("Mona", "senior moderator"), anna, "mute", "Insults.")
    with pytest.raises(NotAllowed):
        say(User.objects.get(pk=anna.pk), match, "@Berta")
    assert rung(berta) == 0


def test_guests_mention_and_are_mentioned(users: list[User]) -> None:
    guest = new_guest()
    match = started(users[0], guest)
    say(guest, match, "@Anna")
    say(users[0], match, f"@{guest.username}")
    assert (rung(users[0]), rung(guest)) == (1, 1)


def test_mentions_and_links_are_escaped(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    say(anna, match, '<b>@Berta</b> /matches/abcdefghjk/"onclick="x')
    page = signed_in(berta).get(f"/matches/{match.id}/").text
    assert '&lt;b&gt;<a href="/players/Berta/" target="_blank">@Berta</a>&lt;/b&gt;' in page
    assert (
        'href="/matches/abcdefghjk/" target="_blank">/matches/abcdefghjk/</a>&quot;onclick' in page
    )


def test_match_link_does_not_reveal_whether_match_exists(users: list[User], match: Match) -> None:
    """Whether there is one, and who may see it, changes nothing in the line."""
    secret = started(users[0], users[1], public=False)
    say(users[2], match, f"/matches/{secret.id}/ and /matches/zzzzzzzzzz/")
    page = signed_in(users[2]).get(f"/matches/{match.id}/").text
    for match_id in (secret.id, "zzzzzzzzzz"):
        assert f'<a href="/matches/{match_id}/" target="_blank">/matches/{match_id}/</a>' in page
