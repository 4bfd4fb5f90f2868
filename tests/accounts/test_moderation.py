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
from accounts.refusals import NotAllowed
from accounts.services import appeals, reports, sanctions
from accounts.signals import sanctioned
from refusals import Refusal
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
    """A context in which the site declines with this code, in words."""

    def says(refusal: Refusal) -> bool:
        found = refusal.cause if isinstance(refusal, NotAllowed) else refusal.code
        return found == code and bool(refusal.reason)

    return pytest.raises(Refusal, check=says)


# --- Reports and cases.


def test_reports_about_one_player_gather_in_one_case_with_their_weight(db: None) -> None:
    anna, berta, rude = person("Anna"), person("Berta"), person("Rude")
    reported(anna, rude)
    reported(berta, rude, reason="spam")
    case = Case.objects.get()
    assert (case.about, case.weight, case.reports.count()) == (rude, 7, 2)


def test_a_report_keeps_what_was_said_and_how_they_were_called(db: None) -> None:
    rude = person("Rude")
    made = reported(person("Anna"), rude, evidence={"lines": ["You fool"]})
    assert made.evidence == {"lines": ["You fool"], "name": "", "username": "Rude"}


def test_the_same_thing_is_reported_once(db: None) -> None:
    anna, rude = person("Anna"), person("Rude")
    reported(anna, rude)
    with declined("reported"):
        reported(anna, rude)
    reported(anna, rude, subject_id="8")
    assert Report.objects.count() == 2


def test_nobody_reports_themselves_nor_without_end(db: None) -> None:
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
def test_a_bad_report_is_refused(db: None, wish: dict[str, str]) -> None:
    with pytest.raises(Refusal):
        reported(person("Anna"), person("Rude"), **wish)
    assert not Report.objects.exists()


def test_the_heaviest_and_oldest_case_comes_first(db: None) -> None:
    anna, mod = person("Anna"), moderator("Clara")
    light, heavy = person("Light"), person("Heavy")
    reported(anna, light, reason="other")
    reported(anna, heavy, reason="abuse")
    assert [case.about for case in reports.waiting(mod)] == [heavy, light]


def test_one_moderator_at_a_time_until_the_claim_is_old(db: None) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    case = reported(person("Anna"), person("Rude")).case
    reports.claim(one, case.pk)
    with declined("claimed"):
        reports.claim(other, case.pk)
    with declined("not-claimed"):
        reports.close(other, case.pk, upheld=True, verdict="So it was.")
    Case.objects.update(claimed_at=timezone.now() - reports.CLAIM_LASTS)
    assert reports.claim(other, case.pk).claimed_by == other


def test_nobody_works_on_their_own_case_nor_on_one_they_reported(db: None) -> None:
    one, other = moderator("Clara"), moderator("Dora")
    case = reported(one, other).case
    for involved in (one, other):
        assert not reports.waiting(involved).exists()
        with declined("own-case"):
            reports.claim(involved, case.pk)


def test_only_moderators_see_cases(db: None) -> None:
    anna = person("Anna")
    case = reported(anna, person("Rude")).case
    with declined("not-allowed"):
        reports.waiting(anna)
    with declined("not-allowed"):
        reports.claim(anna, case.pk)


