"""Tables before the match: opened, joined, left, filled with bots, closed and started."""

import json
from collections.abc import Callable
from hashlib import sha256
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.refusals import BadOptions, BadRecord, Refusal
from games.lobby.services import lobby, rematch
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import (
    BadTable,
    NoSuchMatch,
    NotAllowed,
    NotAPlayer,
    NotOpen,
    SeatedElsewhere,
    SignInFirst,
)
from games.matches.services import commands
from games.matches.services.event_store import match_state
from games.titles.kharnage.rules.cardset import built_in_text
from games.titles.registry import characters_of, newest
from tests.helpers.matches import (
    Luck,
    fresh,
    opened,
    people,
    person,
    seats_in,
    signed_in,
    started,
)

pytestmark = pytest.mark.django_db


def test_table_is_opened_with_host_seated(anna: User) -> None:
    match = opened(anna, seats=3, options={"points": 20}, public=False)
    assert (match.status, match.seats, match.host, match.public) == ("open", 3, anna, False)
    assert match.options == {"bigger_kingdom": False, "taking_cities": False, "points": 20}
    assert [(p.user, p.name, p.joined, p.seat) for p in match.players.all()] == [
        (anna, "Anna", 0, None)
    ]


def test_table_is_refused_if_its_options_are_beyond_bounds(anna: User) -> None:
    cards = json.loads(built_in_text())
    cards["armies"]["human"]["units"][0]["defence"] = 10**30
    request = TableRequest("kharnage", 2, {"cards": cards})
    with pytest.raises(BadOptions, match="at most 99"):
        lobby.open_table(anna, request)
    assert not Match.objects.exists()


@pytest.mark.parametrize("value", [2**64, "\ud800", {1, 2}], ids=range(3))
def test_table_is_refused_if_its_position_cannot_be_shown(
    anna: User, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newest("babel"), "view", lambda self, seat: {"odd": value})
    with pytest.raises(BadOptions, match="No match can begin"):
        lobby.open_table(anna, TableRequest("babel", 2))
    assert not Match.objects.exists()


def test_rematch_of_match_beyond_bounds_is_refused(anna: User, berta: User) -> None:
    match = started(anna, berta, game="kharnage")
    commands.resign(anna, match.id)
    cards = json.loads(built_in_text())
    cards["armies"]["human"]["units"][0]["defence"] = 100
    Match.objects.update(options={"cards": cards})
    with pytest.raises(BadOptions, match="at most 99"):
        rematch.offer(anna, match.id)


def test_commitment_is_published_before_other_players_join(anna: User, berta: User) -> None:
    match = opened(anna)
    before = MatchSecret.objects.get(match=match)
    assert match.commitments == [sha256(bytes.fromhex(one)).hexdigest() for one in before.secrets]
    assert len(match.commitments) == 1
    assert before.seed == "", "the seed needs every nonce"
    lobby.join(berta, match.id)
    assert MatchSecret.objects.get(match=match).secrets == before.secrets
    assert fresh(match).commitments == match.commitments


def test_match_starts_when_last_seat_is_taken(anna: User, berta: User) -> None:
    match = opened(anna)
    assert lobby.join(berta, match.id).status == Match.Status.RUNNING
    match = fresh(match)
    assert match.started_at
    assert seats_in(match) == [0, 1]
    asked = {p.seat for p in match.players.all() if p.asked_at == 0 and p.asked_since}
    assert asked == set(match_state(match).position.to_move())


def test_seats_are_drawn_at_random(anna: User, berta: User) -> None:
    seats = set()
    for seed in range(12):
        match = started(anna, berta, seed=seed)
        seats.add(match.players.get(user=anna).seat)
    assert seats == {0, 1}


def test_equal_secrets_and_nonces_seat_and_deal_equally(anna: User, berta: User) -> None:
    one, other = (started(anna, berta, bots=("easy",), seed=5) for _ in range(2))
    assert match_state(one).position.dump() == match_state(other).position.dump()
    seats = [list(m.players.order_by("joined").values_list("seat", "nonce")) for m in (one, other)]
    assert seats[0] == seats[1]


def test_match_with_only_bots_starts_at_once(anna: User) -> None:
    match = opened(anna, seats=4, bots=("easy", "normal", "easy"))
    assert match.status == Match.Status.RUNNING
    players = list(match.players.order_by("joined"))
    assert [p.bot for p in players] == ["", "easy", "normal", "easy"]
    assert len({p.name for p in players}) == 4


