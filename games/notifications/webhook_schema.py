"""The webhooks in the OpenAPI schema: what the site posts to the address of a user or a club."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from games.engine.contract import Json
from games.notifications.models import Notification

HEADERS = {
    "webhook-id": "the same each time that a message is tried again",
    "webhook-timestamp": "seconds since 1970; refuse what is older than five minutes",
    "webhook-signature": "“v1,” and a base64 of the HMAC-SHA256 over id, timestamp and body",
}
OF_CLUBS = (
    *("event-planned", "event-changed", "event-cancelled", "match-finished"),
    *("result-entered", "member-joined", "member-left", "test"),
)


def add_webhooks(result: Json, **_unused: Any) -> Json:
    """Add the webhooks; a hook of drf-spectacular."""
    result["webhooks"] = {
        "notification": _webhook(
            "webhook_notification",
            "A table waits for you, or another notification that you chose",
            ["turn", "test", *(kind for kind in Notification.Kind.values if kind != "turn")],
        ),
        "club": _webhook("webhook_club", "News of a club whose founder you are", list(OF_CLUBS)),
    }
    return result


def _webhook(name: str, summary: str, kinds: list[str]) -> Json:
    message = {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": kinds},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"type": "object", "additionalProperties": True},
        },
        "required": ["type", "timestamp", "data"],
    }
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            "description": "Signed as Standard Webhooks describes. Answer within ten seconds.",
            "tags": ["webhooks"],
            "security": [],
            "parameters": [
                {
                    "name": header,
                    "in": OpenApiParameter.HEADER,
                    "required": True,
                    "schema": {"type": "string"},
                    "description": text,
                }
                for header, text in HEADERS.items()
            ],
            "requestBody": {"required": True, "content": {"application/json": {"schema": message}}},
            "responses": {
                "2XX": {"description": "received"},
                "410": {"description": "no longer wanted: the webhook is turned off"},
            },
        }
    }
