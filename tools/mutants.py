"""Mutation tests: put small errors into the code, one at a time, for the tests to notice.

mutmut makes the errors. This draws some of them with a fixed seed, tries them, and fails if the
tests notice too few (docs/decisions/0024-mutation-testing.md). Environment variables: SEED and
COUNT draw other errors, ONLY=services tries one group, WORKERS=1 tries one at a time, and RESUME=1
skips those that are noticed according to `var/mutants/result.json`.
"""

from __future__ import annotations

import ast
import json
import os
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import NamedTuple

import libcst
from mutmut.mutation import file_mutation

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "var" / "mutants"
RESULT = WORK / "result.json"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "var", ".*", "__pycache__")
PYTEST = (
    *("-m", "pytest", "-x", "-q", "-s", "-p", "no:cacheprovider", "-p", "no:randomly"),
    *("-k", "not postgresql and not redis"),
)
CPU_LIMIT, TIME_LIMIT = 900, 3600
"""Seconds after which an error counts as noticed, because it has made something endless."""
NOT_TESTED = ("tally", "labels", "moved")
"""The names of functions that only count for the metrics or write a log line."""


class Group(NamedTuple):
    """Code that is tried together: its share of all errors, and the percentage to be noticed."""

    name: str
    share: float
    floor: int
    code: tuple[str, ...]
    tests: tuple[str, ...]


