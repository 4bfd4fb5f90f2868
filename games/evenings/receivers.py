"""What evenings add to matches and their chats."""

from games.chat.services import hide_checks
from games.evenings.services import has_opened_link, is_host_of
from games.matches.hooks import hooks

hide_checks.append(is_host_of)
hooks.may_view.append(has_opened_link)
