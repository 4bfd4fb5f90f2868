"""One application for pages and sockets."""

import os
from typing import cast

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from server.handler import get_application  # noqa: E402
from server.security import SameOrigin  # noqa: E402
from server.socket_limits import SocketLimits  # noqa: E402
from watch.asgi import App, Monitoring, Sockets  # noqa: E402

pages = get_application()
# Channels raises at a path it does not know: a 500, and a traceback for each who asks.
sockets = URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier.as_asgi())])
application = ProtocolTypeRouter(
    {
        "http": Monitoring(cast(App, pages), settings.METRICS_TOKEN),
        "websocket": Sockets(SameOrigin(SocketLimits(AuthMiddlewareStack(sockets)))),
    }
)
