"""What a site without a mail server shows in place of the mails that it cannot send.

Such a site prints its mails where it runs. Whoever runs it, on the computer at which they sit, is
shown the links on the page; nobody else is, since the link of a mail is the key to an account
(docs/decisions/0005-accounts.md says who counts as that person, and why).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

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
"""Mails with a link: what they are about, and where their context has it."""


@dataclass
class Process:
    """What this process knows of how it is reached."""

    on_loopback: bool = False
    """Whether it listens where only this computer can reach it; `serve` says so."""


process = Process()


def listens_on(host: str) -> None:
    """Note where this process listens; called before it does."""
    process.on_loopback = host == "localhost" or is_loopback(host)


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def runs_the_site(request: HttpRequest) -> bool:
    """Whether this comes from the person who runs a site without mail, at the same computer."""
    return (
        not settings.MAIL_IS_SET_UP
        and is_for_this_computer_alone()
        and came_straight(request)
        and is_owned_by_us(request)
    )


def is_for_this_computer_alone() -> bool:
    """Whether the site is neither reached from elsewhere nor set up to be."""
    prepared_for_others = (
        settings.BEHIND_TLS or settings.TRUSTED_PROXIES or settings.CSRF_TRUSTED_ORIGINS
    )
    local = all(name in LOCAL_NAMES for name in settings.ALLOWED_HOSTS)
    return process.on_loopback and local and not prepared_for_others


def came_straight(request: HttpRequest) -> bool:
    """Whether the request came from this computer, by a local name, and through no proxy."""
    if any(name.startswith(FORWARDED) for name in request.META):
        return False
    name = split_domain_port(request.META.get("HTTP_HOST", ""))[0]
    return name in LOCAL_NAMES and is_loopback(request.META.get("REMOTE_ADDR", ""))


def is_owned_by_us(request: HttpRequest) -> bool:
    """Whether the other end of the connection is a program of the user who runs this process.

    Other users of the computer, and a proxy under an account of its own that adds no header, come
    from a loopback address too. Where the system does not tell whose a connection is, nobody
    counts.
    """
    port = request.META.get("REMOTE_PORT")
    ours = str(request.META.get("SERVER_PORT", ""))
    if not isinstance(port, int) or not ours.isdigit():
        return False
    owners = [uid for ends, uid in connections() if ends == (port, int(ours))]
    return bool(owners) and all(uid == os.getuid() for uid in owners)


def connections() -> list[tuple[tuple[int, int], int]]:
    """The ports of every loopback connection of this computer, and the user at its first end."""
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
    request: HttpRequest | None, mail: str, to: str, context: dict[str, Any]
) -> None:
    """Keep the link of a mail that goes nowhere for the next page of the person who runs the site.

    What an earlier request left about the same is dropped: its links may be used up by now.
    """
    about, where = MAILS.get(mail, ("", ""))
    if request is None or not about or not runs_the_site(request):
        return
    new: dict[str, list[dict[str, str]]] = request.__dict__.setdefault("unsent_mail", {})
    name = str(context.get("username", ""))
    link = {"mail": mail.rpartition("/")[2], "to": to, "name": name, "url": str(context[where])}
    new[about] = [*new.get(about, []), link][-LINKS_MAX:]
    request.session[SESSION_KEY] = {**request.session.get(SESSION_KEY, {}), **new}


def links(request: HttpRequest, about: str) -> list[dict[str, str]]:
    """The newest links about `confirm` or `reset` that were asked for in this browser."""
    if not runs_the_site(request):
        return []
    found: list[dict[str, str]] = request.session.get(SESSION_KEY, {}).get(about, [])
    return found
