"""What evenings add to matches and their chats."""

from games.chat.permissions import checks
from games.evenings.services import has_opened_link, is_host_of
from games.matches.extras import extras

checks.append(is_host_of)
extras.may_look.append(has_opened_link)
