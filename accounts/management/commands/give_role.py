"""`manage.py give_role`: give a user a role, or take it away."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.apps import ROLES
from accounts.models import User
from accounts.services import audit


class Command(BaseCommand):
    help = "Give a user a role. Moderators need two-factor sign-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("role", choices=ROLES)
        parser.add_argument("--take", action="store_true", help="take the role away")

    @transaction.atomic
    def handle(self, *, username: str, role: str, take: bool, **_: object) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError(f"There is no user called {username}.")
        if user.is_guest:
            raise CommandError(f"{user.username} is a guest: roles are for permanent accounts.")
        # Of two commands that run at the same time, the second finds the role of the first.
        User.objects.select_for_update().get(pk=user.pk)
        if user.groups.filter(name=role).exists() == take:
            (user.groups.remove if take else user.groups.add)(Group.objects.get(name=role))
            audit.log(None, "take-role" if take else "give-role", about=user, subject=role)
        roles = ", ".join(user.groups.order_by("name").values_list("name", flat=True))
        self.stdout.write(f"{user.username}: {roles or 'no role'}")