def test_reporters_hear_what_came_of_it_once_it_is_closed(db: None) -> None:
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
def test_what_each_sanction_forbids(
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


def test_a_warning_is_over_once_it_is_read(db: None) -> None:
    user = person("Rude")
    sanction = give(moderator("Clara"), user, Kind.WARNING)
    sanctions.read_warning(person("Other"), sanction.pk)
    assert not permissions.may_play(fresh(user))
    sanctions.read_warning(user, sanction.pk)
    assert permissions.may_play(fresh(user))
    assert not fresh(user).sanctioned


def test_a_sanction_ends_by_time_at_once_and_the_sweep_cleans_up(db: None) -> None:
    user = person("Rude")
    give(moderator("Clara"), user, Kind.MUTE, days=1)
    Sanction.objects.update(until=timezone.now())
    assert permissions.may_chat(fresh(user))
    assert sanctions.sweep() == 1
    assert not fresh(user).sanctioned


def test_a_sanction_is_lifted_by_hand_once(db: None) -> None:
    user, mod = person("Rude"), moderator("Clara")
    sanction = give(mod, user, Kind.SUSPENSION, days=3)
    sanctions.lift(mod, sanction, "It was somebody else.")
    assert permissions.may_play(fresh(user))
    with declined("lifted"):
        sanctions.lift(mod, sanction, "Again.")


def test_bans_and_long_suspensions_are_for_seniors(db: None) -> None:
    user, mod, senior = person("Rude"), moderator("Clara"), moderator("Dora", "senior moderator")
    for kind, days in ((Kind.BAN, 1), (Kind.SUSPENSION, 15), (Kind.SUSPENSION, None)):
        with declined("not-allowed"):
            give(mod, user, kind, days)
    ban = give(senior, user, Kind.BAN)
    with declined("not-allowed"):
        sanctions.lift(mod, ban, "Mercy.")
    sanctions.lift(senior, ban, "Mercy.")


def test_nobody_sanctions_themselves_and_players_nobody(db: None) -> None:
    mod = moderator("Clara")
    with declined("own-case"):
        give(mod, mod, Kind.NOTE)
    with declined("not-allowed"):
        give(person("Anna"), person("Rude"), Kind.NOTE)
    assert not Sanction.objects.exists()


def test_a_suspended_moderator_moderates_nothing(db: None) -> None:
    mod = moderator("Clara")
    give(moderator("Dora"), mod, Kind.SUSPENSION, days=1)
    with declined("suspension"):
        give(fresh(mod), person("Rude"), Kind.NOTE)


def test_a_reason_and_a_time_to_come_are_needed(db: None) -> None:
    mod, user = moderator("Clara"), person("Rude")
    with declined("no-reason"):
        sanctions.give(mod, user, Kind.MUTE, "  ")
    with declined("bad-date"):
        give(mod, user, Kind.MUTE, days=-1)
    with declined("bad-kind"):
        give(mod, user, "stocks")


def test_others_are_told_once_it_is_committed(db: None) -> None:
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


def test_people_under_no_sanction_are_answered_without_a_query(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    user = fresh(person("Anna"))
    with django_assert_num_queries(0):
        assert permissions.may_play(user)
        assert permissions.may_chat(user)


def test_nobody_sanctions_lifts_or_renames_whom_they_have_just_reported(db: None) -> None:
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


# --- Appeals.


def test_one_appeal_each_decided_by_somebody_else(db: None) -> None:
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
def test_what_only_a_senior_gives_only_a_senior_decides_on(
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


def test_a_short_suspension_is_any_other_moderators_but_not_its_reporters(db: None) -> None:
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


def test_only_ones_own_sanctions_can_be_appealed_and_notes_are_not_seen(db: None) -> None:
    user, mod = person("Rude"), moderator("Clara")
    mute, note = give(mod, user, Kind.MUTE), give(mod, user, Kind.NOTE)
    for who, which in ((person("Anna"), mute), (user, note)):
        with declined("unknown-sanction"):
            appeals.appeal(who, which.pk, "Why?")


# --- The book of acts.


def test_every_act_stands_in_the_book_with_who_what_and_why(db: None) -> None:
    mod, user = moderator("Clara"), person("Rude")
    sanction = give(mod, user, Kind.MUTE)
    sanctions.lift(mod, sanction, "Enough.")
    acts = [(entry.act, entry.actor, entry.about, entry.why) for entry in AuditEntry.objects.all()]
    assert acts == [
        ("lift", "Clara", "Rude", "Enough."),
        ("sanction-mute", "Clara", "Rude", "Insulted the table."),
    ]


def test_the_book_cannot_be_rewritten(db: None) -> None:
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
