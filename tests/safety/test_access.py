"""Permissions: every address × role × method is compared with the table in access.txt.

A cell of the table is the answer's status, or `in` (redirected to the sign-in), `prove` (asked for
the password again) or `go` (redirected after success). A method without a row is refused to all
roles. Each answer is also checked for headers and inline code, and for secrets if it is to a GET.
Most refusals are read in their short form, because one template shows the pages of all.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from random import Random

import pytest
from django.test import Client

from tests.helpers.effort import covering, is_sampled
from tests.helpers.responses import Response
from tests.safety.answers import look_over
from tests.safety.asking import BRIEFLY, ask
from tests.safety.routes import pages
from tests.safety.secrets import look_for_secrets, secrets_of
from tests.safety.world import ROLES, World

pytestmark = pytest.mark.django_db
TABLE = Path(__file__).parent / "access.txt"
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NOT_OF_PAGES = ("PUT", "PATCH", "DELETE")
TRIED_BY = {"GET": ("anonymous", "admin"), "POST": ("anonymous", "admin")}
"""The roles that try a method that no row allows; the administrator tries all others."""
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
FIRST = {row.partition("~")[0]: row for row in reversed(NAMES)}
"""The first row of each route; methods that no row of a route allows are tried only there."""
FIRST_WITH = {
    (role, cell): row_and_method
    for row_and_method, cells in reversed(ROWS.items())
    for role, cell in zip(ROLES, cells, strict=True)
}
"""The first row that has an answer for a role."""
ALLOWED = {(row.partition("~")[0], method) for row, method in ROWS}


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
    brief: Container[str] = (),
) -> list[str]:
    """Return the answers to all roles, after checking each answer.

    The roles in `brief` get refusals in JSON, for which no page is rendered.
    """
    name, _tilde, about = row.partition("~")
    secrets = world.once("secrets", secrets_of, world) if method == "GET" else {}
    cells = []
    for role in roles:
        more = {"headers": BRIEFLY} if role in brief else {}
        response = ask(world, clients[role], ROUTES[name], method, about, **more)
        look_over(response, f"{method} {row} for {role}")
        cells.append(cell(response))
        # A redirect shows nothing.
        if secrets and cells[-1].isdigit():
            look_for_secrets(world, secrets, response, name, role)
    return cells


def tried(row: str, method: str) -> tuple[str, ...]:
    """Return the roles that try a row of the table.

    These are the roles next to one with another answer, the first and the last of all, those for
    which no row before has this answer, and a twelfth of the others; of a page that all roles see,
    the first and one other in turn. With EFFORT=thorough these are all roles.
    """
    sampling = Random(f"{method} {row}")
    cells = ROWS[row, method]
    if {*cells} == {"200"}:
        return (ROLES[0], *covering(ROLES[1:], NAMES.index(row)))
    sides = zip(ROLES, ["", *cells[:-1]], cells, [*cells[1:], ""], strict=True)
    always = {
        role
        for role, before, own, after in sides
        if not before == own == after or FIRST_WITH[role, own] == (row, method)
    }
    return tuple(role for role in ROLES if role in always or is_sampled(sampling, 1 / 12))


def refused_briefly(row: str, roles: tuple[str, ...], cells: list[str]) -> set[str]:
    """Return the roles that read their refusal in its short form.

    Each fourth row shows the page of a refusal to the first role that gets it, with EFFORT=thorough
    each row does.
    """
    with_page = 0 in covering(range(4), NAMES.index(row))
    first = {cell: role for role, cell in zip(reversed(roles), reversed(cells), strict=True)}
    answers = zip(roles, cells, strict=True)
    return {
        role
        for role, cell in answers
        if cell.startswith("4") and not (with_page and first[cell] == role)
    }


def asks_for_headers(row: str) -> list[str]:
    """Return the role that sends HEAD: the first that GET refuses, or the player if POST has a row.

    A page that is shown to all roles is asked in each fourth row, with EFFORT=thorough in each.
    """
    cells = ROWS.get((row, "GET"))
    if cells is None or (row, "POST") in ROWS:
        return ["player"]
    refused = [role for role, cell in zip(ROLES, cells, strict=True) if cell in REFUSED]
    return refused[:1] or (["player"] if 0 in covering(range(4), NAMES.index(row)) else [])


def without_row(row: str) -> list[str]:
    """Return the methods without a row that this row tries.

    Variants of a route have the same methods. One middleware refuses the methods of programs to all
    pages, so each page tries one of them, with EFFORT=thorough all.
    """
    name, _tilde, _about = row.partition("~")
    found = [one for one in METHODS if (row, one) not in ROWS]
    if FIRST[name] != row:
        return [one for one in found if (name, one) in ALLOWED]
    if ROUTES[name].pattern.startswith("api/"):
        return found
    one_of = covering(NOT_OF_PAGES, NAMES.index(row))
    return [one for one in found if one in one_of or one not in NOT_OF_PAGES]


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
    for method in (one for one in METHODS if (row, one) in ROWS):
        roles = tried(row, method)
        stated = [ROWS[row, method][ROLES.index(role)] for role in roles]
        cells = asked(world, clients, row, method, roles, refused_briefly(row, roles, stated))
        assert cells == stated, (
            f"answered to {roles} (first) and in the table:\n"
            f"{written(row, method, cells)}\n{written(row, method, stated)}"
        )
    for method in without_row(row):
        roles = TRIED_BY.get(method, ("admin",))
        refused = asked(world, clients, row, method, roles, ROLES)
        assert set(refused) <= REFUSED, f"{method} {row} has no row, and is answered {refused}"
    if row == FIRST[row.partition("~")[0]]:
        get = ROWS.get((row, "GET"))
        for role in asks_for_headers(row):
            usual = "405" if get is None else get[ROLES.index(role)]
            brief = ROLES if usual.startswith("4") else ()
            (head,) = asked(world, clients, row, "HEAD", (role,), brief)
            assert head in (REFUSED if get is None else {usual, "405"}), (role, head)
        asked(world, clients, row, "OPTIONS", ("player",), ROLES)
