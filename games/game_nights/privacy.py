"""What game nights store about a user."""

from __future__ import annotations

from accounts.personal_data import PersonalData, Section
from games.game_nights.models import Attendance, GameNight
from games.game_nights.services import close_all

PersonalData(
    exported=(
        Section("game_nights_hosted", GameNight, "host", "name opened_at closed_at"),
        Section("game_nights_joined", Attendance, "user", "name=game_night__name at"),
    ),
    erase=lambda user, name: close_all(user),
).register()
