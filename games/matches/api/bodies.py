"""Read the fields and parameters of requests, and say what to send in place of wrong ones."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from rest_framework import serializers

from games.engine.contract import Json
from games.matches.client_json import require_known
from games.matches.refusals import BadBody

Shape = type[serializers.Serializer[Any]]
JSON_TYPES: dict[type, tuple[type, ...]] = {
    serializers.BooleanField: (bool,),
    serializers.IntegerField: (int, float),
    serializers.CharField: (str,),
}
"""The types of fields that the library also reads from text, or from numbers."""
EMPTY = ("blank", "empty", "min_length")
CHARACTERS = ("null_characters_not_allowed", "surrogate_characters_not_allowed")


def read_body(shape: Shape, body: Json) -> Json:
    """Return a body, validated by the shape in the schema, also its types: “2” is no number.

    Raises:
        BadBody: It names the first field that is unknown or wrong.
    """
    serializer = shape(data=body)
    _require_types(serializer, body, "")
    return read(serializer)


def read(serializer: serializers.Serializer[Any]) -> Json:
    """Return what the caller sent, validated.

    Raises:
        BadBody: It names the first field that is wrong.
    """
    if serializer.is_valid():
        found: Json = serializer.validated_data
        return found
    field, name, problem = _first(serializer, serializer.errors)
    if problem.code == "required":
        raise BadBody(_("“{name}” is missing."), name=name)
    if problem.code in EMPTY:
        raise BadBody(_("“{name}” can’t be empty."), name=name)
    if problem.code in CHARACTERS:
        raise BadBody(_("“{name}” contains an invalid character."), name=name)
    raise _expected(field, name)


def _require_types(field: Any, value: Any, name: str) -> None:
    """Raise BadBody for the first part of a value that is unknown or has another JSON type."""
    if isinstance(field, serializers.Serializer) and isinstance(value, dict):
        require_known(value, field.fields)
        for key in value:
            _require_types(field.fields[key], value[key], _inside(name, key))
    elif isinstance(field, serializers.ListField):
        for number, one in enumerate(value if isinstance(value, list) else ()):
            _require_types(field.child, one, _inside(name, number))
    elif value is not None:
        for kind, types in JSON_TYPES.items():
            if isinstance(field, kind) and type(value) not in types:
                raise _expected(field, name)


def _first(field: Any, problems: Any) -> tuple[Any, str, Any]:
    """Return the first field of a shape that is wrong, its name, and its first problem."""
    name = ""
    while isinstance(problems, dict):
        key, problems = next(iter(problems.items()))
        if key != "non_field_errors":
            field = field.child if isinstance(key, int) else field.fields[key]
            name = _inside(name, key)
    return field, name, problems[0]


def _inside(name: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{name}[{key}]"
    return f"{name}.{key}" if name else key


def _expected(field: object, name: str) -> BadBody:
    """Return the refusal that says what the value of a field must be."""
    facts: dict[str, Any] = {"name": name}
    match field:
        case serializers.ChoiceField():
            words = _("“{name}” must be one of these: {choices}.")
            facts["choices"] = ", ".join(str(one) for one in field.choices if one != "")
        case serializers.BooleanField():
            words = _("“{name}” must be true or false.")
        case serializers.IntegerField(min_value=int(least), max_value=int(most)):
            words = _("“{name}” must be a whole number from {least} to {most}.")
            facts |= {"least": least, "most": most}
        case serializers.IntegerField(min_value=int(least)):
            words = _("“{name}” must be a whole number, at least {least}.")
            facts["least"] = least
        case serializers.IntegerField():
            words = _("“{name}” must be a whole number.")
        case serializers.DateTimeField():
            words = _("“{name}” must be a time, written like {example}.")
            facts["example"] = "2026-11-30T20:00:00"
        case serializers.DateField():
            words = _("“{name}” must be a day, written like {example}.")
            facts["example"] = "2026-11-30"
        case serializers.SlugField():
            words = _("“{name}” must be a word of letters, digits, “-” and “_”.")
        case serializers.CharField(max_length=int(most)):
            words = _("“{name}” must be a text of at most {most} characters.")
            facts["most"] = most
        case serializers.CharField():
            words = _("“{name}” must be a text.")
        case serializers.ListField(max_length=int(most)):
            words = _("“{name}” must be a list of at most {most} entries.")
            facts["most"] = most
        case serializers.ListField():
            words = _("“{name}” must be a list.")
        case _object:
            words = _("“{name}” must be an object.")
    return BadBody(words, **facts)
