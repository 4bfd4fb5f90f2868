"""What TV adds to matches and to the front page."""

from games.lobby import front_page
from games.matches import hooks
from games.tv import exhibitions
from games.tv.front_page import friends_part, live_part, moments_part

hooks.may_view.register(exhibitions.may_view)
hooks.by_the_site.register(exhibitions.by_the_site)
front_page.parts.register(live_part)
front_page.parts.register(moments_part)
front_page.parts.register(friends_part)
