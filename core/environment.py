"""The environment variables of the site: read once, with a clear refusal of each wrong value.

    env = Environment(os.environ)
    DEBUG = env.switch("DEBUG", default=False)
    env.require_valid()

What a variable means is said in one place, docs/operations.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from environ import Env

YES = ("on", "yes", "true", "1", "y", "t", "ok")
NO = ("off", "no", "false", "0", "n", "f")
ALIKE = 0.85
"""How alike two names are that are probably meant to be the same."""
DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
MAIL_SCHEMES = tuple(Env.EMAIL_SCHEMES)
FORMER = {"BOT_PACE_MS": "BOT_DELAY_MS"}
"""The names of today for former ones, which would otherwise be ignored in silence."""
SECRET = re.compile(r"(_TOKEN|_KEY)$")
_ROW = re.compile(r"^\| `([A-Z_]+)` \| (.*?) \| (.*) \|$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Variable:
    """A variable as it is in effect.

    Attributes:
        name: Its name.
        shown: Its value for the operator, without secrets; "" for none.
        given: Whether the environment sets it; otherwise it is the default.
    """

    name: str
    shown: str
    given: bool


@dataclass(frozen=True)
class Form:
    """How a text must look, as a regular expression, and what to write otherwise."""

    pattern: str
    advice: str


_NAME = r"[\w-]+(\.[\w-]+)*"
_SERVER = rf"({_NAME}|\[[0-9A-Fa-f:.]+\])(:[0-9]{{1,5}})?"
LINE = Form(
    r"(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,100}", "Write one line of at most 100 characters."
)
HOST = Form(
    rf"\*|\.?{_NAME}|\[[0-9A-Fa-f:.]+\]",
    "Write names of hosts between commas, without https://, port and path.",
)
ORIGIN = Form(
    rf"https?://(\*\.)?{_SERVER}", "Write https:// before each name, and no path after it."
)
ADDRESS = Form(
    rf"https?://{_SERVER}(/[^\s?#]*)?", "Write https:// and the name of the site, without ? and #."
)
CONTACT = Form(
    r"mailto:[^\s@<>]+@[^\s@<>]+|https://\S+",
    "Write an address as mailto:… or a page as https://….",
)
SENDER = Form(
    r"[^\s@<>]+@[^\s@<>]+|[^@<>\r\n]*<[^\s@<>]+@[^\s@<>]+>",
    "Write an address, or a name and the address in <>.",
)
LONG_KEY = Form(r".{16,}", "Write 16 random characters or more, or leave it out.")
VAPID_KEY = Form(r"[\w-]{43}=?", "Run manage.py vapid_key for a new one.")


class WrongSettings(SystemExit):
    """The environment has wrong values; each is named in a sentence that says what to write."""


class Environment:
    """Reads variables, notes those it was asked for, and collects what is wrong with them.

    Each method returns the default for an empty or a wrong value; `require_valid` refuses all wrong
    ones together.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self._read: dict[str, Variable] = {}
        self._wrong: list[str] = []

    def text(
        self, name: str, *, default: str, choices: Collection[str] = (), form: Form | None = None
    ) -> str:
        """Return a text of a form, or the one of the `choices` that it is, in capitals or not."""
        value = self._note(name, default)
        if not choices:
            return self._having(form, name, [value])[0]
        for one in choices:
            if one.casefold() == value.casefold():
                return one
        self._reject(name, f"Write one of: {', '.join(choices)}.")
        return default

    def switch(self, name: str, *, default: bool) -> bool:
        """Return a switch."""
        value = self._note(name, "on" if default else "off").casefold()
        if value in YES or value in NO:
            return value in YES
        self._reject(name, "Write on or off.")
        return default

    def number(self, name: str, *, default: int, most: int, least: int = 0) -> int:
        """Return a whole number between two bounds."""
        value = self._note(name, f"{default}").strip()
        if re.fullmatch(r"-?[0-9]{1,12}", value) and least <= int(value) <= most:
            return int(value)
        self._reject(name, f"Write a whole number from {least} to {most}.")
        return default

    def decimal(self, name: str, *, default: float, most: float, least: float = 0) -> float:
        """Return a number between two bounds."""
        value = self._note(name, f"{default:g}").strip()
        if re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value) and least <= float(value) <= most:
            return float(value)
        self._reject(name, f"Write a number from {least:g} to {most:g}.")
        return default

    def names(self, name: str, *, default: Sequence[str], form: Form | None = None) -> list[str]:
        """Return the texts between commas, each of which has the form."""
        parts = [part.strip() for part in self._note(name, ",".join(default)).split(",")]
        return self._having(form, name, [part for part in parts if part])

    def database_url(self, name: str, *, default: str) -> str:
        """Return the URL of a database, of a kind that the site can use."""
        value = self._note(name, default)
        return value if self._has_scheme(name, value, DATABASE_SCHEMES) else default

    def redis_url(self, name: str) -> str:
        """Return the URL of a Redis server; "" for none."""
        value = self._note(name, "")
        return value if not value or self._has_scheme(name, value, REDIS_SCHEMES) else ""

    def packages(self, name: str) -> list[str]:
        """Return the names of packages between commas, each of which Python must find."""
        names = self.names(name, default=())
        lost = [one for one in names if not _is_found(one)]
        if lost:
            advice = f"Python finds no package {', '.join(lost)}. Check its name and PYTHONPATH."
            self._reject(name, advice)
        return [one for one in names if one not in lost]

    def mail(self, name: str, *, default: str) -> dict[str, Any]:
        """Return Django's settings for the mail server that a URL names."""
        value = self._note(name, default)
        if not self._has_scheme(name, value, MAIL_SCHEMES):
            value = default
        settings: dict[str, Any] = Env.email_url_config(value)
        if value.startswith("filemail:"):
            folder = settings["EMAIL_FILE_PATH"].lstrip("/")
            if not folder or urlsplit(value).netloc:
                self._reject(name, "Write filemail:/// and the path of a folder.")
            # The library would take the path as relative.
            settings["EMAIL_FILE_PATH"] = f"/{folder}"
        return settings

    @property
    def variables(self) -> list[Variable]:
        """The variables that were read, in that order."""
        return list(self._read.values())

    def is_given(self, name: str) -> bool:
        """Return whether the environment sets a variable that was read."""
        return self._read[name].given

    def misspelt(self) -> dict[str, str]:
        """Return the variables that are probably meant to be others, with the right names.

        A former name, and one in small letters, are among them.
        """
        found = {}
        for name in sorted(self._values.keys() - self._read.keys()):
            if name in FORMER:
                found[name] = FORMER[name]
            elif close := get_close_matches(name.upper(), self._read, 1, ALIKE):
                found[name] = close[0]
        return found

    def require_valid(self) -> None:
        """Stop the program if a value is wrong.

        Raises:
            WrongSettings: With a sentence for each wrong value.
        """
        if self._wrong:
            raise WrongSettings("\n".join(self._wrong))

    def _note(self, name: str, default: str) -> str:
        given = bool(self._values.get(name))
        value = self._values.get(name) or default
        self._read[name] = Variable(name, _without_secrets(name, value), given)
        return value

    def _reject(self, name: str, advice: str) -> None:
        self._wrong.append(f"{name}={self._read[name].shown} is not possible. {advice}")

    def _having(self, form: Form | None, name: str, values: list[str]) -> list[str]:
        """Return the values, and reject them unless all that are not empty have the form."""
        if form and not all(re.fullmatch(form.pattern, value) for value in values if value):
            self._reject(name, form.advice)
        return values

    def _has_scheme(self, name: str, value: str, schemes: Collection[str]) -> bool:
        """Check the beginning of a URL, and that the rest of it can be read."""
        try:
            parts = urlsplit(value)
            # The port is parsed only now; a file has none.
            if parts.scheme in schemes and (parts.scheme == "sqlite" or parts.port != 0):
                return True
        except ValueError:
            pass
        starts = ", ".join(f"{scheme}://" for scheme in schemes)
        self._reject(name, f"Write a URL that begins with one of: {starts}.")
        return False


def _is_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def meanings(page: Path) -> dict[str, str]:
    """Return what each variable means, from the tables of the operations page.

    Returns:
        The texts by variable, without marks; empty without the page.
    """
    if not page.exists():
        return {}
    rows = _ROW.findall(page.read_text("utf-8"))
    return {name: _LINK.sub(r"\1", text).replace("`", "") for name, _default, text in rows}


def _without_secrets(name: str, value: str) -> str:
    """Return a value that may be shown to an operator: passwords and keys are left out."""
    if value and SECRET.search(name):
        return "(secret)"
    return re.sub(r"^([a-z+]+://)[^/@]*@", r"\1…@", value)
