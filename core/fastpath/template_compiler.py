"""Compile templates that are rendered at every move to Python functions.

Django walks a template's nodes each time it renders it and looks every name up in a stack of
contexts. `render` gives the same result with a generated function (docs/benchmarks.md). Templates
with tags or filters that the compiler does not know are left to Django, as are all with
`FAST_TEMPLATES=off` (docs/decisions/0023-templates.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import count
from keyword import iskeyword
from linecache import cache as sources
from typing import Any, cast

from django.conf import settings
from django.template import Context as DjangoContext
from django.template import Template
from django.template.backends.django import Template as DjangoTemplate
from django.template.base import (
    FilterExpression,
    Node,
    TextNode,
    Variable,
    VariableNode,
)
from django.template.defaulttags import (
    CommentNode,
    ForNode,
    IfNode,
    LoadNode,
    TemplateLiteral,
    URLNode,
    WithNode,
)
from django.template.library import SimpleNode
from django.template.loader import get_template
from django.template.loader_tags import IncludeNode
from django.templatetags.i18n import BlockTranslateNode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from core.fastpath import template_runtime

Context = Mapping[str, Any]
Renderer = Callable[[Context], SafeString]
"""context → the template, rendered in one language, which must be the current one."""
Scope = dict[str, str]
"""Names bound by tags → their names in the function."""
LOOP = {
    "counter": "(at{0} + 1)",
    "counter0": "at{0}",
    "revcounter": "(size{0} - at{0})",
    "revcounter0": "(size{0} - at{0} - 1)",
    "first": "(at{0} == 0)",
    "last": "(at{0} == size{0} - 1)",
}


def render(template: str, context: Context) -> SafeString:
    """Render a template by its path, in the current language."""
    return renderer_of(template, get_language())(context)


@cache
def renderer_of(template: str, language: str | None) -> Renderer:
    """Return the function that renders a template in a language: compiled, or Django's."""
    return compiled(template, language) if settings.FAST_TEMPLATES else by_django(template)


@cache
def compiled(template: str, language: str | None) -> Renderer:
    try:
        ours = cast(DjangoTemplate, get_template(template))
        return Writer(ours.template, language).function()
    except UnknownTag:
        return by_django(template)


def by_django(template: str) -> Renderer:
    # Django templates escape their output.
    return lambda context: mark_safe(get_template(template).render(dict(context)))  # noqa: S308


class UnknownTag(Exception):
    """Only Django can render something in the template."""


class CompiledTag(Node, ABC):
    """A custom tag that returns the Python expression of its output."""

    binds = ""
    """The name the result is bound to, if it is not output."""

    def constant(self) -> str | None:
        """Return the output, escaped, if only the language decides on it; None otherwise."""
        return None

    @abstractmethod
    def expression(self, writer: Writer, scope: Scope) -> str:
        """Return the expression; its value must already be escaped."""


def constant(node: Node) -> str | None:
    """Return the output of a node if it is always the same in the current language."""
    if isinstance(node, TextNode):
        return str(node.s)
    if isinstance(node, CompiledTag):
        return node.constant()
    if type(node) is not SimpleNode or node.takes_context or node.target_var:
        return None
    # The result of a cached function depends only on its arguments.
    given = [*node.args, *node.kwargs.values()]
    if hasattr(node.func, "cache_info") and all(map(is_literal, given)):
        return str(node.render(DjangoContext()))
    return None


def is_literal(value: FilterExpression) -> bool:
    """Return whether a value is literal, without filters."""
    literal = not isinstance(value.var, Variable) or value.var.literal is not None
    return literal and not value.filters


