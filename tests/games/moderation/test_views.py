"""A moderator's view of a match: logged looks, hidden lines, tables taken down."""

from unittest.mock import patch

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import AuditEntry, User
from accounts.refusals import NoReason, NotAllowed
from accounts.services import sanctions
from accounts.services.bots import become, make_code
from games.chat import services as chat
from games.ladders.models import RatingEntry
from games.ladders.services import ratings
from games.lobby.services import rematch
from games.matches.access import open_match
from games.matches.models import Match, Player
from games.matches.services import leaving
from games.moderation.services import moderation
from tests.helpers.matches import (
    act,
    change_rows,
    committed,
    events,
    fresh,
    legal,
    mover,
    opened,
    people,
    person,
    play_on,
    player_at,
    seat_of,
    signed_in,
    started,
)
from tests.helpers.nonces import full_table
from tests.helpers.ratings import finished

pytestmark = pytest.mark.django_db


def moderator(user: User) -> Client:
    user.groups.add(Group.objects.get(name="moderator"))
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": ""})
    return signed_in(user)


@pytest.fixture
def clara(db: None) -> Client:
    return moderator(person("Clara"))


@pytest.fixture
def match(db: None) -> Match:
    return started(*people("Anna", "Berta"), public=False)


def acts() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("act", "why"))


def test_running_match_is_shown_only_after_logged_look(clara: Client, match: Match) -> None:
    url = f"/moderation/matches/{match.id}/"
    assert clara.get(f"{url}replay/").status_code == 403
    assert b"Every step, all hands" not in clara.get(url).content
    assert clara.post(f"{url}look/", {"why": " "}).status_code == 400
    page = clara.post(f"{url}look/", {"why": "Report 7."}, follow=True).content
    assert b"Every step, all hands" in page
    assert clara.get(f"{url}replay/").status_code == 200
    assert acts() == [("look-into-match", "Report 7.")]


def test_look_is_valid_only_for_its_moderator_and_match(clara: Client, match: Match) -> None:
    other_match = started(*people("Doris", "Elsa"))
    clara.post(f"/moderation/matches/{match.id}/look/", {"why": "Report 7."})
    assert clara.get(f"/moderation/matches/{other_match.id}/replay/").status_code == 403
    other = moderator(person("Fritz"))
    assert other.get(f"/moderation/matches/{match.id}/replay/").status_code == 403


def test_moderator_cannot_look_into_own_running_match(match: Match) -> None:
    client = moderator(User.objects.get(username="Anna"))
    url = f"/moderation/matches/{match.id}/"
    assert client.post(f"{url}look/", {"why": "Curious."}).status_code == 403
    assert client.get(f"{url}replay/").status_code == 403
    assert b"another moderator" in client.get(url).content
    assert acts() == []


def test_moderator_cannot_look_into_or_end_running_match_of_own_bot() -> None:
    clara, anna = people("Clara", "Anna")
    deep = person("deep")
    become(deep, make_code(clara))
    match = started(deep, anna)
    client, url = moderator(clara), f"/moderation/matches/{match.id}/"
    assert client.post(f"{url}look/", {"why": "Curious."}).status_code == 403
    assert client.get(f"{url}replay/").status_code == 403
    assert client.post(f"{url}end/", {"why": "It loses."}).status_code == 403
    assert fresh(match).status == Match.Status.RUNNING
    assert [act for act, _why in acts()] == ["bot-account"]


def test_moderator_cannot_take_down_table_with_own_seat() -> None:
    """Leaving a full table counts as calling it off; taking it down would not."""
    clara, anna = people("Clara", "Anna")
    client, match = moderator(clara), full_table(anna, clara)
    answer = client.post(f"/moderation/matches/{match.id}/take-down/", {"why": "Spam."})
    assert answer.status_code == 403
    assert fresh(match).status == Match.Status.OPEN
    assert acts() == []