def test_second_seat_needs_confirmation(anna: User, berta: User) -> None:
    hers = opened(anna, seats=3)
    other = opened(berta, seats=3)
    with pytest.raises(SeatedElsewhere):
        lobby.join(anna, other.id)
    with pytest.raises(SeatedElsewhere):
        lobby.open_table(anna, TableRequest("condottiere", 2))
    assert Player.objects.filter(user=anna).count() == 1
    lobby.join(anna, other.id, sure=True)
    lobby.open_table(anna, TableRequest("condottiere", 2), sure=True)
    assert Player.objects.filter(user=anna).count() == 3
    lobby.take_down(anna, hers.id)


@pytest.mark.parametrize("clocks", [("free", "turns-24"), ("turns-24", "live-10")])
def test_turn_by_turn_table_needs_no_confirmation(
    anna: User, berta: User, clocks: tuple[str, str]
) -> None:
    lobby.open_table(anna, TableRequest("condottiere", 3, clock=clocks[0]))
    other = lobby.open_table(berta, TableRequest("condottiere", 3, clock=clocks[1]))
    lobby.join(anna, other.id)
    assert Player.objects.filter(user=anna).count() == 2


def test_closed_or_left_table_does_not_count_as_seat(anna: User, berta: User) -> None:
    lobby.take_down(anna, opened(anna).id)
    lobby.join(anna, opened(berta, seats=3).id)
    lobby.leave(anna, Match.objects.get(status="open").id)
    lobby.open_table(anna, TableRequest("condottiere", 2))


def test_second_join_of_same_player_changes_nothing(anna: User, berta: User) -> None:
    match = opened(anna, seats=3)
    lobby.join(berta, match.id)
    lobby.join(berta, match.id)
    lobby.join(anna, match.id)
    assert match.players.count() == 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(match=match, user=berta, name="B", joined=2)


def test_seat_of_leaving_player_is_taken_by_next_one(anna: User, berta: User) -> None:
    match = opened(anna, seats=3)
    lobby.join(berta, match.id)
    lobby.leave(berta, match.id)
    assert [p.user for p in match.players.all()] == [anna]
    lobby.join(person("Carla"), match.id)
    assert [p.joined for p in match.players.order_by("joined")] == [0, 1]


def test_table_closes_when_host_leaves(anna: User, berta: User) -> None:
    match = opened(anna, seats=3)
    lobby.join(berta, match.id)
    assert lobby.leave(anna, match.id).status == Match.Status.CLOSED
    attempts: list[Callable[[], object]] = [
        lambda: lobby.join(person("Carla"), match.id),
        lambda: lobby.leave(berta, match.id),
        lambda: lobby.fill_with_bots(anna, match.id, "easy"),
        lambda: lobby.take_down(anna, match.id),
    ]
    for late in attempts:
        with pytest.raises(NotOpen):
            late()


def test_host_fills_empty_seats_with_bots(anna: User, berta: User) -> None:
    match = opened(anna, seats=4)
    lobby.join(berta, match.id)
    assert lobby.fill_with_bots(anna, match.id, "normal").status == Match.Status.RUNNING
    assert sorted(p.bot for p in match.players.all()) == ["", "", "normal", "normal"]


def without_characters(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    """Let a level have no characters, as in a game whose author wrote none for it."""
    monkeypatch.setattr(
        lobby, "characters_of", lambda slug, at="": [] if at == level else characters_of(slug, at)
    )


def test_bot_has_chosen_character(anna: User, berta: User, monkeypatch: pytest.MonkeyPatch) -> None:
    without_characters(monkeypatch, "easy")
    request = TableRequest("condottiere", 4, bots=("normal", "easy", "normal"), character="bold")
    match = lobby.open_table(anna, request)
    bots = match.players.exclude(bot="").order_by("joined")
    assert [bot.character for bot in bots] == ["bold", "", "bold"]
    other = opened(berta, seats=3)
    lobby.fill_with_bots(berta, other.id, "normal", "careful")
    assert {bot.character for bot in other.players.exclude(bot="")} == {"careful"}


def test_unchosen_character_is_random_and_hidden(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_characters(monkeypatch, "hard")
    match = opened(anna, seats=3, bots=("normal", "hard"))
    bots = match.players.exclude(bot="").order_by("joined")
    assert [bot.character for bot in bots] == ["any", ""]
    assert [bot.named_character for bot in bots] == ["", ""]


@pytest.mark.parametrize(
    ("levels", "character"), [(("normal",), "jolly"), (("easy",), "bold"), ((), "bold")]
)
def test_unavailable_bot_character_is_refused(
    anna: User, levels: tuple[str, ...], character: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_characters(monkeypatch, "easy")
    with pytest.raises(BadTable):
        lobby.open_table(anna, TableRequest("condottiere", 2, bots=levels, character=character))
    assert not Match.objects.exists()


def test_only_host_fills_and_closes_table(anna: User, berta: User) -> None:
    match = opened(anna, seats=3)
    lobby.join(berta, match.id)
    for stranger in (berta, person("Carla")):
        with pytest.raises(NotAPlayer):
            lobby.fill_with_bots(stranger, match.id, "easy")
        with pytest.raises(NotAPlayer):
            lobby.take_down(stranger, match.id)
    assert fresh(match).status == Match.Status.OPEN


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lobby.take_down, "The host closed it before the match began."),
        (lobby.leave, "The host left it before the match began."),
    ],
)
def test_page_of_closed_table_says_what_host_did(
    anna: User, berta: User, act: Callable[[User, str], Match], words: str
) -> None:
    match = opened(anna, seats=3)
    act(anna, match.id)
    assert words in signed_in(berta).get(match.get_absolute_url()).text


