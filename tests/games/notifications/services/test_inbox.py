"""The inbox: its notices, what suppresses them, and their delivery outside the site."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from accounts.services import appeals, blocks, deletion, follows, reports, sanctions
from accounts.signals import followed
from core.languages.local_time import moment_words
from games.achievements.signals import achieved
from games.game_nights import services as game_nights
from games.game_nights.models import Attendance
from games.lobby.services import admission, lobby, rematch
from games.matches.models import Match
from games.matches.refusals import NoSuchNotice
from games.matches.services import presence
from games.notifications.models import Delivery, Mailing, Notification
from games.notifications.presenters import render_bell
from games.notifications.services import channels, choices, inbox, reminders
from games.notifications.services.webpush import new_private_key
from games.notifications.words import sentence_of
from tests.accounts.test_moderation import moderator
from tests.helpers.caches import clear_caches
from tests.helpers.matches import (
    committed,
    mover,
    opened,
    people,
    person,
    play_on,
    signed_in,
    started,
    user_at,
)
from tests.helpers.notices import LATER, NEXT_DAY, SOON, Browser, post_after, verified
from tests.helpers.outside import NAME, Neighbour

pytestmark = pytest.mark.django_db
HOOK = f"https://{NAME}/news"
Kind = Notification.Kind


@pytest.fixture
def users(db: None) -> list[User]:
    return [verified(user) for user in people("Anna", "Berta", "Carla")]


def heard(user: User) -> list[str]:
    """Return the texts of a user's unread notices."""
    return [sentence_of(one) for one in inbox.unread(user.pk)]


def ring(user: User, actor: User, about: object = 1, kind: Kind = Kind.GAME_NIGHT) -> None:
    with committed():
        inbox.notify([user.pk], kind, about, url="/", actor=actor, facts={"game_night": "Friday"})


def invited(host: User, guest: User, *, clock: str = "free", seed: int = 1) -> Match:
    match = opened(host, seats=3, clock=clock, seed=seed)
    with committed():
        admission.invite_to(host, match.id, guest.username)
    return match


# --- What rings


def test_invitation_is_unread_until_answered(users: list[User]) -> None:
    anna, berta, carla = users
    match = invited(anna, berta)
    admission.invite_to(anna, match.id, "Carla")
    assert heard(berta) == heard(carla) == ["Anna invites you to a table of Condottiere."]
    with committed():
        lobby.join(berta, match.id)
        admission.decline(carla, match.id)
    assert heard(berta) == heard(carla) == []
    assert heard(anna) == [], "only answers to challenges notify the host"


def test_closed_table_removes_its_invitation(users: list[User]) -> None:
    anna, berta, _carla = users
    match = invited(anna, berta)
    with committed():
        lobby.take_down(anna, match.id)
    assert heard(berta) == []


def test_rematch_offer_notifies_until_answered(users: list[User]) -> None:
    anna, berta, _carla = users
    with committed():
        former = play_on(started(anna, berta))
        rematch.offer(anna, former.id)
    assert heard(berta) == ["Anna offers you a rematch of Condottiere."]
    with committed():
        rematch.offer(berta, former.id)
    assert heard(berta) == []


@pytest.mark.parametrize(
    ("clock", "looks_at", "hear"),
    [
        ("free", "elsewhere", True),
        ("free", "table", False),
        ("free", "nothing", False),
        ("live-10", "nothing", True),
    ],
)
def test_beginning_of_match_notifies_players_elsewhere_who_are_not_asked(
    users: list[User], clock: str, looks_at: str, hear: bool
) -> None:
    clear_caches()
    host, second, last = users
    match = opened(host, seats=3, clock=clock)
    if looks_at != "nothing":
        for user in users:
            presence.set_present(user.pk, match.id if looks_at == "table" else "")
    with committed():
        for user in (second, last):
            lobby.join(user, match.id, sure=True)
    asked = user_at(match, mover(match))
    expected = {host, second} - {asked} if hear else set()
    assert {user for user in users if heard(user)} == expected
    for user in expected:
        assert heard(user) == ["Your match of Condottiere has begun."]
        assert 'data-count="0"' in render_bell(user, match.id)
        assert 'data-count="1"' in render_bell(user)