def test_senior_moderator_cannot_annul_loss_of_own_bot() -> None:
    chief, otto = people("Chief", "Otto")
    bots = people("deep", "blue")
    for bot, owner in zip(bots, (chief, otto), strict=True):
        become(bot, make_code(owner))
    chief.groups.add(Group.objects.get(name="senior moderator"))
    match = finished(bots, [2, 1])
    chief = User.objects.get(pk=chief.pk)
    with pytest.raises(NotAllowed):
        moderation.annul(chief, match.id, "It lost.")
    assert not moderation.may_annul(chief, moderation.open_for_moderator(chief, match.id))
    assert ratings.counts(match)


def called_off(host: User, other: User, *, rated: bool = True) -> Match:
    match = started(host, other, clock="live-10")
    change_rows(match, rated=rated)
    with committed():
        leaving.abort(host, match.id)
    return fresh(match)


def test_moderator_who_played_sees_no_hands_of_called_off_match() -> None:
    """The next match of the same players takes over its hands."""
    clara, anna = people("Clara", "Anna")
    client = moderator(clara)
    for match in (called_off(clara, anna), called_off(anna, clara)):
        url = f"/moderation/matches/{match.id}/"
        assert client.get(f"{url}replay/").status_code == 403
        assert client.post(f"{url}look/", {"why": "Curious."}).status_code == 403
        assert client.get(f"{url}replay/").status_code == 403
        assert "Every step, all hands" not in client.get(url).text


def test_hands_of_called_off_rated_match_are_shown_only_after_logged_look(clara: Client) -> None:
    match = called_off(*people("Anna", "Berta"))
    url = f"/moderation/matches/{match.id}/"
    assert "its hands may be played again" in clara.get(url).text
    assert clara.get(f"{url}replay/").status_code == 403
    assert clara.post(f"{url}look/", {"why": "Report 7."}).status_code == 302
    assert clara.get(f"{url}replay/").status_code == 200
    assert acts() == [("look-into-match", "Report 7.")]


def test_hands_of_called_off_unrated_match_are_shown_without_look(clara: Client) -> None:
    match = called_off(*people("Anna", "Berta"), rated=False)
    assert clara.get(f"/moderation/matches/{match.id}/replay/").status_code == 200


def test_finished_match_is_shown_without_look(clara: Client, match: Match) -> None:
    play_on(match)
    assert clara.get(f"/moderation/matches/{match.id}/").status_code == 200
    assert clara.get(f"/moderation/matches/{match.id}/replay/").status_code == 200


def test_hidden_line_is_shown_only_to_moderators(clara: Client, match: Match) -> None:
    berta = User.objects.get(username="Berta")
    line = chat.post_line(open_match(berta, match.id), "Rude words.")
    url = f"/moderation/matches/{match.id}/"
    assert clara.post(f"{url}chat/{line.id}/hide/", {"why": "Rude."}).status_code == 302
    assert chat.lines(open_match(berta, match.id)) == []
    assert b"Rude words." not in clara.get(url).content, "hidden before a logged look"
    clara.post(f"{url}look/", {"why": "Report 7."})
    assert b"Rude words." in clara.get(url).content
    assert clara.post(f"{url}chat/999/hide/", {"why": "Rude."}).status_code == 400
    assert acts() == [("hide-line", "Rude."), ("look-into-match", "Report 7.")]


