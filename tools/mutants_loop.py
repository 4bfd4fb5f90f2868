"""A pytest plugin that tries the mutants of tools/mutants.py instead of running the tests once.

All modules and tests are imported once. A first process runs every test and records which functions
each one calls. Then each mutant gets a forked process of its own, which replaces the code of one
function, and runs the tests that call it, the fastest first.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import shutil
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

JOB = Path(os.environ["MUTANTS_JOB"])
TEMPORARY = JOB.parent / "temporary"
ROOT = Path(__file__).resolve().parent.parent
job = json.loads(JOB.read_text())
files = {str(ROOT / path): path for path in job["files"]}
called: set[tuple[str, str]] = set()
"""The functions called since this was last emptied, as file and name."""
on_import: set[tuple[str, str]] = set()
"""Functions called before any test: replacing their code does not redo what they did."""


class Test(NamedTuple):
    """A test that calls a function, and the CPU seconds it takes."""

    seconds: float
    item: pytest.Item


def note(frame: FrameType, _event: str, _argument: object) -> None:
    code = frame.f_code
    if code.co_filename in files:
        called.add((files[code.co_filename], code.co_qualname.partition(".<locals>")[0]))


sys.settrace(note)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    sys.settrace(None)
    on_import.update(called)
    # gc.get_objects, used below, does not return frozen objects.
    gc.unfreeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    tests = _tests_by_function(session)
    running: dict[int, tuple[int, int, bool, float]] = {}
    waiting = list(enumerate(job["mutants"]))
    killers: set[str] = set()
    while waiting or running:
        while waiting and len(running) < int(os.environ.get("WORKERS", os.cpu_count() or 1)):
            number, mutant = waiting.pop(0)
            function, code = changed(mutant)
            selected = tests.get(function, [])
            seconds = sum(test.seconds for test in selected)
            hidden = code is None or function in on_import or not selected
            items = [test.item for test in selected] if code else []
            work = partial(_try, items, function, code)
            pid, pipe = _fork(session, work, seconds)
            running[pid] = number, pipe, hidden, time.monotonic() + 120 + 40 * seconds
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid not in running:
            for late, (*_, until) in running.items():
                if time.monotonic() > until:
                    os.kill(late, 9)
            time.sleep(0.02)
            continue
        shutil.rmtree(_temporary(pid), ignore_errors=True)
        number, pipe, hidden, _until = running.pop(pid)
        with os.fdopen(pipe) as answer:
            noticed = answer.read() or (f"ended with {status}" if status else "")
        killers.update({noticed} & {item.nodeid for item in session.items})
        verdict = {"number": number, "noticed": noticed, "hidden": hidden}
        _say("MUTANT " + json.dumps(verdict))
    wrong = _failing_alone(session, killers)
    for name in wrong:
        _say(f"Fails without an error as well: {name}")
    session.testsfailed = len(wrong)
    return True


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _temporary(pid: int) -> Path:
    """Return the folder for the temporary files of a process."""
    TEMPORARY.mkdir(exist_ok=True)
    return TEMPORARY / str(pid)


def _fork(session: pytest.Session, work: Callable[[], str], seconds: float) -> tuple[int, int]:
    """Do some work in a forked process; return its pid, and the pipe that brings the answer."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    if pid := os.fork():
        os.close(writing)
        return pid, reading
    os.setsid()
    factory = session.config._tmp_path_factory  # type: ignore[attr-defined]  # pytest's own
    factory._given_basetemp = _temporary(os.getpid())
    limit = int(60 + 10 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        with os.fdopen(writing, "w") as answer:
            answer.write(work())
        os._exit(0)
    finally:
        os._exit(1)


def _run(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, bool, float]]:
    """Run tests one after another; yield whether each passed, and the seconds it took."""
    failed: list[str] = []

    class Watch:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid)

    if not items:
        return
    items[0].config.pluginmanager.register(Watch())
    for item, after in zip(items, [*items[1:], None], strict=True):
        began = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        yield item, item.nodeid not in failed, time.process_time() - began
    items[0].session._setupstate.teardown_exact(None)


def _tests_by_function(session: pytest.Session) -> dict[tuple[str, str], list[Test]]:
    """Return the tests that call each function, the fastest first."""
    kept = JOB.with_name(f"calls {job['name']}.json")

    def look() -> str:
        threading.settrace(note)
        sys.settrace(note)
        calls = []
        for item, passed, seconds in _run(session.items):
            calls.append((item.nodeid, seconds, passed, sorted(called)))
            called.clear()
        kept.write_text(json.dumps(calls))
        return ""

    if not kept.exists() or "RESUME" not in os.environ:
        pid, pipe = _fork(session, look, 900)
        os.close(pipe)
        if os.waitpid(pid, 0)[1]:
            raise pytest.UsageError("The run without a mutant was aborted.")
    calls = json.loads(kept.read_text())
    failed = [name for name, _seconds, passed, _functions in calls if not passed]
    for name in failed[:20]:
        _say(f"Fails without any error, and is left out: {name}")
    if 100 * len(failed) > len(calls):
        raise pytest.UsageError("More than one test of 100 fails without any error.")
    items = {item.nodeid: item for item in session.items}
    tests = defaultdict(list)
    for name, seconds, passed, functions in calls:
        if passed and name in items:
            for path, function in functions:
                tests[path, function].append(Test(seconds, items[name]))
    return {function: sorted(found, key=lambda t: t.seconds) for function, found in tests.items()}


def changed(mutant: dict[str, str]) -> tuple[tuple[str, str], CodeType | None]:
    """Return the function that a mutant changes, and its code if only a body changes."""
    before, after = (list(_functions(ast.parse(mutant[key]).body)) for key in ("before", "after"))
    (name, old), (_, new) = next(
        pair
        for pair in zip(before, after, strict=True)
        if ast.dump(pair[0][1]) != ast.dump(pair[1][1])
    )
    old.body = new.body = []
    only_body = ast.dump(old) == ast.dump(new) and [n for n, _ in before].count(name) == 1
    module = compile(mutant["after"], str(ROOT / mutant["path"]), "exec", dont_inherit=True)
    return (mutant["path"], name), _code_of(module, name) if only_body else None


def _functions(
    body: list[ast.stmt], inside: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield inside + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{inside}{node.name}.")


def _code_of(module: CodeType, name: str) -> CodeType | None:
    for code in module.co_consts:
        if isinstance(code, CodeType):
            if code.co_qualname == name:
                return code
            if name.startswith(f"{code.co_qualname}."):
                return _code_of(code, name)
    return None


def _try(items: list[pytest.Item], function: tuple[str, str], code: CodeType | None) -> str:
    """Put one error in and return the name of the first test that fails."""
    path, name = str(ROOT / function[0]), function[1]
    for found in gc.get_objects() if code else ():
        if (
            isinstance(found, FunctionType)
            and found.__code__.co_filename == path
            and found.__code__.co_qualname == name
        ):
            found.__code__ = code  # type: ignore[assignment]  # not None in this loop
    return next((item.nodeid for item, passed, _ in _run(items) if not passed), "")


def _failing_alone(session: pytest.Session, names: set[str]) -> list[str]:
    """Return those of these tests that fail without any mutant."""
    items = [item for item in session.items if item.nodeid in names]

    def look() -> str:
        return "\n".join(item.nodeid for item, passed, _ in _run(items) if not passed)

    pid, pipe = _fork(session, look, 900)
    with os.fdopen(pipe) as answer:
        wrong = answer.read().split("\n")
    os.waitpid(pid, 0)
    return [name for name in wrong if name]
