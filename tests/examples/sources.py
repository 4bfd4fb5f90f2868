"""The example programs, read as text."""

from __future__ import annotations

import ast


def imported_by(source: str) -> set[str]:
    """Return the top-level packages that a program imports."""
    return {
        str(alias.name if isinstance(node, ast.Import) else node.module).partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
