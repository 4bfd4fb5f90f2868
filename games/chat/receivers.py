"""Sets the hooks of matches that show the chat next to the table."""

from games.chat.presenters import chat_context, chat_data, chat_form_html, chat_lines_html
from games.matches import hooks

hooks.chat_context.register(chat_context)
hooks.chat_lines.register(chat_lines_html)
hooks.chat_form.register(chat_form_html)
hooks.chat_data.register(chat_data)
