"""What puzzles add to the front page; and answers are kept when a visitor signs up or in."""

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from games.lobby import front_page
from games.puzzles.presenters.front_page import puzzle_part
from games.puzzles.services import adopt

front_page.parts.register(puzzle_part)


@receiver(user_logged_in)
def take_over_puzzles(user: User, request: HttpRequest | None = None, **kwargs: object) -> None:
    if request is not None and hasattr(request, "session"):
        adopt(user, request.session)
