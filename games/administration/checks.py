"""The checks of a running site: its set-up by the environment, and its work.

Each is a line of the overview or of the page about settings, and of `manage.py check_site`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.http.request import validate_host
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.databases import describe_absence, unapplied
from core.environment import Environment
from core.languages.local_time import moment_words
from core.monitoring.bot_failures import failures_today
from core.monitoring.health import LOOPS, STUCK, check_cache, rounds_seen
from games.boards.words import level_name, list_words
from games.maintenance.backups import is_backup_recent, last_backup
from games.maintenance.stores import DISK_FULL, DISK_LOW, disk_space
from games.matches.services.missing import waiting_by_rules
from games.matches.services.turns import oldest_question_to_bots
from games.notifications.services import dispatch, webpush
from games.titles.registry import all_games, bot_levels, is_installed, slow_levels

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

BOT_LATE = timedelta(seconds=15)
POST_LATE = timedelta(minutes=15)
CLOCKS_APART = 2.0
"""Seconds by which the clocks of this machine and of the database may differ."""


@dataclass(frozen=True)
class Check:
    """A part of the site that is checked: its name, the tone of its badge, its state, details."""

    name: StrOrPromise
    tone: str
    state: str
    words: str = ""


def all_checks() -> list[Check]:
    """Check everything, the mail server too; without the tables, only what needs none of them."""
    checks = setup_checks(remote=True)
    if not _has_tables():
        return [*checks, _disk()]
    checks += work_checks()
    # Workers note their rounds in Redis. Without its answer nothing is known of them.
    answers = bool(settings.REDIS_URL) and _redis().tone == "good"
    return checks + worker_checks() if answers else checks


def work_checks() -> list[Check]:
    """Check the work of the site: bots, deliveries, disk, backup."""
    return [*_missing_games(), _bots(), _bot_queue(), _post(), _disk(), _backup()]


def setup_checks(*, remote: bool) -> list[Check]:
    """Check what the environment sets up.

    Args:
        remote: Whether to connect to the mail server too, which may take ten seconds.
    """
    checks = [_names(), _address(), _database(), _mail(remote=remote), _push()]
    return [*checks, _redis()] if settings.REDIS_URL else checks


def worker_checks() -> list[Check]:
    """Check each loop of the worker by the time of its last round.

    With Redis that is of any process, otherwise of this one.
    """
    names = {
        "bots": _("Bots"),
        "thinking": _("Bots with long thinking times"),
        "clocks": _("Clocks and pairing"),
        "tidy": _("Cleanup"),
        "post": _("Sending notifications"),
    }
    seen, now = rounds_seen(), time()
    loops = [loop for loop in LOOPS if loop != "thinking" or slow_levels()]
    return [_loop(names[loop], seen.get(loop), now) for loop in loops]


def _names() -> Check:
    environment: Environment = settings.ENVIRONMENT
    misspelt = environment.misspelt()
    if not misspelt:
        return Check(_("Names of settings"), "good", _("known"))
    one = _("{wrong} (did you mean {right}?)")
    words = [one.format(wrong=wrong, right=right) for wrong, right in misspelt.items()]
    return Check(_("Names of settings"), "warn", _("unknown"), list_words(words))


def _address() -> Check:
    """Check that the links in mails lead to a name that the site answers to."""
    name, parts = _("Address in mails"), urlsplit(settings.SITE_URL)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        advice = _("SITE_URL={url} is no address. Write https:// and the name of the site.")
        return Check(name, "bad", _("wrong"), advice.format(url=settings.SITE_URL))
    if not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
        advice = _("SITE_URL names {host}, which is not in ALLOWED_HOSTS.")
        return Check(name, "bad", _("wrong"), advice.format(host=parts.hostname))
    if settings.BEHIND_TLS and parts.scheme == "http":
        return Check(name, "warn", _("unsafe"), _("SITE_URL begins with http, not https."))
    return Check(name, "good", _("valid"), settings.SITE_URL)


def _database() -> Check:
    """Check that the database answers, and that its clock agrees with this machine's."""
    name, vendor = _("Database"), connection.vendor
    shown = settings.DATABASES["default"]
    where = ":".join(str(shown[part]) for part in ("HOST", "PORT", "NAME") if shown.get(part))
    try:
        with connection.cursor() as cursor:
            now = {"postgresql": "extract(epoch from clock_timestamp())"}
            cursor.execute(f"SELECT {now.get(vendor, '0')}")
            (there,) = cursor.fetchone()
    except Exception as error:
        first = next(iter(str(error).splitlines()), "")
        words = describe_absence(error, shown) or f"{vendor}, {where}: {first}"
        return Check(name, "bad", _("no answer"), words)
    if there and abs(float(there) - time()) > CLOCKS_APART:
        words = _("The clocks of this machine and of the database differ. Set both by NTP.")
        return Check(name, "bad", _("clock"), words)
    if unapplied(DEFAULT_DB_ALIAS):
        words = _("It lacks tables and columns that this version needs. Run manage.py migrate.")
        return Check(name, "bad", _("too old"), words)
    return Check(name, "good", _("answers"), f"{vendor}, {where}")