def test_news_of_beginning_ends_when_player_comes_or_is_asked(users: list[User]) -> None:
    clear_caches()
    match = started(*users, clock="live-10")
    news = Notification.objects.filter(kind=Kind.BEGUN)
    first = news.earliest("pk")
    assert reminders.work() == 0
    assert signed_in(first.user).get(match.get_absolute_url()).status_code == 200
    assert reminders.is_answered(first), "nothing is sent to a player who has come"
    assert reminders.work() == 1
    assert heard(first.user) == []
    match.players.update(asked_at=1)
    reminders.work()
    assert not news.filter(read_at=None).exists()


def test_result_of_report_notifies_reporters(users: list[User]) -> None:
    anna, berta, carla = users
    mod = moderator("Mod")
    made = reports.report(anna, carla, reason="abuse", subject="profile", note="Rude.")
    reports.claim(mod, made.case_id)
    reports.close(mod, made.case_id, upheld=True, verdict="Indeed.")
    (notice,) = inbox.unread(anna.pk)
    assert (notice.kind, notice.actor, notice.facts) == (Kind.REPORT, None, {})
    assert heard(berta) == heard(carla) == heard(mod) == []


def test_act_on_staff_notifies_other_seniors_whatever_their_blocks_and_choices(
    users: list[User],
) -> None:
    anna, berta, _carla = users
    target = moderator("Mod")
    actor, other = (moderator(name, "senior moderator") for name in ("Elsa", "Frida"))
    blocks.block(other, actor)
    choices.choose(other, [])
    channels.set_webhook(other, HOOK)
    with committed():
        sanctions.give(actor, anna, "note", "A player is no staff.")
        sanctions.give(actor, target, "note", "Be kinder.")
    assert heard(other) == ["Elsa acted on Mod, who is staff: wrote a note."]
    assert {one.channel for one in Delivery.objects.filter(user=other)} == {"mail", "webhook"}
    assert heard(actor) == heard(target) == heard(anna) == heard(berta) == []


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("mute", "You are muted until {date}."),
        ("unrated", "You are banned from rated play until {date}."),
        ("warning", ""),
        ("suspension", ""),
    ],
)
def test_limit_that_no_page_shows_notifies_user(users: list[User], kind: str, words: str) -> None:
    anna, mod, until = users[0], moderator("Mod"), timezone.now() + timedelta(days=3)
    with committed():
        given = sanctions.give(mod, anna, kind, "Insults.", until=until)
    assert heard(anna) == ([words.format(date=moment_words(until).rstrip("."))] if words else [])
    if words:
        (notice,) = inbox.unread(anna.pk)
        page = signed_in(anna).get(notice.url.partition("#")[0]).text
        assert f'id="sanction-{given.pk}"' in page
        assert notice.actor is None, "moderators are not named"


def test_rename_by_moderator_notifies_user_of_new_name_and_reason(users: list[User]) -> None:
    anna, mod = users[0], moderator("Mod")
    channels.set_webhook(anna, HOOK)
    why = "A {slur}.\n" + "So it is. " * 30
    with committed():
        name = sanctions.rename(mod, anna, why).username
    (sentence,) = heard(anna)
    assert sentence.startswith(
        f"A moderator removed your name. You sign in as {name} until you choose a new username. "
        "Reason: A {slur}. So it is."
    )
    assert "\n" not in sentence
    assert len(sentence) < 350
    assert {one.channel for one in Delivery.objects.filter(user=anna)} == {"mail", "webhook"}
    (notice,) = inbox.unread(anna.pk)
    assert notice.actor is None, "moderators are not named"
    page = signed_in(User.objects.get(pk=anna.pk)).get(notice.url.partition("#")[0]).text
    assert 'id="names-title"' in page
    assert f"You sign in as {name} now." in page
    assert "A {slur}.<br>So it is." in page
    assert 'href="/settings/profile/"' in page
    with committed():
        sanctions.choose_username(anna, "Annika")
    assert not inbox.unread(anna.pk)


