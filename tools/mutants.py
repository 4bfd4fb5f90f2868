"""Mutation tests: small errors are put into the code, one at a time, for the tests to notice.

mutmut makes the errors, this draws them by a fixed seed, tries them and fails where too few were
noticed (docs/decisions/0024-mutation-testing.md). SEED and COUNT in the environment draw others.
"""

from __future__ import annotations

import ast
import os
import queue
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from difflib import unified_diff
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "var" / "mutants"
TESTING = ROOT / "games" / "engine" / "testing"
"""These are tests themselves."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "var", ".*", "__pycache__")
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")
PURE = ("-c", "/dev/null", "--rootdir", ".", "-W", "error")
"""For what needs no database: without plugins, which take longer than most tests."""
BARE_CONFTEST = """import os

import django

from tests.helpers.effort import use_hypothesis_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
use_hypothesis_settings()
"""
CPU_LIMIT, TIME_LIMIT = 300, 1800
"""Seconds after which an error has made something endless: it was noticed."""
NOT_TESTED = ("tally", "labels", "moved")
"""The names of functions that only count for the metrics or write a log line."""


class Group(NamedTuple):
    """Code that is tried together: its share of all, and how many of 100 must be noticed."""

    name: str
    share: float
    floor: int
    pure: bool
    code: tuple[str, ...]


GROUPS = (
    Group("engine and rules", 13 / 16, 90, True, ("engine/**/*.py", "titles/*/rules/**/*.py")),
    Group(
        *("services", 3 / 16, 80, False),
        ("matches/services/play.py", "matches/services/event_store.py", "matches/access.py"),
    ),
)


class Mutant(NamedTuple):
    """One error in one file."""

    path: str
    before: str
    after: str

    @property
    def diff(self) -> str:
        lines = self.before.splitlines(), self.after.splitlines()
        return "\n".join(unified_diff(*lines, self.path, self.path, n=1, lineterm=""))


def tests_of(path: str) -> tuple[str, ...]:
    """The arguments of pytest for a file; what fails soonest comes first."""
    _, kind, *inside = Path(path).parts
    titles = "tests/games/titles"
    golden = f"{titles}/test_golden.py"
    shared = [f"{titles}/test_{part}.py" for part in ("contract", "telling")]
    if kind == "titles":
        name = inside[0]
        return (*PURE, golden, f"{titles}/{name}/rules", *shared, "-k", name)
    if kind == "engine":
        rules = sorted(str(folder) for folder in Path(titles).glob("*/rules"))
        games = (golden, *shared, *rules)
        return (*PURE, "tests/games/engine", *games, "-k", "not referee_command")
    matches = "tests/games/matches"
    near = [f"{matches}/services/test_{p}.py" for p in ("play", "event_store", "undo", "showing")]
    others = [f"tests/games/{name}" for name in ("lobby", "moderation", "privacy", "workers")]
    without = ("-p", "no:randomly", "-k", "not postgresql and not redis")
    return (*near, matches, *others, *without)


class TextRemover(ast.NodeTransformer):
    """Code without sentences, and without what goes to the log and the metrics."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(" ") if isinstance(node.value, str) and " " in node.value else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return ast.Constant(" ") if name in NOT_TESTED else self.generic_visit(node)


def without_text(code: str) -> str:
    return ast.dump(TextRemover().visit(ast.parse(code)))


def draw(group: Group, rng: random.Random, count: int) -> Iterator[Mutant]:
    """`count` random mutants of a group; none that changes only text."""
    import libcst
    from mutmut.mutation.file_mutation import create_mutations

    found = [path for pattern in group.code for path in sorted((ROOT / "games").glob(pattern))]
    paths = [path for path in found if not path.is_relative_to(TESTING)]
    possible = []
    for path in paths:
        name, code = str(path.relative_to(ROOT)), path.read_text()
        module, mutations, *_ = create_mutations(name, code)
        possible += [
            (name, code, module, mutation)
            for mutation in mutations
            if mutation.contained_by_top_level_function
        ]
    rng.shuffle(possible)
    for name, code, module, mutation in possible:
        if not count:
            return
        changed = module.deep_replace(mutation.original_node, mutation.mutated_node)
        after = libcst.ensure_type(changed, libcst.Module).code
        if without_text(code) != without_text(after):
            count -= 1
            yield Mutant(name, code, after)


def copy_to(place: Path, group: Group) -> None:
    """A copy of the project to put errors into."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    if group.pure:
        (place / "tests" / "conftest.py").write_text(BARE_CONFTEST)


def passes(group: Group, place: Path, path: str) -> bool:
    """Whether the tests of a file pass in a copy of the project."""
    bare = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} if group.pure else {}
    with suppress(subprocess.TimeoutExpired):
        done = subprocess.run(  # noqa: S603
            [sys.executable, *PYTEST, *tests_of(path)],
            cwd=place,
            env={**os.environ, **bare},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT)),
            timeout=TIME_LIMIT,
        )
        return done.returncode == 0
    return False


def measure(group: Group, seed: int, count: int) -> bool:
    """Try a group, print what was not noticed, and return whether enough was."""
    began = time.monotonic()
    drawn = list(draw(group, random.Random(seed), count))
    workers = os.cpu_count() or 1
    places: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for number in range(workers):
        copy_to(WORK / str(number), group)
        places.put(WORK / str(number))

    def survives(mutant: Mutant) -> bool:
        place = places.get()
        file = place / mutant.path
        try:
            file.write_text(mutant.after)
            return passes(group, place, mutant.path)
        finally:
            # With its modification time, so that the compiled file is valid again.
            shutil.copy2(ROOT / mutant.path, file)
            places.put(place)

    left = 0
    with ThreadPoolExecutor(workers) as pool:
        of_each = {tests_of(mutant.path): mutant for mutant in drawn}.values()
        sound = [Mutant(mutant.path, mutant.before, mutant.before) for mutant in of_each]
        if not all(pool.map(survives, sound)):
            sys.exit("The tests fail where nothing is wrong.")
        for mutant, survived in zip(drawn, pool.map(survives, drawn), strict=True):
            if survived:
                left += 1
                sys.stdout.write(f"{mutant.diff}\n\n")
    share = 100 * (len(drawn) - left) / len(drawn)
    sys.stdout.write(
        f"{group.name}: {len(drawn)} drawn, {len(drawn) - left} noticed, {share:.1f} %"
        f" (at least {group.floor}), {(time.monotonic() - began) / 60:.0f} minutes\n"
    )
    return share >= group.floor


def main() -> None:
    seed = int(os.environ.get("SEED", "14"))
    count = int(os.environ.get("COUNT", "320"))
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "setup.cfg").write_text("[mutmut]\nsource_paths = games\n")
    os.chdir(WORK)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    enough = [measure(group, seed, round(count * group.share)) for group in GROUPS]
    if not all(enough):
        sys.exit("Too little was noticed.")


if __name__ == "__main__":
    main()
