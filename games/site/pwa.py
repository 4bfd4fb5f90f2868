"""Tavola as an app: its manifest, its service worker, and links that are shared with it."""

from __future__ import annotations

import json
import re
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.monitoring.release import release
from core.refusals import Refusal

COLOURS = {"light": "#f7f2e8", "dark": "#191613"}
"""The colour of the page (static/css/tokens.css) for the bar above an app."""
SHELL = (
    *("css/tokens.css", "css/base.css", "css/parts.css", "js/theme.js", "js/offline.js"),
    *("built/fraunces.woff2", "built/inter.woff2", "built/emblems.svg", "built/icon.svg"),
)
"""The files of the offline page, which is the same for every visitor."""
LINK = re.compile(r"https?://[^\s<>\"]+")
LONGEST_TEXT = 4000


class NoLinkOfOurs(Refusal, code="no-link-of-ours", status=400): ...


def manifest() -> dict[str, object]:
    """Return what a browser needs to install the site, in the reader's language."""
    return {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Card and board games of intrigue, towers, carnage and conquest."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": COLOURS["light"],
        "background_color": COLOURS["light"],
        "categories": ["games", "entertainment"],
        "icons": [
            _icon("icon-192.png", 192),
            _icon("icon-512.png", 512),
            _icon("icon-maskable-512.png", 512, "maskable"),
        ],
        "shortcuts": [{"name": _("Waiting for you"), "url": reverse("notices")}],
        "share_target": {
            "action": reverse("shared_link"),
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }


def _icon(name: str, side: int, purpose: str = "any") -> dict[str, str]:
    sizes = f"{side}x{side}"
    return {"src": static(f"built/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}


@cache
def worker_script() -> bytes:
    """Return the script of the service worker.

    A new release, or a new name of a file of the offline page, changes the script: browsers then
    install it and cache the offline page again.
    """
    offline = reverse("offline")
    site = {
        "release": release(),
        "offline": offline,
        "shell": [offline, *map(static, SHELL)],
        "icon": static("built/icon-192.png"),
        "badge": static("built/badge.png"),
    }
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_bytes()
    return f"const site = {json.dumps(site)};\n".encode() + script


def path_of_shared(texts: list[str], host: str) -> str:
    """Return the path of a link to this site that a user shared with the app.

    Programs share a link by itself or within a sentence. Only the path and what follows it are
    used, so that no visitor is sent to another site.

    Raises:
        NoLinkOfOurs: the texts have no link to this site.
    """
    own = {host.lower(), urlsplit(settings.SITE_URL).netloc.lower()}
    for text in texts:
        for link in LINK.findall(text[:LONGEST_TEXT]):
            try:
                parts = urlsplit(link.rstrip(".,;:!?)»”"))
            except ValueError:
                continue
            if parts.netloc.lower() in own and not parts.path.startswith(("//", "/\\")):
                return parts._replace(scheme="", netloc="").geturl() or "/"
    name = split_domain_port(host)[0] or host
    raise NoLinkOfOurs(
        gettext_noop("There is no link to {site} in that. Share one that begins with {host}."),
        site=settings.SITE_NAME,
        host=name,
    )
