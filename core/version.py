"""The version of the site, read from `pyproject.toml`, the only place that states it."""

import tomllib
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
VERSION: str = tomllib.loads(_PROJECT.read_text("utf-8"))["project"]["version"]
