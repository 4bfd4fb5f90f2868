"""A process that has imported the whole site, and forks a server or a worker on request.

A fork serves within milliseconds, so that a test can kill a hundred of them in half a minute.
Requests come as lines of JSON; each is answered with a line.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from tests.faults import shared_clock

TableRequest = dict[str, Any]
AT_HAND = (
    "config.asgi",
    "games.workers.management.commands.serve",
    "games.workers.management.commands.worker",
    "uvicorn",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)


def serve(
    port: int, worker: bool = False, dies: bool = False, changed: dict[str, Any] | None = None
) -> None:
    """Do what `manage.py serve` does; with `dies` until the first move is committed.

    `changed`: the settings of this server that differ from those of the site.
    """
    from django.conf import settings
    from django.core.management import call_command

    for name, value in (changed or {}).items():
        setattr(settings, name, value)
    if dies:
        from tests.faults import inside

        inside.die_before_publishing()
    call_command("serve", port=port, no_worker=not worker, no_migrate=True)


def work(hurried: bool = False) -> None:
    """Do what `manage.py worker` does.

    `hurried`: events and tournaments are looked at in every round of the worker, and its rounds
    follow each other quickly.
    """
    from django.core.management import call_command

    from games.events.services import running as events
    from games.tournaments.services import running as tournaments
    from games.workers import alarm, worker

    if hurried:
        worker.work_on_events = worker.Seldom(events.work, 0)
        worker.run_tournaments = worker.Seldom(tournaments.work, 0)
        worker.seconds_until = lambda *_: alarm.REST  # type: ignore[attr-defined]  # replaced
    call_command("worker")


def require_one_thread() -> None:
    """Check that no other thread runs: a fork keeps their locks and connections, but not them."""
    if threading.active_count() > 1:
        raise RuntimeError(f"cannot fork with the threads {threading.enumerate()}")


def _forked(do: Callable[[], None]) -> int:
    require_one_thread()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        log = os.open(os.environ["CLUSTER_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream in (1, 2):
            os.dup2(log, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        do()
        status = 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _asked(name: str, words: TableRequest) -> Any:
    """Call a function of inside.py or inside_tournaments.py in a process, and return its result."""
    from tests.faults import inside, inside_tournaments

    owner = inside if hasattr(inside, name) else inside_tournaments
    reading, writing = os.pipe()

    def tell() -> None:
        with os.fdopen(writing, "w") as pipe:
            json.dump(getattr(owner, name)(**words), pipe)

    pid = _forked(tell)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(said) if said else {"failed": name}


def main() -> None:
    gc.disable()  # Most of what is loaded stays: searching it for garbage is a fifth of the work.
    import django

    if clock := os.environ.get("CLUSTER_CLOCK"):
        shared_clock.install(clock)
    django.setup()
    for name in AT_HAND:
        import_module(name)
    import_module("tests.faults.inside").warm_up()
    require_one_thread()
    gc.collect()
    gc.freeze()  # These objects stay, and all forks share them.
    gc.enable()
    children: set[int] = set()
    out = os.fdopen(os.dup(1), "w", buffering=1)
    print("ready", file=out)
    for line in sys.stdin:
        wish = json.loads(line)
        do = wish.pop("do")
        if do == "ask":
            answer = _asked(wish["name"], wish["words"])
        else:
            answer = _forked(partial(serve if do == "serve" else work, **wish))
            children.add(answer)
        for child in list(children):
            if os.waitpid(child, os.WNOHANG)[0]:
                children.discard(child)
        print(json.dumps(answer), file=out)
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main()
