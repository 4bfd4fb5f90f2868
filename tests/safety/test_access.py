"""Permissions: every address × role × method is compared with the table in access.txt.

A cell of the table is the answer's status, or `in` (redirected to the sign-in), `prove` (asked for
the password again) or `go` (redirected after success). A method without a row is refused to all
roles. Each answer is also checked for headers and inline code, and for secrets if it is to a GET.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.helpers.effort import is_sampled
from tests.helpers.responses import Response
from tests.safety.answers import look_over
from tests.safety.asking import ask
from tests.safety.routes import pages
from tests.safety.secrets import look_for_secrets, secrets_of
from tests.safety.world import ROLES, World

pytestmark = pytest.mark.django_db
TABLE = Path(__file__).parent / "access.txt"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
TRIED_BY = {"GET": ("anonymous", "admin"), "POST": ("anonymous", "admin")}
"""The roles that try a method that no row allows; the administrator tries all others."""
BRIEFLY = {"Accept": "application/json"}
REFUSED = {"400", "401", "403", "404", "405", "in", "prove"}
Rows = dict[tuple[str, str], list[str]]


def table() -> Rows:
    """Read the table of the answers to each role, by row and method."""
    rows: Rows = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        row, method, *cells = line.split()
        assert len(cells) == len(ROLES), f"a row needs {len(ROLES)} cells: {line}"
        assert (row, method) not in rows, f"two rows for {method} {row}"
        rows[row, method] = cells
    return rows


ROWS = table()
ROUTES = pages()
NAMES = sorted({row for row, _method in ROWS})


def cell(response: Response) -> str:
    if response.status_code not in (301, 302):
        return str(response.status_code)
    there = response["Location"]
    if there.startswith(("/accounts/login/", "/admin/login/")):
        return "in"
    if there.startswith(("/accounts/reauthenticate/", "/accounts/2fa/reauthenticate/")):
        return "prove"
    return "go"


def asked(
    world: World,
    clients: dict[str, Client],
    row: str,
    method: str,
    roles: tuple[str, ...] = ROLES,
    **more: Any,
) -> list[str]:
    """Return the answers to all roles, after checking each answer."""
    name, _tilde, about = row.partition("~")
    secrets = world.once("secrets", secrets_of, world) if method == "GET" else {}
    cells = []
    for role in roles:
        response = ask(world, clients[role], ROUTES[name], method, about, **more)
        look_over(response, f"{method} {row} for {role}")
        cells.append(cell(response))
        # A redirect shows nothing.
        if secrets and cells[-1].isdigit():
            look_for_secrets(world, secrets, response, name, role)
    return cells


def tried(row: str, method: str) -> tuple[str, ...]:
    """Return the roles that try a row of the table.

    These are the roles next to one with another answer, the first and the last of all, and a fifth
    of the others, with EFFORT=thorough all of them.
    """
    sampling = Random(f"{method} {row}")
    cells = ROWS[row, method]
    sides = zip(ROLES, ["", *cells[:-1]], cells, [*cells[1:], ""], strict=True)
    edges = {role for role, before, own, after in sides if not before == own == after}
    return tuple(role for role in ROLES if role in edges or is_sampled(sampling, 1 / 5))


def written(row: str, method: str, cells: list[str]) -> str:
    return f"{row:<44} {method:<6} {' '.join(f'{one:<5}' for one in cells)}".rstrip()


def test_routes_and_table_rows_match(world: World, clients: dict[str, Client]) -> None:
    known = {row.partition("~")[0] for row in NAMES}
    missing = [
        written(name, method, asked(world, clients, name, method))
        for name in sorted(set(ROUTES) - known)
        for method in METHODS
    ]
    rows = "\n".join(line for line in missing if not set(line.split()[2:]) <= REFUSED)
    assert not missing, f"Routes without a row in access.txt; judge these, then add them:\n{rows}"
    assert known <= set(ROUTES), f"rows without a route: {sorted(known - set(ROUTES))}"


@pytest.mark.parametrize("row", NAMES)
def test_each_role_is_answered_as_in_table(
    world: World, clients: dict[str, Client], row: str
) -> None:
    for method in METHODS:
        if (row, method) in ROWS:
            roles = tried(row, method)
            cells = asked(world, clients, row, method, roles)
            known = [ROWS[row, method][ROLES.index(role)] for role in roles]
            truth, stated = (written(row, method, one) for one in (cells, known))
            assert truth == stated, (
                f"answered to {roles} (first) and in the table:\n{truth}\n{stated}"
            )
        else:
            roles = TRIED_BY.get(method, ("admin",))
            refused = asked(world, clients, row, method, roles, headers=BRIEFLY)
            assert set(refused) <= REFUSED, f"{method} {row} has no row, and is answered {refused}"
    (head,) = asked(world, clients, row, "HEAD", ("player",))
    if (row, "GET") in ROWS:
        get = ROWS[row, "GET"][ROLES.index("player")]
    else:
        (get,) = asked(world, clients, row, "GET", ("player",))
    assert head in (get, "405"), (head, get)
    asked(world, clients, row, "OPTIONS", ("player",))