def test_end_of_mute_replaces_its_notification(users: list[User]) -> None:
    anna, mod = users[0], moderator("Mod")
    with committed():
        given = sanctions.give(mod, anna, "mute", "Insults.")
    assert heard(anna) == ["You are muted permanently."]
    sooner = timezone.now() + timedelta(days=1)
    with committed():
        sanctions.shorten(given, sooner)
    assert heard(anna) == [f"You are muted until {moment_words(sooner).rstrip('.')}."]
    with committed():
        sanctions.lift(mod, given, "It was another player.")
    assert heard(anna) == ["A moderator lifted one of your sanctions."]


@pytest.mark.parametrize(
    ("kind", "verdict", "words"),
    [
        ("suspension", "upheld", "Your appeal was decided: the sanction stands."),
        ("mute", "lifted", "Your appeal was decided: the sanction is lifted."),
        (
            "mute",
            "shortened",
            "Your appeal was decided: the sanction is shortened. You are muted until {date}.",
        ),
    ],
)
def test_decided_appeal_notifies_user(
    users: list[User], kind: str, verdict: str, words: str
) -> None:
    anna, now = users[0], timezone.now()
    mod, other = moderator("Mod"), moderator("Otto")
    given = sanctions.give(mod, anna, kind, "Insults.", until=now + timedelta(days=9))
    appeal = appeals.appeal(anna, given.pk, "That is too long.")
    sooner = now + timedelta(days=1)
    with committed():
        appeals.decide(other, appeal.pk, verdict, "So it is.", until=sooner)
    assert heard(anna) == [words.format(date=moment_words(sooner).rstrip("."))]


def test_announced_deletion_notifies_other_players_once(users: list[User]) -> None:
    anna, berta, carla = users
    match = started(anna, berta)
    with committed():
        deletion.request_deletion(anna)
    (words,) = heard(berta)
    assert words.startswith("Anna will delete their account, and leaves your table of Condottiere")
    assert heard(anna) == heard(carla) == []
    with committed():
        deletion.cancel_deletion(anna)
        deletion.cancel_deletion(anna)
    assert heard(berta) == ["Anna keeps their account and plays on at your table of Condottiere."]
    with committed():
        deletion.request_deletion(anna)
    assert heard(berta) == [words]
    assert Notification.objects.filter(match=match).count() == 1


def test_announced_deletion_notifies_players_at_tables_of_bots(users: list[User]) -> None:
    anna, berta, _carla = users
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=anna)
    started(bot, berta)
    with committed():
        deletion.request_deletion(anna)
    (words,) = heard(berta)
    assert words.startswith("deep [bot] will delete their account, and leaves your table")
    with committed():
        deletion.cancel_deletion(anna)
    (words,) = heard(berta)
    assert words.startswith("deep [bot] keeps their account and plays on")


def test_new_game_night_notifies_earlier_attendees(users: list[User]) -> None:
    host, berta, carla = users
    host.is_superuser = True
    host.save()
    first = game_nights.open_game_night(host, "First")
    Attendance.objects.create(game_night=first, user=berta)
    Attendance.objects.create(game_night=first, user=carla)
    game_nights.close(host, first)
    host.game_nights.update(opened_at=first.opened_at - game_nights.NOTIFIED_AGAIN)
    blocks.block(carla, host)
    host.display_name = "דוד"
    host.save(update_fields=["display_name"])
    second = game_nights.open_game_night(host, "ليلة")
    isolated = "\u2068דוד\u2069 opened a game night: \u2068ليلة\u2069."
    assert heard(berta) == [isolated]
    assert inbox.unread(berta.pk)[0].url == second.get_absolute_url()
    assert heard(carla) == heard(host) == []


def test_new_follower_notifies_once(users: list[User]) -> None:
    anna, berta, carla = users
    blocks.block(berta, carla)
    for owner in (anna, anna, carla):
        followed.send(User, owner=owner, other=berta)
    assert heard(berta) == ["Anna now follows you."]
    inbox.mark_all_read(berta)
    followed.send(User, owner=anna, other=berta)
    assert heard(berta) == []


