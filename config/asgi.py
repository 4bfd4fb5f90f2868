"""One application for pages and sockets."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.handler import get_application

pages = get_application()

from django.conf import settings  # noqa: E402

from games.live.origin import OwnPages  # noqa: E402  (needs the apps)
from games.live.routing import websocket_urlpatterns  # noqa: E402
from watch.doors import Sockets, Watch  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": Watch(pages, settings.METRICS_TOKEN),
        "websocket": Sockets(OwnPages(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))),
    }
)
