"""Count a title's words in a language, and find translations with wrong placeholders."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.base import Token
from django.template.loader import get_template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import trans_real, trim_whitespace

from games.boards.templatetags.tavola import WordNode
from games.site.management.commands.makemessages import REFUSALS

MARKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), 1),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), 1),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"), 2),
    **{name: int(at or 1) for name, _colon, at in (mark.partition(":") for mark in REFUSALS)},
}
"""The argument of a function that is translated, from 1.

With an `n`, the next one is its plural; with a `p`, the one before is its context.
"""
PERCENT = re.compile(r"%\((\w+)\)")
NO_NAMES = "a brace"
"""Stands for names that cannot be read, because a brace is missing."""


@dataclass(frozen=True)
class Word:
    """A text that can be translated, and the place where it stands."""

    text: str
    plural: str
    place: str
    context: str = ""


@dataclass(frozen=True)
class Counted:
    """How far the words of a title are translated, and what is wrong with them."""

    translated: int
    words: int
    faults: list[str]


def count_words(folder: Path, language: str) -> Counted:
    """Count the words of a title that its language knows, and compare their placeholders."""
    known = trans_real.translation(language)._catalog  # type: ignore[attr-defined]  # not in stubs
    words = list(words_of(folder))
    translated, faults = 0, []
    for word in words:
        forms = [form for key in _keys(word) if (form := known.get(key))]
        translated += bool(forms)
        faults += [fault for form in forms if (fault := _fault_of(word, form))]
    return Counted(translated, len(words), list(dict.fromkeys(faults)))


def _keys(word: Word) -> list[object]:
    """Return the keys of a catalogue under which the forms of a word are kept."""
    text = f"{word.context}\x04{word.text}" if word.context else word.text
    return [(text, form) for form in range(6)] if word.plural else [text]


def _fault_of(word: Word, form: str) -> str:
    """Return what is wrong with the placeholders of a translation; "" if nothing is."""
    wanted, allowed = names_in(word.text), names_in(word.text) | names_in(word.plural)
    given = names_in(form)
    if given - allowed:
        wrong = f"has “{min(given - allowed)}”, which the English does not have"
    elif not word.plural and wanted - given:
        wrong = f"lacks “{min(wanted - given)}”"
    else:
        return ""
    return f"“{form}” {wrong} (“{word.text}”, {word.place})"


def names_in(text: str) -> set[str]:
    """Return the names of the placeholders in a text, as in `{name}` and `%(name)s`."""
    named = set(PERCENT.findall(text))
    try:
        return named | {field for _text, field, _spec, _how in Formatter().parse(text) if field}
    except ValueError:
        return named | {NO_NAMES}


def words_of(folder: Path) -> Iterator[Word]:
    """Yield every text of a title that can be translated, each once."""
    seen: set[tuple[str, str]] = set()
    for word in (*_words_of_code(folder), *_words_of_templates(folder / "templates")):
        if (word.context, word.text) not in seen:
            seen.add((word.context, word.text))
            yield word


def _words_of_code(folder: Path) -> Iterator[Word]:
    for file in sorted(folder.rglob("*.py")):
        if "tests" in file.relative_to(folder).parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            at = MARKS.get(name, 0) - 1
            if at >= 0 and (text := _text_at(node, at)):
                plural = _text_at(node, at + 1) if name.startswith(("ng", "np")) else ""
                context = _text_at(node, 0) if at and "pgettext" in name else ""
                place = f"{file.relative_to(folder).as_posix()}:{node.lineno}"
                yield Word(text, plural, place, context)


def _text_at(call: ast.Call, at: int) -> str:
    """Return an argument of a call; "" if there is none, or no plain text."""
    given = call.args[at] if at < len(call.args) else None
    value = given.value if isinstance(given, ast.Constant) else None
    return value if isinstance(value, str) else ""


def _words_of_templates(root: Path) -> Iterator[Word]:
    for file in sorted(root.rglob("*.html")):
        name = file.relative_to(root).as_posix()
        try:
            nodes = get_template(name).template.nodelist  # type: ignore[attr-defined]  # Django's
        except (TemplateDoesNotExist, TemplateSyntaxError):
            continue  # The check of the board names it.
        for node in nodes.get_nodes_by_type((TranslateNode, WordNode, BlockTranslateNode)):
            place = f"{name}:{node.token.lineno}"
            asked = node.node if isinstance(node, WordNode) else node
            context = _literal(asked.message_context)
            if isinstance(node, BlockTranslateNode):
                texts = _block(node, node.singular), _block(node, node.plural)
                yield Word(*texts, place, context)
                continue
            if text := _literal(asked.filter_expression):
                yield Word(text, "", place, context)


def _literal(expression: Any) -> str:
    """Return the text that a template gives; "" for none, or for a variable."""
    var = getattr(expression, "var", None)
    text = var if isinstance(var, str) else getattr(var, "literal", None)
    return text if isinstance(text, str) else ""


def _block(node: BlockTranslateNode, form: list[Token] | None) -> str:
    """Return a form of a block as catalogues have it; "" if it has none."""
    text: str = node.render_token_list(form or [])[0]
    return trim_whitespace(text) if node.trimmed else text