def test_anonymous_visitor_cannot_act_on_table_without_host(anna: User) -> None:
    match = opened(anna, seats=3)
    Match.objects.update(host=None)
    anonymous = AnonymousUser()
    for act in (lobby.take_down, lobby.leave, lobby.join):
        with pytest.raises(SignInFirst):
            act(anonymous, match.id)
    with pytest.raises(SignInFirst):
        lobby.fill_with_bots(anonymous, match.id, "easy")
    with pytest.raises(SignInFirst):
        lobby.open_table(anonymous, TableRequest("condottiere", 2))
    assert fresh(match).status == Match.Status.OPEN


def test_running_match_cannot_be_joined_left_or_closed(anna: User) -> None:
    match = started(anna, bots=("easy",))
    for act in (lobby.join, lobby.leave, lobby.take_down):
        with pytest.raises(NotOpen):
            act(anna, match.id)


def test_closed_account_cannot_open_or_join_table(anna: User, berta: User) -> None:
    match = opened(anna)
    berta.is_active = False
    with pytest.raises(NotAllowed):
        lobby.join(berta, match.id)
    with pytest.raises(NotAllowed):
        lobby.open_table(berta, TableRequest("condottiere", 2))


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        (TableRequest("chess", 2), BadRecord),
        (TableRequest("condottiere", 1), BadRecord),
        (TableRequest("condottiere", 7), BadRecord),
        (TableRequest("condottiere", 2, {"points": 21}), BadOptions),
        (TableRequest("condottiere", 2, {"points": 20, "taking_cities": True}), BadOptions),
        (TableRequest("condottiere", 2, {"house_rule": True}), BadOptions),
        (TableRequest("condottiere", 2, bots=("easy", "easy")), BadTable),
        (TableRequest("condottiere", 3, bots=("genius",)), BadTable),
    ],
)
def test_impossible_table_is_not_opened(
    anna: User, wish: TableRequest, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        lobby.open_table(anna, wish)
    assert not Match.objects.exists()


def test_filling_with_unknown_bot_is_refused(anna: User) -> None:
    match = opened(anna, seats=3)
    with pytest.raises(BadTable):
        lobby.fill_with_bots(anna, match.id, "genius")
    assert match.players.count() == 1


def test_open_tables_per_user_are_limited(anna: User) -> None:
    for _ in range(lobby.OPEN_TABLES_EACH):
        opened(anna)
    with pytest.raises(BadTable):
        opened(anna)
    assert Match.objects.count() == lobby.OPEN_TABLES_EACH


def test_joining_unknown_table_is_refused(anna: User) -> None:
    with pytest.raises(NoSuchMatch):
        lobby.join(anna, "nosuchone")


def test_lobby_and_table_are_notified_after_commit(anna: User, berta: User) -> None:
    sent = []
    with patch("games.matches.publish._send", lambda message, group: sent.append((group, message))):
        match = opened(anna)
        assert [(group, message["type"]) for group, message in sent] == [
            (f"match.{match.id}", "match.moved"),
            ("lobby", "lobby.moved"),
        ]
        assert sent[0][1]["number"] == 0
        sent.clear()
        lobby.join(berta, match.id)
        assert sent == [], "this test's transaction is not committed"


def test_secrets_are_drawn_by_site(anna: User) -> None:
    with patch("games.lobby.services.lobby.secrets", Luck(7)):
        matches = [
            lobby.open_table(anna, TableRequest("condottiere", 2), sure=True) for _ in range(2)
        ]
    assert matches[0].commitments != matches[1].commitments
    assert len({m.key for m in matches}) == 2


def test_six_people_sit_down(anna: User) -> None:
    match = started(anna, *people("Berta", "Carla", "Dora", "Emma", "Frida"))
    assert seats_in(match) == list(range(6))
