"""Reports, cases, sanctions, appeals: through their services."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import permissions
from accounts.models import AuditEntry, Case, Report, Sanction, User
from accounts.models.moderation import CLAIM_LASTS
from accounts.refusals import BadDate, NotAllowed
from accounts.services import appeals, reports, sanctions
from accounts.signals import sanctioned
from core.refusals import Refusal
from tests.helpers.matches import committed, person

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind


def moderator(name: str, role: str = "moderator") -> User:
    user = person(name)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def reported(reporter: User, about: User, **more: Any) -> Report:
    wish = {"reason": "abuse", "subject": "chat", "subject_id": "7", **more}
    return reports.report(reporter, about, **wish)


def give(by: User, user: User, kind: str, days: int | None = None) -> Sanction:
    until = None if days is None else timezone.now() + timedelta(days=days)
    return sanctions.give(by, user, kind, "Insulted the table.", until=until)


def declined(code: str) -> Any:
    """Assert that the block is refused with this code and a sentence."""

    def says(refusal: Refusal) -> bool:
        found = refusal.cause if isinstance(refusal, NotAllowed) else refusal.code
        return found == code and bool(refusal.reason)

    return pytest.raises(Refusal, check=says)


# --- Reports and cases.


def test_reports_about_same_player_share_one_case_and_add_weight(db: None) -> None:
    anna, berta, rude = person("Anna"), person("Berta"), person("Rude")
    reported(anna, rude)
    reported(berta, rude, reason="spam")
    case = Case.objects.get()
    assert (case.about, case.weight, case.reports.count()) == (rude, 7, 2)


def test_report_stores_evidence_and_names_at_the_time(db: None) -> None:
    rude = person("Rude")
    made = reported(person("Anna"), rude, evidence={"lines": ["You fool"]})
    assert made.evidence == {"lines": ["You fool"], "name": "", "username": "Rude"}


def test_repeated_report_of_same_subject_is_refused(db: None) -> None:
    anna, rude = person("Anna"), person("Rude")
    reported(anna, rude)
    with declined("reported"):
        reported(anna, rude)
    reported(anna, rude, subject_id="8")
    assert Report.objects.count() == 2


def test_own_report_and_too_many_reports_are_refused(db: None) -> None:
    anna, rude = person("Anna"), person("Rude")
    with declined("own-report"):
        reported(anna, anna)
    for number in range(reports.REPORTS_A_DAY):
        reported(anna, rude, subject_id=str(number))
    with declined("too-many"):
        reported(anna, rude, subject_id="more")


@pytest.mark.parametrize(
    "wish", [{"reason": "because"}, {"subject": "weather"}, {"note": "x" * 1001}]
)
def test_invalid_report_is_refused(db: None, wish: dict[str, str]) -> None:
    with pytest.raises(Refusal):
        reported(person("Anna"), person("Rude"), **wish)
    assert not Report.objects.exists()


def test_heaviest_case_is_listed_first(db: None) -> None:
    anna, mod = person("Anna"), moderator("Clara")
    light, heavy = person("Light"), person("Heavy")
    reported(anna, light, reason="other")
    reported(anna, heavy, reason="abuse")
    assert [case.about for case in reports.waiting(mod)] == [heavy, light]


def test_case_has_one_moderator_until_claim_expires(db: None) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    case = reported(person("Anna"), person("Rude")).case
    reports.claim(one, case.pk)
    with declined("claimed"):
        reports.claim(other, case.pk)
    with declined("not-claimed"):
        reports.close(other, case.pk, upheld=True, verdict="So it was.")
    Case.objects.update(claimed_at=timezone.now() - CLAIM_LASTS)
    assert reports.claim(other, case.pk).claimed_by == other


def test_moderator_cannot_claim_case_they_are_involved_in(db: None) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    case = reported(one, other).case
    for involved in (one, other):
        assert not reports.waiting(involved).exists()
        with declined("own-case"):
            reports.claim(involved, case.pk)


def test_moderator_cannot_claim_case_that_own_bot_is_involved_in(db: None) -> None:
    clara, rude = moderator("Clara"), person("Rude")
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=clara)
    for case in (reported(bot, rude).case, reported(rude, bot).case):
        assert not reports.waiting(clara).exists()
        with declined("own-case"):
            reports.claim(clara, case.pk)


def test_only_moderators_see_cases(db: None) -> None:
    anna = person("Anna")
    case = reported(anna, person("Rude")).case
    with declined("not-allowed"):
        reports.waiting(anna)
    with declined("not-allowed"):
        reports.claim(anna, case.pk)


def test_reporter_gets_answer_when_case_is_closed(db: None) -> None:
    anna, mod = person("Anna"), moderator("Clara")
    case = reported(anna, person("Rude")).case
    assert reports.unread_answers(anna) == 0
    reports.claim(mod, case.pk)
    reports.close(mod, case.pk, upheld=True, verdict="A warning was given.")
    assert reports.unread_answers(anna) == 1
    reports.read_answers(anna)
    assert reports.unread_answers(anna) == 0
    reported(anna, case.about)
    assert Case.objects.filter(status="open").count() == 1


# --- Sanctions.


@pytest.mark.parametrize(
    ("kind", "play", "rated", "chat"),
    [
        (Kind.NOTE, True, True, True),
        (Kind.WARNING, False, False, False),
        (Kind.MUTE, True, True, False),
        (Kind.UNRATED, True, False, True),
        (Kind.SUSPENSION, False, False, False),
        (Kind.BAN, False, False, False),
    ],
)
def test_each_sanction_forbids_its_actions(
    db: None, kind: str, play: bool, rated: bool, chat: bool
) -> None:
    user = person("Rude")
    give(moderator("Clara", "senior moderator"), user, kind)
    user = fresh(user)
    assert bool(permissions.may_play(user)) is play
    assert bool(permissions.may_open_table(user)) is play
    assert bool(permissions.may_play_rated(user)) is rated
    assert bool(permissions.may_chat(user)) is chat
    assert permissions.may_report(user)


def test_warning_ends_when_user_reads_it(db: None) -> None:
    user = person("Rude")
    sanction = give(moderator("Clara"), user, Kind.WARNING)
    sanctions.read_warning(person("Other"), sanction.pk)
    assert not permissions.may_play(fresh(user))
    sanctions.read_warning(user, sanction.pk)
    assert permissions.may_play(fresh(user))
    assert not fresh(user).sanctioned


def test_sanction_ends_on_time_and_sweep_clears_flag(db: None) -> None:
    user = person("Rude")
    give(moderator("Clara"), user, Kind.MUTE, days=1)
    Sanction.objects.update(until=timezone.now())
    assert permissions.may_chat(fresh(user))
    assert sanctions.sweep() == 1
    assert not fresh(user).sanctioned


def test_sanction_of_server_whose_clock_is_ahead_stays_until_it_is_lifted(db: None) -> None:
    user = person("Rude")
    give(moderator("Clara"), user, Kind.MUTE, days=1)
    Sanction.objects.update(since=timezone.now() + timedelta(seconds=5))
    sanctions.refresh(user)
    assert fresh(user).sanctioned
    Sanction.objects.update(lifted_at=timezone.now())
    sanctions.refresh(user)
    assert not fresh(user).sanctioned


def test_lifted_sanction_cannot_be_lifted_again(db: None) -> None:
    user, mod = person("Rude"), moderator("Clara")
    sanction = give(mod, user, Kind.SUSPENSION, days=3)
    sanctions.lift(mod, sanction, "It was another player.")
    assert permissions.may_play(fresh(user))
    with declined("lifted"):
        sanctions.lift(mod, sanction, "Again.")


def test_bans_and_long_suspensions_need_senior_moderator(db: None) -> None:
    user, mod, senior = person("Rude"), moderator("Clara"), moderator("Dora", "senior moderator")
    wrongs = {
        (Kind.BAN, 1): "Only senior moderators can do this.",
        (Kind.SUSPENSION, 15): "You can suspend for at most 14 days",
        (Kind.SUSPENSION, None): "You can suspend for at most 14 days",
    }
    for (kind, days), words in wrongs.items():
        with pytest.raises(NotAllowed, match=words):
            give(mod, user, kind, days)
    ban = give(senior, user, Kind.BAN)
    with declined("not-allowed"):
        sanctions.lift(mod, ban, "Mercy.")
    sanctions.lift(senior, ban, "Mercy.")


def test_sanction_of_self_or_by_player_is_refused(db: None) -> None:
    mod = moderator("Clara")
    with declined("own-case"):
        give(mod, mod, Kind.NOTE)
    with declined("not-allowed"):
        give(person("Anna"), person("Rude"), Kind.NOTE)
    assert not Sanction.objects.exists()


def test_suspended_moderator_cannot_give_sanction(db: None) -> None:
    mod = moderator("Clara")
    give(moderator("Dora", "senior moderator"), mod, Kind.SUSPENSION, days=1)
    with declined("suspension"):
        give(fresh(mod), person("Rude"), Kind.NOTE)


def test_sanction_needs_reason_future_end_and_known_kind(db: None) -> None:
    mod, user = moderator("Clara"), person("Rude")
    with declined("no-reason"):
        sanctions.give(mod, user, Kind.MUTE, "  ")
    with declined("bad-date"):
        give(mod, user, Kind.MUTE, days=-1)
    with declined("bad-kind"):
        give(mod, user, "stocks")


def test_sanction_signal_is_sent_after_commit(db: None) -> None:
    heard: list[str] = []

    def hear(sanction: Sanction, **kwargs: Any) -> None:
        heard.append(sanction.kind)

    sanctioned.connect(hear)
    try:
        with committed():
            give(moderator("Clara"), person("Rude"), Kind.MUTE)
            assert heard == []
    finally:
        sanctioned.disconnect(hear)
    assert heard == ["mute"]


def test_permissions_need_no_query_for_user_without_sanction(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    user = fresh(person("Anna"))
    with django_assert_num_queries(0):
        assert permissions.may_play(user)
        assert permissions.may_chat(user)


def test_moderator_cannot_act_on_user_they_reported(db: None) -> None:
    mod, other, rude = moderator("Clara"), moderator("Dora"), person("Rude")
    sanction = give(other, rude, Kind.MUTE)
    case = reported(mod, rude).case
    with declined("own-case"):
        give(mod, rude, Kind.NOTE)
    with declined("own-case"):
        sanctions.lift(mod, sanction, "After all.")
    with declined("own-case"):
        sanctions.rename(mod, rude, "A bad name.")
    reports.claim(other, case.pk)
    reports.close(other, case.pk, upheld=True, verdict="So it was.")
    give(mod, rude, Kind.NOTE)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.NOTE])
def test_second_sanction_of_kind_in_force_is_refused_until_first_is_lifted(
    db: None, kind: Kind
) -> None:
    senior, rude = moderator("Elsa", "senior moderator"), person("Rude")
    first = give(senior, rude, kind, days=1)
    with declined("in-force") as refused:
        give(senior, rude, kind, days=9)
    assert refused.value.reason.startswith("Rude already has this sanction.")
    give(senior, rude, Kind.NOTE)
    give(senior, rude, Kind.NOTE)
    sanctions.lift(senior, first, "It takes longer.")
    give(senior, rude, kind, days=9)


def test_longer_sanction_of_kind_follows_one_that_is_over(db: None) -> None:
    mod, rude = moderator("Clara"), person("Rude")
    give(mod, rude, Kind.MUTE, days=1)
    Sanction.objects.update(until=timezone.now())
    give(mod, rude, Kind.MUTE, days=9)
    warning = give(mod, rude, Kind.WARNING)
    sanctions.read_warning(rude, warning.pk)
    give(mod, rude, Kind.WARNING)


def test_only_moderator_who_claimed_case_sanctions_its_players(db: None) -> None:
    modi, maxi, rude, friend = moderator("Modi"), moderator("Maxi"), person("Rude"), person("Pal")
    bot = User.objects.create_user("deep", bot_since=timezone.now(), run_by=rude)
    case = reported(person("Anna"), bot).case
    reports.claim(modi, case.pk)
    reports.add_account(modi, case.pk, friend)
    for user in (rude, bot, friend):
        with declined("claimed"):
            give(maxi, user, Kind.MUTE)
    give(modi, friend, Kind.MUTE)
    Case.objects.update(claimed_at=timezone.now() - CLAIM_LASTS)
    give(maxi, rude, Kind.MUTE)


def test_moderators_who_claimed_cases_with_same_player_both_sanction(db: None) -> None:
    modi, maxi, anna, friend = moderator("Modi"), moderator("Maxi"), person("Anna"), person("Pal")
    for mod, rude in ((modi, person("Rude")), (maxi, person("Rough"))):
        case = reported(anna, rude).case
        reports.claim(mod, case.pk)
        reports.add_account(mod, case.pk, friend)
    give(modi, friend, Kind.MUTE)
    give(maxi, friend, Kind.UNRATED)


# --- Appeals.


def test_appeal_is_decided_by_other_moderator(db: None) -> None:
    user, one, other = person("Rude"), moderator("Clara"), moderator("Dora")
    sanction = give(one, user, Kind.MUTE, days=3)
    made = appeals.appeal(user, sanction.pk, "It was my brother.")
    with declined("appealed"):
        appeals.appeal(user, sanction.pk, "Really.")
    assert not appeals.waiting(one).exists()
    with declined("own-case"):
        appeals.decide(one, made.pk, "upheld", "No.")
    appeals.decide(other, made.pk, "lifted", "We believe you.")
    assert permissions.may_chat(fresh(user))
    with declined("decided"):
        appeals.decide(other, made.pk, "upheld", "After all.")


@pytest.mark.parametrize(("kind", "days"), [(Kind.BAN, None), (Kind.SUSPENSION, 20)])
def test_appeals_against_senior_sanctions_need_senior_moderator(
    db: None, kind: str, days: int | None
) -> None:
    user, mod = person("Rude"), moderator("Clara")
    seniors = [moderator(name, "senior moderator") for name in ("Dora", "Elsa")]
    made = appeals.appeal(user, give(seniors[0], user, kind, days).pk, "It was my brother.")
    assert not appeals.waiting(mod).exists()
    with declined("not-allowed"):
        appeals.decide(mod, made.pk, "lifted", "We believe you.")
    assert appeals.waiting(seniors[1]).get() == made
    appeals.decide(seniors[1], made.pk, "lifted", "We believe you.")
    assert permissions.may_play(fresh(user))


def test_appeal_against_short_suspension_is_not_decided_by_reporter(db: None) -> None:
    user, one, other, third = (
        person("Rude"),
        *(moderator(name) for name in ["Clara", "Dora", "Elsa"]),
    )
    case = reported(other, user).case
    sanction = sanctions.give(
        one, user, Kind.SUSPENSION, "Insults.", case=case, until=timezone.now() + timedelta(days=3)
    )
    made = appeals.appeal(user, sanction.pk, "It was my brother.")
    assert not appeals.waiting(other).exists()
    with declined("own-case"):
        appeals.decide(other, made.pk, "upheld", "No.")
    assert appeals.waiting(third).get() == made


def test_appeal_is_refused_for_note_and_for_sanction_of_other_user(db: None) -> None:
    user, mod = person("Rude"), moderator("Clara")
    mute, note = give(mod, user, Kind.MUTE), give(mod, user, Kind.NOTE)
    for who, which in ((person("Anna"), mute), (user, note)):
        with declined("unknown-sanction"):
            appeals.appeal(who, which.pk, "Why?")


# --- The book of acts.


def test_acts_are_logged_with_actor_and_reason(db: None) -> None:
    mod, user = moderator("Clara"), person("Rude")
    sanction = give(mod, user, Kind.MUTE)
    sanctions.lift(mod, sanction, "Enough.")
    fields = ("act", "actor", "about", "subject", "why")
    about = ("Clara", "Rude", f"sanction {sanction.pk}")
    assert list(AuditEntry.objects.values_list(*fields)) == [
        ("lift", *about, "Enough."),
        ("sanction-mute", *about, "Insulted the table."),
    ]


def test_audit_log_cannot_be_changed_or_deleted(db: None) -> None:
    give(moderator("Clara"), person("Rude"), Kind.NOTE)
    entry = AuditEntry.objects.get()
    for rewrite in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(why=""),
    ):
        with pytest.raises(TypeError):
            rewrite()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_auditentry SET why = 'Nothing.'")
    assert AuditEntry.objects.get().why == "Insulted the table."


# --- Ranks.


def of_rank(name: str, rank: permissions.Rank) -> User:
    """Return a user of this rank who may moderate, unless it is that of a player."""
    user = person(name) if rank == permissions.Rank.PLAYER else moderator(name)
    if rank == permissions.Rank.SENIOR:
        return moderator(f"{name}2", "senior moderator")
    user.is_staff = rank >= permissions.Rank.ADMINISTRATOR
    user.is_superuser = rank == permissions.Rank.SUPERUSER
    user.save()
    return user


@pytest.mark.parametrize("rank", permissions.Rank)
def test_staff_is_sanctioned_lifted_and_renamed_only_by_higher_rank(
    db: None, rank: permissions.Rank
) -> None:
    target = of_rank("Target", rank)
    root = of_rank("Root", permissions.Rank.SUPERUSER)
    for number, above in enumerate(permissions.Rank):
        if above == permissions.Rank.PLAYER:
            continue
        by = of_rank(f"By{number}", above)
        assert permissions.rank_of(by) == above
        if above > rank:
            sanctions.lift(by, give(by, target, Kind.UNRATED), "It was another player.")
            sanctions.rename(by, target, "A bad name.")
            continue
        old = Sanction.objects.create(user=target, kind=Kind.MUTE, reason="Old.", given_by=root)
        for act in (
            lambda by=by: give(by, target, Kind.NOTE),
            lambda by=by, old=old: sanctions.lift(by, old, "After all."),
            lambda by=by: sanctions.rename(by, target, "A bad name."),
        ):
            with declined("rank"):
                act()


def test_bot_has_rank_of_its_owner(db: None) -> None:
    owner, bot = moderator("Clara"), person("Robot")
    bot.bot_since, bot.run_by = timezone.now(), owner
    bot.save()
    with declined("rank"):
        sanctions.rename(moderator("Dora"), bot, "A bad name.")


def test_appeal_of_staff_is_decided_and_offered_only_by_higher_rank(db: None) -> None:
    senior, other = (moderator(name, "senior moderator") for name in ("Elsa", "Frida"))
    peer, target = moderator("Clara"), moderator("Dora")
    made = appeals.appeal(target, give(senior, target, Kind.MUTE, days=3).pk, "It was not me.")
    assert not appeals.waiting(peer).exists()
    with declined("rank"):
        appeals.decide(peer, made.pk, "lifted", "We are colleagues.")
    assert appeals.waiting(other).get() == made
    appeals.decide(other, made.pk, "lifted", "We believe you.")


def test_moderator_is_offered_kinds_they_may_give(db: None) -> None:
    assert Kind.BAN not in dict(sanctions.kinds_for(moderator("Clara")))
    assert set(dict(sanctions.kinds_for(moderator("Dora", "senior moderator")))) == set(Kind.values)


def test_appeal_shortens_sanction(db: None) -> None:
    rude, mod, other = person("Rude"), moderator("Mona"), moderator("Otto")
    now = timezone.now()
    sanction = sanctions.give(mod, rude, "mute", "Rude words.", until=now + timedelta(days=9))
    appeal = appeals.appeal(rude, sanction.pk, "That is too long.")
    wrongs = {
        "for how many days": None,
        "in the past": now - timedelta(days=1),
        "Choose fewer days": now + timedelta(days=10),
    }
    for words, wrong in wrongs.items():
        with pytest.raises(BadDate, match=words):
            appeals.decide(other, appeal.pk, "shortened", "Two days do.", until=wrong)
    until = now + timedelta(days=2)
    appeals.decide(other, appeal.pk, "shortened", "Two days do.", until=until)
    sanction.refresh_from_db()
    assert sanction.until == until
    assert sanction.in_force
    assert AuditEntry.objects.filter(act="appeal-shortened", about="Rude").exists()
