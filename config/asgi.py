"""One ASGI application for pages and sockets."""

import os
from typing import cast

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from core.asgi import App  # noqa: E402
from core.monitoring.asgi import Monitoring, Sockets  # noqa: E402
from core.server.security import SameOrigin  # noqa: E402
from core.server.socket_limits import SocketLimits  # noqa: E402
from core.server.store_watch import StoreNews  # noqa: E402
from games.matches.handler import get_application  # noqa: E402
from games.matches.sockets.unknown import UnknownPath  # noqa: E402
from games.titles.outside_files import build_files_outside  # noqa: E402
from games.urls import websocket_urlpatterns  # noqa: E402

build_files_outside()
pages = get_application()
# For an unknown path Channels would raise, which gives status 500 and a traceback.
sockets = URLRouter([*websocket_urlpatterns, re_path("", UnknownPath.as_asgi())])
application = ProtocolTypeRouter(
    {
        "http": Monitoring(cast(App, pages), settings.METRICS_TOKEN),
        "websocket": Sockets(SameOrigin(SocketLimits(StoreNews(AuthMiddlewareStack(sockets))))),
    }
)
