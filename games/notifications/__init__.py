"""Notifications: the bell, mail, browser push, webhooks and the personal stream."""
