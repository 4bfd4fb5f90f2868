"""Log lines that identify no person: JSON for machines, key=value for a terminal.

Every line carries the current work (`core/monitoring/context.py`). Errors and messages of libraries
are cut to one line, and addresses, keys and queries are removed: databases quote values in their
errors, and some of our URLs contain keys.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from core.monitoring.context import current

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FRAMES = 12
LONGEST = 600
_PATTERNS = (
    (re.compile(r"\b([a-z]+://)[^\s/@]+@"), r"\1[secret] at "),
    (re.compile(r"[^\s<>\"'=(,:;]+@[^\s<>\"'),:;]+"), "[address]"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "[ip]"),
    (re.compile(r"(?<![\w:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{0,4}(?![\w:])"), "[ip]"),
    (re.compile(r"/(join|stop-mail|key|confirm-email|players|people)/[^\s/]+"), r"/\1/[key]"),
    (re.compile(r"\?[^\s\"']+"), "?[query]"),
    (
        re.compile(r"(?i)\b(token|key|secret|password|cookie|authorization)([=:]\s*)\S+"),
        r"\1\2[secret]",
    ),
    (re.compile(r"\btavola_[\w-]+"), "[secret]"),
    (re.compile(r"\b[0-9a-fA-F]{24,}\b"), "[secret]"),
)
# json.dumps would create an encoder for every line.
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def clean(text: str) -> str:
    """Return the first line of a text, without keys and anything that identifies a person."""
    line = text.split("\n", 1)[0][:LONGEST]
    for pattern, instead in _PATTERNS:
        line = pattern.sub(instead, line)
    return line


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the facts of a log record, in the order of the line."""
    work = current.get()
    facts: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
    }
    own = getattr(record, "facts", None)
    # Only our own records have facts: their messages hold nothing to clean.
    facts["message"] = record.msg if own is not None else _message(record)
    if own is not None:
        facts.update(own)
    elif work is not None:
        facts.update(work.facts())
    if record.exc_info and record.exc_info[0] is not None:
        message = clean(str(record.exc_info[1]))
        name = record.exc_info[0].__name__
        facts["error"] = f"{name}: {message}" if message else name
        # The innermost frame comes last. Only places in the code are logged, never values.
        frames = traceback.extract_tb(record.exc_info[2])[-FRAMES:]
        places = [("/".join(f.filename.split("/")[-3:]), f) for f in frames]
        facts["at"] = [f"{place}:{f.lineno} {f.name}" for place, f in places]
    return facts


def _message(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if request is None or not isinstance(record.args, tuple) or not record.args:
        return clean(record.getMessage())
    # Django's message quotes the path, which may contain a key.
    match = getattr(request, "resolver_match", None)
    return f"{clean(str(record.args[0]))}: {match.view_name if match else 'no route'}"


class JsonLines(logging.Formatter):
    """A formatter that writes one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        return _as_json(facts_of(record))


class KeyValues(logging.Formatter):
    """A formatter for terminals: the time, the message, and the rest as key=value."""

    def format(self, record: logging.LogRecord) -> str:
        facts = facts_of(record)
        places = facts.pop("at", [])
        begin = f"{facts.pop('time')[11:23]} {facts.pop('level'):<7} {facts.pop('logger')}"
        rest = " ".join(f"{name}={_value(value)}" for name, value in facts.items())
        return "\n    ".join([f"{begin} {rest}", *places])


def _value(value: Any) -> str:
    text = str(value)
    return text if re.fullmatch(r"[^\s\"=]+", text) else json.dumps(text, ensure_ascii=False)


def configuration(form: str, level: str) -> dict[str, Any]:
    """Return the dictionary for Django's `LOGGING`.

    Args:
        form: "json", "text", or "auto": text on a terminal, JSON elsewhere.
        level: The lowest level that is logged.
    """
    if form == "auto":
        form = "text" if sys.stderr.isatty() else "json"
    formatter = {
        "json": "core.monitoring.logs.JsonLines",
        "text": "core.monitoring.logs.KeyValues",
    }[form]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django's own handlers would write these without the formatter, or twice.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # The log line of a request has its refusal; only errors are logged here.
            "django.request": {"level": "ERROR"},
            "daphne": {"level": "WARNING"},
            # It warns of each attempt; the request or command that fails says why, once.
            "psycopg.pool": {"level": "ERROR"},
        },
    }
