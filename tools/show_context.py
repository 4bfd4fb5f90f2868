"""Show translators where a message appears: who shows it, and the lines around it.

    make context WORDS="left"       # every message with these words, and its translations
    make context LANGUAGE=fr        # every message that French still lacks

Python code is described by its docstrings. A template is described by its comment, by the templates
that contain it, and by the view that shows those.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import polib

from tools.compile_messages import catalogues

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("accounts", "config", "core", "games")
FIELD = re.compile(r"%\((\w+)\)s")
COMMENT = re.compile(r"\{% comment %\}(.*?)\{% endcomment %\}|\{#(.*?)#\}", re.DOTALL)
AROUND = 90
"""Characters of a template that are shown on each side of a message."""
WRAPPED = textwrap.TextWrapper(100, initial_indent="    ", subsequent_indent="    ")
DEEPEST = 6
"""The number of templates within each other that are named at most."""


@dataclass
class Message:
    """A message with its translations by language, and the files that contain it."""

    text: str
    note: str
    files: list[str]
    translations: dict[str, str] = field(default_factory=dict)


def messages_in(paths: list[Path]) -> list[Message]:
    """Return the messages of catalogues of several languages, each with all translations."""
    found: dict[tuple[Path, str, str], Message] = {}
    for path in paths:
        language = path.parts[-3]
        for entry in polib.pofile(str(path)):
            key = (path.parents[2], entry.msgid, entry.msgctxt or "")
            files = [name for name, _line in entry.occurrences]
            message = found.setdefault(key, Message(entry.msgid, entry.msgctxt or "", files))
            said = " | ".join(entry.msgstr_plural.values()) or entry.msgstr
            message.translations[language] = said
    return list(found.values())


class Sources:
    """The texts of all files that show messages, and which template each of them names."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def texts(self) -> dict[str, str]:
        paths = [
            path
            for package in PACKAGES
            for kind in ("*.py", "*.html", "*.txt")
            for path in sorted((self.root / package).rglob(kind))
        ]
        paths += sorted((self.root / "templates").rglob("*.*"))
        return {
            str(path.relative_to(self.root)): path.read_text("utf-8", errors="replace")
            for path in paths
        }

    def users_of(self, file: str) -> list[str]:
        """Return the files that name a template."""
        name = f'"{template_name(file)}"'
        return [user for user, text in self.texts.items() if name in text and user != file]

    def places(self, message: Message) -> Iterator[str]:
        """Return for each file a sentence or two about the message, and the lines around it."""
        for file in message.files:
            text = self.texts.get(file, "")
            if file.endswith(".py"):
                yield from self._places_in_code(file, text, message.text)
            else:
                yield from self._places_in_template(file, text, message.text)

    def _places_in_code(self, file: str, text: str, words: str) -> Iterator[str]:
        tree, texts = parsed(text)
        for node, around in texts:
            if node.value == words:
                found = [first_line(one) for one in (tree, *around)]
                lines = text.splitlines()[max(node.lineno - 3, 0) : (node.end_lineno or 0) + 2]
                shown = textwrap.dedent("\n".join(lines))
                yield described(f"{file}:{node.lineno}", found, shown)

    def _places_in_template(self, file: str, text: str, words: str) -> Iterator[str]:
        at = position(text, words)
        comment = COMMENT.search(text)
        found = [" ".join((comment[1] or comment[2]).split())] if comment else []
        found += self.pages_of(file)
        start, end = max(at - AROUND, 0), at + len(words) + AROUND
        line = text.count("\n", 0, at) + 1
        yield described(f"{file}:{line}", found, f"… {text[start:end].strip()} …")

    def pages_of(self, file: str) -> list[str]:
        """Return the templates around a template, and what the view of the page says."""
        found: list[str] = []
        chain: list[str] = []
        while len(chain) < DEEPEST:
            users = self.users_of(file)
            views = [user for user in users if user.endswith(".py")]
            if views:
                found += [self._of_view(view, template_name(file)) for view in views[:2]]
            outer = [user for user in users if not user.endswith(".py") and user not in chain]
            if views or not outer:
                break
            file = outer[0]
            chain.append(file)
        within = " < ".join(map(template_name, chain))
        return [*([f"Within {within}."] if chain else []), *found]

    def _of_view(self, file: str, name: str) -> str:
        tree, texts = parsed(self.texts[file])
        for node, around in texts:
            if node.value == name:
                found = next(filter(None, map(first_line, reversed(around))), first_line(tree))
                return f"{file}: {found}"
        return file


def template_name(file: str) -> str:
    """Return the name by which code and templates name a template."""
    return file.rpartition("templates/")[2]


@cache
def parsed(text: str) -> tuple[ast.Module, list[tuple[ast.Constant, tuple[ast.AST, ...]]]]:
    """Return code and its texts, each with the functions and classes around it."""
    tree = ast.parse(text)
    return tree, list(constants(tree))


def constants(
    tree: ast.AST, around: tuple[ast.AST, ...] = ()
) -> Iterator[tuple[ast.Constant, tuple[ast.AST, ...]]]:
    """Return the texts in code, each with the functions and classes around it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant):
            yield node, around
        within = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        yield from constants(node, (*around, node) if within else around)


def first_line(node: ast.AST) -> str:
    """Return the first line of a docstring."""
    if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (ast.get_docstring(node) or "").partition("\n")[0]
    return ""


def position(text: str, words: str) -> int:
    """Return where a message begins in a template, which writes its values in other braces."""
    spaced = r"\s+".join(map(re.escape, FIELD.sub(r"{{ \1 }}", words).split()))
    first = re.escape(words.split("%")[0].strip())
    searches = (rf"(?<=[\"'}}]){spaced}(?=[\"'{{])", spaced, first)
    found = next(filter(None, (re.search(one, text) for one in searches)), None)
    return found.start() if found else 0


def described(place: str, found: list[str], shown: str) -> str:
    """Return a place with what is said about it, and the lines around the message."""
    sentences = [WRAPPED.fill(one) for one in dict.fromkeys(found) if one]
    return "\n".join([f"  {place}", *sentences, textwrap.indent(shown, "    | ")])


def wanted(messages: list[Message], words: str, language: str) -> list[Message]:
    """Return the messages with these words that the language, if one is given, lacks."""
    sought = words.casefold()
    return [
        message
        for message in messages
        if sought in message.text.casefold()
        and not (language and message.translations.get(language))
    ]


def report(words: str, language: str, root: Path = ROOT) -> Iterator[str]:
    """Return for each wanted message its translations and its places."""
    sources = Sources(root)
    for message in wanted(messages_in(catalogues(root)), words, language):
        yield message.text + (f"  ({message.note})" if message.note else "")
        yield from (f"  {code}: {said}" for code, said in message.translations.items() if said)
        yield from (*sources.places(message), "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Show where messages appear.")
    parser.add_argument("words", nargs="?", default="", help="a part of the English message")
    parser.add_argument("--lacking", default="", metavar="LANGUAGE", help="only untranslated ones")
    given = parser.parse_args()
    for line in report(given.words, given.lacking):
        sys.stdout.write(f"{line}\n")