def test_moderator_ends_running_match_without_rating(clara: Client, match: Match) -> None:
    Match.objects.filter(id=match.id).update(rated=True)
    url = f"/moderation/matches/{match.id}/"
    assert clara.post(f"{url}end/", {"why": "Collusion."}).status_code == 403
    page = clara.post(f"{url}look/", {"why": "Report 7."}, follow=True).content
    assert b"End the match for everyone" in page
    assert clara.post(f"{url}end/", {"why": " "}).status_code == 400
    assert clara.post(f"{url}end/", {"why": "Collusion."}).status_code == 302
    assert fresh(match).status == Match.Status.ABORTED
    assert not RatingEntry.objects.exists()
    assert acts()[-1] == ("end-match", "Collusion.")
    anna = signed_in(User.objects.get(username="Anna"))
    assert b"A moderator ended it." in anna.get(match.get_absolute_url()).content
    assert b"A moderator ends the match." in anna.get(match.get_absolute_url()).content
    assert clara.get(f"{url}replay/").status_code == 200
    assert clara.post(f"{url}end/", {"why": "Again."}).status_code == 409


def test_moderator_decides_running_match_against_one_seat(clara: Client, match: Match) -> None:
    while len({seat for _, _, seat, _ in events(match)}) < 2:
        act(match, mover(match), {"type": "decline"})
    url = f"/moderation/matches/{match.id}/"
    seat = seat_of(match, User.objects.get(username="Berta"))
    assert clara.post(f"{url}seats/{seat}/put-out/", {"why": "Bot."}).status_code == 403
    clara.post(f"{url}look/", {"why": "Report 7."})
    assert clara.post(f"{url}seats/7/put-out/", {"why": "Bot."}).status_code == 400
    assert clara.post(f"{url}seats/{seat}/put-out/", {"why": "Bot."}).status_code == 302
    places = dict(Player.objects.filter(match=match).values_list("name", "place"))
    assert places == {"Anna": 1, "Berta": 2}
    assert AuditEntry.objects.filter(act="put-out", about="Berta", why="Bot.").exists()


def test_players_read_who_had_to_leave_before_all_have_moved(clara: Client, match: Match) -> None:
    url = f"/moderation/matches/{match.id}/"
    berta, anna = (User.objects.get(username=name) for name in ("Berta", "Anna"))
    clara.post(f"{url}look/", {"why": "Report 7."})
    clara.post(f"{url}seats/{seat_of(match, berta)}/put-out/", {"why": "Bot."})
    assert fresh(match).status == Match.Status.ABORTED
    for reader, words in ((anna, "Berta had to leave."), (berta, "You had to leave.")):
        assert words in signed_in(reader).get(match.get_absolute_url()).content.decode()


def test_moderator_who_plays_has_no_moderator_rights(match: Match) -> None:
    anna, berta = (User.objects.get(username=name) for name in ("Anna", "Berta"))
    Match.objects.filter(id=match.id).update(public=True)
    stand = chat.post_line(open_match(person("Stranger"), match.id), "She holds a winter.")
    line = chat.post_line(open_match(berta, match.id), "Ha.")
    client, url = moderator(anna), f"/moderation/matches/{match.id}/"
    assert client.post(f"{url}end/", {"why": "I lose."}).status_code == 403
    assert client.post(f"{url}seats/0/put-out/", {"why": "I lose."}).status_code == 403
    for said in (stand, line):
        assert client.post(f"{url}chat/{said.id}/hide/", {"why": "No."}).status_code == 403
    assert b"She holds a winter." not in client.get(url).content
    play_on(match)
    assert b"She holds a winter." in client.get(url).content


def test_too_long_annulment_reason_is_refused(match: Match) -> None:
    senior = person("Senior")
    client = moderator(senior)
    senior.groups.add(Group.objects.get(name="senior moderator"))
    url = f"/moderation/matches/{match.id}/annul/"
    assert client.post(url, {"why": "x" * 301}).status_code == 400


def test_player_page_shows_quick_losses_with_matches(clara: Client) -> None:
    anna, berta = people("Dora", "Elsa")
    ids = [finished([anna, berta], [1, 2]).id for _ in range(3)]
    Match.objects.filter(id__in=ids).update(last_number=2)
    page = clara.get("/moderation/players/Elsa/").content.decode()
    assert "3 quick losses" in page
    assert "same device: no" in page
    assert all(f"/moderation/matches/{match_id}/" in page for match_id in ids)


