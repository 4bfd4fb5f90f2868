"""The export contains everything stored about a user, nothing about others, and no secrets."""

import io
import json
import zipfile
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core.cache import cache
from django.db.models import ForeignKey, ManyToManyField
from django.test import Client
from django.utils import timezone

from accounts.models import (
    Block,
    CaseRemark,
    Follow,
    PersonNote,
    Privacy,
    Report,
    Sanction,
    StoredAnswer,
    User,
)
from accounts.services import appeals, devices, export, reports
from accounts.services.bots import become, make_code
from games.achievements.models import Earned, HabitChoice, MatchFact
from games.archive.models import Bookmark
from games.archive.services import records as archive
from games.chat.models import ChatLine, Muted
from games.clubs.models import (
    Club,
    ClubLine,
    ClubRating,
    JoinRequest,
    Membership,
    TableResult,
    TableSeat,
)
from games.conversations.models import Conversation
from games.events.models import CalendarKey, Event, Registration
from games.game_nights.models import Attendance, GameNight
from games.ladders.models import Established
from games.leagues.models import Board, League, LeaguePlayer, Season, TeamMatch
from games.lessons.models import LessonProgress
from games.lobby.models import Challenge, Invitation, InvitationPolicy, Ticket
from games.local_tables import services as local_tables
from games.local_tables.services import LocalRequest
from games.matches.models import Match, MatchSecret, Player
from games.notifications.models import (
    GroupWebhook,
    Mailing,
    Notification,
    NotificationChoice,
    PushDevice,
    Webhook,
)
from games.notifications.services import inbox, stream_log
from games.premoves.models import OnlyMoves, Plan
from games.privacy.services import export_zip
from games.puzzles.models import PuzzleAttempt, Solver, Storm
from games.reviews.models import AutomaticReview
from games.tournaments.models import Entrant, Ruling, Tournament
from tests.accounts.test_moderation import moderator
from tests.helpers.endpoints import Endpoint
from tests.helpers.matches import committed, opened, people, person, play_on, signed_in, started
from tests.helpers.ratings import finished
from tests.helpers.responses import streamed
from tests.helpers.seeking import SLOW, seek
from tests.helpers.tokens import key_for

pytestmark = pytest.mark.django_db
SECRETS = {
    *("password", "secret", "seed", "nonce", "key", "auth", "endpoint", "session_key", "data"),
    *("position", "address_hash", "commitment", "evidence", "asked_at"),
    *("secrets", "nonce_hash", "commitments"),
}


def columns_that_name_a_user() -> set[str]:
    """Every column of every table here that points at a user."""
    return {
        f"{model._meta.app_label}.{model._meta.model_name}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.local_fields, *model._meta.local_many_to_many)
        if (isinstance(field, ForeignKey | ManyToManyField) and field.related_model is User)
        or (model is User and isinstance(field, ManyToManyField))
    }


