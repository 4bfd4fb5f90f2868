"""Requests to every address: their objects, and their forms.

A row of the table may name another object than the usual one: `match~private`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.utils import timezone

from games.matches.services import commands
from tests.helpers.caches import clear_caches
from tests.helpers.matches import mover, player_at, position_of, signed_in
from tests.helpers.responses import Response
from tests.safety.routes import Route
from tests.safety.world import World, admin_object

JSON = "application/json"
WRITES = ("POST", "PUT", "PATCH", "DELETE")
BRIEFLY = {"Accept": JSON}
"""Headers with which pages refuse in JSON, so that no page is rendered."""
WHY = {"why": "They insulted all players."}
REPORT = {"reason": "name", "note": "Look at it."}
TABLE = {"game": "babel", "player_0": "@player", "place_0": 1, "player_1": "Olga", "place_1": 2}
TEAM = {"rival": "Rivals 0", "game": "babel", "clock": "live-10", "zone": "UTC"}
LEAGUE = {"title": "Autumn", "game": "babel", "clock": "turns-24"}
LEAGUE_FORM = {**LEAGUE, "size": 8, "per_week": 1, "moving": 2}
API_TABLE = {
    "game": "babel",
    "seats": [{"username": "player", "score": 3}, {"name": "Olga", "score": 1}],
}
CLUB = {"name": "Monday", "about": "", "language": "", "public": "yes", "joining": "open"}
PLANNED = {"title": "Monday", "time": "20:00", "zone": "UTC", "places": "8"}
PLANNED |= {"minutes": "180", "games": "condottiere", "sizes": "2", "clock": "live-10"}
CUP = {**PLANNED, "format": "swiss", "game": "condottiere", "size": "2", "rounds": "0"}
CUP |= {"break_seconds": "60", "arena_minutes": "60"}
SOUGHT = {"games": ["condottiere"], "seats": [2], "clock": "turns-24"}

CHALLENGE = {"invited": "moderator", "seats": "2", "clock": "free", "order": "lot"}
CHALLENGE |= {"public": "yes", "sure": "yes"}
FORMS: dict[str, dict[str, Any]] = {
    "set_language": {"language": "de", "next": "/credits/"},
    "people:report": REPORT,
    "bookmark": {"favourite": "yes"},
    "people:appeal": {"text": "It was a joke."},
    "people:act_on_case": {"verdict": "It was so.", "upheld": "yes", "text": "Look."},
    "people:sanction": {"kind": "mute", "days": "3", "reason": "Insults."},
    "people:rename": WHY,
    "people:lift": WHY,
    "people:decide": {"verdict": "upheld", "answer": "No."},
    "people:edit_profile": {"display_name": "Somebody Kind", "about": "", "language": ""},
    "people:note_time_zone": {"time_zone": "Europe/Berlin"},
    "people:bot": {"code": "none", "sure": "on"},
    "people:tokens": {"name": "A bot", "scopes": ["play"], "days": "30"},
    "people:privacy": {
        **dict.fromkeys(("shown-ratings", "shown-matches", "shown-reliability"), "all"),
        **dict.fromkeys(("shown-online", "shown-playing", "shown-watching"), "friends"),
    },
    "open_table": {"seats": "2", "public": "yes", "clock": "free", "sure": "yes"},
    "play_bots": {"against": "condottiere:1:easy", "sure": "yes"},
    "bots_while_waiting": {"against": "condottiere:1:easy"},
    "quick": {**SOUGHT, "sure": "yes"},
    "challenge_to": CHALLENGE,
    "counter": CHALLENGE,
    "join": {"sure": "yes"},
    "play_on": {"seat": "0", "level": "easy", "hidden": "were", "sure": "yes"},
    "invite": {"username": "stranger"},
    "fill": {"level": "easy"},
    "chat": {"text": "Hello"},
    "report_line": REPORT,
    "report_player": REPORT,
    "found_club": CLUB,
    "edit_club": CLUB,
    "report_club": REPORT,
    "report_club_line": REPORT,
    "write_to": {"text": "Hello"},
    "conversation_act": {"text": "Hello"},
    "report_message": REPORT,
    "plan_event": PLANNED,
    "edit_event": PLANNED,
    "report_event": REPORT,
    "report_league": REPORT,
    "plan_tournament": CUP,
    "edit_tournament": CUP,
    "correct_tournament": {"reason": "The clock was wrong."},
    "choose_callers": {"callers": "nobody"},
    "notify_mail": {"mode": "never"},
    "notify_remind": {"hours": "6"},
    "notify_webhook": {"url": "https://example.org/hook"},
    "enter_table_result": TABLE,
    "challenge_club": {**TEAM, "boards": 2, "time": "20:00"},
    "found_league": LEAGUE_FORM,
    "edit_league": LEAGUE_FORM,
    "correct_table_result": TABLE,
    "club_webhook": {"url": "https://example.org/hook"},
    "notify_test": {"channel": "mail"},
    "act_on_match": WHY,
    "annul_together": WHY,
    "usual_reasons": {"text": "You were late."},
    "usual_reason": {"text": "You were late."},
    "announcements": {"text": "A pause tonight.", "tone": "info", "hours": "24"},
    "hide_line": WHY,
    "hide_reported": WHY,
}
TABLE = {"game": "condottiere", "seats": 2, "clock": "free", "sure": True}
BODIES: dict[str, dict[str, Any]] = {
    "api_resign": {},
    "api_call_off": {},
    "api_agree": {},
    "api_reveal": {},
    "api_undo": {"turn_token": "0123456789abcdef"},
    "api_hint": {"turn_token": "0123456789abcdef"},
    "api_leave": {},
    "api_no_show": {},
    "api_tickets": {**SOUGHT, "sure": True},
    "api_tables": TABLE,
    "api_challenges": {**TABLE, "invited": ["moderator"]},
    "api_join": {"sure": True},
    "api_decline": {"reason": ""},
    "api_rematch": {"sure": True},
    "api_bots": {"level": "easy"},
    "api_invite": {"username": "stranger"},
    "api_chat": {"text": "Hello"},
    "api_bots_while_waiting": {"game": "condottiere", "bots": ["easy"]},
    "api_clubs": {"name": "Saturday"},
    "api_tournament_table": {
        "places": [{"username": "player", "place": 1}, {"username": "opponent", "place": 1}],
        "reason": "The clock was wrong.",
    },
    "api_tournament_removal": {"reason": "It was unfair."},
    "api_leagues": LEAGUE,
    "api_team_matches": TEAM,
    "api_team_answer": {"agreed": True},
    "api_line_up": {"side": "away", "usernames": ["stranger"]},
    "api_league_times": {"proposal": 1},
    "api_table_results": API_TABLE,
    "api_table_result": API_TABLE,
    "api_club_chat": {"text": "Hello"},
    "api_write_to": {"text": "Hello"},
    "api_conversation": {"text": "Hello"},
    "api_planned_events": {
        "title": "Monday",
        "zone": "UTC",
        "games": ["condottiere"],
        "sizes": [2],
    },
    "api_event_cancel": {"series": True, "why": "Spam."},
    "api_league": {"why": "Spam."},
    "api_tournaments": {
        "title": "Monday",
        "zone": "UTC",
        "game": "condottiere",
        "format": "swiss",
    },
    "api_game_nights": {"name": "Saturday"},
    "api_game_night_tables": {"game": "babel", "seats": 2, "tables": 1, "clock": "free"},
    "api_game_night_rounds": {"game": "condottiere", "sizes": [2]},
    "api_game_night_seats": {"match": "none", "username": "player"},
}
"""The bodies of JSON requests."""
QUERIES = {"api_people": "name=opp", "api_stream_match": "from=0&line=0"}

USUAL: dict[str, dict[str, Any]] = {
    "people:act_on_case": {"act": "claim"},
    "act_on_match": {"act": "look"},
}
USUAL["game_night_act"] = {"act": "attend"}
USUAL["club_act"] = {"act": "leave"}
USUAL["event_act"] = {"act": "register"}
USUAL["conversation_act"] = {"act": "say"}
USUAL["tournament_act"] = {"act": "join"}
USUAL["league_act"] = {"act": "register"}
USUAL["team_match_act"] = {"act": "cancel"}
USUAL["step"] = {"number": 1}
USUAL["tournament_round"] = USUAL["api_tournament_round"] = {"number": 1}
USUAL["correct_tournament"] = USUAL["api_tournament_table"] = {"number": 1, "table": 1}
USUAL["card"] = {"card": "winter"}
USUAL |= {name: {"step": 0} for name in ("step_picture", "step_drawing")}
GAME_NIGHTS = (
    *(
        "game_night",
        "game_night_act",
        "api_game_night",
        "api_game_night_tables",
        "api_game_night_rounds",
        "api_game_night_seats",
    ),
    *("api_attendance", "api_game_night_close"),
)
PLACES = {"account_confirm_email": {"key": "email_key"}}
PLACES |= {name: {"key": "game_night_key"} for name in GAME_NIGHTS}
CALENDARS = ("own_calendar", "members_calendar", "members_feed")
PLACES |= {name: {"key": "calendar_key"} for name in CALENDARS}
PLACES["hide_reported"] = {"case_id": "line_case"}
PLACES["club_invitation"] = {"key": "club_key"}
PLACES["account_reset_password_from_key"] = {"key": "password_key"}
AT_OPEN_TABLES = (
    *("join", "invite", "decline", "leave", "take_down", "fill"),
    *("api_join", "api_invite", "api_decline", "api_leave", "api_bots"),
)


def address(world: World, route: Route, about: str = "") -> str:
    """Return the address of a route in this world; `about` is what a row has after its tilde."""
    thing = world.once(f"object of {route.name}", admin_object, route.name)
    known = {"object_id": thing, **world.names}
    known |= USUAL.get(route.name, {})
    known |= {name: world.names[other] for name, other in PLACES.get(route.name, {}).items()}
    if route.name == "counter":
        known["match_id"] = world.challenged.id
    if route.name in AT_OPEN_TABLES:
        known["match_id"] = world.waiting.id
    if about == "private":
        known["club_slug"] = world.names["private_club"]
        known["event_id"] = world.names["private_event"]
        known["tournament_id"] = world.names["private_tournament"]
        known["league_id"] = world.names["private_league"]
        known["team_match_id"] = world.names["private_team_match"]
        known["result_id"] = world.names["private_result"]
    if about in ("private", "waiting", "finished"):
        known["match_id"] = getattr(world, about).id
    elif about:
        known["act"] = about
        known["match_id"] = (world.waiting if about == "take-down" else world.finished).id
    missing = [name for name in route.wants if name not in known]
    assert not missing, f"the world of tests/safety/world.py has no {missing} for {route.name}"
    query = QUERIES.get(route.name)
    return route.address(**known) + (f"?{query}" if query else "")


def client_of(world: World, role: str, **more: Any) -> Client:
    return signed_in(world.people[role], raise_request_exception=False, **more)


def ask(
    world: World, client: Client, route: Route, method: str, about: str = "", **more: Any
) -> Response:
    """Send a request and undo its effects, on the site and in the browser; return the answer."""
    body = _body(world, route) if method in WRITES else {}
    with undone(client):
        return client.generic(method, address(world, route, about), **body, **more)


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Undo the effects of requests, on the site and in the browser."""
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies
    clear_caches()


