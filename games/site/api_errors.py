"""The error codes of the JSON API: what a program does about each, and who answers it."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from core.refusals import Refusal
from games.engine.contract import Json

ADVICE = {
    "bad-body": "Correct the field or parameter that the reason names.",
    "bad-club": "Correct the club’s facts that the reason names.",
    "bad-event": "Correct the event’s facts that the reason names.",
    "bad-idempotency-key": "Send a key of 1 to 64 visible ASCII characters.",
    "bad-league": "Correct the league’s facts that the reason names.",
    "bad-move": "Send one of the listed moves, with the turn token.",
    "bad-nonce": "Send 64 hexadecimal digits, and the nonce that belongs to your hash.",
    "bad-options": "Choose options that `games/` lists.",
    "bad-page": "Take `older`, `newer`, `after` or `before` from the last answer.",
    "bad-period": "Correct the days or the month, as the reason says.",
    "bad-record": "Choose a game and a number of seats that `games/` lists.",
    "bad-table": "Change the terms of the table that the reason names.",
    "bad-team-match": "Correct the team match’s facts that the reason names.",
    "bad-ticket": "Change the terms of the search that the reason names.",
    "bad-token": "Create a new token: this one was revoked, or has expired.",
    "cannot-abort": "A player has moved. Resign, or agree with the others to call the match off.",
    "cannot-agree": "The match cannot be called off by agreement. Play on, or resign.",
    "cannot-follow": "You can’t follow this player, or follow too many.",
    "cannot-invite": "Invite another player; the reason says why this one can’t be invited.",
    "cannot-say": "Shorten or change the line.",
    "cannot-undo": "The move is final. Answer the question of the newest state.",
    "idempotency-key-in-use": "The first request is still being answered. Send it again later.",
    "idempotency-key-reused": "Take a new key for a new request.",
    "illegal-move": "Send one of the `moves` of the state that came with the refusal.",
    "kept-private": "The player keeps this to themselves. Ask for nothing.",
    "match-too-long": "Resign, or ask a moderator to end the match.",
    "name-too-short": "Send at least two letters.",
    "no-hint": "Hints are for unrated matches against bots only.",
    "no-absent-player": "No player is awaited, or there is time left. Wait.",
    "no-such-channel": "Take the channel from `tv/`.",
    "no-storm": "Start a storm first.",
    "nonce-bound": "Reveal the nonce of your first hash, or leave the table.",
    "not-a-player": "You have no seat here, or left it, or are not the host. Stop.",
    "not-allowed": "The account may not do this; the reason says why, and until when.",
    "not-found": "There is no such address. Compare it with this page.",
    "not-in-this-lesson": "Send one of the moves that the step lists.",
    "not-installed": "The game of this match is not installed any more.",
    "not-open": "The table is full, closed or has started. Choose another.",
    "not-over": "The match is still played, or was called off. Wait for the end of its stream.",
    "not-running": "The match has not begun. Wait for its stream.",
    "not-yet": "The move leads to nothing here. Try another one; the coach’s words say why.",
    "not-your-turn": "Wait for the next state with moves.",
    "over": "The match has ended. Stop.",
    "own-invitation": "Invite another player: this one is you.",
    "permission-denied": "A page’s request needs the CSRF token; programs send a token.",
    "private-table": "Send the key of the invitation link as `?key=`.",
    "rating-range": "Your rating is outside of the table’s range. Choose another table.",
    "scope-missing": "Create a token with the scope that the reason names.",
    "sealed-table": "Other tables play the same cards. Read the match when all have ended.",
    "seated-elsewhere": "Send `sure: true` to take this seat too.",
    "sign-in": "Send a token, as `Authorization: Bearer tavola_…`.",
    "stale": "The match has moved on. Answer the question of the state that came with the refusal.",
    "time-is-up": "Your clock ran out. Wait for the next state.",
    "too-large": "Send less at once.",
    "too-long": "Shorten the text.",
    "too-many": "Wait for the seconds of `Retry-After`, then send it again.",
    "unavailable": "The site is busy or restarts. Wait for `Retry-After`, then send it again.",
    "unconfirmed-address": "Confirm your e-mail address first.",
    "unknown-club": "There is no such club, or you may not see it.",
    "unknown-conversation": "There is no such conversation.",
    "unknown-deal": "There is no such deal.",
    "unknown-event": "There is no such event, or you may not see it.",
    "unknown-game-night": "There is no such game night.",
    "unknown-host": "Use the site’s own address.",
    "unknown-ladder": "Take game, size and season from `ladders/`.",
    "unknown-league": "There is no such league, or you may not see it.",
    "unknown-lesson": "Take the lesson from `lessons/`.",
    "unknown-match": "There is no such match any more.",
    "unknown-player": "There is no such player.",
    "unknown-puzzle": "Take the puzzle from `puzzles/`.",
    "unknown-result": "The result was deleted, or there never was one.",
    "unknown-team-match": "There is no such team match, or you may not see it.",
    "unknown-theme": "This game has no puzzles of this theme.",
    "unknown-ticket": "The search has ended. Start a new one.",
    "unsupported-media-type": "Send JSON, with `Content-Type: application/json`.",
    "warning-unread": "Read the moderators’ warning on the site first.",
    "wrong-method": "Use a method that `Allow` names.",
}
"""What a program does, by the code of the refusal."""
STATUSES = {
    "not-found": 404,
    "permission-denied": 403,
    "unsupported-media-type": 415,
}
"""The status of codes that djangorestframework answers; the others have it in their class."""
EVERYWHERE = (
    *("bad-body", "bad-token", "unknown-host", "wrong-method", "scope-missing", "sign-in"),
    *("too-many", "unavailable", "not-allowed", "permission-denied"),
)
OF_WRITES = (
    *("bad-idempotency-key", "idempotency-key-in-use", "idempotency-key-reused"),
    *("too-large", "unsupported-media-type", "warning-unread", "unconfirmed-address"),
)
"""What the site answers before an endpoint: to any request, and in addition to any write."""
_AT_MATCH = ("unknown-match", "private-table", "sealed-table", "not-installed")
_PLAYING = ("not-a-player", "not-running", "over")
_MOVING = (*_PLAYING, "bad-move", "illegal-move", "not-your-turn", "stale", "time-is-up")
_SITTING = (
    *("bad-table", "bad-options", "bad-record", "bad-nonce", "seated-elsewhere", "rating-range"),
    *("not-open", "not-a-player", "cannot-invite", "own-invitation"),
)
_OF_CLUB = ("unknown-club", "bad-club", "not-open", "too-long")
_OF_EVENT = ("unknown-event", "unknown-club", "bad-event", "not-open")
OF_RESOURCE = {
    "challenges": ("unknown-match", *_SITTING),
    "clubs": (*_OF_CLUB, "unknown-result", "cannot-say", "bad-team-match", "not-a-player"),
    "deals": ("unknown-deal",),
    "events": _OF_EVENT,
    "facts": (),
    "game-nights": ("unknown-game-night", "unknown-match", *_SITTING),
    "games": (),
    "ladders": ("unknown-ladder", "bad-page"),
    "leagues": (*_OF_EVENT, "unknown-league", "bad-league", "unknown-team-match"),
    "lessons": (
        *("unknown-lesson", "bad-move", "illegal-move", "stale", "not-in-this-lesson", "not-yet"),
    ),
    "matches": _AT_MATCH,
    "me": (),
    "messages": ("unknown-conversation", "unknown-player", "cannot-say"),
    "people": ("unknown-player", "kept-private", "name-too-short", "cannot-follow"),
    "puzzles": (
        *("unknown-puzzle", "unknown-theme", "bad-page", "bad-move", "illegal-move", "no-storm"),
    ),
    "records": ("bad-period",),
    "stream": (*_AT_MATCH, "unknown-event"),
    "tables": _SITTING,
    "teams": ("unknown-team-match", "bad-team-match", "not-open"),
    "tickets": (
        "bad-ticket",
        "bad-options",
        "bad-record",
        "bad-nonce",
        "seated-elsewhere",
        "unknown-ticket",
        "bad-table",
    ),
    "tournaments": _OF_EVENT,
    "tv": ("no-such-channel",),
    "version": (),
}
"""The codes of an endpoint, by the first part of its path."""
OF_OPERATION = {
    "agree": (*_PLAYING, "cannot-agree"),
    "call_off": (*_PLAYING, "cannot-abort"),
    "decline": _SITTING,
    "hint": (*_MOVING, "no-hint"),
    "invite": _SITTING,
    "join": (*_SITTING, "nonce-bound"),
    "leave": _SITTING,
    "matches": ("bad-page",),
    "move": (*_MOVING, "match-too-long"),
    "no_show": (*_PLAYING, "no-absent-player"),
    "record": ("not-over",),
    "records_of_month": ("not-found",),
    "rematch": (*_SITTING, "not-over"),
    "resign": _PLAYING,
    "reveal": ("bad-nonce", "not-a-player", "not-open"),
    "say": ("cannot-say", "not-a-player"),
    "chat": ("not-a-player",),
    "seat_bots": _SITTING,
    "undo": (*_MOVING, "cannot-undo"),
}
"""The codes of single endpoints, in addition to those of their resource."""


def statuses() -> dict[str, int]:
    """Return the HTTP status of each code that the API answers."""
    known = {
        one.code: one.status for one in _subclasses(Refusal) if hasattr(one, "code")
    } | STATUSES
    return {code: known[code] for code in ADVICE}


def _subclasses(base: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in base.__subclasses__():
        yield one
        yield from _subclasses(one)


def codes_of(method: str, tag: str, operation_id: str) -> list[str]:
    """Return the codes with which an endpoint may answer, in alphabetical order."""
    writes = method not in ("get", "head")
    found = {*EVERYWHERE, *OF_RESOURCE[tag], *OF_OPERATION.get(operation_id, ())}
    return sorted(found | set(OF_WRITES if writes else ()))


def add_errors(result: Json, **_unused: Any) -> Json:
    """List the codes of each endpoint by status; a hook of drf-spectacular."""
    schemas, status_of = result["components"]["schemas"], statuses()
    schemas["ErrorCode"] = {
        "type": "string",
        "enum": sorted(ADVICE),
        "description": "What to do about each code is on the page of the API.",
    }
    schemas["Error"]["properties"]["code"] = {"$ref": "#/components/schemas/ErrorCode"}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    for item in result["paths"].values():
        for method, operation in item.items():
            responses = operation["responses"]
            # The refusal of a lesson has a shape of its own.
            contents = {key: one["content"] for key, one in responses.items() if key >= "400"}
            kept = {status: one for status, one in responses.items() if status < "400"}
            by_status: dict[int, list[str]] = {}
            for code in codes_of(method, operation["tags"][0], operation["operationId"]):
                by_status.setdefault(status_of[code], []).append(code)
            operation["responses"] = kept | {
                str(status): {
                    "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}",
                    "content": contents.get(str(status), contents["400"]),
                }
                for status, codes in sorted(by_status.items())
            }
    return result