@pytest.fixture
def no_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the records, because these matches were never played."""
    monkeypatch.setattr(archive, "record_of", lambda match: {"match": match.id})


def downloaded(user: User) -> tuple[dict[str, Any], zipfile.ZipFile]:
    cache.clear()
    with patch("allauth.account.internal.flows.reauthentication.did_recently_reauthenticate"):
        response = signed_in(user).post("/settings/data/download/")
    assert response["Content-Type"] == "application/zip"
    name = f'attachment; filename="tavola-data-{user.username}.zip"'
    assert response["Content-Disposition"] == name
    file = zipfile.ZipFile(io.BytesIO(streamed(response)))
    assert file.testzip() is None
    return json.loads(file.read("data.json")), file


def test_every_user_column_is_exported_or_withheld() -> None:
    covered = [column for section in export.sections() for column in section.covered]
    assert len(covered) == len(set(covered))
    assert columns_that_name_a_user() == {*covered, *export.withheld()}, (
        "A column points at a user: add it to a section in the `privacy.py` of its "
        "app, or write there why it is withheld."
    )


def test_export_contains_no_secret_column() -> None:
    for section in export.sections():
        for column in section.columns.split():
            assert column.rpartition("=")[2].rpartition("__")[2] not in SECRETS, column
    names = [section.name for section in export.sections()]
    assert len(names) == len(set(names))


def test_export_contains_own_data_and_none_of_others(no_play: None) -> None:
    anna, berta, mod = person("Anna"), person("Berta"), moderator("Mod")
    User.objects.filter(pk=anna.pk).update(about="Plays Babel.")
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    EmailAddress.objects.create(user=berta, email=berta.email, verified=True, primary=True)
    Authenticator.objects.create(user=anna, type="totp", data={"secret": "TOTPSECRET"})
    token = key_for(anna)
    StoredAnswer.objects.create(user=anna, key="1", request="0" * 64, body="{}")
    Privacy.objects.create(user=anna, matches="members")
    Block.objects.create(owner=anna, other=berta)
    Block.objects.create(owner=mod, other=anna)
    Follow.objects.create(owner=anna, other=berta)
    Follow.objects.create(owner=berta, other=anna)
    Muted.objects.create(reader=anna, author=berta)
    Muted.objects.create(reader=mod, author=anna)
    mine = reports.report(anna, berta, reason="spam", subject="profile", note="Adverts.")
    about = reports.report(berta, anna, reason="abuse", subject="profile", note="BERTASWORDS")
    CaseRemark.objects.create(case=mine.case, author=anna, text="Once a moderator.")
    CaseRemark.objects.create(case=mine.case, author=mod, text="MODSREMARK")
    reports.claim(mod, about.case_id)
    reports.close(mod, about.case_id, upheld=True, verdict="Indeed.")
    mute = Sanction.objects.create(user=anna, kind="mute", reason="Insults.", given_by=mod)
    Sanction.objects.create(user=anna, kind="note", reason="AMONGMODERATORS", given_by=mod)
    appeals.appeal(anna, mute.pk, "It was a joke.")
    won = finished([anna, berta], [1, 2], note_newcomers=True)
    Established.objects.create(user=anna)
    for user in (anna, berta):
        fields = {"match": won, "game": won.game, "at": won.ended_at}
        Earned.objects.create(user=user, achievement=f"{user.username}-won", **fields)
        player = Player.objects.get(match=won, user=user)
        HabitChoice.objects.create(player=player, habit="first", choice=f"{user.username}-chose")
        MatchFact.objects.create(match=won, player=player, fact="did", value=f"{user.username}-did")
    game_night = GameNight.objects.create(host=anna, name="Thursday")
    Attendance.objects.create(game_night=game_night, user=anna)
    club = Club.objects.create(
        slug="thursday", name="Thursday", skeleton="thursday", worded_by=anna
    )
    asked = Club.objects.create(slug="friday", name="Friday", skeleton="friday")
    for user, text in ((anna, "Hello club"), (berta, "BERTASLINE")):
        Membership.objects.create(club=club, user=user)
        ClubLine.objects.create(club=club, author=user, text=text)
    JoinRequest.objects.create(club=asked, user=anna)
    talk = Conversation.objects.create()
    for user, text in ((anna, "Hello friend"), (berta, "BERTASMESSAGE")):
        talk.participants.create(user=user)
        talk.messages.create(author=user, text=text)
    ClubRating.objects.create(club=club, user=anna, game="babel", value=1510)
    now = timezone.now()
    played: dict[str, Any] = {"game": "babel", "played_on": now.date(), "ended_at": now}
    table = TableResult.objects.create(club=club, entered_by=anna, **played)
    TableSeat.objects.create(result=table, user=anna, place=2, score=77)
    terms: dict[str, Any] = {"game": "babel", "size": 4, "per_week": 1, "moving": 1}
    written = {"organiser": anna, "worded_by": anna}
    league = League.objects.create(title="Spring", clock="turns-24", **written, **terms)
    season = Season.objects.create(league=league, number=1, starts_at=now)
    LeaguePlayer.objects.create(season=season, user=anna, division=3)
    meeting: dict[str, Any] = {"game": "babel", "clock": "live-10", "starts_at": now}
    teams = TeamMatch.objects.create(home=club, away=asked, made_by=anna, zone="UTC", **meeting)
    Board.objects.create(team_match=teams, number=1, home=anna)
    Board.objects.create(team_match=teams, number=2, away=anna)
    tonight = {"starts_at": timezone.now(), "zone": "UTC", "minutes": 60, "places": 2}
    event = Event.objects.create(title="Mine", **written, **tonight)
    for user in (anna, berta):
        Registration.objects.create(event=event, user=user)
    cup = Tournament.objects.create(event=event, format="swiss", size=2)
    for user, reason in ((anna, "A reason"), (berta, "BERTASREASON")):
        Entrant.objects.create(tournament=cup, user=user, rating=1500)
        Ruling.objects.create(tournament=cup, by=user, reason=reason)
    calendar = CalendarKey.objects.create(user=anna).key
    become(person("Deep"), make_code(anna))
    open_table = opened(anna)
    ChatLine.objects.create(match=open_table, room="players", author=anna, text="Hello there")
    ChatLine.objects.create(match=open_table, room="players", author=berta, text="BERTASAID")
    Invitation.objects.create(match=opened(berta, seed=2), user=anna)
    Challenge.objects.create(match=open_table)
    InvitationPolicy.objects.create(user=anna, callers="nobody")
    NotificationChoice.objects.create(user=anna, channels={"turn": ["push"]})
    inbox.notify([anna.pk], Notification.Kind.INVITATION, 1, url="/", actor=mod)
    inbox.notify([berta.pk], Notification.Kind.INVITATION, "BERTASNEWS", url="/", actor=anna)
    LessonProgress.objects.create(user=anna, game="babel", lesson="first", done=[None], shown=1)
    stream_log.catch_up(anna.pk)
    AutomaticReview.objects.create(user=anna)
    AutomaticReview.objects.create(user=berta)
    Storm.objects.create(user=anna, game="babel", solved=4)
    Storm.objects.create(user=berta, game="babel", solved=5)
    PuzzleAttempt.objects.create(user=anna, game="babel", puzzle="mine", solved=True, move={})
    PuzzleAttempt.objects.create(user=berta, game="babel", puzzle="hers", solved=True, move={})
    Solver.objects.create(user=anna, game="babel", rating=1520, tried=1, solved=1)
    Bookmark.objects.create(user=anna, match=open_table, note="MYNOTE")
    for user in (anna, berta):
        local_tables.open_table(user, LocalRequest("condottiere", (f"{user.username}s kid", "Mia")))
    PersonNote.objects.create(owner=anna, other=berta, text="MYPERSONNOTE")
    PersonNote.objects.create(owner=berta, other=anna, text="BERTASNOTE")
    OnlyMoves.objects.create(user=anna)
    for player in Player.objects.filter(match=won):
        planned = {"any": {"type": f"{player.name}-planned"}}
        Plan.objects.create(player=player, scope={}, moves=planned)
    Mailing.objects.create(user=anna, mode="daily")
    PushDevice.objects.create(user=anna, endpoint="https://push/ENDPOINT", key="KEY1", auth="AUTH1")
    Webhook.objects.create(user=anna, url="https://hook.example/", secret="whsec_SECRET")
    GroupWebhook.objects.create(owner=anna, url="https://club.example/", secret="whsec_SECRET")
    UserSession.objects.create(user=anna, ip="192.0.2.7", user_agent="Firefox", session_key="SESS1")
    devices.note_use(anna, "BROWSER1")
    anna.sanctioned = False
    ticket = seek(anna, SLOW)
    Ticket.objects.update(nonce_hash="f0" * 32)

    data, _file = downloaded(anna)
    assert data["format"] == export.FORMAT
    assert data["account"][0]["about"] == "Plays Babel."
    assert data["addresses"] == [{"email": anna.email, "verified": True, "primary": True}]
    assert data["names"] == [{"look": "anna"}]
    assert [row["username"] for row in data["blocked"]] == ["Berta"]
    assert [row["username"] for row in data["following"]] == ["Berta"]
    assert [row["username"] for row in data["followers"]] == ["Berta"]
    assert [row["username"] for row in data["muted"]] == ["Berta"]
    (report,) = data["reports_made"]
    assert (report["about"], report["note"]) == ("Berta", mine.note)
    (heard,) = data["closed_reports_about_me"]
    assert set(heard) == {"reason", "subject", "closed_at", "upheld"}
    (sanction,) = data["sanctions"]
    assert (sanction["kind"], sanction["appeal"]) == ("mute", "It was a joke.")
    assert data["ratings"][0]["matches"] == data["matches"][0]["place"] == 1
    assert data["rating_ledger"][0]["before"] == 1500
    assert [row["text"] for row in data["remarks_about_cases"]] == ["Once a moderator."]
    assert [row["text"] for row in data["said"]] == ["Hello there"]
    assert [row["text"] for row in data["said_in_clubs"]] == ["Hello club"]
    assert [row["club"] for row in data["clubs_worded"]] == ["Thursday"]
    assert [row["text"] for row in data["messages_written"]] == ["Hello friend"]
    assert [row["title"] for row in data["leagues"]] == ["Spring"]
    assert [row["status"] for row in data["team_matches_made"]] == ["proposed"]
    boards = [*data["boards_at_home"], *data["boards_away"]]
    assert [row["number"] for row in boards] == [1, 2]
    assert [row["division"] for row in data["league_places"]] == [3]
    assert {row["name"] for row in data["people_at_your_device"]} == {"Annas kid", "Mia"}
    assert [row["status"] for row in data["tables_on_one_device"]] == ["running"]
    assert [row["score"] for row in data["real_tables"]] == [77]
    assert [row["game"] for row in data["real_tables_entered"]] == ["babel"]
    assert data["group_webhooks"] == [{"url": "https://club.example/", "stopped_at": None}]
    assert data["webhook"] == [{"url": "https://hook.example/", "stopped_at": None}]
    (lesson,) = data["lessons"]
    assert (lesson["game"], lesson["done"], lesson["finished"]) == ("babel", [None], False)
    assert [(row["puzzle"], row["solved"]) for row in data["puzzles"]] == [("mine", True)]
    assert [row["rating"] for row in data["puzzle_ratings"]] == [1520]
    assert [row["solved"] for row in data["puzzle_storms"]] == [4]
    assert len(data["automatic_reviews"]) == 1
    assert [row["achievement"] for row in data["achievements"]] == ["Anna-won"]
    assert [(row["match"], row["choice"]) for row in data["habits"]] == [(won.id, "Anna-chose")]
    assert [(row["match"], row["value"]) for row in data["facts"]] == [(won.id, "Anna-did")]
    filled = {name for name, rows in data.items() if rows}
    assert {section.name for section in export.sections()} - filled == {
        *("roles", "vacations", "matches_annulled", "acts_as_moderator"),
        *("acts_in_the_administration", "names_given_up"),
    }
    text = json.dumps(data)
    for never in (
        *(
            "TOTPSECRET",
            token,
            "ENDPOINT",
            "KEY1",
            "AUTH1",
            "whsec_",
            "BERTASWORDS",
            club.key,
            calendar,
        ),
        *(
            "AMONGMODERATORS",
            "BERTASAID",
            "BERTASLINE",
            "BERTASMESSAGE",
            "BERTASNEWS",
            "BERTASNOTE",
            "Berta-planned",
            berta.email,
            "Mod",
            "SESS1",
            ticket.secret,
            "f0" * 32,
        ),
    ):
        assert never not in text, never
    assert {row["match"] for row in downloaded(berta)[0]["invitations"]} == set()
    assert downloaded(mod)[0]["acts_as_moderator"][0]["act"] in ("claim", "close-upheld")


def test_export_contains_finished_records_and_no_running_secrets() -> None:
    anna, berta = people("Anna", "Berta")
    over, running = started(anna, berta), started(anna, berta, seed=2)
    with committed():
        play_on(over)
    data, file = downloaded(anna)
    records = [name for name in file.namelist() if name.startswith("records/")]
    assert [name[-len(over.id) - 5 : -5] for name in records] == [over.id]
    (row,) = data["going_on"]
    assert set(row) == {"match", "game", "opened_at"}
    assert row["match"] == running.id
    secret = MatchSecret.objects.get(match=running)
    whole = b"".join(file.read(name) for name in file.namelist()).decode()
    for never in (*secret.secrets, secret.seed, *nonces(running)):
        assert never not in whole


def nonces(match: Match) -> list[str]:
    return list(Player.objects.filter(match=match).values_list("nonce", flat=True))


def test_export_needs_owner_post_and_password_and_is_limited() -> None:
    form = Endpoint("form")
    anna = person("Anna")
    with patch("allauth.account.internal.flows.reauthentication.did_recently_reauthenticate"):
        client = signed_in(anna)
        assert form.refusal(client.get("/settings/data/download/"))[0] == 405
        assert client.post("/settings/data/download/").status_code == 200
        again = client.post("/settings/data/download/")
        assert form.refusal(again)[:2] == (429, "too-many")
        assert 60 < int(again["Retry-After"]) <= 300
    assert Client().post("/settings/data/download/").status_code == 302


def test_export_is_streamed(no_play: None) -> None:
    anna, berta = people("Anna", "Berta")
    match = finished([anna, berta], [1, 2])
    ChatLine.objects.bulk_create(
        ChatLine(match=match, room="players", author=anna, text=f"{number} " + "x" * 250)
        for number in range(1200)
    )
    parts = list(export_zip(anna))
    assert len(parts) > 1200, "no table is read whole"
    file = zipfile.ZipFile(io.BytesIO(b"".join(parts)))
    data = json.loads(file.read("data.json"))
    assert len(data["said"]) == 1200
    assert len(data["kept_back"]) == len(set(data["kept_back"])), "one reason is given once"
    assert Report.objects.count() == Ticket.objects.count() == 0
