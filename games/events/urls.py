"""URLs of `games.events`."""

from django.urls import path
from django.views.decorators.http import conditional_page

from games.events import api, consumers, views
from games.events.feeds import ClubFeed
from games.matches.decorators import page_view

EVENT = "events/<slug:event_id>"
CALENDARS = "events/calendars/<str:key>"
club_feed = page_view("GET", "HEAD")(conditional_page(ClubFeed()))

urlpatterns = [
    path("events/", views.events, name="events"),
    path("events/new/", views.plan, name="plan_event"),
    path("events/calendar.ics", views.public_calendar, name="events_calendar"),
    path("events/calendars/", views.renew_calendar, name="renew_calendar"),
    path(f"{CALENDARS}/mine.ics", views.own_calendar, name="own_calendar"),
    path(
        f"{CALENDARS}/clubs/<slug:club_slug>.ics",
        views.members_calendar,
        name="members_calendar",
    ),
    path(f"{CALENDARS}/clubs/<slug:club_slug>/feed/", club_feed, name="members_feed"),
    path(f"{EVENT}/", views.event, name="event"),
    path(f"{EVENT}/edit/", views.edit, name="edit_event"),
    path(f"{EVENT}/report/", views.report, name="report_event"),
    path(f"{EVENT}/event.ics", views.event_calendar, name="event_calendar"),
    path(f"{EVENT}/do/<slug:act>/", views.act, name="event_act"),
    path("clubs/<slug:club_slug>/calendar.ics", views.club_calendar, name="club_calendar"),
    path("clubs/<slug:club_slug>/feed/", club_feed, name="club_feed"),
]
api_urlpatterns = [
    path("events/", api.EventsView.as_view(), name="api_planned_events"),
    path(f"{EVENT}/registration/", api.RegistrationView.as_view(), name="api_registration"),
    path(f"{EVENT}/cancel/", api.EventCancelView.as_view(), name="api_event_cancel"),
    path(f"{EVENT}/begin/", api.EventBeginView.as_view(), name="api_event_begin"),
    path(f"{EVENT}/", api.EventView.as_view(), name="api_event"),
]
websocket_urlpatterns = [
    path("ws/events/<slug:event_id>/", consumers.EventConsumer.as_asgi()),
]