def test_following_notifies_followed_user(users: list[User]) -> None:
    anna, berta, _carla = users
    clear_caches()
    with committed():
        follows.follow(anna, berta)
    assert heard(berta) == ["Anna now follows you."]


# --- What does not


def test_blocked_user_does_not_notify(users: list[User]) -> None:
    anna, berta, _carla = users
    ring(berta, anna)
    with committed():
        blocks.block(berta, anna)
    assert heard(berta) == [], "earlier notices are deleted"
    ring(berta, anna, about=2)
    assert not Notification.objects.filter(user=berta).exists()
    ring(anna, berta)
    assert heard(anna), "notices in the other direction stay"


def test_repeated_notice_replaces_older_one(users: list[User]) -> None:
    anna, berta, _carla = users
    ring(berta, anna)
    inbox.mark_all_read(berta)
    ring(berta, anna)
    assert len(heard(berta)) == Notification.objects.count() == 1
    inbox.mark_all_read(berta)
    inbox.notify([berta.pk], Kind.GAME_NIGHT, 1, url="/", actor=anna, again=False)
    assert heard(berta) == []


def test_own_action_does_not_notify(users: list[User]) -> None:
    ring(users[0], users[0])
    assert not Notification.objects.exists()


# --- Read


def test_seen_invitation_stays_unread_until_answered(users: list[User]) -> None:
    anna, berta, _carla = users
    invited(anna, berta)
    ring(berta, anna)
    inbox.mark_seen(berta, inbox.latest(berta, 10))
    (left,) = inbox.unread(berta.pk)
    assert left.kind == Kind.INVITATION
    inbox.mark_all_read(berta)
    assert inbox.unread(berta.pk) == []


def test_notice_belongs_to_its_user(users: list[User]) -> None:
    anna, berta, _carla = users
    ring(berta, anna)
    number = Notification.objects.get().pk
    assert inbox.notification_of(berta, number).pk == number
    with pytest.raises(NoSuchNotice):
        inbox.notification_of(anna, number)


def test_old_notices_are_deleted(users: list[User]) -> None:
    anna, berta, _carla = users
    for about in (1, 2, 3):
        ring(berta, anna, about)
    now = timezone.now()
    rows = list(Notification.objects.order_by("key"))
    Notification.objects.filter(pk=rows[0].pk).update(made_at=now - timedelta(days=91))
    Notification.objects.filter(pk=rows[1].pk).update(
        made_at=now - timedelta(days=40), read_at=now - timedelta(days=31)
    )
    assert inbox.delete_old() == 2
    assert [one.pk for one in Notification.objects.all()] == [rows[2].pk]