def test_moderator_closes_open_table(clara: Client, db: None) -> None:
    table = opened(person("Anna"))
    url = f"/moderation/matches/{table.id}/take-down/"
    assert clara.post(url, {"why": "Bad name."}).status_code == 302
    assert fresh(table).status == Match.Status.CLOSED
    page = signed_in(person("Berta")).get(table.get_absolute_url()).text
    assert "A moderator closed it before the match began." in page
    assert clara.post(url, {"why": "Bad name."}).status_code == 400


def test_taken_down_rematch_updates_finished_table(clara: Client) -> None:
    anna, berta = people("Anna", "Berta")
    former = play_on(started(anna, berta))
    offered = rematch.offer(anna, former.id)
    sent: list[tuple[str, str]] = []
    with (
        patch(
            "games.matches.publish._send",
            lambda message, *groups: sent.extend((group, message["type"]) for group in groups),
        ),
        committed(),
    ):
        clara.post(f"/moderation/matches/{offered.id}/take-down/", {"why": "Bad name."})
    assert (f"match.{former.id}", "rematch.moved") in sent
    assert (f"match.{offered.id}", "match.moved") in sent
    assert ("lobby", "lobby.moved") in sent


def test_players_and_visitors_cannot_open_moderation_page(match: Match) -> None:
    for path in ("", "replay/"):
        url = f"/moderation/matches/{match.id}/{path}"
        assert signed_in(User.objects.get(username="Anna")).get(url).status_code == 403
        assert Client().get(url).status_code == 302


def test_unknown_action_or_match_is_refused(clara: Client, match: Match) -> None:
    assert clara.post(f"/moderation/matches/{match.id}/burn/", {"why": "x"}).status_code == 405
    assert clara.get("/moderation/matches/nowhere/").status_code == 404


def test_moderator_removes_offensive_name(clara: Client, db: None) -> None:
    rude = person("Rude")
    response = clara.post("/moderation/players/Rude/rename/", {"why": "Insulting."})
    rude.refresh_from_db()
    assert rude.username.startswith("renamed-")
    assert response.status_code == 302
    with pytest.raises(NoReason):
        sanctions.rename(User.objects.get(username="Clara"), rude, "")


def test_moderator_is_offered_no_act_on_staff(clara: Client) -> None:
    anna, boss = people("Anna", "Boss")
    moderator(boss)
    match = started(anna, boss)
    while len({seat for _, _, seat, _ in events(match)}) < 2:
        act(match, mover(match), {"type": "decline"})
    line = chat.post_line(open_match(boss, match.id), "Good luck.")
    table = opened(boss)
    url = f"/moderation/matches/{match.id}/"
    clara.post(f"{url}look/", {"why": "Report 7."})
    page = clara.get(url).content.decode()
    assert "Decide it against Anna" in page
    assert "Decide it against Boss" not in page
    assert f"/chat/{line.id}/hide/" not in page
    assert "This player is staff." in clara.get(f"/moderation/matches/{table.id}/").content.decode()
    for path in (
        f"{url}seats/{seat_of(match, boss)}/put-out/",
        f"{url}chat/{line.id}/hide/",
        f"/moderation/matches/{table.id}/take-down/",
    ):
        answer = clara.post(path, {"why": "A typed reason."})
        assert answer.status_code == 403, path
        assert "A typed reason.</textarea>" in answer.content.decode()
    assert acts() == [("look-into-match", "Report 7.")]


def test_moderators_log_names_the_readers_of_secret_lines(clara: Client) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta, game="kharnage")
    act(match, 0, legal(match, 0)[0])
    clara.post(f"/moderation/matches/{match.id}/look/", {"why": "Report 7."})
    page = clara.get(f"/moderation/matches/{match.id}/").content.decode()
    assert f"Shown to {player_at(match, 0).name}: Your plan is" in page
