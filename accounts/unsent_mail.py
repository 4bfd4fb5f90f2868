"""The links of mails, shown on the page by a site without a mail server.

Such a site prints its mails where it runs. Only the operator, at the same computer, sees the links
on the page, since the link of a mail is the key to an account (docs/decisions/0005-accounts.md says
who counts as the operator, and why).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
FORWARDED = (
    *("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_X_CLIENT_IP"),
    *("HTTP_X_ORIGINAL", "HTTP_TRUE_CLIENT_IP", "HTTP_CF_"),
)
"""The beginnings of headers that only a proxy adds."""
CONNECTIONS = (Path("/proc/self/net/tcp"), Path("/proc/self/net/tcp6"))
"""Where Linux lists connections with their owners."""
SESSION_KEY = "unsent_mail"
LINKS_MAX = 5
MAILS = {
    "account/email/email_confirmation": ("confirm", "activate_url"),
    "account/email/email_confirmation_signup": ("confirm", "activate_url"),
    "account/email/account_already_exists": ("confirm", "password_reset_url"),
    "account/email/password_reset_key": ("reset", "password_reset_url"),
    "account/email/unknown_account": ("reset", "signup_url"),
}
"""Mails with a link: their subject, and the name of the link in their context."""


@dataclass
class Process:
    """How this process can be reached."""

    on_loopback: bool = False
    """Whether it listens where only this computer can reach it; `serve` sets it."""


process = Process()


def listens_on(host: str) -> None:
    """Record where this process listens; called before it does."""
    process.on_loopback = host == "localhost" or is_loopback(host)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def runs_the_site(request: HttpRequest) -> bool:
    """Return whether the request comes from the operator of a site without mail.

    The operator sits at the computer that runs the site.
    """
    return (
        not settings.MAIL_IS_SET_UP
        and is_only_for_this_computer()
        and came_straight(request)
        and is_owned_by_us(request)
    )


def is_only_for_this_computer() -> bool:
    """Return whether the site is neither reached from elsewhere nor set up to be."""
    prepared_for_others = (
        settings.BEHIND_TLS or settings.TRUSTED_PROXIES or settings.CSRF_TRUSTED_ORIGINS
    )
    return process.on_loopback and _has_only_local_names() and not prepared_for_others


def is_closed_to_others() -> bool:
    """Return whether others reach this process, but the site answers only to local names."""
    return not process.on_loopback and _has_only_local_names()


def _has_only_local_names() -> bool:
    return all(name in LOCAL_NAMES for name in settings.ALLOWED_HOSTS)


def came_straight(request: HttpRequest) -> bool:
    """Return whether the request came from this computer, by a local name, and through no proxy."""
    if any(name.startswith(FORWARDED) for name in request.META):
        return False
    name = split_domain_port(request.META.get("HTTP_HOST", ""))[0]
    return name in LOCAL_NAMES and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_owned_by_us(request: HttpRequest) -> bool:
    """Return whether the client program belongs to the user who runs this process.

    Other users of the computer, and a proxy under an account of its own that adds no header, come
    from a loopback address too. If the system does not say whose a connection is, the answer is no.
    """
    port = request.META.get("REMOTE_PORT")
    ours = str(request.META.get("SERVER_PORT", ""))
    if not isinstance(port, int) or not ours.isdigit():
        return False
    owners = [uid for ends, uid in connections() if ends == (port, int(ours))]
    return bool(owners) and all(uid == os.getuid() for uid in owners)


def connections() -> list[tuple[tuple[int, int], int]]:
    """Return the ports of every loopback connection, and the user (uid) at its first end."""
    found = []
    for path in CONNECTIONS:
        try:
            lines = path.read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            words = line.split()
            ports = tuple(int(end.rpartition(":")[2], 16) for end in words[1:3])
            found.append(((ports[0], ports[1]), int(words[7])))
    return found


def remember_links(
    request: HttpRequest | None, mail: str, to: str, context: dict[str, object]
) -> None:
    """Store the link of a mail that cannot be sent for the operator's next page.

    Links of the same kind from an earlier request are dropped: they may be used up.
    """
    about, where = MAILS.get(mail, ("", ""))
    if request is None or not about or not runs_the_site(request):
        return
    new: dict[str, list[dict[str, str]]] = request.__dict__.setdefault("unsent_mail", {})
    name = str(context.get("username", ""))
    # Only the path: the operator may use another port than that of `SITE_URL`.
    path = urlsplit(str(context[where])).path
    link = {"mail": mail.rpartition("/")[2], "to": to, "name": name, "url": path}
    new[about] = [*new.get(about, []), link][-LINKS_MAX:]
    request.session[SESSION_KEY] = {**request.session.get(SESSION_KEY, {}), **new}


def links(request: HttpRequest, about: str) -> list[dict[str, str]]:
    """Return the newest links about `confirm` or `reset` that were requested in this browser."""
    if not runs_the_site(request):
        return []
    found: list[dict[str, str]] = request.session.get(SESSION_KEY, {}).get(about, [])
    return found
