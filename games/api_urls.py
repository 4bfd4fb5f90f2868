"""Addresses of the JSON API, feature by feature; each has its endpoints in its own folder."""

from django.urls import path

from games.archive import api as archive
from games.chat import api as chat
from games.evenings import api as evenings
from games.ladders import api as ladders
from games.lessons import api as lessons
from games.lobby.api import challenges, tables, tickets
from games.matches.api import views as matches
from games.matches.api.schema_view import SchemaView
from games.matches.api.streams import MatchStreamView
from games.notifications import api as notifications
from games.profiles import api as profiles
from games.puzzles import api as puzzles
from games.site.views.api_docs import api_docs

MATCH = "matches/<slug:match_id>"
EVENING = "evenings/<slug:key>"
TICKET = "tickets/<slug:ticket_id>"
LESSON = "lessons/<slug:slug>/<slug:lesson>"
PUZZLE = "puzzles/<slug:slug>/<slug:puzzle>"

urlpatterns = [
    path(f"{MATCH}/moves/", matches.MoveView.as_view(), name="api_moves"),
    path(f"{MATCH}/events/", matches.EventsView.as_view(), name="api_events"),
    path(f"{MATCH}/undo/", matches.UndoView.as_view(), name="api_undo"),
    path(f"{MATCH}/hint/", matches.HintView.as_view(), name="api_hint"),
    path(f"{MATCH}/resign/", matches.ResignView.as_view(), name="api_resign"),
    path(f"{MATCH}/call-off/", matches.AbortView.as_view(), name="api_call_off"),
    path(f"{MATCH}/no-show/", tickets.NoShowView.as_view(), name="api_no_show"),
    path(f"{MATCH}/fairness/", matches.FairnessView.as_view(), name="api_fairness"),
    path(f"{MATCH}/reveal/", tickets.RevealView.as_view(), name="api_reveal"),
    path(f"{MATCH}/join/", tables.JoinView.as_view(), name="api_join"),
    path(f"{MATCH}/leave/", tables.LeaveView.as_view(), name="api_leave"),
    path(f"{MATCH}/bots/", tables.BotsView.as_view(), name="api_bots"),
    path(f"{MATCH}/invite/", tables.InviteView.as_view(), name="api_invite"),
    path(f"{MATCH}/decline/", challenges.DeclineView.as_view(), name="api_decline"),
    path(f"{MATCH}/rematch/", tables.RematchView.as_view(), name="api_rematch"),
    path(f"{MATCH}/chat/", chat.ChatView.as_view(), name="api_chat"),
    path(f"{MATCH}/record/", archive.RecordView.as_view(), name="api_record"),
    path(f"{MATCH}/", matches.MatchView.as_view(), name="api_match"),
    path("matches/", archive.MatchesView.as_view(), name="api_matches"),
    path("games/", tables.GamesView.as_view(), name="api_games"),
    path("tables/", tables.TablesView.as_view(), name="api_tables"),
    path("challenges/", challenges.ChallengesView.as_view(), name="api_challenges"),
    path(f"{TICKET}/bots/", tickets.MeanwhileView.as_view(), name="api_meanwhile"),
    path(f"{TICKET}/come/", tickets.ComeView.as_view(), name="api_come"),
    path(f"{TICKET}/", tickets.TicketView.as_view(), name="api_ticket"),
    path("tickets/", tickets.TicketsView.as_view(), name="api_tickets"),
    path("ladders/<slug:slug>/<str:size>/", ladders.LadderView.as_view(), name="api_ladder"),
    path("ladders/", ladders.LaddersView.as_view(), name="api_ladders"),
    path("records/", archive.RecordsView.as_view(), name="api_records"),
    path("me/", profiles.MeView.as_view(), name="api_me"),
    path("me/tables/", tables.MyTablesView.as_view(), name="api_my_tables"),
    path("me/following/", profiles.FollowingView.as_view(), name="api_following"),
    path("me/records/", archive.MyRecordsView.as_view(), name="api_my_records"),
    path("people/", profiles.PeopleView.as_view(), name="api_people"),
    path("people/<slug:username>/", profiles.PersonView.as_view(), name="api_person"),
    path(
        "people/<slug:username>/ratings/",
        profiles.PersonRatingsView.as_view(),
        name="api_person_ratings",
    ),
    path("people/<slug:username>/follow/", profiles.FollowView.as_view(), name="api_follow"),
    path(f"{EVENING}/tables/", evenings.EveningTablesView.as_view(), name="api_evening_tables"),
    path(f"{EVENING}/seats/", evenings.EveningSeatsView.as_view(), name="api_evening_seats"),
    path(f"{EVENING}/attendance/", evenings.AttendanceView.as_view(), name="api_attendance"),
    path(f"{EVENING}/close/", evenings.EveningCloseView.as_view(), name="api_evening_close"),
    path(f"{EVENING}/", evenings.EveningView.as_view(), name="api_evening"),
    path("evenings/", evenings.EveningsView.as_view(), name="api_evenings"),
    path(f"{LESSON}/course/move/", lessons.CourseMoveView.as_view(), name="api_course_move"),
    path(f"{LESSON}/course/next/", lessons.CourseNextView.as_view(), name="api_course_next"),
    path(
        f"{LESSON}/course/restart/",
        lessons.CourseRestartView.as_view(),
        name="api_course_restart",
    ),
    path(f"{LESSON}/course/", lessons.CourseView.as_view(), name="api_course"),
    path(f"{LESSON}/", lessons.LessonView.as_view(), name="api_lesson"),
    path(f"{PUZZLE}/answer/", puzzles.PuzzleAnswerView.as_view(), name="api_puzzle_answer"),
    path(f"{PUZZLE}/", puzzles.PuzzleView.as_view(), name="api_puzzle"),
    path("puzzles/today/", puzzles.PuzzlesOfTheDayView.as_view(), name="api_puzzles_of_the_day"),
    path("puzzles/", puzzles.PuzzlesView.as_view(), name="api_puzzles"),
    path("lessons/", lessons.LessonsView.as_view(), name="api_lessons"),
    path("stream/me/", notifications.PersonStreamView.as_view(), name="api_stream_me"),
    path(f"stream/{MATCH}/", MatchStreamView.as_view(), name="api_stream_match"),
    path("schema/", SchemaView.as_view(), name="api_schema"),
    path("docs/", api_docs, name="api_docs"),
]