def _body(world: World, route: Route) -> dict[str, Any]:
    day = timezone.localdate() + timedelta(days=3)
    if route.name.startswith("api_"):
        known = route.name in BODIES
        body = BODIES[route.name] if known else world.once("move", _move, world)
        if route.name in ("api_planned_events", "api_tournaments", "api_team_matches"):
            body = {**body, "start": f"{day}T20:00:00"}
        elif route.name == "api_leagues":
            body = {**body, "starts_on": str(day)}
        elif route.name in ("api_table_results", "api_table_result"):
            body = {**body, "played_on": str(timezone.localdate())}
        return {"data": json.dumps(body), "content_type": JSON}
    fields = {**FORMS.get(route.name, {})}
    if route.name == "moves":
        fields = world.once("move", _move, world)
    elif route.name in (
        *("plan_event", "edit_event", "plan_tournament", "edit_tournament", "challenge_club"),
    ):
        fields["day"] = str(day)
    elif route.name in ("found_league", "edit_league"):
        fields["starts_on"] = str(day)
    elif route.name in ("enter_table_result", "correct_table_result"):
        fields["played_on"] = str(timezone.localdate())
    elif route.name == "vacation":
        fields = {"first": str(day), "last": str(day + timedelta(days=2))}
    return {"data": encode_multipart(BOUNDARY, fields), "content_type": MULTIPART_CONTENT}


def _move(world: World) -> dict[str, Any]:
    """Return a legal move in the running match."""
    seat = mover(world.running)
    token = commands.turn_token_of(player_at(world.running, seat))
    return {**position_of(world.running).moves(seat)[0].dump(), "turn_token": token}
