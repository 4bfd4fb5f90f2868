"""`manage.py give_role`: make somebody a moderator or a host, or take that away."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.apps import ROLES
from accounts.models import User
from accounts.services import audit


class Command(BaseCommand):
    help = "Give somebody a role. Moderators get in only with two-step sign-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("role", choices=ROLES)
        parser.add_argument("--take", action="store_true", help="take the role away")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["username"]).first()
        if user is None:
            raise CommandError(f"There is nobody called {options['username']}.")
        if user.is_guest:
            raise CommandError(f"{user.username} is a guest: roles are for lasting accounts.")
        role, take = Group.objects.get(name=options["role"]), options["take"]
        (user.groups.remove if take else user.groups.add)(role)
        audit.log(None, "take-role" if take else "give-role", about=user, subject=role.name)
        roles = ", ".join(user.groups.order_by("name").values_list("name", flat=True))
        self.stdout.write(f"{user.username}: {roles or 'no role'}")
