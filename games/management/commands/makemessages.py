"""Django's makemessages, which also finds the refusals of the pure packages by their names."""

from django.core.management.commands import makemessages

REFUSALS = (
    *("BadRecord", "BadOptions", "BadPosition", "BadMove"),
    *("NotYourTurn", "IllegalMove", "Over"),
)


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={name}" for name in REFUSALS),
    ]
