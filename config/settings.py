"""All settings, from environment variables; the defaults are safe."""

import os
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from core.databases import database, sqlite_url
from core.environment import (
    ADDRESS,
    CONTACT,
    HOST,
    LINE,
    LONG_KEY,
    ORIGIN,
    SENDER,
    VAPID_KEY,
    Environment,
    WrongSettings,
)
from core.languages import languages_in
from core.monitoring.logs import LEVELS, configuration
from core.version import VERSION
from games.engine.outside import games_outside, importable

BASE_DIR = Path(__file__).resolve().parent.parent
# Noted for the page about settings, and for manage.py check_site.
ENVIRONMENT = env = Environment(os.environ)
VAR_DIR = Path(env.text("TAVOLA_VAR", default=str(BASE_DIR / "var")))
try:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    reason = f"{error.strerror}. Name a folder that the site may create."
    raise WrongSettings(f"TAVOLA_VAR={VAR_DIR} is not possible: {reason}") from error


def local_secret_key() -> str:
    """Return this machine's key, generated once and stored, so that sessions survive a restart."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.write_text(get_random_secret_key())
        path.chmod(0o600)
    return path.read_text().strip()


DEBUG = env.switch("DEBUG", default=False)
SECRET_KEY = env.text("SECRET_KEY", default="", form=LONG_KEY) or local_secret_key()
_loopback = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", default=_loopback, form=HOST)
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", default=[], form=ORIGIN)
# Behind TLS (a proxy that sets X-Forwarded-Proto) cookies are secure and plain HTTP is redirected.
BEHIND_TLS = env.switch("BEHIND_TLS", default=False)

OWN_TITLES = sorted((BASE_DIR / "games" / "titles").glob("*/title.py"))
# Games from elsewhere: packages with a `title.py`; those that raise an error are left out.
EXTRA_TITLES, _broken = importable(env.packages("EXTRA_TITLES"))
FEATURES = (
    *("boards", "titles", "matches", "chat", "ladders", "notifications", "archive", "lobby"),
    *("lessons", "achievements", "hints", "premoves", "reviews", "puzzles", "embeds"),
    "analysis",
    *("profiles", "workers", "clubs", "duplicates", "game_nights", "events", "tournaments"),
    *("leagues", "conversations", "local_tables", "moderation", "privacy", "maintenance"),
    *("tv", "site", "administration", "workbench"),
)
INSTALLED_APPS = [
    "accounts.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "core.languages",
    "accounts.apps.AccountsConfig",
    *(f"games.{name}" for name in FEATURES),
    "bench",
    *(f"games.titles.{path.parent.name}" for path in OWN_TITLES),
    *EXTRA_TITLES,
]
# Games of installed packages, by their entry points; those that cannot be used are left out.
OUTSIDE_TITLES = games_outside({part for app in INSTALLED_APPS for part in app.split(".")})
OUTSIDE_TITLES.broken.update(_broken)
INSTALLED_APPS += OUTSIDE_TITLES.packages.values()
# The sprites and catalogues of the games from other projects (tools/build_outside.py).
OUTSIDE_DIR = VAR_DIR / "outside"

MIDDLEWARE = [
    "core.server.security.Headers",
    "games.site.middleware.KnownHosts",
    "django.middleware.security.SecurityMiddleware",
    "core.server.static_files.StaticFiles",
    "core.server.page_turn.PageTurn",
    "core.server.compression.CompressedPages",
    "core.server.public_pages.WithoutCookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "core.languages.local_time.LocalTime",
    "games.site.middleware.WithSlash",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.site.middleware.BodyLimit",
    "games.site.middleware.PageMethods",
    "games.site.middleware.NoNulls",
    "games.site.middleware.WriteLimit",
    "games.site.middleware.AnonymousLimit",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["core.languages.templatetags.local_time"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Slow bots.
# How many of them think at the same time per server or worker, each in a process of its own.
_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
BOT_PROCESSES = env.number("BOT_PROCESSES", default=max(1, _cores - 1), most=256)
# Seconds a slow bot may think, even on a busy machine; then a weaker bot answers.
BOT_SECONDS = env.number("BOT_SECONDS", default=30, least=1, most=600)

# Whether bots play exhibitions for spectators while no people play in public (games/tv).
EXHIBITION = env.switch("EXHIBITION", default=True)

# --- Database: SQLite in WAL mode, or PostgreSQL with a pool, by DATABASE_URL.
DATABASES = {
    "default": database(
        env.database_url("DATABASE_URL", default=sqlite_url(VAR_DIR / "tavola.sqlite3")),
        # Pages and sockets have THREADS each, and a thread that waits for a bot holds a connection.
        pool=env.number("DATABASE_POOL_SIZE", default=28, least=2, most=1000) + BOT_PROCESSES,
        synchronous=env.text("SQLITE_SYNCHRONOUS", default="FULL", choices=("FULL", "NORMAL")),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Optimisations. Each can be switched off: everything works without it, but slower
# (docs/decisions/0025-machinery.md).
# Render the fragments of a table with functions compiled from their templates.
FAST_TEMPLATES = env.switch("FAST_TEMPLATES", default=not DEBUG)
# Remember sentences, and keep the language where it is found quickly.
FAST_TRANSLATIONS = env.switch("FAST_TRANSLATIONS", default=True)
# Build the SQL of a move only once.
FAST_STATEMENTS = env.switch("FAST_STATEMENTS", default=True)
# Answer a whole request in one reusable thread.
FAST_HANDLER = env.switch("FAST_HANDLER", default=True)
# Make messages within one process free for sockets that do not follow them.
FAST_LAYER = env.switch("FAST_LAYER", default=True)
# Let a server request its main pages before it accepts connections.
WARM_UP = env.switch("WARM_UP", default=True)

# --- Channel layer and caches: in this process, or Redis, by REDIS_URL.
REDIS_URL = env.redis_url("REDIS_URL")
if REDIS_URL:
    # No request may wait long for a hanging Redis.
    _patience = {"socket_connect_timeout": 2, "socket_timeout": 5}
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "core.server.redis_layer.LastingLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, **_patience}]},
        }
    }
    _cache = {
        "BACKEND": "core.server.cache.PatientCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": _patience,
    }
else:
    _plain, _fast = "channels.layers.InMemoryChannelLayer", "core.server.memory_layer.ProcessLayer"
    CHANNEL_LAYERS = {"default": {"BACKEND": _fast if FAST_LAYER else _plain}}
    _cache = {"BACKEND": "core.server.local_cache.LocalCache"}
# Each has room of its own, so that requests cannot push out the counts of a limit. The default one
# has only limits, because allauth counts there. "site" has a few entries, such as announcements.
CACHES = {
    "default": {**_cache, "KEY_PREFIX": "limits"},
    **{name: {**_cache, "KEY_PREFIX": name} for name in ("presence", "sessions", "site")},
}

# --- Accounts.
AUTH_USER_MODEL = "accounts.User"
# The only backend: it includes Django's, and a password is hashed only once.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# Pages contain the token, and no script of this site reads a cookie.
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
SESSION_CACHE_ALIAS = "sessions"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SECURE = BEHIND_TLS
LANGUAGE_COOKIE_SAMESITE = "Lax"

SITE_NAME = env.text("SITE_NAME", default="Tavola", form=LINE)
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.NewEmailForm",
    "change_password": "accounts.forms.NewPasswordForm",
    "set_password": "accounts.forms.FirstPasswordForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.forms.ForgottenPasswordKeyForm",
    "reauthenticate": "accounts.forms.ProveItForm",
}
ACCOUNT_USER_DISPLAY = "accounts.models.user.shown_name"
# "optional": new users play at once and are reminded; "mandatory": they verify first; "none".
ACCOUNT_EMAIL_VERIFICATION = env.text(
    "ACCOUNT_EMAIL_VERIFICATION", default="optional", choices=("optional", "mandatory", "none")
)
# Neither signing up nor resetting a password reveals which addresses have accounts.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_TLS else "http"
ACCOUNT_RATE_LIMITS = {
    # `key`: a login name from one address (accounts/adapter.py), or a user's two-factor codes.
    "login_failed": "10/m/ip,60/h/ip,5/300s/key",
    "reset_password": "20/m/ip,3/10m/key",
    # Guest accounts, which need one click and last a day.
    "guest": "5/10m/ip,20/d/ip",
}
# Whether visitors may play as guests: without an email address, unrated, for a day.
GUESTS = env.switch("GUESTS", default=ACCOUNT_EMAIL_VERIFICATION != "mandatory")
# Number of proxies in front; without one, any client can forge X-Forwarded-For.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", default=1 if BEHIND_TLS else 0, most=100)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_ADAPTER = "accounts.adapter.TwoStepAdapter"
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1

# --- Mail: printed to the console until EMAIL_URL names a server.
_mail = env.mail("EMAIL_URL", default="consolemail://")
vars().update(_mail)
# Whether mail reaches its recipients; it does not if it is printed, dropped or written to files.
# Only then are players asked to confirm an address before rated matches.
MAIL_IS_SET_UP = _mail["EMAIL_BACKEND"].split(".")[-2] not in (
    *("console", "dummy", "filebased", "locmem"),
)
EMAIL_TIMEOUT = 10
_sender = "Tavola <tavola@localhost>"
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", default=_sender, form=SENDER)

# Base of links in mails and notifications, which are written without a request.
_named = next((host for host in ALLOWED_HOSTS if host[0] not in "*."), "127.0.0.1")
SITE_URL = env.text("SITE_URL", default="", form=ADDRESS).rstrip("/") or (
    f"https://{_named}" if BEHIND_TLS else f"http://{_named}:8000"
)

# --- Browser notifications: off until there is a key (manage.py vapid_key creates one).
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY", default="", form=VAPID_KEY)
# Contact for push services in case of problems: mailto: or https:.
VAPID_SUBJECT = env.text("VAPID_SUBJECT", default="", form=CONTACT) or SITE_URL

# --- Languages.
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale", OUTSIDE_DIR / "locale"]
# English, and every language that has a folder (docs/adding-a-language.md).
LANGUAGES = [(LANGUAGE_CODE, "English"), *languages_in(LOCALE_PATHS[0])]
FORMAT_MODULE_PATH = "core.languages.formats"
TIME_ZONE = "UTC"

# --- Static files; none come from another host. By default they are served from their folders.
# With STATIC_HASHED they are collected first (`manage.py collectstatic`) under names with a hash of
# their content, so that browsers and proxies can cache them permanently.
STATIC_HASHED = env.switch("STATIC_HASHED", default=False)
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static", OUTSIDE_DIR / "static"]
STATICFILES_DIRS[1].mkdir(parents=True, exist_ok=True)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "core.server.static_files.LeanStaticFilesStorage"
        if STATIC_HASHED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not STATIC_HASHED
# No other site needs them.
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Security, in addition to Django's defaults.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
# No form has a file field.
DATA_UPLOAD_MAX_NUMBER_FILES = 0
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.matches.api.negotiation.JsonOnly",
    "DEFAULT_PARSER_CLASSES": ["games.matches.api.negotiation.BoundedJsonParser"],
    "DEFAULT_SCHEMA_CLASS": "games.matches.api.security.ScopedSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tavola",
    "DESCRIPTION": (
        "Everything the pages do at tables, for programs. Create a token in your settings and send"
        " it as `Authorization: Bearer tavola_…`. Every token may read; its scopes `play`,"
        " `challenge`, `chat`, `clubs`, `events` and `host` allow more, and messages need"
        " `messages`. A refused request is answered with"
        ' `{"error": {"code", "reason"}}`; rely on the code. Status 429 comes with `Retry-After` in'
        " seconds. Answers to reads have an `ETag`; send it as `If-None-Match` to receive only"
        " changes. A write may have an `Idempotency-Key` of your choice; sent again, it is"
        " not done again. A private table needs `?key=` with the key of its link."
        "\n\n"
        "**To begin**, all below `/api/v1/`: `GET games/` lists the games with their options,"
        ' bots and clocks. `POST tables/` with `{"game": …, "seats": 2, "clock": "free",'
        ' "bots": ["easy"]}` starts a match with a bot and returns its state. Read'
        " `GET stream/matches/{id}/` line by line: a message of type `state` contains the state"
        " as you may see it. While its `moves` is not empty, it is your turn: send one of them,"
        " with the `turn_token` of that state added, to `POST matches/{id}/moves/`. Answer each"
        " `turn_token` once. Status 409 means that the match has changed: wait for the next state."
        " The stream ends with the match. `GET stream/me/` reports which of your matches start or"
        " wait for you."
        "\n\n"
        "The streams are also available as WebSockets. `/ws/api/v1/matches/{id}/` sends the"
        " newest state at once and after every event that its reader may know of, and takes moves:"
        ' `{"move": {…}, "turn_token": "…", "id": 7}` is answered with `{"id": 7, "table": …}` or'
        ' `{"id": 7, "error": …, "table": …}` after it is stored. If an answer is lost, send the'
        " message again: it is played once. The socket closes with 4401 when its token ends."
    ),
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": SITE_URL}],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "ENUM_NAME_OVERRIDES": {
        "ClockEnum": "games.lobby.api.tables.CLOCK_NAMES",
        "EventStatusEnum": "games.events.models.Event.Status",
        "SeasonStatusEnum": "games.leagues.models.Season.Status",
        "EndedTypeEnum": ["ended"],
        "EventTypeEnum": ["event"],
        "StateTypeEnum": ["state"],
        "TeamMatchStatusEnum": "games.leagues.models.TeamMatch.Status",
        "StatusEnum": "games.matches.api.serializers.STATUSES",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.matches.api.schema.add_games",
        "games.notifications.webhook_schema.add_webhooks",
        "games.site.api_errors.add_errors",
    ],
}

# --- How long data is stored; the page at /stored/ shows the same figures.
# A century at most: dates cannot go back much further.
_century = 36_500
# Days from the request to delete an account to its deletion; the user can cancel until then.
CLOSING_DAYS = env.number("CLOSING_DAYS", default=7, most=_century)
# Days that chat at finished tables is kept.
CHAT_DAYS = env.number("CHAT_DAYS", default=90, most=_century)
# Days that reports are kept after their case is closed, and sanctions after their end.
EVIDENCE_DAYS = env.number("EVIDENCE_DAYS", default=730, most=_century)
# Days that logs are kept: a promise of the operator, who stores them.
LOG_DAYS = env.number("LOG_DAYS", default=30, most=_century)

# Whether only users with the role "host" may run game nights and plan events.
HOSTS_NEED_ROLE = env.switch("HOSTS_NEED_ROLE", default=False)
# Unrated matches that a new account finishes before it may play rated.
UNRATED_FIRST = env.number("UNRATED_FIRST", default=3, most=1000)
# Vacation days a year, on which a user's turn-by-turn clocks stop.
VACATION_DAYS = env.number("VACATION_DAYS", default=21, most=366)
# Writes a minute for one account, one token, or one address without an account.
WRITES_A_MINUTE = env.number("WRITES_A_MINUTE", default=300, least=10, most=10**6)
# Reads a minute for one token.
TOKEN_READS_A_MINUTE = env.number("TOKEN_READS_A_MINUTE", default=1200, least=10, most=10**6)
# Seconds of CPU a minute for the pages that visitors without an account read from one address.
ANONYMOUS_SECONDS_A_MINUTE = env.decimal(
    "ANONYMOUS_SECONDS_A_MINUTE", default=5, least=0.1, most=10**6
)
# New pictures of positions a minute for one network address; cached ones are free.
PICTURES_A_MINUTE = env.number("PICTURES_A_MINUTE", default=40, most=10**6)
SOCKET_MESSAGES_A_SECOND = env.decimal("SOCKET_MESSAGES_A_SECOND", default=5, least=1, most=10**6)
# Open sockets per server for one account, and for one network address (a school, say). Every open
# page has one.
SOCKETS_A_PERSON = env.number("SOCKETS_A_PERSON", default=20, least=1, most=10**6)
SOCKETS_AN_ADDRESS = env.number("SOCKETS_AN_ADDRESS", default=200, least=1, most=10**6)
# Seconds a client of a stream has to take the next message before the connection is closed.
STREAM_SEND_SECONDS = env.decimal("STREAM_SEND_SECONDS", default=30, least=1, most=3600)

# At a table with people a bot waits: 0.3 to 0.5 times this for a forced move, up to 2.4 times for
# an important decision.
BOT_DELAY_MS = env.number("BOT_DELAY_MS", default=250, most=60_000)

# --- Monitoring: logs as JSON lines, as text, or chosen by the output; metrics.
LOGGING = configuration(
    env.text("LOG_FORMAT", default="auto", choices=("auto", "json", "text")),
    env.text("LOG_LEVEL", default="INFO", choices=LEVELS),
)
# Token for /metrics; without one, only clients on this machine and without a proxy may read it.
METRICS_TOKEN = env.text("METRICS_TOKEN", default="")
# Seconds a stopping server still accepts requests, and then has to finish them.
DRAIN_DELAY = env.decimal("DRAIN_DELAY", default=0, most=3600)
DRAIN_SECONDS = env.decimal("DRAIN_SECONDS", default=20, most=3600)
# Threads of a server that answer pages.
THREADS = env.number("TAVOLA_THREADS", default=8, least=1, most=1000)
# Maximum number of them for one network address; further requests wait.
THREADS_AN_ADDRESS = env.number("THREADS_AN_ADDRESS", default=2, least=1, most=1000)

env.require_valid()
