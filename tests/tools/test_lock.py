"""The locked packages can be installed on every Python and platform that the README names.

The requirement files hold hashes and no file names, so the installer itself is asked what it would
install elsewhere: it chooses files of the registry by the locked hashes, and installs nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.effort import covering
from tests.helpers.requirements import REGISTRY, NotInstalled, give_up

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")
FILE = "requirements-dev.txt"
"""With all that requirements.txt has."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LINUX = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28")
MAC = ("aarch64-apple-darwin", "x86_64-apple-darwin")
UNREACHABLE = re.compile("dns error|error sending request|Failed to fetch", re.I)


@cache
def would_install(python: str, platform: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Return what uv says of an installation elsewhere."""
    command = [str(UV), "pip", "install", "--dry-run", "--no-deps", "--require-hashes", *options]
    elsewhere = ["--target", str(ROOT / "var" / "elsewhere"), "--python", sys.executable]
    elsewhere += ["--python-version", python, "--python-platform", platform, "-r", FILE]
    everything = [*command, *elsewhere]
    return subprocess.run(everything, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def _registry() -> None:
    done = would_install(PYTHONS[0], MAC[0])
    if done.returncode and UNREACHABLE.search(done.stderr):
        give_up(NotInstalled(REGISTRY, "not reached"))


@pytest.mark.usefixtures("_registry")
@pytest.mark.parametrize("python", PYTHONS)
def test_linux_installs_only_wheels(python: str) -> None:
    for platform in covering(LINUX, PYTHONS.index(python)):
        done = would_install(python, platform, "--only-binary", ":all:")
        assert done.returncode == 0, (platform, done.stderr)
        assert "django==5.2." in done.stderr


@pytest.mark.usefixtures("_registry")
@pytest.mark.parametrize("python", PYTHONS)
def test_macos_has_wheel_or_source_of_every_package(python: str) -> None:
    for platform in covering(MAC, PYTHONS.index(python)):
        done = would_install(python, platform)
        assert done.returncode == 0, (platform, done.stderr)


@pytest.mark.usefixtures("_registry")
def test_too_old_python_fails() -> None:
    assert would_install("3.8", LINUX[0], "--only-binary", ":all:").returncode


@pytest.mark.parametrize("kind", ["", "-dev", "-research", "-setup"])
def test_requirement_files_have_hashes_and_no_host(kind: str) -> None:
    text = (ROOT / f"requirements{kind}.txt").read_text("utf-8")
    packages = re.findall(r"^(\S+)==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", text, re.M)
    assert len(packages) == len(re.findall("==", re.sub(r" ; .*", "", text)))
    assert "://" not in text


def test_requirements_for_tests_include_site_requirements() -> None:
    def locked(kind: str) -> set[str]:
        return set(
            re.findall(r"^\S+==\S+", (ROOT / f"requirements{kind}.txt").read_text("utf-8"), re.M)
        )

    assert locked("") <= locked("-dev")
