"""Views, sockets and template tags parse, call and render: services read and write."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = {"views", "api", "sockets", "templatetags"}
FILES = ("views.py", "api.py", "consumers.py", "fragments.py")
OF_QUERIES = {
    *("objects", "_default_manager", "filter", "exclude", "order_by", "select_related"),
    *("prefetch_related", "select_for_update", "annotate", "aggregate", "values_list", "exists"),
    *("save", "create", "get_or_create", "update_or_create", "update", "delete", "bulk_create"),
    *("bulk_update", "in_bulk", "refresh_from_db", "all", "first", "last", "raw"),
}
SHORTCUTS = {"get_object_or_404", "get_list_or_404", "Prepared"}
OTHERS = {("register", "filter"), ("path", "exists"), ("schemas", "update")}
"""What looks like a query, and is none: a template filter, a file, a dictionary."""


def files() -> list[Path]:
    """Return the modules of views, sockets and template tags."""
    modules = [*(ROOT / "accounts").rglob("*.py"), *(ROOT / "games").rglob("*.py")]
    return sorted(
        path for path in modules if path.parent.name in FOLDERS or path.name.endswith(FILES)
    )


def queries_in(path: Path) -> list[str]:
    """Return the lines that use a manager, or methods of queries or rows."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    where = path.relative_to(ROOT)
    return [
        f"{where}:{node.lineno} {ast.unparse(node)}"
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr in OF_QUERIES and not _other(node))
        or (isinstance(node, ast.Name) and node.id in SHORTCUTS)
    ]


def _other(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and (node.value.id, node.attr) in OTHERS


def test_views_and_template_tags_are_found() -> None:
    names = {str(path.relative_to(ROOT)) for path in files()}
    assert len(names) > 30
    assert names >= {
        "accounts/views/moderation.py",
        "accounts/templatetags/people.py",
        "games/matches/views.py",
        "games/matches/api/views.py",
        "games/matches/sockets/fragments.py",
        "games/matches/sockets/match_consumers.py",
        "games/lobby/api/tables.py",
        "games/lobby/consumers.py",
        "games/notifications/consumers.py",
        "games/profiles/templatetags/played.py",
    }


def test_views_and_template_tags_contain_no_query() -> None:
    assert [query for path in files() for query in queries_in(path)] == []


def test_query_in_service_is_detected() -> None:
    service = ROOT / "accounts" / "services" / "people.py"
    assert any("User.objects" in query for query in queries_in(service))
