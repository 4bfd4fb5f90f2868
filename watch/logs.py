"""Log lines: JSON for machines, key=value for a terminal; neither identifies a person.

Every line carries the current work (`watch/context.py`). Messages of libraries and errors are cut
to one line and cleaned of addresses, keys and queries: a database quotes values in its errors, and
some of our URLs contain keys.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from watch.context import current

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
# Made once: json.dumps would make it anew for every line.
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def clean(text: str) -> str:
    """The first line of a text, without what identifies a person or is a key."""
    line = text.split("\n", 1)[0][:LONGEST]
    for pattern, instead in _PATTERNS:
        line = pattern.sub(instead, line)
    return line


def facts_of(record: logging.LogRecord) -> dict[str, Any]:
    """A record as the facts of one line, in the order they are read."""
    work = current.get()
    facts: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
    }
    own = getattr(record, "facts", None)
    # A record that brings its facts is one of ours: its message holds nothing to clean.
    facts["message"] = record.msg if own is not None else _message(record)
    if own is not None:
        facts.update(own)
    elif work is not None:
        facts.update(work.facts())
    if record.exc_info and record.exc_info[0] is not None:
        message = clean(str(record.exc_info[1]))
        name = record.exc_info[0].__name__
        facts["error"] = f"{name}: {message}" if message else name
        # The innermost last: places in the code, never values.
        frames = traceback.extract_tb(record.exc_info[2])[-FRAMES:]
        places = [("/".join(f.filename.split("/")[-3:]), f) for f in frames]
        facts["at"] = [f"{place}:{f.lineno} {f.name}" for place, f in places]
    return facts


def _message(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if request is None or not isinstance(record.args, tuple) or not record.args:
        return clean(record.getMessage())
    # Django quotes the path, which may contain a key; the route's name replaces it.
    match = getattr(request, "resolver_match", None)
    return f"{clean(str(record.args[0]))}: {match.view_name if match else 'no route'}"


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return _as_json(facts_of(record))


class KeyValues(logging.Formatter):
    """Readable in a terminal: the moment, the message, and the rest as key=value."""

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
    """For `LOGGING`. `form`: json, text, or auto, which is text on a terminal, else json."""
    if form == "auto":
        form = "text" if sys.stderr.isatty() else "json"
    formatter = {"json": "watch.logs.JsonLines", "text": "watch.logs.KeyValues"}[form]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django would write these by itself, without the formatter, or a second time.
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # A refusal is in the log line of its request; only errors are logged here.
            "django.request": {"level": "ERROR"},
            "daphne": {"level": "WARNING"},
        },
    }
