"""The overview for administrators, and announcements on all pages."""
