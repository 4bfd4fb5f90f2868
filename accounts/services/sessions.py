"""Sessions of users on their devices, and their end."""

import re

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import tokens
from accounts.signals import sessions_ended, signed_out_everywhere

# The first match counts: Edge and Opera call themselves Chrome too, and Chrome Safari.
BROWSERS = (
    (r"Edg(e|A|iOS)?/", "Edge"),
    (r"OPR/|Opera", "Opera"),
    (r"SamsungBrowser/", "Samsung Internet"),
    (r"Firefox/|FxiOS/", "Firefox"),
    (r"Chrome/|CriOS/|Chromium/", "Chrome"),
    (r"Safari/", "Safari"),
)
SYSTEMS = (
    (r"iPhone", "iPhone"),
    (r"iPad", "iPad"),
    (r"Android", "Android"),
    (r"CrOS", "ChromeOS"),
    (r"Windows", "Windows"),
    (r"Mac OS X|Macintosh", "Mac"),
    (r"Linux|X11", "Linux"),
)


def device_name(user_agent: str) -> str:
    """Return a short name for the sender of this User-Agent header, such as “Firefox on Linux”."""
    browser, system = (
        next((name for pattern, name in kinds if re.search(pattern, user_agent)), "")
        for kinds in (BROWSERS, SYSTEMS)
    )
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


def goes_on(session: SessionBase) -> bool:
    """Return whether a session has not ended since a socket was opened with it."""
    return bool(session.exists(session.session_key or ""))


def end_device(user: User, session_id: int) -> bool:
    """End the session of one device of this user; return False if there is no such device."""
    session = UserSession.objects.filter(user_id=user.pk, pk=session_id).first()
    if session is None:
        return False
    session.end()
    return True


def end_session(user: User | None, key: str) -> None:
    """End one session, whether it is listed as a device or not."""
    device = UserSession.objects.filter(session_key=key).first()
    if device is not None:
        device.end()
    elif user is not None:
        import_string(f"{settings.SESSION_ENGINE}.SessionStore")().delete(key)
        sessions_ended.send_robust(UserSession, keys=[key])


@transaction.atomic
def sign_out_everywhere(user: User) -> None:
    """End all tokens and sessions of this user: the current one and unlisted ones too."""
    User.objects.filter(pk=user.pk).update(session_round=F("session_round") + 1)
    user.refresh_from_db(fields=["session_round"])
    for session in UserSession.objects.filter(user_id=user.pk):
        session.end()
    tokens.revoke_all(user)
    signed_out_everywhere.send_robust(User, user_id=user.pk)
