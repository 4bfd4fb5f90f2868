"""One application for pages and sockets."""

import os
from typing import cast

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from server.handler import get_application

pages = get_application()

from django.conf import settings  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from server.security import SameOrigin  # noqa: E402  (needs the apps)
from watch.asgi import App, Monitoring, Sockets  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Monitoring(cast(App, pages), settings.METRICS_TOKEN),
        "websocket": Sockets(SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))),
    }
)