def _has_tables() -> bool:
    try:
        return not unapplied(DEFAULT_DB_ALIAS)
    except DatabaseError:
        return False


def _redis() -> Check:
    where = urlsplit(settings.REDIS_URL).hostname or ""
    try:
        well = check_cache()
    except Exception:
        well = False
    tone, state = ("good", _("answers")) if well else ("bad", _("no answer"))
    return Check("Redis", tone, state, where)


def _mail(*, remote: bool) -> Check:
    """Check the mail server: that it is set up, and if `remote`, that it lets the site in."""
    name = _("Mail server")
    if not settings.MAIL_IS_SET_UP:
        words = _("Mails are printed where the site runs. Set EMAIL_URL to send them.")
        return Check(name, "warn", _("none"), words)
    if remote:
        try:
            with get_connection():
                pass
        except OSError as error:
            return Check(name, "bad", _("no answer"), f"{settings.EMAIL_HOST}: {error}")
    return Check(name, "good", _("set up"), settings.EMAIL_HOST)


def _push() -> Check:
    name = _("Browser notifications")
    if not settings.VAPID_PRIVATE_KEY:
        words = _("Run manage.py vapid_key and set VAPID_PRIVATE_KEY to send them.")
        return Check(name, "warn", _("none"), words)
    try:
        webpush.public_key()
    except ImproperlyConfigured:
        words = _("VAPID_PRIVATE_KEY is no key. Run manage.py vapid_key for a new one.")
        return Check(name, "bad", _("wrong"), words)
    return Check(name, "good", _("set up"))


def _loop(name: str, at: float | None, now: float) -> Check:
    if at is None:
        return Check(
            name, "bad", _("not seen"), _("Is the worker running? See the operations page.")
        )
    late = now - at > STUCK
    when = _("last run {when}").format(when=moment_words(datetime.fromtimestamp(at, UTC)))
    return Check(name, "bad" if late else "good", _("stalled") if late else _("working"), when)


def _bots() -> Check:
    """Check how often bots failed today, so that weaker ones answered for them."""
    levels = [(game, level) for game in all_games() for level in bot_levels(game.slug)]
    failed = failures_today((game.slug, level) for game, level in levels)
    words = [
        f"{game.name}, {level_name(level)}: {failed[game.slug, level]}"
        for game, level in levels
        if (game.slug, level) in failed
    ]
    if not words:
        return Check(_("Bot moves"), "good", _("working"))
    stood_in = _("weaker bots stood in today: {list}").format(list=list_words(words))
    return Check(_("Bot moves"), "warn", _("failures"), stood_in)


def _bot_queue() -> Check:
    """Check how long people have waited for a bot's move."""
    since = oldest_question_to_bots()
    waited = timedelta() if since is None else max(timezone.now() - since, timedelta())
    late = waited > BOT_LATE
    seconds = round(waited.total_seconds())
    words = ngettext("longest wait: {n} second", "longest wait: {n} seconds", seconds)
    return Check(
        _("Waiting for bots"),
        "warn" if late else "good",
        _("late") if late else _("on time"),
        words.format(n=seconds),
    )


def _post() -> Check:
    queue = dispatch.queue()
    words = ngettext("{n} waiting", "{n} waiting", queue.due).format(n=queue.due)
    if queue.failed:
        failed = ngettext("{n} failed today", "{n} failed today", queue.failed)
        words = f"{words}, {failed.format(n=queue.failed)}"
    late = queue.oldest is not None and timezone.now() - queue.oldest > POST_LATE
    tone = "bad" if late else "warn" if queue.failed else "good"
    state = {"bad": _("late"), "warn": _("failures"), "good": _("on time")}[tone]
    return Check(_("Delivery queue"), tone, state, words)


def _missing_games() -> list[Check]:
    """Name the games that running matches wait for, if there are any."""
    waiting = waiting_by_rules()
    if not waiting:
        return []
    count = sum(waiting.values())
    words = ngettext(
        "{count} running match waits, and its clocks stand still. Install the game again.",
        "{count} running matches wait, and their clocks stand still. Install the games again.",
        count,
    ).format(count=count)
    version = _("{game} (rules {version})")
    names = dict.fromkeys(
        version.format(game=game, version=rules) if is_installed(game) else game
        for game, rules in waiting
    )
    return [Check(_("Missing games"), "warn", list_words([*names]), words)]


def _disk() -> Check:
    free, total = disk_space()
    share = free / total
    tone = "bad" if share < DISK_FULL else "warn" if share < DISK_LOW else "good"
    state = {"bad": _("nearly full"), "warn": _("filling up"), "good": _("plenty of space")}[tone]
    words = _("{free} of {total} free").format(
        free=filesizeformat(free), total=filesizeformat(total)
    )
    return Check(_("Disk"), tone, state, words)


def _backup() -> Check:
    taken = last_backup()
    if taken is None:
        words = _("None taken here. Run manage.py backup to take one.")
        return Check(_("Last backup"), "bad", _("none"), words)
    old = not is_backup_recent()
    words = f"{moment_words(taken.at)} · {filesizeformat(taken.size)}"
    return Check(
        _("Last backup"), "warn" if old else "good", _("old") if old else _("recent"), words
    )