GROUPS = (
    Group(
        *("permissions", 1 / 10, 85),
        (
            *("accounts/permissions.py", "accounts/bearer.py", "accounts/views/decorators.py"),
            *("accounts/services/sanctions.py", "accounts/services/tokens.py"),
            *("accounts/services/blocks.py", "accounts/models/tokens.py"),
        ),
        (
            *("tests/accounts", "tests/games/moderation", "tests/games/administration"),
            "tests/games/lobby/services",
            *(f"tests/safety/test_{name}.py" for name in ("banned", "limits", "tokens")),
        ),
    ),
    Group(
        *("services", 3 / 10, 85),
        ("games/matches/services/*.py", "games/matches/access.py", "games/lobby/services/*.py"),
        tuple(
            f"tests/games/{name}"
            for name in ("lobby", "matches", "moderation", "privacy", "workers")
        ),
    ),
    Group(
        *("engine and rules", 6 / 10, 90),
        ("games/engine/*.py", "games/titles/*/rules/**/*.py"),
        (
            *("tests/games/engine", "tests/games/titles/*/rules"),
            *(
                f"tests/games/titles/test_{name}.py"
                for name in ("arena", "arrays", "contract", "golden", "installed_games", "telling")
            ),
        ),
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


class TextRemover(ast.NodeTransformer):
    """Removes texts, and calls that only write log lines or metrics."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant(" ") if isinstance(node.value, str) and " " in node.value else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return ast.Constant(" ") if name in NOT_TESTED else self.generic_visit(node)


class Mutator(file_mutation.MutationVisitor):
    """mutmut's visitor, but for decorated functions too: here it registers no copies of them."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        if isinstance(node, libcst.FunctionDef) and node.decorators:
            node = node.with_changes(decorators=())
        return super()._skip_node_and_children(node)


def without_text(code: str) -> str:
    return ast.dump(TextRemover().visit(ast.parse(code)))


def draw(group: Group, rng: random.Random, count: int) -> Iterator[Mutant]:
    """Yield `count` random mutants of a group, without those that change only text."""
    paths = sorted({path for pattern in group.code for path in ROOT.glob(pattern)})
    possible = []
    file_mutation.MutationVisitor = Mutator  # type: ignore[misc]  # replaces mutmut's class
    for path in paths:
        name, code = str(path.relative_to(ROOT)), path.read_text()
        module, mutations, *_ = file_mutation.create_mutations(name, code)
        possible += [
            (name, code, module, mutation)
            for mutation in mutations
            if isinstance(mutation.contained_by_top_level_function, libcst.FunctionDef)
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


def tests_of(group: Group, path: str) -> list[str]:
    """Return the tests of a group; for rules of a game without the rules tests of other games."""
    found = [str(p.relative_to(ROOT)) for name in group.tests for p in sorted(ROOT.glob(name))]
    _games, kind, title, *_ = (*Path(path).parts, "", "")
    if kind != "titles":
        return found
    return [t for t in found if not fnmatch(t, "*/rules") or f"/{title}/" in t]


def passes(group: Group, mutant: Mutant) -> bool:
    """Return whether all tests pass in a changed copy of the project, in a new process."""
    place = WORK / "copy"
    if not place.exists():
        shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    file = place / mutant.path
    try:
        file.write_text(mutant.after)
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(  # noqa: S603
                [sys.executable, *PYTEST, *tests_of(group, mutant.path)],
                cwd=place,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (CPU_LIMIT,) * 2),
                timeout=TIME_LIMIT,
            )
            return done.returncode == 0
        return False
    finally:
        # Keeps the modification time, so that the compiled file is valid again.
        shutil.copy2(ROOT / mutant.path, file)


def measure(group: Group, seed: int, count: int) -> bool:
    """Try the mutants of a group, print those not noticed, and return whether enough were."""
    results = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    mutants = {mutant.diff: mutant for mutant in draw(group, random.Random(seed), count)}
    known = results.get(group.name, {}) if "RESUME" in os.environ else {}
    verdicts = {diff: known[diff] for diff in mutants if known.get(diff)}
    job = WORK / "job.json"
    left = [mutant._asdict() for diff, mutant in mutants.items() if diff not in verdicts]
    files = sorted({mutant.path for mutant in mutants.values()})
    job.write_text(json.dumps({"name": group.name, "files": files, "mutants": left}))
    found = sorted({test for path in files for test in tests_of(group, path)})
    command = [sys.executable, *PYTEST, "-p", "tools.mutants_loop", *found]
    environment = {**os.environ, "MUTANTS_JOB": str(job)}
    hidden = []

    def judge(mutant: Mutant, noticed: str) -> None:
        verdicts[mutant.diff] = noticed
        RESULT.write_text(json.dumps({**results, group.name: verdicts}, indent=1))
        if not noticed:
            sys.stdout.write(f"{mutant.diff}\n\n")

    with subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as tried:
        for line in tried.stdout or ():
            if line.startswith("MUTANT "):
                verdict = json.loads(line.removeprefix("MUTANT "))
                mutant = Mutant(**left[verdict["number"]])
                if verdict["hidden"] and not verdict["noticed"]:
                    hidden.append(mutant)
                else:
                    judge(mutant, verdict["noticed"])
            else:
                sys.stdout.write(line)
    for mutant in hidden:
        judge(mutant, "" if passes(group, mutant) else "all tests in a changed copy")
    if tried.returncode or len(verdicts) < len(mutants):
        sys.exit("The tests fail without a mutant.")
    total, noticed = len(verdicts), sum(map(bool, verdicts.values()))
    sys.stdout.write(
        f"{group.name}: {total} drawn, {noticed} noticed, {100 * noticed / total:.1f} %"
        f" (at least {group.floor})\n"
    )
    return 100 * noticed >= group.floor * total


def main() -> None:
    seed = int(os.environ.get("SEED", "14"))
    count = int(os.environ.get("COUNT", "400"))
    only = os.environ.get("ONLY", "")
    WORK.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(WORK / "copy", ignore_errors=True)
    (WORK / "setup.cfg").write_text("[mutmut]\nsource_paths = games\n")
    os.chdir(WORK)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # a TextIOWrapper
    groups = [group for group in GROUPS if only in group.name]
    enough = [measure(group, seed, round(count * group.share)) for group in groups]
    if not all(enough):
        sys.exit("Too little was noticed.")


if __name__ == "__main__":
    main()