class Writer:
    """Writes the function of one template in one language.

    Names that a tag binds become local names of the function; all others are looked up in the
    context. Words and emblems that never change become part of the text around them.
    """

    def __init__(self, template: Template, language: str | None) -> None:
        self.template, self.language = template, language
        self.known: dict[str, Any] = {**vars(template_runtime), "compiled": compiled}
        self.lines = ["def renderer(context):", " out = []"]
        self.objects: dict[str, str] = {}
        """Names of the context whose attributes are read → their names in the function."""
        self.indent = 1
        self.numbers = count(1)
        self.pending: list[str] = []
        self.text: list[str] = []
        """The constant end of `pending`."""

    def function(self) -> Renderer:
        with override(self.language):
            self._nodes(self.template.nodelist, {})
        self._flush()
        self._line("return SafeString(''.join(out))")
        self.lines[2:2] = [
            f" {local} = context.get({name!r})" for name, local in self.objects.items()
        ]
        source, name = "\n".join(self.lines), f"<compiled {self.template.name}>"
        exec(compile(source, name, "exec"), self.known)  # noqa: S102  (from a template of this site)
        # So that a traceback shows the line.
        sources[name] = len(source), None, [f"{line}\n" for line in self.lines], name
        function: Renderer = self.known["renderer"]
        return function

    # --- Statements

    def _line(self, text: str) -> None:
        self.lines.append(" " * self.indent + text)

    def _output(self, code: str) -> None:
        self._end_text()
        self.pending.append(code)

    def _end_text(self) -> None:
        if self.text:
            self.pending.append(repr("".join(self.text)))
            self.text = []

    def _flush(self) -> None:
        """Write consecutive unconditional output as one statement."""
        self._end_text()
        if self.pending:
            self._line(f"out += ({', '.join(self.pending)},)")
            self.pending = []

    @contextmanager
    def _block(self, head: str) -> Iterator[None]:
        self._flush()
        self._line(head)
        self.indent += 1
        yield
        self._flush()
        self._line("pass")
        self.indent -= 1

    def _nodes(self, nodes: Any, scope: Scope, *, may_bind: bool = True) -> None:
        for node in nodes:
            if isinstance(node, LoadNode | CommentNode):
                continue
            if (text := constant(node)) is not None:
                self.text.append(text)
            elif isinstance(node, IfNode):
                self._if(node, scope)
            elif isinstance(node, ForNode):
                self._for(node, scope)
            elif isinstance(node, WithNode):
                inner = scope | {
                    name: self._bound(self.value(value, scope))
                    for name, value in node.extra_context.items()
                }
                self._nodes(node.nodelist, inner)
            else:
                code, name = self._expression(node, scope)
                if not name:
                    self._output(code)
                elif may_bind:
                    scope[name] = self._bound(code)
                else:
                    raise UnknownTag(f"{name} is bound here and there only")

    def _bound(self, expression: str) -> str:
        self._flush()
        name = f"v{next(self.numbers)}"
        self._line(f"{name} = {expression}")
        return name

    def _if(self, node: IfNode, scope: Scope) -> None:
        word = "if"
        for condition, nodes in node.conditions_nodelists:
            head = "else:" if condition is None else f"{word} {self._condition(condition, scope)}:"
            with self._block("if True:" if head == "else:" and word == "if" else head):
                self._nodes(nodes, scope, may_bind=False)
            word = "elif"

    def _for(self, node: ForNode, scope: Scope) -> None:
        n = next(self.numbers)
        turned = "reversed" if node.is_reversed else ""
        self._flush()
        self._line(
            f"all{n} = as_sized({self.value(cast(FilterExpression, node.sequence), scope, 'None')})"
        )
        self._line(f"size{n} = len(all{n})")
        names = {name: f"v{next(self.numbers)}" for name in node.loopvars}
        targets = ", ".join(names.values())
        with self._block(f"for at{n}, ({targets}) in enumerate({turned}(all{n})):"):
            self._nodes(node.nodelist_loop, {**scope, **names, "forloop": str(n)})
        if node.nodelist_empty:
            with self._block(f"if not size{n}:"):
                self._nodes(node.nodelist_empty, dict(scope))

    # --- Expressions

    def _expression(self, node: Node, scope: Scope) -> tuple[str, str]:
        """Return the escaped expression of a node's output, and the name it is bound to, if any."""
        if isinstance(node, VariableNode):
            return f"show({self.value(node.filter_expression, scope)})", ""
        if isinstance(node, CompiledTag):
            return node.expression(self, scope), node.binds
        if isinstance(node, SimpleNode) and type(node) is SimpleNode and not node.takes_context:
            given = [self.value(value, scope) for value in node.args]
            given += [f"{key}={self.value(value, scope)}" for key, value in node.kwargs.items()]
            code = f"{self.name(node.func)}({', '.join(given)})"
            return (code, node.target_var) if node.target_var else (f"safe({code})", "")
        if isinstance(node, BlockTranslateNode) and not (node.message_context or node.asvar):
            return self._translation(node, scope), ""
        if isinstance(node, IncludeNode):
            names = [f"{k!r}: {self.value(v, scope)}" for k, v in node.extra_context.items()]
            if not node.isolated_context:
                # A loop's counters are not visible in included templates.
                known = [f"{k!r}: {local}" for k, local in scope.items() if k != "forloop"]
                names = ["**context", *known, *names]
            template = self.value(node.template, scope)
            return f"compiled({template}, {self.language!r})({{{', '.join(names)}}})", ""
        if isinstance(node, URLNode) and not (node.asvar or node.kwargs):
            given = [self.value(value, scope) for value in (node.view_name, *node.args)]
            return f"url({', '.join(given)})", ""
        raise UnknownTag(f"{node!r} in {self.template.name}")

    def _translation(self, node: BlockTranslateNode, scope: Scope) -> str:
        one, names = node.render_token_list(node.singular)
        many, number = None, "None"
        given = {name: self.value(value, scope) for name, value in node.extra_context.items()}
        if node.plural and node.countervar and node.counter:
            many, more = node.render_token_list(node.plural)
            names += more
            number = given[node.countervar] = self._bound(self.value(node.counter, scope))
        values = (f"{n!r}: show({given.get(n) or self._named(n, scope, repr(''))})" for n in names)
        return f"translated({one!r}, {many!r}, {number}, {{{', '.join(values)}}})"

    def _condition(self, token: Any, scope: Scope) -> str:
        if isinstance(token, TemplateLiteral):
            return self.value(cast(FilterExpression, token.value), scope, "None")
        first = self._condition(token.first, scope)
        if token.id == "not":
            return f"(not {first})"
        second = self._condition(token.second, scope)
        if token.id in ("and", "or", "is", "is not", "==", "!="):
            return f"({first} {token.id} {second})"
        return f"compared(lambda: {first} {token.id} {second})"

    def value(self, value: FilterExpression, scope: Scope, otherwise: str = "''") -> str:
        """Return the expression of a value; `otherwise` is used if it does not exist."""
        code = self._variable(value.var, scope, otherwise)
        for filter_, given in value.filters:
            args = [
                self._variable(arg if is_name else SafeString(arg), scope) for is_name, arg in given
            ]
            code = f"filtered({', '.join((self.name(filter_), code, *args))})"
        return code

    def _variable(self, value: Any, scope: Scope, otherwise: str = "''") -> str:
        if not isinstance(value, Variable):
            return self.name(value)
        if value.translate:
            raise UnknownTag(f"{value} in {self.template.name}")
        if value.lookups is None:
            return self.name(value.literal)
        first, *others = value.lookups
        if first == "forloop" and others:
            if first not in scope or others[0] not in LOOP:
                raise UnknownTag(f"{value} in {self.template.name}")
            return LOOP[others[0]].format(scope[first])
        if others and first not in scope:
            code = self.objects.setdefault(first, f"c{next(self.numbers)}")
        else:
            code = self._named(first, scope, otherwise)
        for name in others:
            code = self._attribute(code, name, otherwise)
        return code

    def _attribute(self, code: str, name: str, otherwise: str) -> str:
        """Return the expression of `lookup`, which is called only for types not seen before."""
        if not name.isidentifier() or iskeyword(name):
            return f"lookup({code}, {name!r}, {otherwise})"
        types = f"with_{name}"
        self.known[types] = template_runtime.types_with[name]
        given = held = code
        if not code.isidentifier():
            held = f"x{next(self.numbers)}"
            given = f"({held} := {code})"
        found = f"{held}.{name} if type({given}) in {types}"
        return f"({found} else lookup({held}, {name!r}, {otherwise}))"

    def _named(self, name: str, scope: Scope, otherwise: str) -> str:
        if name in ("True", "False", "None"):
            return name
        return scope.get(name, f"context.get({name!r}, {otherwise})")

    def name(self, value: Any) -> str:
        """Return a name in the function for a constant."""
        if type(value) in (int, str, bool) or value is None:
            return repr(value)
        name = f"k{next(self.numbers)}"
        self.known[name] = value
        return name
