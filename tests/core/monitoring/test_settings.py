"""Environment variables: all are documented, and each has its effect."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
READS = re.compile(
    r"""(?:\benv(?:\.\w+)?\(|environ\.get\(|environ\[|environ\.setdefault\(|getenv\()\s*["']([A-Z_]+)["']"""
)
OF_PYTHON = {"PYTHONPATH"}
OF_DJANGO = {"DJANGO_SETTINGS_MODULE"}
OF_TESTS = {"EFFORT"}
"""What only tests ask for, in the library that games are tested with."""
SAID = """
import json, django
django.setup()
from django.conf import settings as s
from django.core.cache import cache
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import connection
print(json.dumps({
    "layer": s.CHANNEL_LAYERS["default"]["BACKEND"],
    "layer_at": str(s.CHANNEL_LAYERS["default"].get("CONFIG")),
    "caches": {name: each.get("LOCATION") for name, each in s.CACHES.items()},
    "sessions": SessionStore.__module__,
    "vendor": connection.vendor,
    "pool": (connection.pool is not None) if connection.vendor == "postgresql" else None,
    "room": connection.pool.max_size if connection.vendor == "postgresql" else None,
    "cache_key_of_limits": cache.make_key("x"),
    "static": s.STORAGES["staticfiles"]["BACKEND"],
    "fast": {name: getattr(s, name) for name in dir(s) if name.startswith("FAST_")},
}))
"""


def read_by_the_code() -> set[str]:
    """Return the environment variables that the site reads."""
    files = [ROOT / "manage.py"]
    for folder in ("config", "games", "accounts", "core", "bench"):
        files += (ROOT / folder).rglob("*.py")
    found = {name for path in files for name in READS.findall(path.read_text("utf-8"))}
    return found - OF_PYTHON - OF_DJANGO - OF_TESTS


def documented() -> set[str]:
    """Return the variables in the tables of the operations page."""
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))


def test_documented_variables_are_those_that_code_reads() -> None:
    assert read_by_the_code() == documented()


def as_set(tmp_path: Path, **environment: str) -> dict[str, Any]:
    """Return the settings of a process with this environment."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    where = {"DJANGO_SETTINGS_MODULE": "config.settings", "TAVOLA_VAR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SAID],
        cwd=ROOT,
        env={**kept, **where, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def test_site_without_variables_runs_in_one_process(tmp_path: Path) -> None:
    said = as_set(tmp_path)
    assert said["vendor"] == "sqlite"
    assert said["layer"] == "core.server.memory_layer.ProcessLayer"
    assert set(said["caches"].values()) == {None}
    assert said["static"].endswith("StaticFilesStorage")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_variables_switch_site_to_postgresql_and_redis(tmp_path: Path, scheme: str) -> None:
    said = as_set(
        tmp_path,
        DATABASE_URL=f"{scheme}://tavola:word@db:5433/tavola",
        DATABASE_POOL_SIZE="7",
        BOT_PROCESSES="2",
        REDIS_URL="redis://redis:6379/3",
    )
    assert (said["vendor"], said["pool"], said["room"]) == ("postgresql", True, 7 + 2)
    assert said["layer"] != "core.server.memory_layer.ProcessLayer"
    assert "redis://redis:6379/3" in said["layer_at"]
    assert set(said["caches"].values()) == {"redis://redis:6379/3"}
    assert said["sessions"] == "django.contrib.sessions.backends.cached_db"


def test_fast_paths_are_on_unless_disabled(tmp_path: Path) -> None:
    fast = as_set(tmp_path)["fast"]
    assert len(fast) >= 4
    assert all(fast.values())
    said = as_set(tmp_path, **dict.fromkeys(fast, "off"))
    assert not any(said["fast"].values())
    assert said["layer"] == "channels.layers.InMemoryChannelLayer"
    assert not as_set(tmp_path, DEBUG="on")["fast"]["FAST_TEMPLATES"], (
        "edited templates are shown at once"
    )


def test_days_beyond_what_dates_hold_are_refused(tmp_path: Path) -> None:
    names = ["CLOSING_DAYS", "CHAT_DAYS", "EVIDENCE_DAYS", "LOG_DAYS"]
    with pytest.raises(subprocess.CalledProcessError) as refused:
        as_set(tmp_path, **dict.fromkeys(names, "36501"))
    lines = refused.value.stderr.splitlines()
    assert [line.partition("=")[0] for line in lines] == names
    assert all(line.endswith("Write a whole number from 0 to 36500.") for line in lines)


def test_config_has_only_standard_modules() -> None:
    held = {path.stem for path in (ROOT / "config").glob("*.py")}
    assert held == {"__init__", "settings", "urls", "asgi"}


def test_settings_with_which_no_site_works_stop_it(tmp_path: Path) -> None:
    wrong = {
        "ALLOWED_HOSTS": "foo.example;bar",
        "SITE_NAME": "Our\nclub",
        "SITE_URL": "https://foo.example/path?x",
        "VAPID_SUBJECT": "foo",
        "VACATION_DAYS": "1000000000",
        "WRITES_A_MINUTE": "0",
        "TOKEN_READS_A_MINUTE": "0",
        "ANONYMOUS_SECONDS_A_MINUTE": "0",
        "SOCKET_MESSAGES_A_SECOND": "0",
        "SOCKETS_A_PERSON": "0",
        "SOCKETS_AN_ADDRESS": "0",
        "STREAM_SEND_SECONDS": "0",
        "DRAIN_SECONDS": "100000",
    }
    with pytest.raises(subprocess.CalledProcessError) as caught:
        as_set(tmp_path, **wrong)
    for name, value in wrong.items():
        assert f"{name}={value} is not possible. Write " in caught.value.stderr
