"""Django's makemessages, which also finds the messages of refusals in the pure packages.

Its output depends only on the messages: no dates, no e-mail address, no line numbers, no fuzzy
guesses.
"""

import shutil
from pathlib import Path

from django.core.management.base import CommandError
from django.core.management.commands import makemessages

# Functions that take the message of a refusal, with its position if it is not the first.
REFUSALS = (
    *("BadRecord", "BadOptions", "BadPosition", "BadMove"),
    *("NotYourTurn", "IllegalMove", "Over"),
    *("_refuse:2", "refuse:2", "refuse_more:3", "start:3", "noted"),
)
OUTSIDE = (
    *("node_modules", ".venv", ".venv-research", "var", "tests", "docs", "tools", "static"),
    # Only programs read these messages, which stay in English.
    "tavola_games",
)
HEADER = ("Project-Id-Version", "Language:", "Plural-Forms", "MIME-Version", "Content-T")


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}" for name in REFUSALS),
        "--package-name=Tavola",
    ]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *, ignore_patterns: list[str], **options: object) -> None:
        if shutil.which("xgettext") is None:
            raise CommandError("gettext is not installed: apt-get install gettext")
        options |= {"no_wrap": True, "no_obsolete": True, "add_location": "file"}
        super().handle(ignore_patterns=[*ignore_patterns, *OUTSIDE], **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        super().write_po_file(potfile, locale)
        path = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        path.write_text(tidy(path.read_text(encoding="utf-8"), locale), encoding="utf-8")


def tidy(text: str, locale: str) -> str:
    """Return the .po with only those header lines that programs need."""
    header, _, messages = text.partition("\n\n")
    lines = header[header.index('msgid ""') :].splitlines()
    kept = [line for line in lines if not line.startswith('"') or line[1:].startswith(HEADER)]
    head = "\n".join(kept).replace('"Language: \\n"', f'"Language: {locale}\\n"')
    return f"{head}\n\n{messages}"