def test_bell_of_many_unread_notices_reads_the_actor_of_one(
    users: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna, berta, _carla = users
    for about in range(5):
        ring(berta, anna, about)
    with django_assert_num_queries(4):  # tables, notices, nonces to reveal, the actor
        assert anna.name in render_bell(berta)


# --- Elsewhere


def test_new_notices_are_mailed_only_once(users: list[User]) -> None:
    anna, berta, _carla = users
    invited(anna, berta)
    assert post_after(SOON) == 0
    assert post_after(LATER) == 1
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([berta.email], "Anna invites you to a table of Condottiere.")
    number = Notification.objects.get(user=berta).pk
    assert f"/notices/{number}/" in sent.body
    now = timezone.now()
    Notification.objects.update(made_at=now - timedelta(minutes=9))
    Mailing.objects.update(mailed_at=now - timedelta(minutes=3))
    invited(anna, berta, seed=2)
    assert post_after(NEXT_DAY) == 1
    assert mail.outbox[1].body.count("/notices/") == 1, "mailed notices are not mailed again"


def test_live_table_invitation_is_not_mailed(users: list[User]) -> None:
    invited(users[0], users[1], clock="live-5")
    assert post_after(LATER) == 0


def test_read_notification_is_not_sent(users: list[User]) -> None:
    anna, berta, _carla = users
    channels.set_webhook(berta, HOOK)
    invited(anna, berta)
    assert Delivery.objects.filter(user=berta).count() == 2
    inbox.mark_all_read(berta)
    assert post_after(LATER) == 0
    assert not Delivery.objects.exists()


def test_news_that_can_be_repeated_leave_the_site_five_times_a_day(users: list[User]) -> None:
    anna, berta, _carla = users
    channels.set_webhook(berta, HOOK)
    facts = {"event": "Friday", "what": "changed"}

    def carried(about: int, *, repeatable: bool = True) -> int:
        news = (Kind.EVENT, about)
        inbox.notify([berta.pk], *news, url="/", actor=anna, facts=facts, repeatable=repeatable)
        assert heard(berta)
        return Delivery.objects.filter(notification__key=f"event:{about}").count()

    assert [carried(1) for _time in range(7)] == [1] * inbox.CARRIED + [0, 0]
    assert carried(2) == 1
    assert carried(1, repeatable=False) == 1, "other news about the same thing are carried"


def test_notice_is_sent_to_browser_and_webhook(
    users: list[User], server: Neighbour, settings: Settings
) -> None:
    anna, berta, _carla = users
    settings.VAPID_PRIVATE_KEY = new_private_key()
    browser = Browser()
    browser.subscribe(berta)
    channels.set_webhook(berta, HOOK)
    match = invited(anna, berta)
    assert post_after(SOON) == 2
    number = Notification.objects.get(user=berta).pk
    by_path = {one.path: one.body for one in server.received}
    pushed = json.loads(browser.read(by_path["/push/one"]))
    assert pushed["body"] == "Anna invites you to a table of Condottiere."
    assert (pushed["url"], pushed["waiting"]) == (f"/notices/{number}/", 1)
    hooked = json.loads(by_path["/news"])
    assert hooked["type"] == "invitation"
    assert hooked["data"]["match"] == match.id
    assert hooked["data"]["from"] == "Anna"


def test_notice_is_sent_by_chosen_channels_of_its_kind(users: list[User]) -> None:
    anna, berta, _carla = users
    channels.set_webhook(berta, HOOK)
    assert choices.choice_of(berta)[Kind.GAME_NIGHT] == ("push", "webhook")
    choices.choose(berta, ["invitation:mail", "game_night:webhook", "turn:fax", "dragons:mail"])
    chosen = choices.choice_of(berta)
    assert chosen[Kind.INVITATION] == ("mail",)
    assert chosen["turn"] == chosen[Kind.REMATCH] == ()
    invited(anna, berta)
    ring(berta, anna)
    sent = sorted(Delivery.objects.filter(user=berta).values_list("channel", flat=True))
    assert sent == ["mail", "webhook"]


def test_turns_are_shown_by_bell_without_other_channels(users: list[User]) -> None:
    anna, berta, _carla = users
    for user in (anna, berta):
        choices.choose(user, [])
    started(anna, berta)
    assert post_after(LATER) == 0
    assert mail.outbox == []


def test_guest_is_notified_on_site(users: list[User]) -> None:
    guest = person("Guest1")
    invited(users[0], guest)
    assert heard(guest)


def test_first_achievement_notifies_once_in_bell(users: list[User]) -> None:
    anna, berta, _carla = users
    channels.set_webhook(anna, HOOK)
    match = started(anna, berta)
    for _twice in range(2):
        with committed():
            achieved.send(
                Match, user_id=anna.pk, match=match, achievements=["First win", "Among people"]
            )
    assert heard(anna) == ["You earned: First win and Among people."]
    assert heard(berta) == []
    assert not Delivery.objects.exists(), "no channel is on by default"
    [row] = inbox.unread(anna.pk)
    assert row.url == match.get_absolute_url()
    bell = render_bell(anna, but=match.id)
    assert 'data-count="1"' in bell
    assert "data-called" not in bell, "it does not pop up at the end of a match"
    page = signed_in(anna).get("/notices/").content.decode()
    assert "You earned: First win and Among people." in page
    choices.choose(berta, ["achieved:webhook"])
    channels.set_webhook(berta, HOOK)
    achieved.send(Match, user_id=berta.pk, match=match, achievements=["First win"])
    assert [one.channel for one in Delivery.objects.all()] == ["webhook"]
