"""What talk adds to matches: the lines beside the table."""

from games.chat.presenters import chat_context, chat_lines_html
from games.matches.extras import extras

extras.chat = chat_context
extras.chat_lines = chat_lines_html
