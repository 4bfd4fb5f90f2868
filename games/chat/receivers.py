"""Sets the hooks of matches: the chat beside the table."""

from games.chat.presenters import chat_context, chat_data, chat_lines_html
from games.matches.hooks import hooks

hooks.chat_context = chat_context
hooks.chat_lines = chat_lines_html
hooks.chat_data = chat_data
