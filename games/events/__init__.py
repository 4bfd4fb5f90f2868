"""Events: dates that players register for, with reminders, calendars and a game night."""
